"""Nights that were settled, on disk (floor 5).

To settle moves no chips: it keeps how everybody stands, for the next settlement to begin there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from omaha8.room import people_rows as rows
from omaha8.room.people_staff import log_deed
from omaha8.room.person import Person
from omaha8.room.settlement import Standing, Standings
from omaha8.store.interface import StoreError
from omaha8.store.ledger import granted_by
from omaha8.store.records import AccountId, PersonId

if TYPE_CHECKING:
    import apsw

    from omaha8.store.database import Database


class Night(NamedTuple):
    """One that was settled, at ``at`` (ms since 1970); ``began`` is when the one before it was."""

    id: int
    at: int
    by: PersonId
    before: int | None
    began: int | None


class Settlements:
    """All of them; ``now`` is ms since 1970."""

    def __init__(self, database: Database, now: Callable[[], int]) -> None:
        self._database = database
        self._now = now

    def nights(self, before: int | None = None, limit: int = 50) -> list[Night]:
        """The latest first."""
        found = rows.many(
            self._database.reader,
            "SELECT s.id, s.at, s.by, e.id, e.at FROM settlements s LEFT JOIN settlements e "
            "ON e.id = (SELECT max(id) FROM settlements WHERE id < s.id) "
            "WHERE s.id < ? ORDER BY s.id DESC LIMIT ?",
            2**62 if before is None else before,
            limit,
        )
        return [Night(*row) for row in found]

    def night(self, number: int) -> Night | None:
        """One of them."""
        found = self.nights(number + 1, 1)
        return found[0] if found and found[0].id == number else None

    def standings(self, night: int | None) -> Standings:
        """How everybody stood when it was settled; nobody had anything before the first."""
        found = rows.many(
            self._database.reader,
            "SELECT account, balance, at_tables, granted FROM standings WHERE settlement = ?",
            night,
        )
        return {AccountId(account): Standing(*numbers) for account, *numbers in found}

    async def settle(self, stands: Standings, last: int | None, by: Person) -> Night | None:
        """``stands`` is how everybody stands at this moment, what he was granted left out.

        ``None`` where ``last`` is not the latest one that there is: somebody else was faster.
        Raises `StoreError`.
        """

        def work(db: apsw.Connection) -> int | None:
            latest = rows.one(db, "SELECT id FROM settlements ORDER BY id DESC LIMIT 1")
            if (None if latest is None else latest[0]) != last:
                return None
            # All that was under way before is written by now, and nothing that came later.
            granted = granted_by(db)
            balances = dict(rows.many(db, "SELECT account, amount FROM balances"))
            number = db.execute(
                "INSERT INTO settlements (at, by) VALUES (?, ?) RETURNING id", (self._now(), by.id)
            ).get
            for account, each in stands.items():
                if each.balance != balances.get(account, 0):
                    raise StoreError(f"{account} has not all yet that it should have")
                row = (each.balance, each.at_tables, granted.get(account, 0))
                if any(row):
                    db.execute(
                        "INSERT INTO standings VALUES (?, ?, ?, ?, ?)", (number, account, *row)
                    )
            log_deed(db, self._now(), by.id, by.id, "settle", "")
            return int(number)

        number = await self._database.run(work)
        return None if number is None else self.night(number)
