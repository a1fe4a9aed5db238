"""The log beside the file is damaged, cut or gone: what was acknowledged and is lost is noticed."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
from pathlib import Path
from random import Random
from typing import Final

import apsw
import pytest

from omaha8.room.audit import audit
from omaha8.store import tidying
from omaha8.store.acknowledged import head_of, read_acknowledged
from omaha8.store.faults import DamagedFile
from omaha8.store.log import HEADER, log_of, read_log
from omaha8.store.losses import Inspection, losses
from omaha8.store.soundness import open_snapshot
from omaha8.store.store import Store
from tests.store.keeping import buy_in, keep, numbers, open_tables, write
from tests.store.test_tidying import times_begun

EVENTS: Final = 60
FRAME: Final = 24 + 4096


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as a killed server leaves it; its log was begun anew over an older, longer one."""
    folder = tmp_path_factory.mktemp("killed")

    async def fill() -> None:
        store, log = Store.open(folder / "data"), log_of(folder / "data" / "omaha8.db")
        await open_tables(store)
        n, begun = 0, times_begun(log)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(tidying, "TIDY_PAGES", 300)
            while times_begun(log) == begun:
                await keep(store, write(n, transfers=(buy_in(1),)))
                n += 1
            for later in range(n, n + EVENTS):
                await keep(store, write(later, transfers=(buy_in(1),)))
        shutil.copytree(folder / "data", folder / "copy")
        store.close()

    asyncio.run(fill())
    return folder / "copy"


@pytest.fixture
def copy(killed: Path, tmp_path: Path) -> Path:
    return copied(killed, tmp_path / "copy")


def copied(folder: Path, to: Path) -> Path:
    shutil.copytree(folder, to)
    (to / "omaha8.db-shm").unlink(missing_ok=True)
    return to


def end_of_log(folder: Path) -> int:
    """Behind it the older log begins."""
    known = read_acknowledged(folder / "omaha8.db")
    assert known is not None
    return HEADER + known.frames * FRAME


def flip(path: Path, place: int, bits: int = 0xFF) -> None:
    content = bytearray(path.read_bytes())
    content[place] ^= bits
    path.write_bytes(content)


async def events(folder: Path) -> int:
    """How many events there are, after a start."""
    store = Store.open(folder)
    found = await numbers(store)
    store.close()
    return len(found)


def lost(folder: Path) -> str | None:
    """What an audit says before a server has started."""
    inspection = Inspection(folder / "omaha8.db")
    connection = open_snapshot(folder)
    try:
        return inspection.fault(connection)
    finally:
        connection.close()


async def test_a_killed_server_lost_nothing(copy: Path, caplog: pytest.LogCaptureFixture) -> None:
    size = log_of(copy / "omaha8.db").stat().st_size
    assert size > end_of_log(copy)
    assert lost(copy) is None
    store = Store.open(copy)
    # However often it is killed, the log does not stay long.
    assert log_of(copy / "omaha8.db").stat().st_size == 0
    store.close()
    assert not head_of(copy / "omaha8.db").exists()
    assert await events(copy) > EVENTS
    assert caplog.records == []
    assert losses(copy / "omaha8.db") == []


async def test_a_wrong_byte_anywhere_is_noticed(
    killed: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    random, whole = Random(3), await events(copied(killed, tmp_path / "whole"))
    end, size = end_of_log(killed), log_of(killed / "omaha8.db").stat().st_size
    places = [0, 9, 20, 30, HEADER, HEADER + 4, HEADER + 9, HEADER + 17, end - 1, end, end + 9]
    for number, place in enumerate(places + [random.randrange(size) for _ in range(25)]):
        caplog.clear()
        folder = copied(killed, tmp_path / str(number))
        file = folder / "omaha8.db"
        flip(log_of(file), place, 1 << random.randrange(8))
        content = log_of(file).read_bytes()
        said = lost(folder)
        assert (said is not None) == (place < end), place
        there = await events(folder)
        errors = [record.message for record in caplog.records if record.levelno >= logging.ERROR]
        if said is None:
            assert there == whole
            assert errors == []
            continue
        assert there < whole
        (error,) = errors
        assert error.startswith(said)
        assert f"the last event that was acknowledged, {whole - 1} of table one, " in error
        assert f"; that table has up to {there - 1}." in error
        (kept,) = folder.glob("omaha8.db-wal.damaged-*")
        assert kept.read_bytes() == content
        assert kept.stat().st_mode & 0o777 == 0o600
        assert [loss.text for loss in losses(file)] == errors
        # It is said once, and what goes on behind it is no loss.
        assert lost(folder) is None
        assert await events(folder) == there
        assert len(losses(file)) == 1


async def test_a_log_that_was_cut_is_noticed(
    killed: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    random, end = Random(4), end_of_log(killed)
    lengths = [0, 31, 32, end - 1, *(random.randrange(end) for _ in range(5))]
    for number, length in enumerate(lengths):
        folder = copied(killed, tmp_path / str(number))
        os.truncate(log_of(folder / "omaha8.db"), length)
        caplog.clear()
        said = lost(folder)
        assert said is not None
        whole = f"ends after page {{}} of {(end - HEADER) // FRAME}; what was acknowledged behind"
        taken = read_log(log_of(folder / "omaha8.db")).taken
        assert (whole.format(taken) if length >= HEADER else "is gone or empty") in said
        await events(folder)
        assert said in caplog.text
    folder = copied(killed, tmp_path / "longer")
    os.truncate(log_of(folder / "omaha8.db"), end)
    assert lost(folder) is None


def test_a_log_that_was_moved_away_is_noticed(copy: Path) -> None:
    log_of(copy / "omaha8.db").unlink()
    said = lost(copy)
    assert said is not None
    assert said.startswith("omaha8.db-wal: is gone or empty; the last event that was ")


async def test_the_audit_names_it_before_a_start_and_after(copy: Path) -> None:
    flip(log_of(copy / "omaha8.db"), end_of_log(copy) - 3 * FRAME)
    before = audit(copy)
    assert not before.sound
    text = before.differences[0].text
    assert text.startswith("omaha8.db-wal: is damaged after page ")
    assert before.losses == []
    await events(copy)
    after = audit(copy)
    assert [loss.text.startswith(text) for loss in after.losses] == [True]
    assert text not in [difference.text for difference in after.differences]


async def test_a_power_cut_in_the_middle_of_a_transaction_is_no_loss(
    folder: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = Store.open(folder)
    await open_tables(store)
    for n in range(20):
        await keep(store, write(n))
    before, acknowledged = read_log(log_of(folder / "omaha8.db")), head_of(folder / "omaha8.db")
    head = acknowledged.read_bytes()
    # Nobody was answered: it was not on disk yet, and its pages reach it in any order.
    await keep(store, write(20, 300))
    after = read_log(log_of(folder / "omaha8.db"))
    crashed = copied(folder, tmp_path / "crashed")
    store.close()
    assert after.taken > before.taken + 5
    random = Random(5)
    for number in range(12):
        copy = copied(crashed, tmp_path / str(number))
        file = copy / "omaha8.db"
        content = bytearray(log_of(file).read_bytes())
        pages = range(before.taken, after.taken)
        for page in random.sample(pages, random.randint(1, len(pages))):
            start = HEADER + page * FRAME
            content[start : start + FRAME] = bytes(FRAME)
        log_of(file).write_bytes(content[: random.choice((len(content), len(content) - 5000))])
        if number % 2:
            head_of(file).write_bytes(head)
        else:
            head_of(file).unlink()
        assert lost(copy) is None
        assert await events(copy) == 20
    assert caplog.records == []


async def test_another_program_may_carry_the_log_over(
    copy: Path, caplog: pytest.LogCaptureFixture
) -> None:
    connection = apsw.Connection(str(copy / "omaha8.db"))
    assert connection.execute("SELECT count(*) FROM events").get > EVENTS
    connection.close()
    assert not log_of(copy / "omaha8.db").exists()
    assert lost(copy) is None
    await events(copy)
    assert caplog.records == []


def test_with_nothing_left_a_server_does_not_begin_anew(copy: Path) -> None:
    file = copy / "omaha8.db"
    file.write_bytes(b"")
    connection = apsw.Connection(str(file))
    connection.execute("PRAGMA journal_mode = WAL")
    connection.close()
    with pytest.raises(DamagedFile, match="there is nothing else in the file.*latest backup"):
        Store.open(copy)


async def test_an_audit_of_a_server_that_writes_finds_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tidying, "TIDY_PAGES", 20)
    store = Store.open(folder)
    await open_tables(store)
    for n in range(0, 600, 3):
        writing = asyncio.create_task(keep(store, *[write(n + k) for k in range(3)]))
        await asyncio.sleep(0)
        assert await asyncio.to_thread(lost, folder) is None
        await writing
    store.close()
