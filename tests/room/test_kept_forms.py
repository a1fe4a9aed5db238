"""What stands in the files of a version is read by every later one, and nothing of it is lost.

``tests/data/kept`` has the JSON of all kinds that a room keeps, as it was written: events, the
state of a table and of its room, what a table was asked for, decks, lines of the chat. A line is
never changed; what a version keeps for the first time gets lines in a file of that version.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, get_args

import msgspec
import pytest

from omaha8.fairness.shuffle import shuffle_from_json, shuffle_to_json
from omaha8.hand.events import Event
from omaha8.room.checkpoint import RoomState, room_state
from omaha8.room.kept_table import KeptTable, kept_table, kept_table_to_json
from omaha8.room.messages import Said
from omaha8.room.room_events import ROOM_EVENTS, event_form, event_of
from omaha8.table.between_hands import TableEvent
from omaha8.table.checkpoint import checkpoint_of, public_from

FILES: Final = sorted((Path(__file__).parents[1] / "data" / "kept").glob("*.jsonl"))
KEPT: Final[list[tuple[str, Any]]] = [
    next(iter(json.loads(line).items()))
    for file in FILES
    for line in file.read_text("utf-8").splitlines()
]

AGAIN: Final[dict[str, Callable[[bytes], bytes]]] = {
    "event": lambda text: msgspec.json.encode(event_form(event_of(json.loads(text)))),
    "table": lambda text: checkpoint_of(public_from(text)),
    "room": lambda text: msgspec.json.encode(room_state(text)),
    "asked": lambda text: kept_table_to_json(kept_table(text)),
    "shuffle": lambda text: shuffle_to_json(shuffle_from_json(text)),
    "said": lambda text: msgspec.json.encode(msgspec.json.decode(text, type=Said)),
}
"""Reads what was kept, and writes it as it is kept now."""


def lost(kept: Any, now: Any, where: str = "") -> Iterator[str]:
    """Where in what is written now that is missing, or different, which was kept."""
    if isinstance(kept, dict) and isinstance(now, dict):
        for name, value in kept.items():
            if name in now:
                yield from lost(value, now[name], f"{where}.{name}")
            else:
                yield f"{where}.{name}"
    elif isinstance(kept, list) and isinstance(now, list) and len(kept) == len(now):
        for i, (value, other) in enumerate(zip(kept, now, strict=True)):
            yield from lost(value, other, f"{where}[{i}]")
    elif kept != now:
        yield f"{where}: {kept} is {now}"


@pytest.mark.parametrize("what", AGAIN)
def test_what_was_kept_is_read_as_it_was_meant(what: str) -> None:
    forms = [form for kind, form in KEPT if kind == what]
    assert forms
    for form in forms:
        now = json.loads(AGAIN[what](json.dumps(form).encode()))
        assert list(lost(form, now)) == [], form


def test_every_kind_of_event_is_there() -> None:
    kinds = (*get_args(Event), *get_args(TableEvent), *ROOM_EVENTS)
    there = {form["type"] for kind, form in KEPT if kind == "event"}
    assert there == {str(kind.__struct_config__.tag) for kind in kinds}


@pytest.mark.parametrize(("what", "kind"), [("room", RoomState), ("asked", KeptTable)])
def test_every_field_is_there(what: str, kind: type[msgspec.Struct]) -> None:
    """A new one gets a line in the file of its version."""
    assert {name for at, form in KEPT if at == what for name in form} == set(kind.__struct_fields__)
