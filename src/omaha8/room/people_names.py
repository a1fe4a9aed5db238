"""Which name somebody gets, among all people of a room (floor 5)."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Final

from omaha8.room import people_rows as rows
from omaha8.room.names import LONGEST_NAME, name_key, numbered, readable, shown_name
from omaha8.room.people_directory import DAY
from omaha8.room.people_refusals import Because, PeopleRefused
from omaha8.room.person import Role
from omaha8.store.records import PersonId

if TYPE_CHECKING:
    import apsw

FORGOTTEN_AFTER: Final = 60 * DAY
"""ms for which the session of a guest is not forgotten when it has ended: it may be the server's
clock that is wrong.
"""
_LINEAR: Final = 9
_MOST_HINTS: Final = 10_000
_LONGEST_WANTED: Final = 400


class Namer:
    """Gives out names, in the writer's thread.

    ``reserved`` are those of the house's own bots; ``seated`` says who keeps his for he is at a
    table. ``now`` is the time by which sessions end.
    """

    def __init__(self, reserved: Collection[str], seated: Callable[[PersonId], bool]) -> None:
        self._reserved = frozenset(map(name_key, reserved))
        self._seated = seated
        self._next: dict[str, int] = {}

    def free(self, db: apsw.Connection, wanted: str | None, now: int) -> str:
        """What a guest wants to be called, or that with a number."""
        name = shown_name((wanted or "")[:_LONGEST_WANTED])
        if self._is_free(db, name, now):
            return name
        # The numbers need not follow each other, but finding one must not take one look at the
        # file for each of thousands of guests.
        number = self._next.get(name_key(name), 2)
        tries, step = 0, 1
        while not self._is_free(db, other := numbered(name, number), now):
            tries += 1
            step = step * 2 if tries > _LINEAR else 1
            number += step
        if len(self._next) >= _MOST_HINTS:
            self._next.clear()
        self._next[name_key(name)] = number + 1
        return other

    def own(
        self, db: apsw.Connection, wanted: str, now: int, person: PersonId | None = None
    ) -> str:
        """The very name that somebody wants to keep. Raises `PeopleRefused`."""
        name = checked_name(wanted)
        if not self._is_free(db, name, now, person):
            raise taken(name)
        return name

    def _is_free(
        self, db: apsw.Connection, name: str, now: int, person: PersonId | None = None
    ) -> bool:
        key = name_key(name)
        if key in self._reserved:
            return False
        row = rows.one(db, "SELECT id, role FROM people WHERE key = ?", key)
        if row is None or row[0] == person:
            return True
        if row[1] != Role.GUEST or self._seated(row[0]):
            return False
        if rows.may_come_back(db, row[0], now - FORGOTTEN_AFTER):
            return False
        # A guest who can never come back does not keep others from his name.
        db.execute("UPDATE people SET key = NULL WHERE id = ?", (row[0],))
        return True


def checked_name(wanted: str) -> str:
    """A name as it will stand there. Raises `PeopleRefused`."""
    name = readable(wanted[:_LONGEST_WANTED], LONGEST_NAME + 1)
    if 1 <= len(name) <= LONGEST_NAME:
        return name
    raise PeopleRefused(
        Because.BAD_NAME,
        f"A name has 1 to {LONGEST_NAME} characters that can be seen.",
        "name",
    )


def taken(name: str) -> PeopleRefused:
    """The refusal of a name."""
    return PeopleRefused(
        Because.NAME_TAKEN, f"The name {name} is somebody's already; take another.", "name"
    )
