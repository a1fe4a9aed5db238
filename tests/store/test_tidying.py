"""The log beside the file is carried over into it while it is written to."""

from __future__ import annotations

from pathlib import Path
from threading import Event, Thread
from time import sleep

import apsw
import pytest

from omaha8.store import tidying
from omaha8.store.records import TableId
from omaha8.store.soundness import open_snapshot
from omaha8.store.store import Store
from tests.store.keeping import keep, numbers, open_tables, write


def times_begun(log: Path) -> int:
    """How often the log was begun anew (SQLite's file format: WAL header, checkpoint sequence)."""
    return int.from_bytes(log.read_bytes()[12:16], "big")


async def test_the_log_does_not_grow_for_ever(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tidying, "TIDY_PAGES", 20)
    store, log = Store.open(folder), folder / "omaha8.db-wal"
    await open_tables(store)
    seq, begun = 0, times_begun(log)
    while times_begun(log) < begun + 3:
        assert seq < 5000
        await keep(store, write(seq, deal=(seq, bytes(4096))))
        seq += 1
    assert len(await numbers(store)) == seq
    store.close()
    assert not log.exists()
    store = Store.open(folder)
    assert len(await numbers(store)) == seq
    store.close()


async def test_what_is_written_in_a_row_is_carried_over_in_silence(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(tidying, "TIDY_PAGES", 1)
    store, log = Store.open(folder), folder / "omaha8.db-wal"
    begun = 0
    for number in range(200):
        await open_tables(store, TableId(f"t{number}"))
        begun = max(begun, times_begun(log))
    assert begun > 1
    store.close()
    assert caplog.records == []


async def test_a_reader_that_looks_at_the_past_holds_nobody_up(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tidying, "TIDY_PAGES", 5)
    store = Store.open(folder)
    await open_tables(store)
    await keep(store, write(0))
    past = open_snapshot(folder)
    for n in range(1, 50):
        await keep(store, write(n))
    assert past.execute("SELECT count(*) FROM events").get == 1
    past.close()
    assert len(await numbers(store)) == 50
    store.close()


async def test_it_ends_in_the_middle_of_its_work(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tidying, "TIDY_PAGES", 1)
    carry_over, under_way, told = tidying._carry_over, Event(), Event()

    def slowly(connection: apsw.Connection) -> bool:
        under_way.set()
        told.wait(10)
        return carry_over(connection)

    monkeypatch.setattr(tidying, "_carry_over", slowly)
    store = Store.open(folder)
    await open_tables(store)
    assert under_way.wait(10)
    closing = Thread(target=store.close, daemon=True)
    closing.start()
    while not store.database._tidier._stopped:
        sleep(0.001)
    told.set()
    closing.join(10)
    assert not closing.is_alive()
