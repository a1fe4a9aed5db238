"""A client in Python (floor 6): plays on a server, watches it, and calls its HTTP API.

`play` lets a policy play, in one line. `Client` is one table over a connection that mends itself,
with `asyncio`; `Api` is the lobby and the account.
"""

from omaha8.client.api import Api
from omaha8.client.client import Client
from omaha8.client.errors import (
    ClientError,
    Closed,
    Frozen,
    HttpError,
    Illegal,
    NoAnswer,
    NotSaved,
    NotSeated,
    NotYourTurn,
    Refused,
    Stale,
    UnfairDeal,
    Unreachable,
)
from omaha8.client.play import Played, Player, play
from omaha8.client.session import Turn
from omaha8.client.state import TableState

__all__ = [
    "Api",
    "Client",
    "ClientError",
    "Closed",
    "Frozen",
    "HttpError",
    "Illegal",
    "NoAnswer",
    "NotSaved",
    "NotSeated",
    "NotYourTurn",
    "Played",
    "Player",
    "Refused",
    "Stale",
    "TableState",
    "Turn",
    "UnfairDeal",
    "Unreachable",
    "play",
]
