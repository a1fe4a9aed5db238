"""How the writes of a group get into the file (floor 5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import apsw
import msgspec

from omaha8.store.accounts import add_transfers
from omaha8.store.acknowledged import Event
from omaha8.store.faults import in_words
from omaha8.store.hand_rows import seats_to_json
from omaha8.store.interface import StoreError
from omaha8.store.marks import first_mark, mark_of, mark_of_blob
from omaha8.store.owners import check_epoch, epoch_of
from omaha8.store.records import TableId, Write

_LARGEST: Final = 64
"""Rows in one step."""


def _steps(sql: str, columns: int) -> dict[int, str]:
    """For a number of values the statement that takes them: many rows in one step.

    Each step gives the interpreter away and asks for it back, which costs more than the row.
    """
    row, size, found = f"({','.join('?' * columns)})", _LARGEST, {}
    while size:
        found[size * columns] = f"{sql} VALUES {','.join([row] * size)}"
        size //= 2
    return found


_EVENTS: Final = _steps("INSERT INTO events (table_id, seq, first, at, person, ask, mark, body)", 8)
_DEALS: Final = _steps("INSERT OR REPLACE INTO deals (table_id, hand, mark, secrets)", 4)
_CHECKPOINTS: Final = _steps("INSERT OR REPLACE INTO checkpoints (table_id, seq, mark, state)", 4)
_HANDS: Final = _steps(
    "INSERT OR REPLACE INTO hands (table_id, hand, first, last, started, ended, pot, seats, note)",
    9,
)
_MOST: Final = 2**62


class Head(msgspec.Struct):
    """Where a table stands: who owns it, the next number, the mark of the last row."""

    epoch: int
    next: int
    mark: bytes


_Values = tuple[object, ...]


class _Rows:
    """What the writes of a group put into each table, one value after the other."""

    __slots__ = ("checkpoints", "deals", "events", "hands")

    def __init__(self) -> None:
        self.events: list[object] = []
        self.deals: list[object] = []
        self.checkpoints: list[object] = []
        self.hands: list[object] = []


class Keeper:
    """Keeps writes through one connection; only ever used by the thread that owns it."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self._cursor = connection.cursor()
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
        rows = _Rows()
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
        if rows.events:
            table, seq, mark = rows.events[-8], rows.events[-7], rows.events[-2]
            self.latest = Event(table, seq, mark)  # type: ignore[arg-type]
        self._insert(_EVENTS, rows.events)
        self._insert(_DEALS, rows.deals)
        self._insert(_CHECKPOINTS, rows.checkpoints)
        self._insert(_HANDS, rows.hands)
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
            epoch = epoch_of(table, self._connection)
            last = self._connection.execute(
                "SELECT seq, mark FROM events WHERE table_id = ? ORDER BY seq DESC LIMIT 1",
                (table,),
            ).get
            seq, mark = (-1, first_mark(table)) if last is None else last
            head = self._heads[table] = Head(epoch, seq + 1, mark)
        return head

    def settled(self) -> None:
        """The transaction is kept, or given up: what changes the file from here on is others."""
        self._version = self._connection.data_version()

    def _look_for_others(self) -> None:
        # It changes with every transaction; `settled` has seen those of this connection.
        version = self._connection.data_version()
        if version != self._version:
            self._version = version
            self._heads.clear()

    def _keep(self, write: Write, rows: _Rows) -> None:
        table, at, first = write.table, write.at, write.first
        head = self.head(table)
        check_epoch(table, write.epoch, head.epoch)
        if first != head.next:
            raise StoreError(f"table {table}: event {first} is not the next one, {head.next}")
        if not 0 <= at < _MOST:
            raise StoreError(f"table {table}: {at} is no time in milliseconds")
        mark, seq = head.mark, first
        mark, seq = head.mark, first
        events: list[object] = []
        for row in write.rows:
            person, ask, body = row.person, row.ask, row.body
            mark = mark_of(mark, seq, first, at, person, ask, body)
            events += (table, seq, first, at, person, ask, mark, body)
            seq += 1
        deal: _Values = ()
        state: _Values = ()
        hand: _Values = ()
        if write.deal is not None:
            number, secrets = write.deal
            deal = (table, number, mark_of_blob(number, secrets), secrets)
        if write.checkpoint is not None:
            state = (table, first, mark_of_blob(first, write.checkpoint), write.checkpoint)
        if write.hand is not None:
            h = write.hand
            seats = seats_to_json(h)
            hand = (table, h.hand, h.first, h.last, h.started, h.ended, h.pot, seats, h.note)
        if write.transfers:
            # They may be refused, and leave nothing then.
            with self._connection:
                add_transfers(self._connection, write.transfers, at, table=table, seq=first)
        # From here on nothing goes wrong.
        rows.events += events
        rows.deals += deal
        rows.checkpoints += state
        rows.hands += hand
        head.next, head.mark = seq, mark

    def _insert(self, steps: dict[int, str], values: list[object]) -> None:
        execute, start, left = self._cursor.execute, 0, len(values)
        for step, sql in steps.items():
            while left >= step:
                execute(sql, values[start : start + step] if start or left > step else values)
                start += step
                left -= step


def _follows(write: Write, error: StoreError) -> StoreError:
    return StoreError(
        f"table {write.table}: it follows event {write.first}, which was not kept: {error}"
    )
