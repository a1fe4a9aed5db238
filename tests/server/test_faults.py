"""Every fault in a message is answered with what is allowed at that place, and no other."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from omaha8.server.faults import ACTIONS, MESSAGES
from omaha8.server.wire import Malformed, decode

ALL_ACTIONS = f"actions are {', '.join(ACTIONS)}."
ALL_TYPES = f"types are {', '.join(MESSAGES)}."


def fault(message: Any) -> str:
    with pytest.raises(Malformed) as malformed:
        decode(json.dumps(message))
    return str(malformed.value)


def acting(action: Any) -> dict[str, Any]:
    return {"type": "act", "hand": 1, "turn": 7, "id": "a1", "action": action}


def fields_of(kind: type[msgspec.Struct]) -> str:
    names = kind.__struct_fields__
    if not names:
        return "has no fields but type."
    return f"has the field{'s' * (len(names) > 1)} {', '.join(f'`{name}`' for name in names)}."


@pytest.mark.parametrize(
    "wrong",
    [
        {"type": "sit", "buy_in": -5},
        {"type": "deal"},
        {"type": "act", "hand": 1, "turn": 7, "action": {"type": "bet", "to": 2**60}},
        {"type": "top_up", "amount": 5, "seat": 1},
    ],
)
def test_whoever_waits_for_an_answer_to_a_message_gets_one(wrong: dict[str, Any]) -> None:
    for ask, known in (("a1", "a1"), (7, None), ("x" * 41, None), (None, None)):
        with pytest.raises(Malformed) as malformed:
            decode(json.dumps({**wrong, "id": ask}))
        assert malformed.value.ask == known


@pytest.mark.parametrize(
    "wrong", [{}, {"type": "deal"}, {"type": 7}, {"type": None}, [], 3, "fold"]
)
def test_what_is_no_message_and_what_is_no_action(wrong: Any) -> None:
    said = fault(wrong)
    assert said.endswith(ALL_TYPES)
    said = fault(acting(wrong))
    assert said.endswith(ALL_ACTIONS)
    assert "types are" not in said


@pytest.mark.parametrize(
    ("tag", "kind", "inside"),
    [*((t, k, False) for t, k in MESSAGES.items()), *((t, k, True) for t, k in ACTIONS.items())],
)
def test_fields_that_are_not_there(tag: str, kind: type[msgspec.Struct], inside: bool) -> None:
    required = {f.name: f.required for f in msgspec.structs.fields(kind)}
    whole = {
        **acting({"type": "fold"}),
        "to": 4,
        "amount": 4,
        "seat": 1,
        "below": 10,
        "text": "hello",
        "reaction": "ouch",
        "hash": "0a" * 32,
        "nonce": "b1" * 32,
    }
    good: dict[str, Any] = {"type": tag} | {n: whole[n] for n, needed in required.items() if needed}
    wrap = acting if inside else dict
    decode(json.dumps(wrap(good)))
    said = fault(wrap({**good, "chair": 1}))
    assert "unknown field `chair`" in said
    assert said.endswith(f"; {tag} {fields_of(kind)}")
    for name in (name for name, needed in required.items() if needed):
        said = fault(wrap({key: value for key, value in good.items() if key != name}))
        assert f"missing required field `{name}`" in said
        assert said.endswith(f"; {tag} {fields_of(kind)}")
    for name in required:
        said = fault(wrap({**good, name: {"type": []}}))
        assert f"$.{'action.' * inside}{name}" in said
        assert "types are" not in said


def test_words_that_are_allowed_are_listed() -> None:
    assert fault({"type": "sit_out", "when": "never"}).endswith("; when is now or next_big_blind.")


@pytest.mark.parametrize("message", [{"type": "y" * 3000}, {"type": "ping", "x" * 3000: 1}])
def test_what_the_client_sent_is_not_all_sent_back(message: dict[str, Any]) -> None:
    assert len(fault(message)) < 400
