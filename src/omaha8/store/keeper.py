"""How the writes of a group get into the file (floor 5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import apsw
import msgspec

from omaha8.store.accounts import add_transfers
from omaha8.store.acknowledged import Event
from omaha8.store.faults import in_words
from omaha8.store.interface import StoreError, WrongEpoch
from omaha8.store.marks import first_mark, mark_of, mark_of_blob
from omaha8.store.records import TableId, Write

_ROW: Final = "(?,?,?,?,?,?,?,?)"
_INSERT: Final = {
    size: "INSERT INTO events (table_id, seq, first, at, person, ask, mark, body) VALUES "
    + ",".join([_ROW] * size)
    for size in (64, 16, 4, 1)
}
"""Many rows in one step: each step of a statement gives the interpreter away and asks for it back,
which costs more than the row."""
_MOST: Final = 2**62


class Head(msgspec.Struct):
    """Where a table stands: who owns it, the next number, the mark of the last row."""

    epoch: int
    next: int
    mark: bytes


class Keeper:
    """Keeps writes through one connection; only ever used by the thread that owns it."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self._path = connection.filename or "memory"
        self._heads: dict[TableId, Head] = {}
        self._version = -1
        self._broken: dict[TableId, StoreError] = {}
        self.latest: Event | None = None
        """The last row of the journal, from the transaction that goes on or one before it."""

    def keep(self, writes: Sequence[Write]) -> list[StoreError | None]:
        """Keep writes, in the caller's transaction: for each `None`, or why it was not kept.

        Raises what the file raises; the caller then rolls all of it back, and calls `forget`.
        """
        self._look_for_others()
        outcomes: list[StoreError | None] = []
        rows: list[object] = []
        for write in writes:
            error = self._broken.get(write.table)
            if error is None:
                try:
                    self._keep(write, rows)
                except (apsw.FullError, apsw.IOError, apsw.CorruptError):
                    raise
                except Exception as fault:
                    if not self._connection.in_transaction:
                        raise
                    error = in_words(fault, self._path)
                    self._broken[write.table] = _follows(write, error)
            outcomes.append(error)
        if rows:
            table, seq, mark = rows[-8], rows[-7], rows[-2]
            self.latest = Event(table, seq, mark)  # type: ignore[arg-type]
            self._insert(rows)
        return outcomes

    def forget(self, failed: Sequence[Write], error: StoreError) -> None:
        """Nothing of the group was kept: what was queued behind its writes fails as well."""
        self._heads.clear()
        self.latest = None
        for write in failed:
            self._broken.setdefault(write.table, _follows(write, error))

    def mend(self, table: TableId) -> None:
        """The room knows what was kept: writes of the table are taken again."""
        self._broken.pop(table, None)
        self._heads.pop(table, None)
        if self.latest is not None and self.latest.table == table:
            # Its tail may be cut off.
            self.latest = None

    def head(self, table: TableId) -> Head:
        """Where a table stands. Raises `StoreError` for one that nobody owns."""
        head = self._heads.get(table)
        if head is None:
            found = self._connection.execute(
                "SELECT epoch FROM owners WHERE table_id = ?", (table,)
            ).get
            if found is None:
                raise WrongEpoch(f"table {table}: nobody owns it yet")
            last = self._connection.execute(
                "SELECT seq, mark FROM events WHERE table_id = ? ORDER BY seq DESC LIMIT 1",
                (table,),
            ).get
            seq, mark = (-1, first_mark(table)) if last is None else last
            head = self._heads[table] = Head(int(found), seq + 1, mark)
        return head

    def _look_for_others(self) -> None:
        # It changes when another connection has written to the file.
        version = self._connection.execute("PRAGMA data_version").get
        if version != self._version:
            self._version = version
            self._heads.clear()

    def _keep(self, write: Write, rows: list[object]) -> None:
        table, at, first = write.table, write.at, write.first
        head = self.head(table)
        if write.epoch != head.epoch:
            raise WrongEpoch(
                f"table {table}: its owner has epoch {head.epoch}, this writer {write.epoch}"
            )
        if first != head.next:
            raise StoreError(f"table {table}: event {first} is not the next one, {head.next}")
        if not 0 <= at < _MOST:
            raise StoreError(f"table {table}: {at} is no time in milliseconds")
        mark, seq = head.mark, first
        new: list[object] = []
        for row in write.rows:
            person, ask, body = row.person, row.ask, row.body
            mark = mark_of(mark, seq, first, at, person, ask, body)
            new += (table, seq, first, at, person, ask, mark, body)
            seq += 1
        if write.transfers or write.deal or write.hand or write.checkpoint is not None:
            self._keep_more(write)
        rows += new
        head.next, head.mark = seq, mark

    def _insert(self, rows: list[object]) -> None:
        execute, start = self._connection.execute, 0
        for size, sql in _INSERT.items():
            step = size * 8
            while len(rows) - start >= step:
                execute(sql, rows[start : start + step])
                start += step

    def _keep_more(self, write: Write) -> None:
        with self._connection:
            if write.transfers:
                add_transfers(
                    self._connection, write.transfers, write.at, table=write.table, seq=write.first
                )
            execute, table = self._connection.execute, write.table
            if write.deal is not None:
                hand, secrets = write.deal
                execute(
                    "INSERT OR REPLACE INTO deals (table_id, hand, mark, secrets) VALUES (?,?,?,?)",
                    (table, hand, mark_of_blob(hand, secrets), secrets),
                )
            if write.checkpoint is not None:
                mark = mark_of_blob(write.first, write.checkpoint)
                execute(
                    "INSERT OR REPLACE INTO checkpoints (table_id, seq, mark, state) "
                    "VALUES (?,?,?,?)",
                    (table, write.first, mark, write.checkpoint),
                )
            if write.hand is not None:
                h = write.hand
                execute(
                    "INSERT OR REPLACE INTO hands (table_id, hand, first, last, started, ended, "
                    "pot, seats, note) VALUES (?,?,?,?,?,?,?,?,?)",
                    (
                        table,
                        h.hand,
                        h.first,
                        h.last,
                        h.started,
                        h.ended,
                        h.pot,
                        msgspec.json.encode(h.seats),
                        h.note,
                    ),
                )


def _follows(write: Write, error: StoreError) -> StoreError:
    return StoreError(
        f"table {write.table}: it follows event {write.first}, which was not kept: {error}"
    )
