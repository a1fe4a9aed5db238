"""What a room is given to keep its things in (floor 5)."""

from __future__ import annotations

from typing import Protocol

from omaha8.store.database import Database
from omaha8.store.interface import Journal, Ledger


class Stored(Protocol):
    """A store of this room: in a folder, or in memory."""

    @property
    def journal(self) -> Journal:
        """Of its tables."""

    @property
    def ledger(self) -> Ledger:
        """Of its chips."""

    @property
    def database(self) -> Database:
        """Of its people."""
