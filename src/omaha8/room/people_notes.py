"""What somebody writes down about others, for himself alone (floor 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from omaha8.room import people_rows as rows
from omaha8.room.people_directory import Directory
from omaha8.room.people_refusals import Because, PeopleRefused
from omaha8.room.person import Person
from omaha8.store.records import PersonId

if TYPE_CHECKING:
    import apsw

LONGEST_NOTE: Final = 1000
MOST_NOTES: Final = 2000
"""Of one author."""


class Note(NamedTuple):
    """About whom, by which name, what, and when (ms since 1970)."""

    person: PersonId
    name: str
    text: str
    at: int


class Notes:
    """Everybody's notes."""

    def __init__(self, directory: Directory) -> None:
        self._directory = directory

    def of(self, author: Person) -> list[Note]:
        """All that somebody has written, the latest first."""
        return self._read(author, "ORDER BY at DESC, notes.person")

    def on(self, author: Person, person: PersonId) -> Note:
        """What he has written about somebody. Raises `PeopleRefused`."""
        found = self._read(author, "AND notes.person = ?", person)
        if not found:
            raise PeopleRefused(Because.NO_SUCH_NOTE, "You have no note on that player.")
        return found[0]

    async def write(self, author: Person, person: PersonId, text: str) -> Note:
        """In place of what he had written about him before."""
        text = text.strip()
        if not 1 <= len(text) <= LONGEST_NOTE:
            raise PeopleRefused(
                Because.BAD_NOTE,
                f"A note has 1 to {LONGEST_NOTE} characters; this has {len(text)}.",
                "text",
            )
        now = self._directory.now()

        def work(db: apsw.Connection) -> Note:
            about = rows.existing(db, person)
            (count,) = rows.one(
                db,
                "SELECT count(*) FROM notes WHERE author = ? AND person <> ?",
                author.id,
                person,
            ) or (0,)
            if count >= MOST_NOTES:
                raise PeopleRefused(
                    Because.TOO_MANY, f"You have notes on {MOST_NOTES} players; delete some first."
                )
            db.execute(
                "INSERT OR REPLACE INTO notes (author, person, text, at) VALUES (?, ?, ?, ?)",
                (author.id, person, text, now),
            )
            return Note(about.id, about.name, text, now)

        return await self._directory.keep(work, lambda _: None)

    async def delete(self, author: Person, person: PersonId) -> None:
        """Raises `PeopleRefused` where there is none."""

        def work(db: apsw.Connection) -> None:
            db.execute("DELETE FROM notes WHERE author = ? AND person = ?", (author.id, person))
            if not db.changes():
                raise PeopleRefused(Because.NO_SUCH_NOTE, "You have no note on that player.")

        await self._directory.keep(work, lambda _: None)

    def _read(self, author: Person, which: str, *values: object) -> list[Note]:
        found = rows.many(
            self._directory.database.reader,
            "SELECT notes.person, name, text, at FROM notes JOIN people ON id = notes.person "
            f"WHERE author = ? {which}",
            author.id,
            *values,
        )
        return [Note(*row) for row in found]
