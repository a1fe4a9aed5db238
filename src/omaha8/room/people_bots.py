"""The bots that persons bring along (floor 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from omaha8.room import people_rows as rows
from omaha8.room.names import name_key
from omaha8.room.people_directory import BOT, Directory
from omaha8.room.people_names import Namer, checked_name
from omaha8.room.people_refusals import Because, PeopleRefused
from omaha8.room.person import Person, Role
from omaha8.store.records import PersonId

if TYPE_CHECKING:
    import apsw

MOST_BOTS: Final = 10
"""Of one person."""
_LIVE: Final = "owner = ? AND id IN (SELECT person FROM bots)"


class NewBot(NamedTuple):
    """``token`` is shown this once."""

    bot: Person
    token: str


class Bots:
    """Who has which bots; each is a person with an account of its own, and an owner."""

    def __init__(self, directory: Directory, namer: Namer) -> None:
        self._directory = directory
        self._namer = namer

    async def make(self, owner: Person, name: str) -> NewBot:
        """A bot, or a new token for one of his that has none: that keeps its chips."""
        directory = self._directory
        checked_name(name)
        token = directory.seal.new(BOT)
        digest = directory.seal.digest(BOT, token)
        now, counted = directory.now(), directory.counted()

        def work(db: apsw.Connection) -> Person:
            if len(rows.persons(db, _LIVE, owner.id)) >= MOST_BOTS:
                raise PeopleRefused(
                    Because.TOO_MANY, f"You have {MOST_BOTS} bots, and that is the most."
                )
            bot = self._without_token(db, owner, name)
            if bot is None:
                given = self._namer.own(db, name, counted)
                bot = rows.add_person(db, given, Role.BOT, now, owner=owner.id)
            db.execute(
                "INSERT INTO bots (person, token, made) VALUES (?, ?, ?)", (bot.id, digest, now)
            )
            return bot

        return NewBot(await directory.keep(work, directory.remember), token)

    def of(self, owner: Person) -> list[tuple[Person, int]]:
        """His bots, oldest first, with when they were made (ms since 1970)."""
        found = rows.persons(self._directory.database.reader, f"{_LIVE} ORDER BY id", owner.id)
        return [(bot, made) for bot, made, _ in found]

    async def end(self, owner: Person, bot: PersonId) -> None:
        """The bot's token is worth nothing any more; its chips stay in its account."""
        directory = self._directory

        def work(db: apsw.Connection) -> list[tuple[PersonId, bytes]]:
            if not rows.persons(db, f"{_LIVE} AND id = ?", owner.id, bot):
                raise PeopleRefused(Because.NO_SUCH_BOT, "You have no such bot.")
            return rows.end_bot_tokens(db, bot)

        def then(ended: list[tuple[PersonId, bytes]]) -> None:
            for number, token in ended:
                directory.bot_ended(number, token)

        await directory.keep(work, then)

    def _without_token(self, db: apsw.Connection, owner: Person, name: str) -> Person | None:
        found = rows.persons(
            db,
            "key = ? AND owner = ? AND id NOT IN (SELECT person FROM bots)",
            name_key(name),
            owner.id,
        )
        return found[0][0] if found else None
