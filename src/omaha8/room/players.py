"""The people at a table: connections, seats, and what the room remembers of them (floor 5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from omaha8.room.client import Client
from omaha8.room.person import Person
from omaha8.rules.game import Seat
from omaha8.store.records import PersonId

OutFor = Literal["late", "away", "costs_more"]
"""Why the room makes somebody sit out: his time ran out in a hand; he has no connection before one;
or he says nothing, and the hand may cost more."""


class Player:
    """A person at this table. ``gone_at`` is when the last connection was lost.

    ``moved_at`` is the number of the event with which he got or lost his seat. ``put_out`` tells
    that the room, not he, made him sit out; ``late`` that he let his time run out in this hand, and
    ``missed`` in how many hands in a row he did. ``straddles``: as often as he is left of the big
    blind. ``grace_until``: after a restart his time does not run before that, or before he is back.
    ``bank`` is what is left of his time bank in seconds.
    """

    __slots__ = (
        "bank",
        "clients",
        "gone_at",
        "grace_until",
        "late",
        "missed",
        "moved_at",
        "out_for",
        "person",
        "put_out",
        "seat",
        "straddles",
    )

    def __init__(self, person: Person, bank: float = 0.0) -> None:
        self.person = person
        self.seat: Seat | None = None
        self.clients: set[Client] = set()
        self.gone_at: float | None = None
        self.grace_until = 0.0
        self.moved_at = -1
        self.put_out = False
        self.out_for: OutFor | None = None
        self.late = False
        self.missed = 0
        self.straddles = False
        self.bank = bank

    @property
    def dozing(self) -> bool:
        """Whether he has to say himself that he is back: that his page is loaded does not say it.

        It does for who had no connection when a hand was dealt. What it was for is forgotten when
        the server starts again, and then everybody has to.
        """
        return self.put_out and self.out_for != "away"

    @property
    def why_out(self) -> str | None:
        """Why the room made him sit out, if it did, while he is connected."""
        return self.out_for if self.dozing else None

    @property
    def id(self) -> PersonId:
        return self.person.id

    @property
    def name(self) -> str:
        return self.person.name

    @property
    def connected(self) -> bool:
        return bool(self.clients)


class Players:
    """Everybody who is seated or connected, or was lately."""

    __slots__ = ("_by_id", "_by_seat", "lately", "listed")

    def __init__(self) -> None:
        self._by_id: dict[PersonId, Player] = {}
        self._by_seat: dict[Seat, Player] = {}
        self.lately: dict[PersonId, str] = {}
        """By which names people left."""
        self.listed: dict[str, PersonId] = {}
        """Who waits for a chair, by name; maybe also who waits no longer."""

    def __iter__(self) -> Iterator[Player]:
        return iter(list(self._by_id.values()))

    def __getitem__(self, person: PersonId) -> Player:
        return self._by_id[person]

    @property
    def seated(self) -> list[tuple[Player, Seat]]:
        """Who has a seat, and which."""
        return [(player, seat) for seat, player in self._by_seat.items()]

    def get(self, person: PersonId) -> Player | None:
        """Who that is here, if anybody."""
        return self._by_id.get(person)

    def of(self, client: Client) -> Player | None:
        """Whose connection that is, if somebody's who is here."""
        return None if client.person is None else self._by_id.get(client.person.id)

    def by_seat(self, seat: Seat) -> Player | None:
        """The human in a seat."""
        return self._by_seat.get(seat)

    def add(self, person: Person, bank: float = 0.0) -> Player:
        """Somebody new here."""
        player = Player(person, bank)
        self._by_id[player.id] = player
        return player

    def seat(self, player: Player, seat: Seat | None) -> None:
        """He sits there now, or nowhere."""
        if player.seat is not None and self._by_seat.get(player.seat) is player:
            del self._by_seat[player.seat]
        player.seat = seat
        if seat is not None:
            self._by_seat[seat] = player

    def forget(self, player: Player) -> None:
        """He is not here any more."""
        self.seat(player, None)
        self._by_id.pop(player.id, None)
