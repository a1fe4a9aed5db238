"""``docs/protocol.md`` says what the server does: its examples are messages and events."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

import msgspec

from omaha8.room.messages import Error, Events, Pong, ShowdownView, Snapshot, View, Welcome
from omaha8.server.wire import TYPES, decode
from omaha8.table import from_builtins, to_builtins

PAGE: Final = Path(__file__).parents[2] / "docs" / "protocol.md"
SERVER: Final = {
    str(kind.__struct_config__.tag): kind for kind in (Welcome, Snapshot, Events, Error, Pong)
}


def examples() -> list[list[Any]]:
    """The JSON values of each block."""
    blocks = re.findall(r"^```json\n(.*?)^```", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    decoder = json.JSONDecoder()
    found = []
    for block in blocks:
        values, rest = [], block.strip()
        while rest:
            value, end = decoder.raw_decode(rest)
            values.append(value)
            rest = rest[end:].strip()
        found.append(values)
    return found


def as_json(value: object) -> Any:
    """A value as a client reads it."""
    return json.loads(msgspec.json.encode(value))


def test_there_is_an_example_of_every_message_a_client_sends() -> None:
    said = examples()[0]
    for message in said:
        decode(json.dumps(message))
    assert sorted(message["type"] for message in said) == sorted(TYPES)


def test_the_messages_of_the_server_have_these_fields() -> None:
    told = examples()[1]
    assert [message["type"] for message in told] == list(SERVER)
    for message in told:
        fields = SERVER[message["type"]].__struct_fields__
        assert set(message) == {"type", *fields}


def test_the_events_are_events() -> None:
    hand, common, others = examples()[2:5]
    kinds = set()
    for form in hand + common + others:
        kinds.add(form["type"])
        assert as_json(to_builtins(from_builtins(form))) == form
    assert len(kinds) == 36


def test_the_view_is_a_view() -> None:
    view, pot = examples()[5][0], examples()[6][0]
    assert as_json(msgspec.convert(view, View)) == view
    assert as_json(msgspec.convert(pot, ShowdownView)) == pot
