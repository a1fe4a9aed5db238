"""Finished hands over HTTP, as who asks may see them; each can be checked."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx2
import msgspec
import pytest

from omaha8.cards import parse_cards
from omaha8.evaluation import evaluate
from omaha8.fairness.check import verify
from omaha8.hand.events import HoleDealt
from omaha8.hand.notation import play
from omaha8.room.messages import Hello, Sit, Stand
from omaha8.server import create_app
from omaha8.server.api_hands import HAND_WEIGHT
from omaha8.server.auth import COOKIE
from omaha8.server.limits import Limits, LimitSettings, Rate
from omaha8.store.records import TableId
from tests.server.club import ADDRESS, Club, club

HANDS = 3


@pytest.fixture
async def room() -> AsyncIterator[Club]:
    async with club() as made:
        yield made


async def played(room: Club, **asked: Any) -> str:
    """The path of a table on which Ann and Bob have played; the next hand is not dealt."""
    body = {"bots": 0, "name": "High", "rules": "robert", "stakes": "2/4", **asked}
    table = str((await room.post("Hal", "/api/tables", body))["id"])
    await room.play(table, HANDS)
    await room.post("Hal", f"/api/tables/{table}/pause", {"on": True})
    return f"/api/tables/{table}"


def holes(history: dict[str, Any]) -> dict[int, str]:
    """Who was dealt which cards, by what a history says."""
    dealt = [event for event in history["events"] if event["type"] == "hole_dealt"]
    return {event["seat"]: event["cards"] for event in dealt if event["cards"]}


def in_words(events: list[dict[str, Any]]) -> list[tuple[int, str, str | None]]:
    """What everybody had who has shown: by seat, with the high and the low."""
    board = parse_cards("".join(e["cards"] for e in events if e["type"] == "board_dealt"))
    shown = {
        e["seat"]: evaluate(parse_cards(e["cards"]), board) for e in events if e["type"] == "shown"
    }
    return [
        (seat, made.high.name, None if made.low is None else f"{made.low.dashes} low")
        for seat, made in sorted(shown.items())
    ]


async def test_the_list_has_what_one_won(room: Club) -> None:
    path = await played(room)
    ann = (await room.get("Ann", f"{path}/hands"))["hands"]
    bob = (await room.get("Bob", f"{path}/hands"))["hands"]
    rail = (await room.get("", f"{path}/hands"))["hands"]
    assert [line["hand"] for line in ann] == [3, 2, 1] == [line["hand"] for line in rail]
    assert [line["result"] for line in rail] == [None] * 3
    for mine, his in zip(ann, bob, strict=True):
        assert mine["result"] + his["result"] == 0
        assert {mine["seat"], his["seat"]} == {0, 1}
        assert {player["name"] for player in mine["players"]} == {"Ann", "Bob"}
        assert mine["pot"] == 4
    page = await room.get("Ann", f"{path}/hands?before=3&limit=1")
    assert page == {"hands": ann[1:2], "table_name": "High", "closed": False}


async def test_everybody_gets_his_own_cards_and_a_shuffle_to_check(room: Club) -> None:
    path = await played(room)
    for number in range(1, HANDS + 1):
        told = {name: await room.get(name, f"{path}/hands/{number}") for name in ("", "Ann", "Bob")}
        seats = {name: history["viewer"] for name, history in told.items()}
        assert seats[""] is None
        for name in ("Ann", "Bob"):
            assert told[name]["names"][str(seats[name])] == name
            assert list(holes(told[name])) == [seats[name]]
        assert holes(told[""]) == {}
        for name, history in told.items():
            made = [(hand["seat"], hand["high"], hand["low"]) for hand in history["hands"]]
            assert made == in_words(history["events"])
            assert made
            assert (history["table_name"], history["hand"]) == ("High", number)
            assert [check.name for check in verify(history) if not check.ok] == []
            opened = {opening["card"] for opening in history["openings"]}
            own = holes(told["Bob" if name == "Ann" else "Ann"]).values()
            shown = [e["cards"] for e in history["events"] if e["type"] == "shown"]
            for cards in own:
                if cards not in shown and name in ("", "Ann"):
                    other = {cards[i : i + 2] for i in range(0, 8, 2)}
                    assert not opened & other


async def test_a_hand_as_text_is_in_the_notation(room: Club) -> None:
    path = await played(room)
    answer = await room.asks("Ann").get(f"{path}/hands/2?format=text")
    assert answer.headers["content-type"].startswith("text/plain")
    title, names, line = answer.text.splitlines()
    assert title.startswith("# High, hand 2, ")
    assert names == "# seat 0 Ann, seat 1 Bob"
    hand = play(line)
    own = [e for e in hand.events if isinstance(e, HoleDealt) and e.cards is not None]
    history = await room.get("Ann", f"{path}/hands/2")
    assert parse_cards(holes(history)[0]) in [e.cards for e in own]


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("hands/4", 404, "no_such_hand"),
        ("hands/0", 404, "no_such_hand"),
        (f"hands/{10**20}", 404, "not_found"),
        ("hands/one", 404, "not_found"),
        ("hands/1?format=pdf", 400, "malformed"),
        ("hands?limit=0", 400, "malformed"),
        ("hands?limit=101", 400, "malformed"),
        ("hands?before=x", 400, "malformed"),
        ("hands?before=null", 400, "malformed"),
        ("hands?page=2", 400, "malformed"),
    ],
)
async def test_what_is_not_there_is_said(room: Club, path: str, status: int, code: str) -> None:
    table = await played(room)
    answer = await room.asks("Ann").get(f"{table}/{path}")
    assert (answer.status_code, answer.json()["error"]) == (status, code)


async def test_a_hand_that_is_going_on_is_not_told(room: Club) -> None:
    table = str((await room.post("Hal", "/api/tables", {"bots": 0}))["id"])
    await room.play(table, 1, leave=False)
    path, public = f"/api/tables/{table}", room.lobby.find(table, None).table.public
    async with asyncio.timeout(90):
        while not public.playing:
            await asyncio.sleep(0)
    number = public.hands
    for name in ("", "Ann", "Hal"):
        answer = await room.asks(name).get(f"{path}/hands/{number}")
        assert (answer.status_code, answer.json()["error"]) == (409, "hand_in_progress")
        text = await room.asks(name).get(f"{path}/hands/{number}?format=text")
        assert text.status_code == 409
        listed = (await room.get(name, f"{path}/hands"))["hands"]
        assert number not in [line["hand"] for line in listed]


async def test_who_looks_on_later_reads_later(room: Club) -> None:
    path = await played(room, spectator_delay=60)
    assert len((await room.get("Ann", f"{path}/hands"))["hands"]) == HANDS
    for name in ("", "Hal"):
        assert (await room.get(name, f"{path}/hands"))["hands"] == []
        for number in (1, HANDS, HANDS + 1, HANDS + 2, 1000):
            answer = await room.asks(name).get(f"{path}/hands/{number}")
            assert (answer.status_code, answer.json()["error"]) == (404, "no_such_hand")


async def closed(room: Club, path: str) -> None:
    """The table is closed, and that is kept."""
    answer = await room.asks("Hal").delete(path)
    assert answer.status_code == 200, answer.text
    async with asyncio.timeout(90):
        while room.lobby.tables:
            await asyncio.sleep(0)


async def test_hands_are_there_when_the_table_is_closed(room: Club) -> None:
    path = await played(room)
    before = await room.get("Ann", f"{path}/hands/1")
    await closed(room, path)
    assert await room.get("Ann", f"{path}/hands/1") == before
    kept = await room.get("Bob", f"{path}/hands")
    assert (len(kept["hands"]), kept["table_name"]) == (HANDS, "High")


async def test_the_ledger_names_tables_also_when_they_are_closed(room: Club) -> None:
    path = await played(room)
    assert (await room.asks("Hal").patch(path, json={"name": "Low"})).status_code == 200
    for stays in (True, False):
        if not stays:
            await closed(room, path)
        lines = (await room.get("Ann", "/api/me/ledger"))["transfers"]
        assert {line["table"] for line in lines} == {path.rpartition("/")[2]}
        assert {line["table_name"] for line in lines} == {"Low"}
        assert ("cash_out" in {line["kind"] for line in lines}) is not stays


async def test_a_table_that_closes_tells_its_last_hand_no_earlier(room: Club) -> None:
    path = await played(room, spectator_delay=60)
    await closed(room, path)
    assert len((await room.get("Ann", f"{path}/hands"))["hands"]) == HANDS
    assert (await room.get("", f"{path}/hands"))["hands"] == []
    assert (await room.asks("").get(f"{path}/hands/{HANDS}")).status_code == 404


async def test_a_closed_private_table_stays_private(room: Club) -> None:
    asked = {"bots": 0, "rules": "robert", "stakes": "2/4", "private": True}
    path = f"/api/tables/{(await room.post('Hal', '/api/tables', asked))['id']}"
    await closed(room, path)
    assert await room.get("Hal", f"{path}/hands") == {
        "hands": [],
        "table_name": "Limit 2/4",
        "closed": True,
    }
    for name in ("", "Ann"):
        answer = await room.asks(name).get(f"{path}/hands")
        assert (answer.status_code, answer.json()["error"]) == (404, "no_such_table")


async def test_who_played_can_check_his_hands_though_the_table_is_private_now(room: Club) -> None:
    """Nobody hides the evidence of what he dealt by shutting the door behind the players."""
    path = await played(room)
    before = await room.get("Ann", f"{path}/hands/1")
    for seat in (0, 1):
        await room.post("Hal", f"{path}/clear", {"seat": seat})
    assert (await room.asks("Hal").patch(path, json={"private": True})).status_code == 200
    for shut in ("private", "closed"):
        if shut == "closed":
            await closed(room, path)
        assert await room.get("Ann", f"{path}/hands/1") == before
        listed = (await room.get("Ann", f"{path}/hands"))["hands"]
        assert [line["hand"] for line in listed] == [*range(HANDS, 0, -1)]
        # Who has not sat there sees nothing, and who has sees no hand but his.
        for name in ("", "Gus"):
            answer = await room.asks(name).get(f"{path}/hands/1")
            assert answer.status_code in (403, 404)
            assert answer.json()["error"] in ("not_allowed", "no_such_table")


async def test_who_has_sat_there_sees_no_hand_but_his_where_he_may_not_look(room: Club) -> None:
    path = await played(room)
    gus = room.lobby.find(path.rpartition("/")[2], room.persons["Gus"])
    line = gus.connect(room.persons["Gus"])
    gus.handle(line, Hello(gus.id))
    gus.handle(line, Sit())
    gus.handle(line, Stand())
    assert (await room.asks("Hal").patch(path, json={"private": True})).status_code == 200
    assert (await room.get("Gus", f"{path}/hands"))["hands"] == []
    for number in (1, HANDS, HANDS + 1):
        answer = await room.asks("Gus").get(f"{path}/hands/{number}")
        assert (answer.status_code, answer.json()["error"]) == (404, "no_such_hand")


async def test_of_a_table_that_cannot_be_read_nobody_is_told_a_hand(room: Club) -> None:
    path = await played(room)
    table = TableId(path.rpartition("/")[2])
    record = await room.store.journal.table(table)
    assert record is not None
    epoch = room.lobby.tables[table].keeper.epoch
    await room.store.journal.update(msgspec.structs.replace(record, info=b"{"), epoch)
    del room.lobby.tables[table]
    for address in (f"{path}/hands", f"{path}/hands/1"):
        answer = await room.asks("Ann").get(address)
        assert (answer.status_code, answer.json()["error"]) == (404, "no_such_table")


async def test_a_hand_counts_for_several_requests(room: Club) -> None:
    path = await played(room)
    rate = Rate(HAND_WEIGHT + 1, 60.0)
    app = create_app(room.lobby, limits=Limits(LimitSettings(requests_of_person=rate)))
    headers = {"cookie": f"{COOKIE}={room.cookies['Ann']}"}
    transport = httpx2.ASGITransport(app)
    async with httpx2.AsyncClient(transport=transport, base_url=ADDRESS, headers=headers) as ann:
        asked = (f"{path}/hands/1", f"{path}/hands/2", f"{path}/hands", f"{path}/hands")
        answers = [await ann.get(address) for address in asked]
    assert [answer.status_code for answer in answers] == [200, 429, 200, 429]
    assert answers[1].headers["retry-after"] == str(60 * (HAND_WEIGHT - 1))
