"""A store that keeps nothing: for tests, and tables that need no disk (floor 5)."""

from __future__ import annotations

import apsw

from omaha8.store.database import MemoryDatabase
from omaha8.store.journal import SqliteJournal
from omaha8.store.ledger import SqliteLedger
from omaha8.store.schema import create


class MemoryStore:
    """Like `omaha8.store.store.Store`; ``done`` is called before ``write`` returns."""

    def __init__(self) -> None:
        connection = apsw.Connection(":memory:")
        connection.execute("PRAGMA foreign_keys = ON")
        with connection:
            create(connection)
        self.database = MemoryDatabase(connection)
        self.journal = SqliteJournal(self.database)
        self.ledger = SqliteLedger(self.database)

    def close(self) -> None:
        """All of it is gone."""
        self.database.close()
