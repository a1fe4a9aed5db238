"""The folder of a store: who may look into it, who uses it, and what is wrong with it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import apsw
import pytest

from omaha8.store.faults import DamagedFile
from omaha8.store.interface import StoreError
from omaha8.store.schema import VERSION
from omaha8.store.store import Store
from tests.store.conftest import somebody_else
from tests.store.keeping import ONE, TWO, keep, numbers, open_tables, outcomes, write

FULL = 2
"""Of SQLite's PRAGMA synchronous."""


def complaint(folder: Path) -> str:
    """Why a store cannot be opened."""
    with pytest.raises(StoreError) as caught:
        Store.open(folder)
    return str(caught.value)


def modes(folder: Path) -> dict[str, str]:
    return {path.name: oct(path.stat().st_mode & 0o777) for path in folder.iterdir()}


async def test_nobody_else_may_look_into_it(folder: Path) -> None:
    store = Store.open(folder)
    await open_tables(store)
    assert oct(folder.stat().st_mode & 0o777) == "0o700"
    names = ("lock", *(f"omaha8.db{end}" for end in ("", "-head", "-shm", "-wal")))
    assert modes(folder) == dict.fromkeys(names, "0o600")
    store.close()
    folder.chmod(0o755)
    (folder / "omaha8.db").chmod(0o644)
    Store.open(folder).close()
    assert oct(folder.stat().st_mode & 0o777) == "0o700"
    assert modes(folder)["omaha8.db"] == "0o600"


async def test_every_transaction_is_on_disk_when_it_is_told_of(folder: Path) -> None:
    """SQLite, PRAGMA synchronous: only with FULL a commit survives a power cut, with a WAL."""
    store = Store.open(folder)
    assert await store.database.run(lambda writer: writer.pragma("synchronous")) == FULL
    assert await store.database.run(lambda writer: writer.pragma("journal_mode")) == "wal"
    store.close()


def test_a_folder_of_other_things_is_not_closed_to_others(folder: Path) -> None:
    folder.mkdir(mode=0o755)
    folder.chmod(0o755)
    (folder / "letters.txt").write_text("mine")
    assert complaint(folder) == (
        f"{folder}: holds other things (letters.txt), and others may look into it; take a new "
        "folder, or one that is closed to others (mode 700)"
    )
    assert oct(folder.stat().st_mode & 0o777) == "0o755"
    assert [path.name for path in folder.iterdir()] == ["letters.txt"]
    folder.chmod(0o700)
    Store.open(folder).close()


@pytest.mark.parametrize("left", [(), ("lost+found",), ("lock",)])
def test_a_new_folder_is_closed_to_others(folder: Path, left: tuple[str, ...]) -> None:
    """Also the root of a disk, and one where a server was ended before it made its file."""
    folder.mkdir()
    folder.chmod(0o755)
    for name in left:
        (folder / name).touch()
    Store.open(folder).close()
    assert oct(folder.stat().st_mode & 0o777) == "0o700"


async def test_a_second_server_is_refused(folder: Path) -> None:
    store = Store.open(folder)
    assert complaint(folder) == (
        f"{folder}: another server (process {os.getpid()}) uses this folder; stop it, or take "
        "another folder with --data"
    )
    await open_tables(store)
    store.close()
    store = Store.open(folder)
    assert [table.id for table in await store.journal.tables()] == [ONE]
    store.close()


def test_the_lock_of_a_killed_server_is_no_lock(folder: Path) -> None:
    code = (
        "import os, sys; from omaha8.store.store import Store; s = Store.open(sys.argv[1]); "
        "os.kill(os.getpid(), 9)"
    )
    assert subprocess.run([sys.executable, "-c", code, str(folder)], check=False).returncode == -9
    Store.open(folder).close()


async def test_after_closing_nothing_is_kept(folder: Path) -> None:
    store = Store.open(folder)
    await open_tables(store)
    told: list[StoreError | None] = []
    store.journal.write(write(0), told.append)
    store.close()
    with pytest.raises(StoreError, match="is closed"):
        await store.journal.own(ONE)
    assert told == [None]
    (error,) = await outcomes(store, write(1))
    assert str(error) == f"{folder / 'omaha8.db'}: is closed"
    store.close()


def test_a_file_in_the_place_of_the_folder(folder: Path) -> None:
    folder.write_text("")
    assert complaint(folder) == f"{folder}: is not a folder; take another with --data"


@pytest.mark.parametrize("content", [b"not a database at all" * 100, b"SQLite format 3\0junk"])
def test_a_file_of_something_else(folder: Path, content: bytes) -> None:
    folder.mkdir()
    (folder / "omaha8.db").write_bytes(content)
    text = complaint(folder)
    assert text.startswith(f"{folder}/omaha8.db: is damaged or not a file of this program (")
    assert text.endswith("put the latest backup in its place as omaha8.db, alone")
    assert (folder / "omaha8.db").read_bytes() == content


def test_a_database_of_another_program(folder: Path) -> None:
    folder.mkdir()
    connection = apsw.Connection(str(folder / "omaha8.db"))
    connection.execute("CREATE TABLE notes (text)")
    connection.close()
    assert complaint(folder) == f"{folder}/omaha8.db: is a database of another program"


def test_a_file_newer_than_the_program(folder: Path) -> None:
    Store.open(folder).close()
    connection = apsw.Connection(str(folder / "omaha8.db"))
    connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.close()
    assert complaint(folder) == (
        f"{folder}/omaha8.db: was written by a newer omaha8 (version {VERSION + 1} of the file; "
        f"this one knows up to {VERSION}). Take that one, or a backup from before"
    )


async def test_a_file_that_was_lost_beside_its_log(folder: Path, tmp_path: Path) -> None:
    store = Store.open(folder)
    await open_tables(store)
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    store.close()
    (copy / "omaha8.db").unlink()
    text = complaint(copy)
    assert text.startswith(f"{copy}/omaha8.db: is empty, and omaha8.db-wal beside it is not: the ")
    assert (copy / "omaha8.db-wal").stat().st_size


async def test_damage_in_the_structure_names_the_file_and_what_to_do(folder: Path) -> None:
    store = Store.open(folder)
    await open_tables(store)
    await keep(store, *[write(n * 50, 50) for n in range(100)])
    store.close()
    file = folder / "omaha8.db"
    content = bytearray(file.read_bytes())
    # All but the first pages, which say what tables there are.
    start = len(content) // 2
    content[start:] = b"\xa5" * (len(content) - start)
    file.write_bytes(content)
    store = Store.open(folder)
    with pytest.raises(DamagedFile, match="put the latest backup in its place"):
        await numbers(store)
    store.close()


@pytest.mark.parametrize("there", [True, False], ids=["there", "to be made"])
def test_a_folder_that_may_not_be_written(open_folder: Path, there: bool) -> None:
    open_folder.chmod(0o555)
    folder = open_folder if there else open_folder / "data"
    with somebody_else():
        text = complaint(folder)
    assert text == (
        f"{folder}: may not be written; give the folder to the user that runs the server, or "
        "take another with --data"
    )


def said(store: Store) -> str | None:
    """Why nothing is kept."""
    return store.database.fault


async def test_a_full_disk_keeps_nothing_and_what_was_kept(folder: Path) -> None:
    store = Store.open(folder)
    await open_tables(store, ONE, TWO)
    await keep(store, write(0))

    def most_pages(connection: apsw.Connection) -> None:
        pages = connection.execute("PRAGMA page_count").get
        connection.execute(f"PRAGMA max_page_count = {pages}")

    await store.database.run(most_pages)
    first, second, other = await outcomes(
        store, write(1, 2000), write(2001), write(0, 2000, table=TWO)
    )
    file = folder / "omaha8.db"
    full = f"{file}: the disk is full; nothing was kept. Free some space"
    assert [str(first), str(second), str(other)] == [full] * 3
    assert said(store) == full
    (error,) = await outcomes(store, write(1))
    assert str(error) == f"table one: it follows event 1, which was not kept: {full}"

    def more_pages(connection: apsw.Connection) -> None:
        connection.execute("PRAGMA max_page_count = 100000")

    await store.database.run(more_pages)
    await store.journal.checkpoint(ONE)
    assert await numbers(store) == [0]
    await keep(store, write(1, 2000))
    assert said(store) is None
    store.close()


LIMITED = """
import asyncio, resource, sys
from omaha8.store.store import Store
from tests.store.keeping import *

async def main():
    store = Store.open(sys.argv[1])
    await open_tables(store)
    size = 400_000
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    kept = 0
    while (await outcomes(store, write(kept, 20)))[0] is None:
        kept += 20
    print(kept, (await outcomes(store, write(kept)))[0], flush=True)
    store.close()

asyncio.run(main())
"""


async def test_a_disk_that_takes_no_more_loses_nothing_that_was_kept(folder: Path) -> None:
    child = subprocess.run(
        [sys.executable, "-c", LIMITED, str(folder)],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    kept, _, said = child.stdout.partition(" ")
    assert int(kept) > 100
    assert "nothing was kept" in said
    assert "Traceback" not in child.stderr
    store = Store.open(folder)
    assert await numbers(store) == list(range(int(kept)))
    store.close()
