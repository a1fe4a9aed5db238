"""Who owes whom at the end of a night: what everybody has won adds up to nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final

import pytest

from omaha8.room.lobby import Lobby
from omaha8.room.person import Role
from omaha8.room.settings import AT_ONCE
from omaha8.rules.game import Chips
from omaha8.store.records import RAKE, Transfer, person_account
from omaha8.store.store import Store
from tests.room.persons import opened
from tests.server.club import Club, club

RAKED: Final = {
    "bots": 1,
    "rules": "robert",
    "stakes": "2/4",
    "options": {"rake": {"per_mille": 500, "cap": 4}},
}


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
        "since": None,
        "until": None,
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
    await room.people.staff.set_role(room.persons["Hal"], room.persons["Bob"].id, Role.FLOOR)
    for name, seen, settled in (("", 401, 401), ("Ann", 403, 403), ("Bob", 200, 403)):
        for path in ("/api/settlement", "/api/settlements"):
            assert (await room.asks(name).get(path)).status_code == seen
        answer = await room.asks(name).post("/api/settlements", json={"after": None})
        assert answer.status_code == settled


async def settle(room: Club, after: int | None = None) -> int:
    told = await room.post("Hal", "/api/settlements", {"after": after})
    return int(told["settlement"]["id"])


def all_won(settlement: dict[str, Any]) -> dict[str, int]:
    """With the bots of the house and the rake, and without who has won nothing."""
    found = {**won(settlement), "bots": settlement["bots"], "rake": settlement["rake"]}
    assert sum(found.values()) == 0
    return {name: amount for name, amount in found.items() if amount}


async def test_the_second_night_begins_where_the_first_was_settled(room: Club) -> None:
    """Chips that lie at the table over night count as they lay there when it was settled."""
    ann = room.persons["Ann"].id
    table = str((await room.post("Hal", "/api/tables", RAKED))["id"])
    await room.post("Hal", f"/api/people/{ann}/grant", {"amount": 500})
    await room.play(table, 4)
    first = all_won(await room.get("Hal", "/api/settlement"))
    assert first["rake"] > 0
    night = await settle(room)
    assert all_won(await room.get("Hal", f"/api/settlement?after={night}")) == {}

    await room.post("Hal", f"/api/people/{ann}/grant", {"amount": 30})
    await room.play(table, 9)
    second = await room.get("Hal", f"/api/settlement?after={night}")
    for each in second["people"]:
        assert each["granted"] == 30 * (each["name"] == "Ann")
        assert each["at_tables"] > 0
    together = all_won(await room.get("Hal", "/api/settlement"))
    for name, amount in together.items():
        assert amount == first.get(name, 0) + all_won(second).get(name, 0)

    # What was settled stands as it was then.
    settled = await room.get("Hal", f"/api/settlement?night={night}")
    assert all_won(settled) == first
    assert settled["since"] is None
    assert settled["until"] == second["since"]
    other = await settle(room, night)
    assert all_won(await room.get("Hal", f"/api/settlement?night={other}")) == all_won(second)
    (latest, earlier) = (await room.get("Hal", "/api/settlements"))["settlements"]
    assert (latest["id"], earlier["id"]) == (other, night)
    assert latest["since"] == earlier["at"]
    assert earlier["since"] is None
    assert latest["by_name"] == "Hal"
    log = (await room.get("Hal", "/api/people/log"))["log"]
    assert [deed["what"] for deed in log].count("settle") == 2


async def test_a_night_by_the_clock_is_what_its_hands_have_moved(room: Club) -> None:
    """All hands since the beginning come to what the balances say, also of a table that is gone."""
    ann = room.persons["Ann"].id
    for _ in range(2):
        table = str((await room.post("Hal", "/api/tables", RAKED))["id"])
        await room.post("Hal", f"/api/people/{ann}/grant", {"amount": 50})
        await room.play(table, 4)
        assert (await room.asks("Hal").delete(f"/api/tables/{table}")).status_code == 200
    while room.lobby.tables:
        await asyncio.sleep(0)
    by_hands = await room.get("Hal", "/api/settlement?since=0")
    everything = await room.get("Hal", "/api/settlement")
    assert all_won(by_hands) == all_won(everything) != {}
    assert by_hands["people"] == everything["people"]
    later = by_hands["since"] + 2**40 * 2
    assert all_won(await room.get("Hal", f"/api/settlement?since={later}")) == {}


async def test_who_had_lost_all_that_he_was_given_begins_at_nothing(room: Club) -> None:
    ann = room.persons["Ann"].id
    await room.post("Hal", f"/api/people/{ann}/grant", {"amount": 500})
    lost = Transfer(person_account(ann), RAKE, Chips(500), "fee")
    room.lobby.bank.apply([lost])
    await room.store.ledger.transfer(lost, 1)
    night = await settle(room)
    await room.post("Hal", f"/api/people/{ann}/grant", {"amount": 20})
    assert all_won(await room.get("Hal", f"/api/settlement?night={night}")) == {
        "Ann": -500,
        "rake": 500,
    }
    (hers,) = (await room.get("Hal", f"/api/settlement?after={night}"))["people"]
    assert (hers["won"], hers["granted"], hers["off_tables"]) == (0, 20, 20)


async def test_nobody_settles_what_somebody_else_has_settled_meanwhile(room: Club) -> None:
    await settle(room)
    answer = await room.asks("Hal").post("/api/settlements", json={"after": None})
    assert (answer.status_code, answer.json()["error"]) == (409, "settled_already")
    assert len((await room.get("Hal", "/api/settlements"))["settlements"]) == 1


async def test_what_is_no_settlement_is_refused_with_a_reason(room: Club) -> None:
    for query, status, code in (
        ("after=7", 404, "no_such_settlement"),
        ("night=7", 404, "no_such_settlement"),
        ("after=1&since=5", 400, "malformed"),
        ("since=yesterday", 400, "malformed"),
    ):
        answer = await room.asks("Hal").get(f"/api/settlement?{query}")
        assert (answer.status_code, answer.json()["error"]) == (status, code)


async def test_chips_that_are_not_on_disk_are_not_settled(room: Club) -> None:
    ann = person_account(room.persons["Ann"].id)
    room.lobby.bank.apply([Transfer(RAKE, ann, Chips(5), "prize")])
    answer = await room.asks("Hal").post("/api/settlements", json={"after": None})
    assert (answer.status_code, answer.json()["error"]) == (503, "not_saved")
    assert (await room.get("Hal", "/api/settlements"))["settlements"] == []


async def test_nights_are_kept_over_a_restart(tmp_path: Path) -> None:
    async with club(tmp_path / "data") as before:
        table = str((await before.post("Hal", "/api/tables", RAKED))["id"])
        await before.play(table, 3)
        night = await settle(before)
        settled = await before.get("Hal", f"/api/settlement?night={night}")
    store = Store.open(tmp_path / "data")
    people = await opened(store)
    after = Club(store, people, await Lobby.open(store, people, settings=AT_ONCE))
    try:
        after.cookies["Hal"] = before.cookies["Hal"]
        assert await after.get("Hal", f"/api/settlement?night={night}") == settled
        since = await after.get("Hal", f"/api/settlement?after={night}")
        assert all_won(since) == {}
        assert all_won(settled) != {}
    finally:
        await after.close()
