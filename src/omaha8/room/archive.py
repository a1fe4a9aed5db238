"""What is left of tables that are closed: their names, and whose hands one may read (floor 5)."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from omaha8.room.kept_table import KeptTable, kept_table
from omaha8.room.lobby import Lobby
from omaha8.room.person import Person
from omaha8.room.refusals import RoomRefused, Why
from omaha8.store.records import TableId


async def table_to_read(lobby: Lobby, table: TableId, person: Person | None) -> tuple[str, float]:
    """The name of a table whose hands somebody may read, and how many seconds observers are behind.

    Raises `RoomRefused`.
    """
    if table in lobby.tables:
        room = lobby.find(table, person)
        return room.name, room.spec.spectator_delay
    record = await lobby.store.journal.table(table)
    kept = None if record is None else kept_table(record.info)
    if kept is None or not _may_read(lobby, table, kept, person):
        raise RoomRefused(Why.NO_SUCH_TABLE, "There is no such table.")
    return kept.spec.name, kept.spec.spectator_delay


async def names_of_tables(lobby: Lobby, tables: Iterable[TableId]) -> dict[TableId, str]:
    """What they are called, or were when they were closed; one that cannot be read is left out."""
    names = {}
    for table in tables:
        if table in lobby.tables:
            names[table] = lobby.tables[table].name
            continue
        record = await lobby.store.journal.table(table)
        with suppress(ValueError):
            if record is not None:
                names[table] = kept_table(record.info).spec.name
    return names


def _may_read(lobby: Lobby, table: TableId, kept: KeptTable, person: Person | None) -> bool:
    if not kept.spec.private:
        return True
    if person is None:
        return False
    return person.runs_tables or kept.by == person.id or lobby.invites.lets_in(table, person.id)
