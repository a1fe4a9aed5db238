"""The ledger in SQLite (floor 5)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import apsw

from omaha8.rules.game import Chips
from omaha8.store.accounts import add_transfers
from omaha8.store.database import Database
from omaha8.store.faults import in_words
from omaha8.store.records import BANK, AccountId, PersonId, StoredTransfer, Transfer

_SIDE: Final = (
    "SELECT * FROM (SELECT id, at, source, target, amount, kind, table_id, seq FROM transfers "
    "WHERE {} = ?1 AND id < ?2 ORDER BY id DESC LIMIT ?3)"
)
_LATEST: Final = (
    f"{_SIDE.format('source')} UNION ALL {_SIDE.format('target')} ORDER BY id DESC LIMIT ?3"
)


_PAID: Final = (
    "SELECT 1 FROM transfers INDEXED BY transfers_source WHERE source = ? AND target = ? LIMIT 1"
)

_GRANTED: Final = (
    "SELECT account, sum(amount) FROM ("
    "SELECT target AS account, amount FROM transfers WHERE source = ?1 AND at > ?2 UNION ALL "
    "SELECT source AS account, -amount AS amount FROM transfers WHERE target = ?1 AND at > ?2"
    ") GROUP BY account"
)


_BEGINNING: Final = -(2**62)


class SqliteLedger:
    """Double entry behind a `Database`; see `omaha8.store.interface.Ledger`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def balances(self) -> dict[AccountId, Chips]:
        """Every account."""
        return dict(self._read("SELECT account, amount FROM balances ORDER BY account"))

    async def granted(self, since: int | None = None) -> dict[AccountId, Chips]:
        """What each account got out of the bank, less what went back; ``since`` is in ms."""
        return dict(self._read(_GRANTED, (BANK, _BEGINNING if since is None else since)))

    async def transfers(
        self, account: AccountId, before: int | None = None, limit: int = 50
    ) -> Sequence[StoredTransfer]:
        """The latest of an account, newest first; those before the id ``before``."""
        values = (account, 2**62 if before is None else before, limit)
        return [StoredTransfer(*row) for row in self._read(_LATEST, values)]

    async def paid(self, source: AccountId, target: AccountId) -> bool:
        """Whether one account has ever given another anything."""
        return bool(self._read(_PAID, (source, target)))

    async def transfer(self, transfer: Transfer, at: int, by: PersonId | None = None) -> None:
        """One that belongs to no table: the host grants chips."""
        await self._database.run(partial(add, transfer, at, by))

    def _read(self, sql: str, values: tuple[Any, ...] = ()) -> list[Any]:
        try:
            return self._database.reader.execute(sql, values).fetchall()
        except (apsw.Error, UnicodeDecodeError) as error:
            raise in_words(error, self._database.reader.filename) from error


def add(transfer: Transfer, at: int, by: PersonId | None, connection: apsw.Connection) -> None:
    """`SqliteLedger.transfer` for work that changes other things with it."""
    add_transfers(connection, [transfer], at, by=by)


def granted_by(connection: apsw.Connection) -> dict[AccountId, Chips]:
    """`SqliteLedger.granted`, of all times, within somebody's transaction."""
    found: list[Any] = connection.execute(_GRANTED, (BANK, _BEGINNING)).fetchall()
    return dict(found)
