"""Frames that no client would send, drawn at random."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any, Final

from omaha8.server.wire import LONGEST

GOOD: Final[tuple[dict[str, Any], ...]] = (
    {"type": "hello", "table": None, "stream": None, "seq": 4},
    {"type": "sit", "id": "a", "seat": 0, "buy_in": 200},
    {"type": "act", "id": "b", "hand": 1, "turn": 4, "action": {"type": "raise", "to": 24}},
    {"type": "act", "id": "c", "hand": 1, "turn": 4, "action": {"type": "fold"}},
    {"type": "sit_out", "id": "d", "when": "now"},
    {"type": "top_up", "id": "e", "amount": 50},
    {"type": "auto_rebuy", "id": "f", "below": 10, "to": 200},
    {"type": "straddle", "id": "g", "on": True},
    {"type": "kill", "id": "h", "amount": 4},
    {"type": "change_seat", "id": "i", "seat": 3},
    {"type": "commit", "hand": 2, "hash": "ab" * 32},
    {"type": "reveal", "hand": 2, "nonce": "cd" * 32},
    {"type": "say", "text": "hello"},
    {"type": "react", "reaction": "ouch"},
    {"type": "ping"},
)
VALUES: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, -1, 1.5, 2**53, 2**64, -(2**70), 1e308, "", "x", "As", "\x00"),
    *("x" * 300, [], {}, [[]], {"type": {}}, {"type": "act"}, ["fold"], "𝒳", "\u202e", 10**400),
)
TEXTS: Final[tuple[str, ...]] = (
    *("", " ", "null", "true", "7", "[]", "{}", "{", "}", '"', "[" * 2000, '{"type":' * 600),
    *('{"type":"ping"', '{"type":"ping"}}', '{"type":"ping","type":"act"}', "{'type':'ping'}"),
    *(
        '{"type":NaN}',
        '{"type":"act","hand":1e999}',
        "\ufeff{}",
        '{"type":"\\ud800"}',
        "fold",
        "\x00",
    ),
)


def no_json(random: Random) -> str:
    return random.choice(TEXTS)


def noise(random: Random) -> str:
    return "".join(chr(random.randrange(1, 0xD7FF)) for _ in range(random.randrange(1, 60)))


def cut(random: Random) -> str:
    text = json.dumps(random.choice(GOOD))
    return text[: random.randrange(1, len(text))]


def flipped(random: Random) -> str:
    text = list(json.dumps(random.choice(GOOD)))
    for _ in range(random.randrange(1, 4)):
        text[random.randrange(len(text))] = chr(random.randrange(32, 127))
    return "".join(text)


def wrong_value(random: Random) -> str:
    message = json.loads(json.dumps(random.choice(GOOD)))
    place = message
    if "action" in message and random.random() < 0.5:
        place = message["action"]
    place[random.choice(list(place))] = random.choice(VALUES)
    return json.dumps(message)


def wrong_field(random: Random) -> str:
    message = dict(random.choice(GOOD))
    if random.random() < 0.5:
        message[random.choice(("seat2", "token", "deck", "x" * 200, ""))] = random.choice(VALUES)
    else:
        del message[random.choice(list(message))]
    return json.dumps(message)


def no_such_type(random: Random) -> str:
    kinds = ("deal", "admin", "welcome", "snapshot", "events", "done", "ACT", "act ", "y" * 1000)
    return json.dumps({**random.choice(GOOD), "type": random.choice(kinds)})


def too_long(random: Random) -> str:
    return json.dumps({"type": "say", "text": "z" * random.choice((201, LONGEST, 8_000))})


def binary(random: Random) -> bytes:
    return random.randbytes(random.randrange(0, 200))


KINDS: Final[tuple[Callable[[Random], str | bytes], ...]] = (
    *(no_json, noise, cut, flipped, wrong_value, wrong_value, wrong_field, no_such_type),
    *(too_long, binary),
)


def frame(random: Random) -> str | bytes:
    """One frame; nearly all are malformed."""
    return random.choice(KINDS)(random)
