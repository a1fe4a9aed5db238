"""Real sessions: a table driven through the log of a room, hand after hand (floor 4)."""
