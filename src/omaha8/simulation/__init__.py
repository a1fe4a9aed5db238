"""Bots against bots at a table, and what they win (floor 4).

A `Session` is played in blocks of hands, which depend on the session and their number alone;
`Results` add up what the blocks came to, in any order.
"""

from omaha8.simulation.block import Block, Played, hands_of, play_block, seating
from omaha8.simulation.results import BotResult, Results
from omaha8.simulation.session import BLOCK, Session, SessionError

__all__ = [
    "BLOCK",
    "Block",
    "BotResult",
    "Played",
    "Results",
    "Session",
    "SessionError",
    "hands_of",
    "play_block",
    "seating",
]
