"""What is sent over a WebSocket, and what comes back when it is nonsense."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest

from omaha8.room.settings import AT_ONCE
from omaha8.room.spec import TableSpec
from omaha8.server import create_app
from omaha8.server import socket as socket_module
from omaha8.server.limits import NO_LIMITS, Limits, Rate
from tests.server.served import Served, served
from tests.server.sockets import Socket


@pytest.fixture
async def room() -> AsyncIterator[Served]:
    """A room with a table at which three bots sit."""
    async with served(TableSpec(name="Three bots", bots=3)) as room:
        yield room


async def ann(room: Served) -> Socket:
    """Somebody with an account, who has been told everything."""
    return await room.greeted(await room.cookie("Ann"))


async def test_hello_is_answered_with_a_welcome_and_everything(room: Served) -> None:
    welcome, snapshot = await (await ann(room)).told(2)
    person = room.lobby.people.by_name("Ann")
    assert person is not None
    assert welcome == {
        "type": "welcome",
        "protocol": 2,
        "stream": room.table.id,
        "viewer": None,
        "person": person.id,
        "name": "Ann",
        "role": "guest",
        "table": snapshot["table"],
    }
    assert welcome["table"] == {
        "id": room.table.id,
        "name": "Three bots",
        "seats": 6,
        "structure": "fl",
        "stakes": "2/4",
        "game": "Limit Omaha Hi/Lo 2/4",
        "rules": "pokerstars",
        "big_blind": 2,
        "min_buy_in": 40,
        "max_buy_in": 400,
        "buy_in": 200,
        "think_ms": 60000,
        "time_bank_ms": 60000,
        "private": False,
        "spectator_delay_ms": 0,
    }
    assert snapshot["type"] == "snapshot"
    assert [seat and seat["bot"] for seat in snapshot["seats"]] == [
        None,
        True,
        True,
        True,
        None,
        None,
    ]


async def test_who_has_no_account_watches(room: Served) -> None:
    socket = await room.greeted()
    welcome, snapshot = await socket.told(2)
    assert (welcome["person"], welcome["name"], welcome["role"]) == (None, None, None)
    assert snapshot["me"] is None
    socket.say({"type": "sit"})
    refused = (await socket.told(3))[2]
    assert (refused["type"], refused["code"]) == ("error", "not_allowed")
    assert room.table.players.seated == []


async def test_a_hand_arrives_after_sitting_down(room: Served) -> None:
    socket = await ann(room)
    socket.say({"type": "sit", "seat": 0})
    events: list[dict[str, Any]] = []
    count = 2
    while not any(event["type"] == "to_act" or event.get("cards") for event in events):
        count += 1
        told = await socket.told(count)
        events = [event for message in told for event in message.get("events", ())]
    assert events[0] == {"type": "seated", "seat": 0, "name": "Ann", "stack": 200, "bot": False}
    kinds = [event["type"] for event in events]
    assert kinds.index("decks_committed") < kinds.index("deck_chosen") < kinds.index("hand_started")
    assert next(e for e in events if e["type"] == "hand_started")["stacks"][0] == 200
    holes = [event for event in events if event["type"] == "hole_dealt"]
    assert [event["seat"] for event in holes if event["cards"]] == [0]


def acting(action: str) -> str:
    return '{"type":"act","hand":1,"turn":1,"id":"a","action":' + action + "}"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "one JSON object with a type"),
        ("hello", "one JSON object with a type"),
        ("{", "one JSON object with a type"),
        ("[" * 4000, "Expected `object`"),
        ("[]", "Expected `object`"),
        ("null", "Expected `object`"),
        ("{}", "types are hello, sit, stand"),
        ('{"type":"deal"}', "types are hello, sit, stand"),
        ('{"type":7}', "Expected `str`"),
        ('{"type":"sit","seat":"0"}', "Expected `int | null`, got `str` - at `$.seat`"),
        ('{"type":"sit","seat":-1}', "`int` >= 0 - at `$.seat`"),
        ('{"type":"sit","seat":1.5}', "Expected `int | null`, got `float`"),
        ('{"type":"sit","seat":true}', "Expected `int | null`, got `bool`"),
        ('{"type":"sit","chair":1}', "unknown field `chair`"),
        (acting('{"type":"fold"}').replace(',"id":"a"', ""), "missing required field `id`"),
        (acting('{"type":"fold"}').replace('"a"', f'"{"a" * 41}"'), "length <= 40"),
        ('{"type":"act","hand":1,"turn":1,"id":"a"}', "missing required field `action`"),
        (acting('{"type":"jump"}'), "actions are fold, check, call, bet"),
        (acting('{"type":"raise"}'), "missing required field `to`"),
        (acting('{"type":"raise","to":1e300}'), "`$.action.to`"),
        (acting('{"type":"raise","to":-4}'), "`$.action.to`"),
        (acting('{"type":"raise","to":' + "9" * 400 + "}"), "`$.action.to`"),
        ('{"type":"act","turn":' + "9" * 4000 + "}", "at `$.turn`"),
        ('{"type":"hello","name":"Ann"}', "unknown field `name`"),
        ('{"type":"hello","table":"' + "x" * 201 + '"}', "length <= 200"),
        ('{"type":"commit","hand":1,"hash":"00"}', "at `$.hash`"),
        ('{"type":"ping","pad":"' + "x" * 4100 + '"}', "at most 4096 bytes"),
        ('{"type":"say","text":"' + "é" * 2100 + '"}', "at most 4096 bytes"),
        (b"\x00\x01", "text, not binary"),
        (b"", "text, not binary"),
    ],
)
async def test_nonsense_is_answered_with_what_is_allowed(
    room: Served, text: str | bytes, words: str
) -> None:
    socket = await room.greeted()
    socket.say(text)
    error = (await socket.told(3))[2]
    assert (error["type"], error["code"]) == ("error", "malformed")
    assert words in error["message"]
    assert len(error["message"]) < 700
    socket.say({"type": "ping"})
    assert (await socket.told(4))[3] == {"type": "pong"}


async def test_a_page_of_another_origin_gets_no_connection(room: Served) -> None:
    other = Socket(room.app, origin="https://elsewhere.test")
    await asyncio.wait_for(other.task, 90)
    assert other.close_code == 1008
    own = Socket(room.app, origin="http://table.test")
    own.say({"type": "ping"})
    assert await own.told(1) == [{"type": "pong"}]


async def test_who_connects_too_often_is_told_when_to_try_again(room: Served) -> None:
    rare = msgspec.structs.replace(NO_LIMITS, requests_of_address=Rate(2, 60.0))
    app = create_app(room.lobby, limits=Limits(rare))
    for _ in range(2):
        socket = Socket(app)
        socket.say({"type": "ping"})
        assert await socket.told(1) == [{"type": "pong"}]
    third = Socket(app)
    await asyncio.wait_for(third.task, 90)
    assert third.denied is not None
    status, headers = third.denied
    assert status == 429
    assert 50 < int(headers[b"retry-after"]) <= 60


async def test_who_does_not_say_hello_is_not_kept(
    room: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket_module, "HELLO_WITHIN", 0.01)
    silent = Socket(room.app)
    silent.say({"type": "ping"})
    polite = await room.greeted()
    await asyncio.wait_for(silent.task, 90)
    assert silent.close_code == 4001
    assert polite.close_code is None


async def test_one_connection_too_many() -> None:
    settings = msgspec.structs.replace(AT_ONCE, most_clients=1)
    async with served(settings=settings) as room:
        first = await room.greeted()
        second = Socket(room.app)
        second.say({"type": "hello"})
        await asyncio.wait_for(second.task, 90)
        assert second.close_code == 4002
        assert not first.task.done()


async def test_a_client_that_never_reads_is_dropped_and_the_table_goes_on(
    room: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket_module, "CLOSE_WITHIN", 0.01)
    stuck, lively = await room.greeted(await room.cookie("Stuck")), await ann(room)
    stuck.stuck = True
    for _ in range(room.table.settings.queue + 10):
        lively.say({"type": "sit"})
        lively.say({"type": "stand"})
    await asyncio.wait_for(stuck.task, 90)
    assert room.table.players.get(json.loads(stuck.raw[0])["person"]) is None
    lively.say({"type": "ping"})
    async with asyncio.timeout(90):
        while json.loads(lively.raw[-1]) != {"type": "pong"}:
            await asyncio.sleep(0.001)


async def test_a_lost_connection_frees_everything_but_the_seat(room: Served) -> None:
    cookie = await room.cookie("Ann")
    socket = await room.greeted(cookie)
    socket.say({"type": "sit"})
    await socket.told(4)
    socket.hang_up()
    await asyncio.wait_for(socket.task, 90)
    assert socket.close_code is None
    assert len(room.table.keeper.fanout) == 0
    back = await room.greeted(cookie)
    assert (await back.told(2))[0]["viewer"] == 0


async def test_another_hello_leads_to_another_table(room: Served) -> None:
    other = await room.lobby.create(TableSpec(name="The other"))
    socket = await ann(room)
    socket.say({"type": "hello", "table": "nowhere"})
    refused = (await socket.told(3))[2]
    assert (refused["type"], refused["code"]) == ("error", "no_such_table")
    assert len(room.table.keeper.fanout) == 1
    socket.say({"type": "hello", "table": other.id})
    welcome = (await socket.told(5))[3]
    assert welcome["table"]["name"] == "The other"
    assert (len(room.table.keeper.fanout), len(other.keeper.fanout)) == (0, 1)


async def test_who_says_anything_else_first_is_told_to_say_hello(room: Served) -> None:
    socket = Socket(room.app, cookie=await room.cookie("Ann"))
    socket.say({"type": "sit"})
    assert (await socket.told(1))[0]["code"] == "hello_first"


async def test_nonsense_before_hello_is_refused_as_well(room: Served) -> None:
    socket = Socket(room.app)
    socket.say("deal me in")
    assert (await socket.told(1))[0]["code"] == "malformed"


def test_who_talks_too_much_has_to_wait() -> None:
    time = 100.0
    throttle = socket_module.Throttle(20, lambda: time)
    assert [throttle.delay() for _ in range(40)] == [0.0] * 40
    assert throttle.delay() == pytest.approx(0.05)
    assert throttle.delay() == pytest.approx(0.1)
    time += 1
    assert throttle.delay() == 0.0
    endless = socket_module.Throttle(0, lambda: time)
    assert {endless.delay() for _ in range(1000)} == {0.0}


async def test_another_hello_counts_as_many_messages(
    room: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[int] = []

    class Counting(socket_module.Throttle):
        def delay(self, count: int = 1) -> float:
            counted.append(count)
            return super().delay(count)

    monkeypatch.setattr(socket_module, "Throttle", Counting)
    socket = await room.greeted()
    socket.say({"type": "ping"})
    await socket.told(3)
    assert sum(counted) == 2
    socket.say({"type": "hello"})
    await socket.told(5)
    socket.say({"type": "ping"})
    await socket.told(6)
    assert sum(counted) == 3 + socket_module.AGAIN
