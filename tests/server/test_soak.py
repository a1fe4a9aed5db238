"""Hundreds of hands with people who talk nonsense, hang up and come back: nothing stalls."""

from __future__ import annotations

import asyncio
from typing import Final

import pytest

from omaha8.bots import HandStrength
from omaha8.room.settings import AT_ONCE
from omaha8.rules.house import replace
from omaha8.rules.presets import find_rules
from omaha8.server import create_app
from tests.room.guests import TimedRoom
from tests.server.people import Person, play

HANDS: Final = 100


@pytest.mark.parametrize(
    ("preset", "structure"),
    [("pokerstars", "fl"), ("card-room", "pl"), ("card-room", "fl"), ("tda", "nl")],
)
async def test_the_table_never_stalls(preset: str, structure: str) -> None:
    rules = find_rules(preset)
    if structure == "fl" and preset == "card-room":
        rules = replace(rules, kill="optional")
    room = TimedRoom(bots=2, rules=rules, structure=structure, settings=AT_ONCE)
    # Bots that reckon less play as fast as the rest.
    room._host._policies = dict.fromkeys(room._host._policies, HandStrength(deals=5))
    room._host.now = asyncio.get_running_loop().time
    app = create_app(room)
    running = asyncio.create_task(room.run())
    people = [
        Person(app, "Ann", 1, manners=0.9),
        Person(app, "Ben", 2, manners=0.7),
        Person(app, "Cat", 3, manners=0.5),
    ]
    async with asyncio.timeout(120):
        await play(people, HANDS, lambda: room.table.public.hands)
    assert not running.done()
    running.cancel()
    assert not room.frozen
    heard = set().union(*(person.codes for person in people))
    assert {"malformed", "stale", "illegal", "not_your_turn"} <= heard
    assert all(person.hands > HANDS / 5 for person in people)
    # Who is gone for good leaves nothing behind.
    for person in people:
        person.socket.hang_up()
    await asyncio.gather(*(person.socket.task for person in people))
    assert not room._clients
