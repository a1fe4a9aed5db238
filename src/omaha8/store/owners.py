"""Who owns a table: only writes that carry the owner's epoch are kept (floor 5)."""

from __future__ import annotations

import apsw

from omaha8.store.interface import WrongEpoch
from omaha8.store.records import TableId


def epoch_of(table: TableId, connection: apsw.Connection) -> int:
    """That of its owner. Raises `WrongEpoch` for a table that has none."""
    found = connection.execute("SELECT epoch FROM owners WHERE table_id = ?", (table,)).get
    if found is None:
        raise WrongEpoch(f"table {table}: nobody owns it yet")
    return int(found)


def check_epoch(table: TableId, writer: int, owner: int) -> None:
    """Whether a write is the owner's. Raises `WrongEpoch`."""
    if writer != owner:
        raise WrongEpoch(f"table {table}: its owner has epoch {owner}, this writer {writer}")
