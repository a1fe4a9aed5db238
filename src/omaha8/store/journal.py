"""The journal in SQLite (floor 5)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from typing import Any, Final, TypeVar

import apsw

from omaha8.store.cuts import cut_tail
from omaha8.store.database import Database
from omaha8.store.faults import in_words
from omaha8.store.hand_rows import ENDED, HANDS, hand_of
from omaha8.store.interface import Done, StoreError
from omaha8.store.marks import first_mark, mark_of, mark_of_blob
from omaha8.store.owners import check_epoch, epoch_of
from omaha8.store.records import (
    HandRecord,
    StoredRow,
    TableId,
    TableRecord,
    Transfer,
    Write,
)

T = TypeVar("T")
_log: Final = logging.getLogger(__name__)
ROWS: Final = (
    "SELECT CAST(seq AS INTEGER), CAST(first AS INTEGER), CAST(at AS INTEGER), "
    "CAST(person AS INTEGER), CAST(ask AS BLOB), CAST(mark AS BLOB), CAST(body AS BLOB) FROM events"
)
"""What is damaged may have lost its type, and text that is none could not be read at all."""
READ_AT_ONCE: Final = 500
HANDS_AT_ONCE: Final = 50
"""Rows between two turns of the event loop."""


class SqliteJournal:
    """The events of tables behind a `Database`; see `omaha8.store.interface.Journal`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.on_cut: Callable[[Sequence[Transfer]], None] = lambda transfers: None
        """See `omaha8.store.interface.Journal`."""

    def write(self, write: Write, done: Done) -> None:
        """Keep a write. After one that failed, its table's fail until `own` or `checkpoint`."""
        self._database.write(write, done)

    async def create(self, table: TableRecord) -> None:
        """A new table."""

        def create(connection: apsw.Connection) -> None:
            connection.execute(
                "INSERT INTO tables (id, created, closed, info) VALUES (?,?,?,?)",
                (table.id, table.created, table.closed, table.info),
            )

        try:
            await self._database.run(create)
        except apsw.ConstraintError as error:
            raise StoreError(f"table {table.id}: there is one of that name") from error

    async def update(self, table: TableRecord, epoch: int) -> None:
        """Another ``info``, or closed. Raises `WrongEpoch` where another owns the table now."""

        def update(connection: apsw.Connection) -> None:
            connection.execute(
                "UPDATE tables SET closed = ?, info = ? WHERE id = ?",
                (table.closed, table.info, table.id),
            )
            if not connection.changes():
                raise StoreError(f"table {table.id}: there is none")
            check_epoch(table.id, epoch, epoch_of(table.id, connection))

        await self._database.run(update)

    async def table(self, table: TableId) -> TableRecord | None:
        """One table, also a closed one."""
        found = self._read("SELECT id, created, info, closed FROM tables WHERE id = ?", (table,))
        for number, at, info, closed in found:
            return TableRecord(id=number, created=at, info=info, closed=closed)
        return None

    async def tables(self) -> Sequence[TableRecord]:
        """Those that are not closed, oldest first."""
        found = self._read(
            "SELECT id, created, info FROM tables WHERE closed IS NULL ORDER BY created, id"
        )
        return [TableRecord(id=table, created=at, info=info) for table, at, info in found]

    async def own(self, table: TableId) -> int:
        """Become the owner of a table; the epoch that its writes carry from now on."""

        def own(connection: apsw.Connection) -> int:
            known = connection.execute("SELECT 1 FROM tables WHERE id = ?", (table,)).get
            if known is None:
                raise StoreError(f"table {table}: there is none")
            self._database.keeper.mend(table)
            epoch = connection.execute(
                "INSERT INTO owners (table_id, epoch) VALUES (?, 1) "
                "ON CONFLICT (table_id) DO UPDATE SET epoch = epoch + 1 RETURNING epoch",
                (table,),
            ).get
            return int(epoch)

        return await self._database.run(own)

    async def checkpoint(self, table: TableId) -> tuple[int, bytes] | None:
        """The latest state kept; `None` as well, and said in the log, if it was damaged."""

        def read(connection: apsw.Connection) -> list[Any]:
            # In the writer: behind every write that waits, and its table may write again.
            self._database.keeper.mend(table)
            return connection.execute(
                "SELECT seq, mark, state FROM checkpoints WHERE table_id = ?", (table,)
            ).fetchall()

        for seq, mark, state in await self._database.run(read):
            if mark == mark_of_blob(seq, state):
                return seq, state
            _log.error("table %s: its checkpoint at event %d is damaged", table, seq)
        return None

    async def rows(
        self, table: TableId, first: int, last: int | None = None
    ) -> AsyncIterator[StoredRow]:
        """The events from ``first`` to ``last`` (inclusive), each checked.

        Without ``last`` they are all that were written until now, and whatever follows on damage
        is cut off, and said in the log; with it, they are those that are kept already, and damage
        raises `StoreError` and is left alone, as tables are not rolled back for a look at an old
        hand.
        """
        if last is None:
            # Behind every write that waits.
            mark = await self._database.run(partial(_mark_before, table, first))
        else:
            # Whoever looks at an old hand is not to keep the writer from what goes on.
            mark = self._reading(partial(_mark_before, table, first))
        seq, write = first, list[StoredRow]()
        while True:
            most = READ_AT_ONCE if last is None else min(READ_AT_ONCE, last + 1 - seq)
            found = self._read(
                f"{ROWS} WHERE table_id = ? AND seq >= ? ORDER BY seq LIMIT ?",
                (table, seq, most),
            )
            for row in found:
                fault = fault_of(row, seq, mark)
                if fault:
                    if last is not None:
                        raise StoreError(f"table {table}: event {seq} is damaged: {fault}")
                    # What was kept whole is cut whole.
                    start = write[0].seq if write and row[1] != seq else seq
                    if start == seq:
                        for one in write:
                            yield one
                    cut = partial(cut_tail, self._database.keeper, table, start, fault)
                    self.on_cut(await self._database.run(cut))
                    return
                _, whole, at, person, ask, mark, body = row
                if whole == seq:
                    for one in write:
                        yield one
                    write.clear()
                asked = None if ask is None else ask.decode()
                write.append(StoredRow(seq, at, body, person, asked))
                seq += 1
            if len(found) < most or most == 0:
                break
            await asyncio.sleep(0)
        for one in write:
            yield one

    async def deal(self, table: TableId, hand: int) -> bytes | None:
        """The secrets of a hand; `None` as well, and said in the log, if they were damaged."""
        for mark, secrets in self._read(
            "SELECT mark, secrets FROM deals WHERE table_id = ? AND hand = ?", (table, hand)
        ):
            if mark == mark_of_blob(hand, secrets):
                return bytes(secrets)
            _log.error("table %s: the secrets of hand %d are damaged", table, hand)
        return None

    async def hand(self, table: TableId, hand: int) -> HandRecord | None:
        """One hand of the index."""
        found = self._read(f"{HANDS} WHERE table_id = ? AND hand = ?", (table, hand))
        return hand_of(found[0]) if found else None

    async def hands(
        self, table: TableId, before: int | None = None, limit: int = 50
    ) -> Sequence[HandRecord]:
        """The latest hands, newest first; those under the number ``before``."""
        found = self._read(
            f"{HANDS} WHERE table_id = ? AND hand < ? ORDER BY hand DESC LIMIT ?",
            (table, 2**62 if before is None else before, limit),
        )
        return [hand_of(row) for row in found]

    async def hands_ended(self, since: int) -> AsyncIterator[HandRecord]:
        """See `omaha8.store.interface.Journal`."""
        at, table, hand = since + 1, "", 0
        # Each is decoded here: the tables get their turn between few of them.
        while found := self._read(ENDED, (at, table, hand, HANDS_AT_ONCE)):
            for row in found:
                yield hand_of(row[1:])
            table, hand, at = found[-1][0], found[-1][1], found[-1][5]
            await asyncio.sleep(0)

    def _read(self, sql: str, values: tuple[Any, ...] = ()) -> list[Any]:
        return self._reading(lambda reader: reader.execute(sql, values).fetchall())

    def _reading(self, read: Callable[[apsw.Connection], T]) -> T:
        try:
            return read(self._database.reader)
        except (apsw.Error, UnicodeDecodeError) as error:
            raise in_words(error, self._database.reader.filename) from error


def _mark_before(table: TableId, first: int, connection: apsw.Connection) -> bytes:
    if first == 0:
        return first_mark(table)
    mark = connection.execute(
        "SELECT mark FROM events WHERE table_id = ? AND seq = ?", (table, first - 1)
    ).get
    return b"" if mark is None else bytes(mark)


def fault_of(row: tuple[Any, ...], seq: int, mark: bytes) -> str | None:
    """What is wrong with a row that should be number ``seq``."""
    found, first, at, person, ask, own, body = row
    if found != seq:
        return f"event {seq} is missing"
    try:
        asked = None if ask is None else ask.decode()
        right = mark_of(mark, seq, first, at, person, asked, body)
    except (TypeError, ValueError, AttributeError):
        return "it is no event"
    return None if own == right else "its mark does not fit"
