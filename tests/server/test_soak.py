"""Hundreds of hands with people who talk nonsense, hang up and come back: nothing stalls."""

from __future__ import annotations

import asyncio
from typing import Final

import pytest

from omaha8.room.spec import TableSpec
from tests.server.people import Person, play
from tests.server.served import served

HANDS: Final = 100


@pytest.mark.parametrize(
    ("preset", "structure"),
    [("pokerstars", "fl"), ("card-room", "pl"), ("card-room", "fl"), ("tda", "nl")],
)
async def test_the_table_never_stalls(preset: str, structure: str) -> None:
    kill = structure == "fl" and preset == "card-room"
    options = {"kill": "optional"} if kill else {}
    spec = TableSpec(rules=preset, structure=structure, options=options, bots=2)
    async with served(spec) as room:
        people = [
            Person(room.app, await room.cookie(name), seed, manners)
            for seed, (name, manners) in enumerate((("Ann", 0.9), ("Ben", 0.7), ("Cat", 0.5)))
        ]
        async with asyncio.timeout(120):
            await play(people, HANDS, lambda: room.hands)
        assert not room.table.over
        assert not room.table.frozen
        heard = set().union(*(person.codes for person in people))
        assert {"malformed", "stale", "illegal", "not_your_turn", "no_such_table"} <= heard
        assert all(person.hands > HANDS / 5 for person in people)
        # Who is gone for good leaves nothing behind.
        for person in people:
            person.socket.hang_up()
        await asyncio.gather(*(person.socket.task for person in people))
        assert len(room.table.keeper.fanout) == 0
