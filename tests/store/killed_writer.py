"""A program that writes to a store until it is killed, and says what was acknowledged.

    python tests/store/killed_writer.py FOLDER

Each line is a table and the number of an event that is on disk, as soon as that is told.
"""

from __future__ import annotations

import asyncio
import os
import sys
from functools import partial

from omaha8.store.interface import StoreError
from omaha8.store.records import Row, TableId, TableRecord, Write
from omaha8.store.store import Store
from tests.store.keeping import ANN, body, buy_in

TABLES = 7


async def play(store: Store, table: TableId) -> None:
    """Several writes at a time, and the next ones when the first of them is on disk."""
    known = {record.id for record in await store.journal.tables()}
    if table not in known:
        await store.journal.create(TableRecord(id=table, created=0, info=b"{}"))
    epoch = await store.journal.own(table)
    found = [row.seq async for row in store.journal.rows(table, 0)]
    seq, room = len(found), asyncio.Semaphore(3)

    def done(last: int, error: StoreError | None) -> None:
        assert error is None, error
        os.write(1, f"{table} {last}\n".encode())
        room.release()

    while True:
        await room.acquire()
        rows = tuple(Row(body(n), ANN, f"a{n}") for n in range(seq, seq + 1 + seq % 3))
        write = Write(
            table=table,
            epoch=epoch,
            at=seq,
            first=seq,
            rows=rows,
            transfers=(buy_in(len(rows), table),),
            deal=(seq, b"secret" * 100),
        )
        seq += len(rows)
        store.journal.write(write, partial(done, seq - 1))


async def main() -> None:
    """All tables at once."""
    store = Store.open(sys.argv[1])
    await asyncio.gather(*[play(store, TableId(f"t{number}")) for number in range(TABLES)])


if __name__ == "__main__":
    asyncio.run(main())
