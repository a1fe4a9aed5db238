"""Who owes whom at the end of a night: what everybody has won adds up to nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.server.club import Club, club


@pytest.fixture
async def room() -> AsyncIterator[Club]:
    async with club() as made:
        yield made


def won(settlement: dict[str, Any]) -> dict[str, int]:
    return {each["name"]: each["won"] for each in settlement["people"]}


async def test_what_all_have_won_adds_up_to_nothing(room: Club) -> None:
    asked = {"bots": 1, "rules": "robert", "stakes": "2/4"}
    table = str((await room.post("Hal", "/api/tables", asked))["id"])
    ann = room.persons["Ann"].id
    await room.post("Hal", f"/api/people/{ann}/grant", {"amount": 500})
    await room.play(table, 3, leave=False)
    settlement = await room.get("Hal", "/api/settlement")
    assert {"Ann", "Bob"} <= set(won(settlement))
    assert sum(won(settlement).values()) + settlement["bots"] + settlement["rake"] == 0
    (hers,) = [each for each in settlement["people"] if each["name"] == "Ann"]
    assert hers["granted"] == 500
    assert hers["won"] == hers["off_tables"] + hers["at_tables"] - 500
    order = [each["won"] for each in settlement["people"]]
    assert order == sorted(order, reverse=True)


async def test_what_was_taken_back_was_not_given(room: Club) -> None:
    ann = room.persons["Ann"].id
    for amount in (500, -200):
        await room.post("Hal", f"/api/people/{ann}/grant", {"amount": amount})
    settlement = await room.get("Hal", "/api/settlement")
    assert settlement == {
        "people": [
            {
                "id": ann,
                "name": "Ann",
                "owner": None,
                "owner_name": None,
                "off_tables": 300,
                "at_tables": 0,
                "granted": 300,
                "won": 0,
            }
        ],
        "bots": 0,
        "rake": 0,
    }


async def test_a_players_bot_is_named_with_who_settles_for_it(room: Club) -> None:
    ann = room.persons["Ann"].id
    bot = (await room.post("Ann", "/api/bots", {"name": "Robo"}))["bot"]["id"]
    await room.post("Hal", f"/api/people/{bot}/grant", {"amount": 50})
    listed = (await room.get("Hal", "/api/people"))["people"]
    settled = (await room.get("Hal", "/api/settlement"))["people"]
    for people in (listed, settled):
        owners = {each["name"]: (each["owner"], each["owner_name"]) for each in people}
        assert owners.pop("Robo") == (ann, "Ann")
        assert {*owners.values()} <= {(None, None)}


async def test_it_is_for_who_runs_the_room(room: Club) -> None:
    for name, status in (("", 401), ("Ann", 403)):
        answer = await room.asks(name).get("/api/settlement")
        assert answer.status_code == status
