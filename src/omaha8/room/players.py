"""The people of a room: names, tokens, seats, connections (floor 5)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from secrets import token_urlsafe

from omaha8.room.client import Client
from omaha8.rules.game import Seat


class Player:
    """Somebody with a token. ``gone_at`` is when the last connection was lost.

    ``moved_at`` is the number of the event with which he got or lost his seat. ``put_out`` tells
    that the room, not he, made him sit out; ``late`` that he let his time run out in this hand.
    ``straddles``: as often as he is left of the big blind.
    """

    __slots__ = (
        "clients",
        "gone_at",
        "id",
        "late",
        "moved_at",
        "name",
        "put_out",
        "seat",
        "straddles",
        "token",
    )

    def __init__(self, number: int, name: str) -> None:
        self.id = number
        self.token = token_urlsafe(16)
        self.name = name
        self.seat: Seat | None = None
        self.clients: set[Client] = set()
        self.gone_at: float | None = None
        self.moved_at = -1
        self.put_out = False
        self.late = False
        self.straddles = False

    @property
    def connected(self) -> bool:
        return bool(self.clients)


class Players:
    """Everybody who is seated or connected."""

    __slots__ = ("_by_id", "_by_token", "_numbers")

    def __init__(self) -> None:
        self._by_id: dict[int, Player] = {}
        self._by_token: dict[str, Player] = {}
        self._numbers = count()

    def __iter__(self) -> Iterator[Player]:
        return iter(list(self._by_id.values()))

    def __getitem__(self, number: int) -> Player:
        return self._by_id[number]

    @property
    def seated(self) -> list[tuple[Player, Seat]]:
        """Who has a seat, and which."""
        return [(p, p.seat) for p in self._by_id.values() if p.seat is not None]

    def by_token(self, token: str | None) -> Player | None:
        """Whose token that is, if anybody's."""
        return None if token is None else self._by_token.get(token)

    def by_seat(self, seat: Seat) -> Player | None:
        """The human in a seat."""
        return next((player for player in self._by_id.values() if player.seat == seat), None)

    def add(self, name: str) -> Player:
        """Somebody new, with a fresh token."""
        player = Player(next(self._numbers), name)
        self._by_id[player.id] = self._by_token[player.token] = player
        return player

    def forget(self, player: Player) -> None:
        """His token is worth nothing any more."""
        del self._by_id[player.id]
        del self._by_token[player.token]
