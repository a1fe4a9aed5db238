"""Whatever who runs a table changes, it goes on, and takes people by what it says itself."""

from __future__ import annotations

from collections.abc import AsyncIterator
from random import Random
from typing import Any

import msgspec
import pytest

from omaha8.room.messages import Done, Sit, Stand
from omaha8.room.spec import TableSpec
from omaha8.rules.house import RulesError
from tests.room.house import House, Line, a_house


@pytest.fixture
async def house() -> AsyncIterator[House]:
    async with a_house() as house:
        yield house


def some_change(random: Random) -> dict[str, Any]:
    """Of stakes, buy-ins, bots and what somebody has to bring back; often of several at once."""
    changes: dict[str, Any] = {
        "stakes": random.choice(("2/4", "4/8", "50/100")),
        "buy_in": random.choice((None, 100, 400, 1000, 5000)),
        "min_buy_in": random.choice((None, 40, 400, 1000)),
        "max_buy_in": random.choice((None, 400, 2000, 10_000)),
        "bots": random.randrange(5),
        "options": random.choice(({}, {"ratholing_minutes": 0}, {"muck": "show_all"})),
    }
    return {name: changes[name] for name in random.sample(sorted(changes), random.randint(1, 4))}


@pytest.mark.parametrize("seed", range(4))
async def test_nothing_that_is_changed_stops_a_table_or_keeps_people_out(
    house: House, seed: int
) -> None:
    random = Random(seed)
    table = await house.lobby.create(
        TableSpec(rules="robert", structure="nl", stakes="2/4", seats=6), house.hal
    )
    ann, asked, done = Line(table, house.ann), 0, 0
    for step in range(60):
        change = some_change(random)
        before = table.spec
        try:
            await house.lobby.change(
                table.id,
                lambda spec: msgspec.structs.replace(spec, **change),  # noqa: B023
                house.hal,
            )
        except RulesError:
            # Refused whole.
            assert table.spec == before
            asked += 1
            continue
        done += 1
        assert table.why_frozen == ""
        table.keeper.check_chips()
        for message in (Sit(id=f"s{step}"), Stand(id=f"l{step}")):
            said = ann.say(table, message)
            assert any(isinstance(answer, Done) for answer in said), (change, table.spec, said)
        while table.table.public.playing:
            table.void_hand("It is late.")
    assert min(asked, done) > 2
