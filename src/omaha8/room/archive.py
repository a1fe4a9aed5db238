"""Whose hands somebody may read, also when the table is closed (floor 5)."""

from __future__ import annotations

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


def _may_read(lobby: Lobby, table: TableId, kept: KeptTable, person: Person | None) -> bool:
    if not kept.spec.private:
        return True
    if person is None:
        return False
    return person.runs_tables or kept.by == person.id or lobby.invites.lets_in(table, person.id)
