"""The folder of a store: who may look into it, and who uses it (floor 5)."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import Final
from urllib.parse import quote

import apsw

from omaha8.store.faults import DamagedFile, in_words
from omaha8.store.interface import StoreError
from omaha8.store.schema import APPLICATION, VERSION

FILE: Final = "omaha8.db"
LOCK: Final = "lock"
BUSY_MS: Final = 5000
"""How long to wait for another program's lock on the file."""


class Folder:
    """A folder that this process alone writes to, until `close`.

    Raises `StoreError` where it cannot be made or written, or another server has it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.file = path / FILE
        try:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            # Decks and passwords' hashes: nobody else's.
            if path.stat().st_mode & 0o077:
                _is_ours(path)
                path.chmod(0o700)
            self._lock = os.open(path / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise StoreError(_why_not(error, path)) from error
        try:
            self._take()
            self._look()
        except BaseException:
            self.close()
            raise

    def _take(self) -> None:
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            owner = os.pread(self._lock, 32, 0).decode(errors="replace").strip()
            raise StoreError(
                f"{self.path}: another server{f' (process {owner})' if owner else ''} uses this "
                "folder; stop it, or take another folder with --data"
            ) from error
        try:
            os.ftruncate(self._lock, 0)
            os.pwrite(self._lock, f"{os.getpid()}\n".encode(), 0)
            if not self.file.exists():
                os.close(os.open(self.file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
                sync_folder(self.path)
            for file in self.path.glob(f"{FILE}*"):
                if file.stat().st_mode & 0o077:
                    file.chmod(0o600)
        except OSError as error:
            raise StoreError(_why_not(error, self.path)) from error

    def _look(self) -> None:
        log = self.file.with_name(f"{FILE}-wal")
        if not self.file.stat().st_size and log.exists() and log.stat().st_size:
            raise DamagedFile(
                f"{self.file}: is empty, and {log.name} beside it is not: the file was lost. Put "
                f"it back, or move {log.name} away to begin anew"
            )

    def close(self) -> None:
        """Others may use the folder."""
        os.close(self._lock)


def _is_ours(path: Path) -> None:
    """Closed to others is only what holds nothing else than a store. Raises `StoreError`."""
    if not (path / FILE).exists():
        others = sorted({child.name for child in path.iterdir()} - {LOCK, "lost+found"})
        if others:
            raise StoreError(
                f"{path.absolute()}: holds other things ({others[0]}), and others may look into "
                "it; take a new folder, or one that is closed to others (mode 700)"
            )


def _why_not(error: OSError, path: Path) -> str:
    if isinstance(error, PermissionError) or error.errno == 30:  # EROFS
        return (
            f"{path}: may not be written; give the folder to the user that runs the server, or "
            "take another with --data"
        )
    if isinstance(error, FileExistsError | NotADirectoryError):
        return f"{path}: is not a folder; take another with --data"
    return f"{path}: {error.strerror or error}"


def sync_folder(path: Path) -> None:
    """The names of the files in it are on disk."""
    folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def connect(file: Path, *, read_only: bool = False) -> apsw.Connection:
    """A connection to a file that is there. Raises `StoreError`."""
    flags = apsw.SQLITE_OPEN_READONLY if read_only else apsw.SQLITE_OPEN_READWRITE
    try:
        return _connect(str(file), file, flags)
    except (apsw.CantOpenError, apsw.ReadOnlyError) as error:
        log = file.with_name(f"{file.name}-wal")
        if not read_only or (log.exists() and log.stat().st_size):
            raise in_words(error, str(file)) from error
    except apsw.Error as error:
        raise in_words(error, str(file)) from error
    try:
        # Where nothing may be written, SQLite has no place to say that it reads. Nobody writes.
        address = f"file:{quote(str(file.absolute()))}?immutable=1"
        return _connect(address, file, flags | apsw.SQLITE_OPEN_URI)
    except apsw.Error as error:
        raise in_words(error, str(file)) from error


def _connect(name: str, file: Path, flags: int) -> apsw.Connection:
    connection = apsw.Connection(name, flags=flags)
    try:
        connection.set_busy_timeout(BUSY_MS)
        check_kind(connection, file)
    except BaseException:
        connection.close()
        raise
    return connection


def check_kind(connection: apsw.Connection, file: Path) -> None:
    """Raises `StoreError` for a file of another program, or of a newer version of this one."""
    version = int(connection.execute("PRAGMA user_version").get)
    kind = int(connection.execute("PRAGMA application_id").get)
    empty = connection.execute("SELECT count(*) FROM sqlite_schema").get == 0
    if kind != APPLICATION and not (empty and kind == 0):
        raise DamagedFile(f"{file}: is a database of another program")
    if version > VERSION:
        raise StoreError(
            f"{file}: was written by a newer omaha8 (version {version} of the file; this one "
            f"knows up to {VERSION}). Take that one, or a backup from before"
        )
