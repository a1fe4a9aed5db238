"""Links that let people in to private tables, and who has been let in (floor 5).

A link's token is told once and only its hash is kept. Who came in by one stays let in, also when
the link is used up, revoked or out of date.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from hashlib import sha256
from secrets import token_urlsafe
from typing import Any, Final

import apsw
import msgspec

from omaha8.room.refusals import RoomRefused, Why
from omaha8.store.database import Database
from omaha8.store.owners import check_epoch, epoch_of
from omaha8.store.records import PersonId, TableId

MOST_USES: Final = 100
LONGEST: Final = 30 * 24
"""Hours."""
MOST_LINKS: Final = 50
"""Of one table at a time."""
TOKEN_SIZE: Final = 18
"""Bytes."""
_HOUR: Final = 3_600_000
_REMEMBERED: Final = 30 * 24 * _HOUR
"""So long it can be told of a link that it is too old, and not only wrong."""
_ASK: Final = "Ask for a new one."
_WORTHLESS: Final = f"This invitation does not let anybody in (any more). {_ASK}"
_USED_UP: Final = f"This invitation is used up: as many have come in by it as it was for. {_ASK}"
_TOO_OLD: Final = f"This invitation is too old: its time is over. {_ASK}"


class Invite(msgspec.Struct, frozen=True):
    """A link; times are in ms since 1970, ``uses`` are those that are left."""

    id: int
    created: int
    expires: int
    uses: int


class Invites:
    """The invitations to the tables of a room. ``now`` is in ms since 1970.

    Whatever is written is refused with `WrongEpoch` where another server owns the table now.
    """

    def __init__(self, database: Database, now: Callable[[], int]) -> None:
        self._database = database
        self._now = now
        self._let_in: dict[TableId, set[PersonId]] = defaultdict(set)
        self._epochs: dict[TableId, int] = {}

    def own(self, table: TableId, epoch: int) -> None:
        """What is written for a table is written as its owner of that epoch."""
        self._epochs[table] = epoch

    async def load(self) -> None:
        """Who has been let in: to be called before anybody is asked."""

        def read(connection: apsw.Connection) -> list[tuple[Any, ...]]:
            return connection.execute("SELECT table_id, person FROM admissions").fetchall()

        for table, person in await self._database.run(read):
            self._let_in[table].add(person)

    def lets_in(self, table: TableId, person: PersonId | None) -> bool:
        """Whether somebody has been let in; asked for every connection."""
        return person is not None and person in self._let_in.get(table, ())

    async def let_in(self, table: TableId, person: PersonId) -> None:
        """Without a link: who opened the table."""
        at = self._now()

        def let_in(connection: apsw.Connection) -> None:
            self._check_owner(connection, table)
            _admit(connection, table, person, at)

        await self._database.run(let_in)
        self._let_in[table].add(person)

    async def make(
        self, table: TableId, by: PersonId, *, uses: int, hours: int
    ) -> tuple[Invite, str]:
        """A new link, and its token. Raises `RoomRefused` where there are too many."""
        token, now = token_urlsafe(TOKEN_SIZE), self._now()
        expires = now + hours * _HOUR

        def make(connection: apsw.Connection) -> int:
            self._check_owner(connection, table)
            connection.execute(
                "DELETE FROM invites WHERE table_id = ? AND expires <= ?",
                (table, now - _REMEMBERED),
            )
            there = connection.execute(
                "SELECT count(*) FROM invites WHERE table_id = ? AND expires > ? AND uses > 0",
                (table, now),
            ).get
            if there >= MOST_LINKS:
                raise RoomRefused(
                    Why.NOT_ALLOWED,
                    f"This table has {there} invitations that nobody has used; revoke some first.",
                )
            return int(
                connection.execute(
                    "INSERT INTO invites (table_id, hash, by, created, expires, uses) "
                    "VALUES (?,?,?,?,?,?) RETURNING id",
                    (table, _hash(token), by, now, expires, uses),
                ).get
            )

        number = await self._database.run(make)
        return Invite(number, now, expires, uses), token

    async def of_table(self, table: TableId) -> list[Invite]:
        """The links that still let somebody in, newest first."""
        found: list[tuple[Any, ...]] = self._database.reader.execute(
            "SELECT id, created, expires, uses FROM invites "
            "WHERE table_id = ? AND expires > ? AND uses > 0 ORDER BY id DESC",
            (table, self._now()),
        ).fetchall()
        return [Invite(*row) for row in found]

    async def revoke(self, table: TableId, invite: int) -> bool:
        """Take a link back; whether there was one."""

        def delete(connection: apsw.Connection) -> bool:
            self._check_owner(connection, table)
            connection.execute("DELETE FROM invites WHERE table_id = ? AND id = ?", (table, invite))
            return connection.changes() > 0

        return await self._database.run(delete)

    def look(self, token: str) -> tuple[TableId, PersonId | None]:
        """Where a link leads, and who made it. Raises `RoomRefused` if it is good no more."""
        row = self._database.reader.execute(
            "SELECT table_id, by, expires, uses FROM invites JOIN tables ON tables.id = table_id "
            "WHERE hash = ? AND tables.closed IS NULL",
            (_hash(token),),
        ).fetchone()
        if row is None:
            raise RoomRefused(Why.NOT_ALLOWED, _WORTHLESS)
        table, by, expires, uses = row
        if expires <= self._now():
            raise RoomRefused(Why.NOT_ALLOWED, _TOO_OLD)
        if uses == 0:
            raise RoomRefused(Why.NOT_ALLOWED, _USED_UP)
        return TableId(table), None if by is None else PersonId(by)

    async def take(self, token: str, person: PersonId) -> TableId:
        """Let somebody in by a link; again and again he uses it once. Raises `RoomRefused`."""
        now, digest = self._now(), _hash(token)

        def take(connection: apsw.Connection) -> TableId:
            row = connection.execute(
                "SELECT invites.id, table_id, expires, uses FROM invites "
                "JOIN tables ON tables.id = table_id "
                "WHERE hash = ? AND tables.closed IS NULL",
                (digest,),
            ).fetchone()
            if row is None:
                raise RoomRefused(Why.NOT_ALLOWED, _WORTHLESS)
            number, table, expires, uses = row
            if table not in self._epochs:
                raise RoomRefused(Why.NO_SUCH_TABLE, "There is no such table (any more).")
            if expires <= now:
                raise RoomRefused(Why.NOT_ALLOWED, _TOO_OLD)
            known = connection.execute(
                "SELECT 1 FROM admissions WHERE table_id = ? AND person = ?", (table, person)
            ).get
            if known is not None:
                return TableId(table)
            if uses == 0:
                raise RoomRefused(Why.NOT_ALLOWED, _USED_UP)
            self._check_owner(connection, table)
            connection.execute("UPDATE invites SET uses = uses - 1 WHERE id = ?", (number,))
            _admit(connection, table, person, now)
            return TableId(table)

        table = await self._database.run(take)
        self._let_in[table].add(person)
        return table

    async def close_table(self, table: TableId) -> None:
        """Nobody comes in any more."""

        def delete(connection: apsw.Connection) -> None:
            self._check_owner(connection, table)
            connection.execute("DELETE FROM invites WHERE table_id = ?", (table,))

        await self._database.run(delete)
        self._epochs.pop(table, None)

    def _check_owner(self, connection: apsw.Connection, table: TableId) -> None:
        check_epoch(table, self._epochs.get(table, 0), epoch_of(table, connection))


def _admit(connection: apsw.Connection, table: TableId, person: PersonId, at: int) -> None:
    connection.execute(
        "INSERT OR IGNORE INTO admissions (table_id, person, at) VALUES (?,?,?)",
        (table, person, at),
    )


def _hash(token: str) -> bytes:
    # No guess hits 18 random bytes: a slow hash would add nothing.
    return sha256(token.encode(errors="replace")).digest()
