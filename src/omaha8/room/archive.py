"""Whose hands one may read, also of tables that are closed, and what those are called (floor 5)."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Final, NamedTuple

from omaha8.room.kept_table import KeptTable, kept_table
from omaha8.room.lobby import Lobby
from omaha8.room.person import Person
from omaha8.room.refusals import RoomRefused, Why
from omaha8.store.records import TableId, person_account, table_account

EVER: Final = 1e9
"""Seconds."""


class Readable(NamedTuple):
    """The name of a table whose hands somebody may read, and how many seconds he is behind."""

    name: str
    delay: float
    closed: bool


async def table_to_read(lobby: Lobby, table: TableId, person: Person | None) -> Readable:
    """What somebody may read of the hands of a table.

    Who has played where he may not look any more can check what was dealt to him: he is behind for
    `EVER`, which does not concern his own hands. Raises `RoomRefused`.
    """
    room = lobby.room(table)
    if room is not None:
        if not lobby.may_see(room, person) and await _has_sat(lobby, table, person):
            return Readable(room.name, EVER, closed=False)
        lobby.find(table, person)
        return Readable(room.name, room.spec.spectator_delay, closed=False)
    record = await lobby.store.journal.table(table)
    kept: KeptTable | None = None
    with suppress(ValueError):
        # Of one that cannot be read nobody knows whose it is.
        kept = None if record is None else kept_table(record.info)
    if kept is not None:
        if _may_read(lobby, table, kept, person):
            return Readable(kept.spec.name, kept.spec.spectator_delay, closed=True)
        if await _has_sat(lobby, table, person):
            return Readable(kept.spec.name, EVER, closed=True)
    raise RoomRefused(Why.NO_SUCH_TABLE, "There is no such table.")


async def _has_sat(lobby: Lobby, table: TableId, person: Person | None) -> bool:
    """Whether somebody has brought chips to a table."""
    if person is None:
        return False
    return await lobby.store.ledger.paid(person_account(person.id), table_account(table))


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
