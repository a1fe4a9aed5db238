"""A store in a folder (floor 5)."""

from __future__ import annotations

import logging
from os import PathLike
from pathlib import Path
from typing import Final, Self

import apsw

from omaha8.store.acknowledged import HeadFile
from omaha8.store.database import FileDatabase
from omaha8.store.faults import in_words
from omaha8.store.files import BUSY_MS, Folder, connect
from omaha8.store.interface import StoreError
from omaha8.store.journal import SqliteJournal
from omaha8.store.ledger import SqliteLedger
from omaha8.store.losses import Inspection
from omaha8.store.migrations import migrate
from omaha8.store.tidying import Tidier

_log: Final = logging.getLogger(__name__)


class Store:
    """The journal, the ledger and the database of a folder, to be used in one event loop."""

    def __init__(self, folder: Folder, database: FileDatabase) -> None:
        self.path = folder.path
        self._folder = folder
        self.database = database
        self.journal = SqliteJournal(database)
        self.ledger = SqliteLedger(database)

    @classmethod
    def open(cls, path: str | PathLike[str]) -> Self:
        """The store in a folder, made where there is none. Raises `StoreError`."""
        folder = Folder(Path(path))
        try:
            return cls(folder, _database(folder.file))
        except BaseException as error:
            folder.close()
            if isinstance(error, apsw.Error):
                raise in_words(error, str(folder.file)) from error
            raise

    def close(self) -> None:
        """Keep what waits, and let others use the folder."""
        if self.database.close():
            self._folder.close()


def _database(file: Path) -> FileDatabase:
    inspection = Inspection(file)
    writer = connect(file)
    try:
        if writer.execute("PRAGMA journal_mode = WAL").get != "wal":
            raise StoreError(
                f"{file}: this file system has no shared memory; put the folder on a local disk"
            )
        for pragma in (
            "synchronous = FULL",
            "foreign_keys = ON",
            "temp_store = MEMORY",
        ):
            writer.execute(f"PRAGMA {pragma}")
        inspection.settle(writer)
        migrate(writer)
        _begin_log(writer, file)
        reader = connect(file, read_only=True)
        return FileDatabase(writer, reader, Tidier(writer, connect(file)), HeadFile(file))
    except BaseException:
        writer.close()
        raise


def _begin_log(writer: apsw.Connection, file: Path) -> None:
    # Servers that are killed often leave it long.
    writer.set_busy_timeout(0)
    try:
        writer.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
    except apsw.BusyError:
        _log.debug("%s: somebody reads it; the log is carried over later", file)
    except (apsw.FullError, apsw.IOError) as error:
        _log.warning("%s", in_words(error, str(file)))
    writer.set_busy_timeout(BUSY_MS)
