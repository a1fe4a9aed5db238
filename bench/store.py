"""What a write costs: CPU per one-row write in groups, and how long opening a full folder takes.

    python bench/store.py [--hands 100000]

Times are of the whole process (both threads), so that they say what is left for the tables.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from pathlib import Path
from time import perf_counter, process_time

from omaha8.store.interface import StoreError
from omaha8.store.records import Row, TableId, TableRecord, Write
from omaha8.store.store import Store

BODY = b'{"type":"acted","seat":3,"kind":"raise","to":24,"amount":22,"all_in":false}'


async def fill(store: Store, tables: int) -> dict[TableId, int]:
    """New tables and their epochs."""
    epochs = {}
    for number in range(tables):
        table = TableId(f"b{number}")
        await store.journal.create(TableRecord(id=table, created=0, info=b"{}"))
        epochs[table] = await store.journal.own(table)
    return epochs


async def groups(folder: Path, size: int, seconds: float) -> None:
    """One row for each of ``size`` tables, again and again, each time all on disk."""
    store = Store.open(folder)
    epochs = await fill(store, size)
    loop, seq = asyncio.get_running_loop(), 0
    start, cpu = perf_counter(), process_time()
    while perf_counter() - start < seconds:
        left, kept = size, loop.create_future()

        def done(error: StoreError | None) -> None:
            nonlocal left
            assert error is None, error
            left -= 1
            if not left:
                kept.set_result(None)  # noqa: B023

        for table, epoch in epochs.items():
            row = (Row(BODY),)
            store.journal.write(Write(table=table, epoch=epoch, at=seq, first=seq, rows=row), done)
        await kept
        seq += 1
    wall, cpu = perf_counter() - start, process_time() - cpu
    writes = seq * size
    print(
        f"groups of {size:>4}: {writes / cpu:>8,.0f} writes per CPU second, "
        f"{writes / wall:>8,.0f} per second, {wall / seq * 1000:.2f} ms a group"
    )
    store.close()


async def opening(folder: Path, hands: int) -> None:
    """A folder with many hands on ten tables, 25 rows each."""
    store = Store.open(folder)
    epochs = await fill(store, 10)
    waiting = asyncio.Semaphore(4000)

    def done(error: StoreError | None) -> None:
        assert error is None, error
        waiting.release()

    rows = (Row(BODY),) * 25
    for hand in range(hands // 10):
        for table, epoch in epochs.items():
            await waiting.acquire()
            write = Write(table=table, epoch=epoch, at=0, first=hand * 25, rows=rows)
            store.journal.write(write, done)
    start = perf_counter()
    store.close()
    print(f"closing: {(perf_counter() - start) * 1000:.1f} ms")
    start = perf_counter()
    store = Store.open(folder)
    opened = perf_counter()
    tables = await store.journal.tables()
    await asyncio.gather(*[store.journal.own(one.id) for one in tables])
    for record in tables:
        await store.journal.checkpoint(record.id)
        async for _ in store.journal.rows(record.id, hands // 10 * 25 - 25):
            pass
    read = perf_counter()
    print(
        f"with {hands:,} hands: opening {(opened - start) * 1000:.1f} ms, "
        f"the tails of {len(tables)} tables {(read - opened) * 1000:.1f} ms"
    )
    store.close()


async def main() -> None:
    """Everything."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--hands", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=2)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for size in (1, 10, 100, 500):
            await groups(Path(folder, str(size)), size, options.seconds)
        if options.hands:
            await opening(Path(folder, "hands"), options.hands)


if __name__ == "__main__":
    asyncio.run(main())
