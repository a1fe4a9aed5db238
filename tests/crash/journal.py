"""The journal as it lies on the disk, read without the room."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

import apsw

from tests.actors import Acked

ACTIONS = {
    "fold": ("folded",),
    "check": ("checked",),
    "call": ("called",),
    "bet": ("bet",),
    "raise": ("raised",),
    "show": ("shown",),
    "muck": ("mucked",),
}


class Kept(NamedTuple):
    """One event of a table on disk."""

    seq: int
    person: int | None
    ask: str | None
    form: dict[str, Any]


def read_journal(data: Path, table: str) -> list[Kept]:
    """All events of a table, in order."""
    connection = apsw.Connection(str(data / "omaha8.db"), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        rows = connection.execute(
            "SELECT seq, person, ask, body FROM events WHERE table_id = ? ORDER BY seq", (table,)
        )
        return [Kept(seq, person, ask, json.loads(body)) for seq, person, ask, body in rows]
    finally:
        connection.close()


def faults_in(kept: list[Kept], acked: list[Acked]) -> list[str]:
    """Acknowledged messages that are not there exactly once, or not as they were told."""
    faults = [f"no event {i}" for i, row in enumerate(kept) if row.seq != i][:3]
    by_ask: dict[tuple[int | None, str | None], list[Kept]] = defaultdict(list)
    for row in kept:
        if row.ask is not None:
            by_ask[row.person, row.ask].append(row)
    for (person, ask), rows in by_ask.items():
        numbers = [row.seq for row in rows]
        if numbers != list(range(numbers[0], numbers[0] + len(numbers))):
            faults.append(f"{ask} of {person} is there more than once: {numbers}")
    for person, message, seq in acked:
        ask = getattr(message, "id", None)
        found = by_ask.get((person, ask), [])
        action = getattr(message, "action", None)
        if found and found[0].seq != seq:
            faults.append(f"{message} was acknowledged as {seq}, and is {found[0].seq}")
        if action is None:
            continue
        kinds = ACTIONS[action.__struct_config__.tag]
        if not found:
            faults.append(f"{message} was acknowledged as {seq}, and is lost")
        elif not any(row.form["type"] in kinds for row in found) or (
            "to" in action.__struct_fields__ and found[0].form.get("to") != action.to
        ):
            faults.append(f"{message} is there as {found[0].form}")
    return faults


def told_otherwise(kept: list[Kept], told: dict[int, Any]) -> list[str]:
    """What somebody was told and is not what is kept; hidden cards may be missing."""
    faults = []
    for seq, form in told.items():
        if seq >= len(kept):
            faults.append(f"{seq} was told and is not kept: {form}")
            continue
        own = dict(kept[seq].form)
        if form.get("type") == "hole_dealt" and form["cards"] is None:
            own["cards"] = None
        if own != form:
            faults.append(f"{seq} was told as {form} and kept as {own}")
    return faults
