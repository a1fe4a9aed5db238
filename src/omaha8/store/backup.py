"""A copy of a store, also of one that a server is writing to (floor 5)."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import apsw

from omaha8.store.faults import in_words
from omaha8.store.files import LOCK, sync_folder
from omaha8.store.interface import StoreError
from omaha8.store.soundness import file_of, open_snapshot, structure_faults


def back_up(data: Path, out: Path, *, force: bool = False) -> int:
    """Copy the file of a folder to ``out`` as it is now, check it, and return its size in bytes.

    Never writes over a file, unless ``force``; until the copy is whole and checked there is
    nothing under its name. Raises `StoreError`.
    """
    if out.is_dir():
        raise StoreError(f"{out}: is a folder; name the file that the backup goes to")
    if out.exists() and not force:
        raise StoreError(f"{out}: is there already; take another name, or --force")
    _spare(data, out)
    part = out.with_name(f".{out.name}.{os.getpid()}.part")
    source = open_snapshot(data)
    try:
        os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
        _copy(source, part)
        _put_in_place(part, out, force=force)
    except OSError as error:
        raise StoreError(f"{out}: {error.strerror or error}") from error
    finally:
        source.close()
        with suppress(OSError):
            part.unlink(missing_ok=True)
    return out.stat().st_size


def _spare(data: Path, out: Path) -> None:
    """Not even ``--force`` writes over a part of the store, or what is no file."""
    file = file_of(data)
    if out.exists() and out.samefile(file):
        raise StoreError(f"{out}: is the file that is to be backed up")
    beside = out.parent.exists() and out.parent.samefile(file.parent)
    if beside and (out.name == LOCK or out.name.startswith(f"{file.name}-")):
        raise StoreError(f"{out}: is a part of what is to be backed up; take another name")
    if out.exists() and not out.is_file():
        raise StoreError(f"{out}: is no file that could be written over; take another name")


def _copy(source: apsw.Connection, part: Path) -> None:
    copy = apsw.Connection(str(part), flags=apsw.SQLITE_OPEN_READWRITE)
    try:
        with copy.backup("main", source, "main") as backup:
            backup.step()
        # One file, without a write-ahead log beside it.
        copy.execute("PRAGMA journal_mode = DELETE")
        faults = structure_faults(copy)
    except apsw.Error as error:
        raise in_words(error, str(part)) from error
    finally:
        copy.close()
    if faults:
        raise StoreError(f"{faults[0].text}; there is no backup")


def _put_in_place(part: Path, out: Path, *, force: bool) -> None:
    file = os.open(part, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(file)
    finally:
        os.close(file)
    if force:
        part.replace(out)
    else:
        try:
            out.hardlink_to(part)
        except FileExistsError as error:
            raise StoreError(f"{out}: is there already; take another name, or --force") from error
    sync_folder(out.parent)
