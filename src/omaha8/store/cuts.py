"""Cutting off the damaged tail of a table (floor 5)."""

from __future__ import annotations

import logging
from time import time
from typing import Any, Final

import apsw

from omaha8.store.accounts import add_to_balances
from omaha8.store.keeper import Keeper
from omaha8.store.records import TableId, Transfer

_log: Final = logging.getLogger(__name__)


def cut_tail(
    keeper: Keeper, table: TableId, first: int, why: str, connection: apsw.Connection
) -> list[Transfer]:
    """Cut off the events of a table from ``first`` on, in the writer's transaction.

    They are kept in ``cut_events``; a second transfer takes back each that belonged to them, and
    what the index of hands says of them goes. Returns the transfers that were taken back.
    """
    execute, now = connection.execute, int(time() * 1000)
    cut = execute(
        "INSERT INTO cuts (table_id, seq, at, why) VALUES (?,?,?,?) RETURNING cut",
        (table, first, now, why),
    ).get
    execute(
        "INSERT INTO cut_events (cut, table_id, seq, first, at, person, ask, mark, body) "
        "SELECT ?, table_id, seq, first, at, person, ask, mark, body FROM events "
        "WHERE table_id = ? AND seq >= ?",
        (cut, table, first),
    )
    execute("DELETE FROM events WHERE table_id = ? AND seq >= ?", (table, first))
    lost = connection.changes()
    moved: list[Any] = execute(
        "UPDATE transfers SET cut = ? WHERE table_id = ? AND seq >= ? AND cut IS NULL "
        "RETURNING source, target, amount, kind, seq",
        (cut, table, first),
    ).fetchall()
    back = [Transfer(*row[:4]) for row in moved]
    for (*_, seq), one in zip(moved, back, strict=True):
        execute(
            "INSERT INTO transfers (at, source, target, amount, kind, table_id, seq, cut) "
            "VALUES (?,?,?,?,'cut',?,?,?)",
            (now, one.target, one.source, one.amount, table, seq, cut),
        )
    add_to_balances(connection, [(one.target, one.source, one.amount) for one in back])
    execute("DELETE FROM checkpoints WHERE table_id = ? AND seq > ?", (table, first))
    execute(
        "DELETE FROM deals WHERE table_id = ? AND hand IN (SELECT hand FROM hands "
        "WHERE table_id = ? AND first >= ?)",
        (table, table, first),
    )
    execute("DELETE FROM hands WHERE table_id = ? AND first >= ?", (table, first))
    execute(
        "UPDATE hands SET last = NULL, ended = NULL WHERE table_id = ? AND last >= ?",
        (table, first),
    )
    keeper.mend(table)
    _log.error(
        "table %s: %s; %d events from %d on were cut off (cut %d), and %d transfers taken back",
        table,
        why,
        lost,
        first,
        cut,
        len(back),
    )
    return back
