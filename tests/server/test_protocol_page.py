"""``docs/protocol.md`` says what the server does: its examples are messages and events."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final, get_args

import msgspec

from omaha8.client.link import FOR_GOOD
from omaha8.fairness.events import Opening
from omaha8.hand.events import Event
from omaha8.room import client
from omaha8.room.chat import REACTIONS
from omaha8.room.messages import PROTOCOL, ServerMessage
from omaha8.room.metrics import CODES
from omaha8.room.room_events import ROOM_EVENTS, event_form, event_of
from omaha8.room.shown import Me, ShowdownView, View
from omaha8.server.wire import TYPES, decode
from omaha8.table import TableEvent

PAGE: Final = Path(__file__).parents[2] / "docs" / "protocol.md"


CLOSES: Final = range(1000, 5000)


def tags(kinds: Any) -> set[str]:
    return {str(kind.__struct_config__.tag) for kind in kinds}


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


CLIENT, SERVER, HAND, COMMON, OTHERS, ROOM, OPENING, VIEW, POT, ME = examples()


def as_json(value: object) -> Any:
    """A value as a client reads it."""
    return json.loads(msgspec.json.encode(value))


def test_there_is_an_example_of_every_message_a_client_sends_with_every_field() -> None:
    for message in CLIENT:
        decoded = decode(json.dumps(message))
        assert as_json(decoded) == message
    assert sorted(message["type"] for message in CLIENT) == sorted(TYPES)


def test_there_is_an_example_of_every_message_of_the_server_with_every_field() -> None:
    assert {message["type"] for message in SERVER} == tags(get_args(ServerMessage))
    for message in SERVER:
        whole = dict(message)
        for name, example in (("view", VIEW[0]), ("me", ME[0])):
            if name in whole:
                assert whole[name] == {}
                whole[name] = example
        assert as_json(msgspec.convert(whole, ServerMessage)) == whole


def test_there_is_an_example_of_every_event() -> None:
    assert tags(get_args(Event)) == {form["type"] for form in HAND}
    assert tags(get_args(TableEvent)) == {form["type"] for form in COMMON + OTHERS}
    assert tags(ROOM_EVENTS) == {form["type"] for form in ROOM}
    for form in HAND + COMMON + OTHERS + ROOM:
        assert as_json(event_form(event_of(form))) == form


def test_the_view_is_a_view_and_all_it_is_made_of() -> None:
    for form, kind in ((VIEW, View), (POT, ShowdownView), (ME, Me), (OPENING, Opening)):
        assert as_json(msgspec.convert(form[0], kind)) == form[0]


def test_the_page_is_of_the_version_that_is_spoken() -> None:
    assert PAGE.read_text("utf-8").startswith(f"# Wire protocol, version {PROTOCOL}\n")


def test_the_close_codes_of_the_page_are_those_that_the_client_knows() -> None:
    section = PAGE.read_text("utf-8").partition("### Close codes")[2].partition("\n## ")[0]
    lines = re.findall(r"^\| ([0-9, ]+) \|.*\| ([^|]+) \|$", section, re.MULTILINE)
    final = {
        int(code)
        for codes, again in lines
        for code in codes.split(",")
        if again in ("no", "after logging in")
    }
    assert final == set(FOR_GOOD)


def test_the_codes_of_errors_are_those_that_are_sent() -> None:
    section = PAGE.read_text("utf-8").partition("### Errors")[2].partition("### ")[0]
    lines = re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)
    explained = {code for line in lines for code in re.findall("`([a-z_]+)`", line)}
    assert explained == CODES


def test_every_close_code_is_explained() -> None:
    section = PAGE.read_text("utf-8").partition("### Close codes")[2].partition("\n## ")[0]
    explained = {int(code) for code in re.findall(r"\b[14]\d{3}\b", section)}
    codes = {value for name, value in vars(client).items() if name.isupper() and value in CLOSES}
    assert len(codes) == 8
    assert codes <= explained


def test_the_reactions_of_the_page_are_those_there_are() -> None:
    line = PAGE.read_text("utf-8").partition("Reactions are ")[2].partition(".\n")[0]
    assert tuple(re.findall("`([^`]+)`", line)) == REACTIONS
