"""A store in a folder (floor 5)."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Self

import apsw

from omaha8.store.database import FileDatabase
from omaha8.store.faults import in_words
from omaha8.store.files import Folder, connect
from omaha8.store.interface import StoreError
from omaha8.store.journal import SqliteJournal
from omaha8.store.ledger import SqliteLedger
from omaha8.store.migrations import migrate
from omaha8.store.tidying import Tidier


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
        migrate(writer)
        reader = connect(file, read_only=True)
        return FileDatabase(writer, reader, Tidier(writer, connect(file)))
    except BaseException:
        writer.close()
        raise
