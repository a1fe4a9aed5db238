"""Decks that a room can be held to (floor 4): commitments, the choice, openings, the check.

Chance comes in as bytes; nothing here has any of its own.
"""
