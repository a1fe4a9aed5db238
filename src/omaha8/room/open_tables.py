"""Which tables there are, and who may see and open them (floor 5)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Literal

from omaha8.room.invites import Invites
from omaha8.room.people_rights import Right, may
from omaha8.room.person import Person
from omaha8.room.refusals import RoomRefused, Why
from omaha8.room.staffed import StaffedRoom
from omaha8.store.records import PersonId, TableId

CreateTables = Literal["host", "registered", "everybody"]
"""Who may open tables."""
MOST_TABLES: Final = 2000
MOST_OWN: Final = 5
"""Tables that somebody may run at a time who is not the host."""


class OpenTables:
    """``tables`` by their id, oldest first."""

    def __init__(self, invites: Invites, create_tables: CreateTables) -> None:
        self.tables: dict[TableId, StaffedRoom] = {}
        self.invites = invites
        self.create_tables: CreateTables = create_tables
        self._opening: list[PersonId | None] = []
        """Whose tables are about to be there."""

    def may_create(self, person: Person) -> bool:
        """Whether somebody may open a table here."""
        match self.create_tables:
            case "everybody":
                return may(person, Right.ASK_FOR_TABLE) or may(person, Right.MAKE_TABLES)
            case "registered":
                return person.registered and may(person, Right.ASK_FOR_TABLE)
        return may(person, Right.MAKE_TABLES)

    @contextmanager
    def opening(self, person: Person | None) -> Iterator[None]:
        """While a table is opened it counts already. Raises `RoomRefused` where that is too many.

        ``person`` is ``None`` for the room itself.
        """
        if len(self.tables) + len(self._opening) >= MOST_TABLES:
            raise RoomRefused(Why.NOT_ALLOWED, f"There are {MOST_TABLES} tables; close one first.")
        if person is not None and not may(person, Right.MAKE_TABLES):
            own = sum(room.made_by == person.id for room in self.tables.values())
            own += self._opening.count(person.id)
            if own >= MOST_OWN:
                raise RoomRefused(Why.TOO_MANY, f"You run {own} tables; close one of them first.")
        by = None if person is None else person.id
        self._opening.append(by)
        try:
            yield
        finally:
            self._opening.remove(by)

    def find(self, table: str | None, person: Person | None) -> StaffedRoom:
        """A table that somebody may see; without a name the first public one.

        Raises `RoomRefused`.
        """
        if table is None:
            found = next((room for room in self.tables.values() if not room.private), None)
            if found is None:
                raise RoomRefused(Why.NO_SUCH_TABLE, "There is no public table here yet.")
            return found
        room = self.tables.get(TableId(table))
        if room is None:
            raise RoomRefused(Why.NO_SUCH_TABLE, "There is no such table (any more).")
        if not self.may_see(room, person):
            raise RoomRefused(
                Why.NOT_ALLOWED, "This table is private: ask its host for an invitation."
            )
        return room

    def room(self, table: str) -> StaffedRoom | None:
        """The table of that name, whoever asks."""
        return self.tables.get(TableId(table))

    def may_see(self, room: StaffedRoom, person: Person | None) -> bool:
        """Whether somebody may look at a table."""
        if not room.private:
            return True
        if person is None:
            return False
        return (
            person.runs_tables
            or room.made_by == person.id
            or self.invites.lets_in(room.id, person.id)
            or room.has_seat(person.id)
        )

    def seen_by(self, person: Person | None) -> list[StaffedRoom]:
        """The tables that somebody may look at, oldest first."""
        return [room for room in self.tables.values() if self.may_see(room, person)]

    def is_seated(self, person: PersonId) -> bool:
        """Whether somebody sits at any table, or it matters there who he was: he has left a while
        ago, or waits for a chair. His name stays as it is.
        """
        # Asked in the writer's thread as well.
        rooms = list(self.tables.values())
        return any(room.has_seat(person) or room.remembers(person) for room in rooms)

    @property
    def bots_at_tables(self) -> int:
        """What lies in front of the house's bots, as their hands began."""
        return sum(
            room.table.public.player(seat).stack
            for room in self.tables.values()
            for seat in room.host.policies
        )

    def at_tables(self, person: PersonId) -> int:
        """What lies in front of somebody at all tables, as their hands began."""
        return sum(
            room.table.public.player(player.seat).stack
            for room in self.tables.values()
            if (player := room.players.get(person)) is not None and player.seat is not None
        )
