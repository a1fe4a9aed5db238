"""What a write costs: CPU per one-row write in groups, and how long opening a full folder takes.

    python bench/store.py [--hands 100000]

Times are of the whole process (both threads), so that they say what is left for the tables.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import threading
import time
from pathlib import Path
from time import perf_counter, process_time

import msgspec

from omaha8.rules.game import Chips, Seat
from omaha8.store.interface import StoreError
from omaha8.store.records import (
    HandRecord,
    PersonId,
    Row,
    TableId,
    TableRecord,
    Transfer,
    Write,
    person_account,
    table_account,
)
from omaha8.store.store import Store

BODY = b'{"type":"acted","seat":3,"kind":"raise","to":24,"amount":22,"all_in":false}'
LONG = BODY * 3
"""As long as the events of a room are in the mean."""
DEALT = tuple((Seat(seat), PersonId(seat), f"player {seat}") for seat in range(4))


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


def hand_of(number: int, table: TableId, epoch: int, first: int) -> list[Write]:
    """What a room writes in a hand: it begins, 14 actions, it ends; sometimes chips move."""
    one = HandRecord(hand=number, first=first, started=1, seats=DEALT)
    writes = [
        Write(
            table=table,
            epoch=epoch,
            at=first,
            first=first,
            rows=(Row(LONG),) * 9,
            deal=(number, bytes(220)),
            hand=one,
            checkpoint=None if number % 10 else bytes(3500),
        )
    ]
    seq = first + 9
    for action in range(14):
        rows = (Row(LONG, PersonId(3), "a17"),) * (2 if action % 5 == 4 else 1)
        writes.append(Write(table=table, epoch=epoch, at=first, first=seq, rows=rows))
        seq += len(rows)
    moved = (
        ()
        if number % 15
        else (Transfer(person_account(PersonId(3)), table_account(table), Chips(9), "rebuy"),)
    )
    ended = msgspec.structs.replace(one, last=seq + 5, ended=2, pot=Chips(40))
    rows = (Row(LONG),) * 6
    writes.append(
        Write(table=table, epoch=epoch, at=first, first=seq, rows=rows, transfers=moved, hand=ended)
    )
    return writes


async def hands(folder: Path, seconds: float) -> None:
    """Forty tables, each at another place of its hands; about half of them in one transaction."""
    store = Store.open(folder)
    epochs, loop = await fill(store, 40), asyncio.get_running_loop()
    (thread,) = (t for t in threading.enumerate() if t.name == "omaha8-store")
    clock = time.pthread_getcpuclockid(thread.ident or 0)
    waiting: dict[TableId, list[Write]] = {table: [] for table in epochs}
    number, next_row = dict.fromkeys(epochs, 0), dict.fromkeys(epochs, 0)
    writes, left = 0, 0
    kept = loop.create_future()

    def done(error: StoreError | None) -> None:
        nonlocal left
        assert error is None, error
        left -= 1
        if not left:
            kept.set_result(None)

    start, cpu = perf_counter(), 0.0
    turn = 0
    while perf_counter() - start < seconds:
        if turn == 40:
            # From here on every table is somewhere else in its hand.
            cpu, writes = time.clock_gettime(clock), 0
        group = []
        for place, (table, epoch) in enumerate(epochs.items()):
            if (place + turn) % 2 or turn < place // 2:
                continue
            if not waiting[table]:
                made = hand_of(number[table], table, epoch, next_row[table])
                number[table] += 1
                next_row[table] = made[-1].first + len(made[-1].rows)
                waiting[table] = made[::-1]
            group.append(waiting[table].pop())
        left, kept = len(group), loop.create_future()
        for one in group:
            store.journal.write(one, done)
        if group:
            await kept
        writes += len(group)
        turn += 1
    cpu = time.clock_gettime(clock) - cpu
    each = cpu / writes * 1e6
    print(f"hands: {each:.1f} us of the writer's CPU per write, {writes / turn:.0f} at once")
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
        await hands(Path(folder, "mixed"), options.seconds)
        for size in (1, 10, 100, 500):
            await groups(Path(folder, str(size)), size, options.seconds)
        if options.hands:
            await opening(Path(folder, "hands"), options.hands)


if __name__ == "__main__":
    asyncio.run(main())
