"""What a room asks of the store of its tables and chips (floor 5).

Narrow on purpose: an embedded file stands behind it today, a database server can tomorrow.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from typing import Protocol

from omaha8.rules.game import Chips
from omaha8.store.records import (
    AccountId,
    HandRecord,
    PersonId,
    StoredRow,
    StoredTransfer,
    TableId,
    TableRecord,
    Transfer,
    Write,
)


class StoreError(Exception):
    """Nothing was kept; the message says why: a full disk, a damaged file."""


class WrongEpoch(StoreError):
    """Somebody else owns the table now: this writer must stop."""


Done = Callable[[StoreError | None], None]
"""Called in the event loop, in the order of the writes, when one is on disk or has failed."""


class Journal(Protocol):
    """The events of tables, numbered from 0 without gaps under ``(table, seq)``."""

    on_cut: Callable[[Sequence[Transfer]], None]
    """Told, in the event loop, which transfers the ledger took back with a damaged tail."""

    def write(self, write: Write, done: Done) -> None:
        """Keep a write; returns at once. Later ones that follow on a failed one fail as well."""

    async def create(self, table: TableRecord) -> None:
        """A new table."""

    async def update(self, table: TableRecord, epoch: int) -> None:
        """Another ``info``, or closed, by who owns the table in that ``epoch``."""

    async def table(self, table: TableId) -> TableRecord | None:
        """One table, also a closed one."""

    async def tables(self) -> Sequence[TableRecord]:
        """Those that are not closed, oldest first."""

    async def own(self, table: TableId) -> int:
        """Become the owner of a table; the epoch that its writes carry from now on."""

    async def checkpoint(self, table: TableId) -> tuple[int, bytes] | None:
        """The latest state kept: the number of the first event that it does not include."""

    def rows(self, table: TableId, first: int, last: int | None = None) -> AsyncIterator[StoredRow]:
        """The events from ``first`` to ``last`` (inclusive), each checked.

        Without ``last`` all that were written; what was damaged is cut off, with all that follows,
        and said in the log. With it those that are kept by now; damage raises `StoreError`.
        """

    async def deal(self, table: TableId, hand: int) -> bytes | None:
        """The secrets of a hand."""

    async def hand(self, table: TableId, hand: int) -> HandRecord | None:
        """One hand of the index."""

    async def hands(
        self, table: TableId, before: int | None = None, limit: int = 50
    ) -> Sequence[HandRecord]:
        """The latest hands, newest first; those under the number ``before``."""

    def hands_ended(self, since: int) -> AsyncIterator[HandRecord]:
        """The hands of all tables, also closed ones, that ended after ``since`` (ms)."""


class Ledger(Protocol):
    """Double entry: what one account gets another has given, so all of them add up to 0."""

    async def balances(self) -> dict[AccountId, Chips]:
        """Every account."""

    async def granted(self, since: int | None = None) -> dict[AccountId, Chips]:
        """What each account got out of the bank, less what went back; ``since`` is in ms."""

    async def transfers(
        self, account: AccountId, before: int | None = None, limit: int = 50
    ) -> Sequence[StoredTransfer]:
        """The latest of an account, newest first."""

    async def paid(self, source: AccountId, target: AccountId) -> bool:
        """Whether one account has ever given another anything."""

    async def transfer(self, transfer: Transfer, at: int, by: PersonId | None = None) -> None:
        """One that belongs to no table: the host grants chips."""
