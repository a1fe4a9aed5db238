"""Backups of a store that is written to."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from omaha8.store.backup import back_up
from omaha8.store.files import FILE
from omaha8.store.interface import StoreError
from omaha8.store.soundness import open_snapshot, structure_faults
from omaha8.store.store import Store
from tests.store.conftest import somebody_else
from tests.store.keeping import buy_in, keep, numbers, open_tables, spoil, write


async def test_a_backup_is_what_was_kept_up_to_then(folder: Path, tmp_path: Path) -> None:
    store, out = Store.open(folder), tmp_path / "backup.db"
    await open_tables(store)
    await keep(store, *[write(n * 10, 10, transfers=(buy_in(3),)) for n in range(50)])
    told: list[StoreError | None] = []
    for n in range(500, 900):
        store.journal.write(write(n), told.append)
    size = back_up(folder, out)
    assert out.stat().st_size == size
    assert oct(out.stat().st_mode & 0o777) == "0o600"
    await store.journal.checkpoint(write(0).table)
    assert told == [None] * 400
    store.close()

    restored = tmp_path / "restored"
    restored.mkdir()
    out.rename(restored / FILE)
    store = Store.open(restored)
    there = await numbers(store)
    assert there == list(range(len(there)))
    assert 500 <= len(there) <= 900
    assert (await store.ledger.balances())["table:one"] == 150  # type: ignore[index]
    epoch = await store.journal.own(write(0).table)
    await keep(store, write(len(there), epoch=epoch))
    store.close()


def test_nothing_is_written_over(folder: Path, tmp_path: Path) -> None:
    Store.open(folder).close()
    out = tmp_path / "backup.db"
    out.write_text("mine")
    with pytest.raises(StoreError, match="backup.db: is there already; take another name, or --f"):
        back_up(folder, out)
    assert out.read_text() == "mine"
    back_up(folder, out, force=True)
    assert out.read_bytes().startswith(b"SQLite format 3")
    with pytest.raises(StoreError, match="is the file that is to be backed up"):
        back_up(folder, folder / FILE, force=True)
    with pytest.raises(StoreError, match="is a folder; name the file"):
        back_up(folder, tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["backup.db", "data"]


@pytest.mark.parametrize("part", ["omaha8.db-wal", "omaha8.db-shm", "omaha8.db-head", "lock"])
async def test_a_part_of_the_store_is_not_written_over(folder: Path, part: str) -> None:
    """What was kept since the last start would be gone, or a second server be let in."""
    store = Store.open(folder)
    await open_tables(store)
    await keep(store, write(0))
    before = (folder / part).read_bytes()
    for out in (folder / part, folder / ".." / folder.name / part):
        with pytest.raises(StoreError, match="is a part of what is to be backed up"):
            back_up(folder, out, force=True)
    assert (folder / part).read_bytes() == before
    back_up(folder, folder / "backup.db")
    store.close()


def test_what_is_no_file_is_not_written_over(folder: Path, tmp_path: Path) -> None:
    Store.open(folder).close()
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(StoreError, match="pipe: is no file that could be written over"):
        back_up(folder, pipe, force=True)
    assert pipe.is_fifo()


def test_no_backup_of_what_is_damaged_or_not_there(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "backup.db"
    with pytest.raises(StoreError, match="data: there is no such file"):
        back_up(folder, out)
    Store.open(folder).close()
    with pytest.raises(StoreError, match="nowhere"):
        back_up(folder, tmp_path / "nowhere" / "backup.db")
    spoil(folder, "INSERT INTO tables VALUES ('one', 1, NULL, x'00')")
    file = folder / FILE
    content = bytearray(file.read_bytes())
    content[4096 : 4096 * 2] = bytes(4096)
    file.write_bytes(content)
    with pytest.raises(StoreError, match="damaged"):
        back_up(folder, out)
    assert not out.exists()
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


@pytest.mark.parametrize("kind", ["backup", "file of a server that was stopped"])
def test_a_file_where_nothing_may_be_written_can_be_read(
    folder: Path, open_folder: Path, kind: str
) -> None:
    Store.open(folder).close()
    copy = open_folder / "a file? 100%.db"
    if kind == "backup":
        back_up(folder, copy)
    else:
        copy.write_bytes((folder / FILE).read_bytes())
    copy.chmod(0o444)
    open_folder.chmod(0o555)
    with somebody_else():
        snapshot = open_snapshot(copy)
        assert structure_faults(snapshot) == []
        snapshot.close()
