"""Tables that are there, and could not be taken up at the start (floor 5)."""

from __future__ import annotations

import msgspec

from omaha8.room.kept_table import kept_table
from omaha8.store.records import TableRecord


class UnreadTable(msgspec.Struct, frozen=True):
    """A table that is there and could not be taken up. ``why`` is for the log: it may quote."""

    name: str
    why: str


def unread(record: TableRecord, why: str) -> UnreadTable:
    """By its name, or else its id."""
    try:
        return UnreadTable(kept_table(record.info).spec.name, why)
    except ValueError:
        return UnreadTable(record.id, why)
