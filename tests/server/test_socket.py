"""What is sent over a WebSocket, and what comes back when it is nonsense."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from omaha8.room import Room, RoomSettings
from omaha8.server import create_app
from omaha8.server import socket as socket_module
from tests.room.guests import QUICK, TimedRoom
from tests.server.sockets import Socket


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    """A room with three bots that runs."""
    room = TimedRoom(bots=3, settings=QUICK)
    room._host.now = asyncio.get_running_loop().time
    running = asyncio.create_task(room.run())
    yield room
    running.cancel()


async def greeted(room: Room, **hello: Any) -> Socket:
    socket = Socket(create_app(room))
    socket.say({"type": "hello", **hello})
    await socket.told(2)
    return socket


async def test_hello_is_answered_with_a_welcome_and_everything(room: Room) -> None:
    socket = await greeted(room, name="Ann")
    welcome, snapshot = await socket.told(2)
    assert welcome["type"] == "welcome"
    assert welcome["protocol"] == 1
    assert welcome["viewer"] is None
    assert welcome["table"] == {
        "seats": 6,
        "structure": "fl",
        "stakes": "2/4",
        "game": "Limit Omaha Hi/Lo 2/4",
        "rules": "",
        "big_blind": 2,
        "min_buy_in": 40,
        "max_buy_in": 400,
        "buy_in": 200,
        "think_ms": 60000,
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


async def test_a_hand_arrives_after_sitting_down(room: Room) -> None:
    socket = await greeted(room, name="Ann")
    socket.say({"type": "sit", "seat": 0})
    told = await socket.told(5)
    events = [event for message in told for event in message.get("events", ())]
    assert events[0] == {"type": "seated", "seat": 0, "name": "Ann", "stack": 200, "bot": False}
    assert next(e for e in events if e["type"] == "hand_started")["stacks"][0] == 200
    holes = [event for event in events if event["type"] == "hole_dealt"]
    assert [event["seat"] for event in holes if event["cards"]] == [0]


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
        ('{"type":"act","seq":1}', "missing required field `action`"),
        ('{"type":"act","seq":1,"action":{"type":"jump"}}', "actions are fold, check, call, bet"),
        ('{"type":"act","seq":1,"action":{"type":"raise"}}', "missing required field `to`"),
        ('{"type":"act","seq":1,"action":{"type":"raise","to":1e300}}', "`$.action.to`"),
        ('{"type":"act","seq":1,"action":{"type":"raise","to":-4}}', "`$.action.to`"),
        (
            '{"type":"act","seq":1,"action":{"type":"raise","to":' + "9" * 400 + "}}",
            "`$.action.to`",
        ),
        ('{"type":"act","seq":' + "9" * 4000 + "}", "at `$.seq`"),
        ('{"type":"hello","name":"' + "x" * 201 + '"}', "length <= 200"),
        ('{"type":"ping","pad":"' + "x" * 4100 + '"}', "at most 4096 bytes"),
        ('{"type":"hello","name":"' + "é" * 2100 + '"}', "at most 4096 bytes"),
        (b"\x00\x01", "text, not binary"),
        (b"", "text, not binary"),
    ],
)
async def test_nonsense_is_answered_with_what_is_allowed(
    room: Room, text: str | bytes, words: str
) -> None:
    socket = await greeted(room)
    socket.say(text)
    error = (await socket.told(3))[2]
    assert (error["type"], error["code"]) == ("error", "malformed")
    assert words in error["message"]
    assert len(error["message"]) < 700
    socket.say({"type": "ping"})
    assert (await socket.told(4))[3] == {"type": "pong"}


async def test_a_page_of_another_origin_gets_no_connection(room: Room) -> None:
    other = Socket(create_app(room), origin="https://elsewhere.test")
    await asyncio.wait_for(other.task, 5)
    assert other.close_code == 1008
    own = Socket(create_app(room), origin="http://table.test")
    own.say({"type": "ping"})
    assert await own.told(1) == [{"type": "pong"}]


async def test_who_does_not_say_hello_is_not_kept(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket_module, "HELLO_WITHIN", 0.01)
    silent = Socket(create_app(room))
    silent.say({"type": "ping"})
    polite = await greeted(room)
    await asyncio.wait_for(silent.task, 5)
    assert silent.close_code == 4001
    assert polite.close_code is None


async def test_one_connection_too_many() -> None:
    room = TimedRoom(settings=RoomSettings(most_clients=1))
    app = create_app(room)
    first, second = Socket(app), Socket(app)
    await asyncio.wait_for(second.task, 5)
    assert second.close_code == 4002
    assert not first.task.done()


async def test_a_client_that_never_reads_is_dropped_and_the_table_goes_on(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket_module, "CLOSE_WITHIN", 0.01)
    stuck, ann = await greeted(room, name="Stuck"), await greeted(room, name="Ann")
    stuck.stuck = True
    for _ in range(room.settings.queue + 10):
        ann.say({"type": "sit"})
        ann.say({"type": "stand"})
    await asyncio.wait_for(stuck.task, 10)
    assert room.players.by_token(json.loads(stuck.raw[0])["token"]) is None
    ann.say({"type": "ping"})
    async with asyncio.timeout(10):
        while json.loads(ann.raw[-1]) != {"type": "pong"}:
            await asyncio.sleep(0.001)


async def test_a_lost_connection_frees_everything_but_the_seat(room: Room) -> None:
    socket = await greeted(room, name="Ann")
    socket.say({"type": "sit"})
    (welcome, *_) = await socket.told(4)
    socket.hang_up()
    await asyncio.wait_for(socket.task, 5)
    assert socket.close_code is None
    back = await greeted(room, token=welcome["token"])
    assert (await back.told(2))[0]["viewer"] == 0


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
