"""Recorded hands: read, replayed and verified on the engine (floor 3)."""
