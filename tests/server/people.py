"""People at a running table: they play what is legal, talk nonsense, come and go."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any, Final

from starlette.applications import Starlette

from tests.server.sockets import Socket

NONSENSE: Final = (
    "",
    "hello",
    "{}",
    "[1,2,3]",
    b"\x00\xff",
    '{"type":"deal"}',
    '{"type":"sit","seat":"x"}',
    '{"type":"sit","seat":99}',
    '{"type":"sit","buy_in":1}',
    '{"type":"act","hand":0,"turn":0,"id":"old","action":{"type":"fold"}}',
    '{"type":"act","hand":9999,"turn":9999,"id":"new","action":{"type":"call"}}',
    '{"type":"act","hand":-5,"turn":-5,"id":"no","action":{"type":"call"}}',
    '{"type":"act","seq":0,"action":{"type":"fold"}}',
    '{"type":"hello","seq":3,"stream":"x","token":"y"}',
    '{"type":"hello","table":"nowhere"}',
    '{"type":"hello","seq":3,"stream":"x"}',
    '{"type":"commit","hand":1,"hash":"00"}',
    '{"type":"reveal","hand":1,"nonce":"' + "0" * 64 + '"}',
    '{"type":"say","text":"\\u202e"}',
    '{"type":"react","reaction":"ouch"}',
    '{"type":"react","reaction":"boo"}',
    '{"type":"next"}',
    '{"type":"show"}',
    '{"type":"ping"}',
    '{"type":"rebuy"}',
    '{"type":"rebuy","amount":50}',
    '{"type":"come_back"}',
    '{"type":"sit_out","when":"never"}',
    "x" * 5000,
)

CHOICES: Final = (
    {"type": "sit_out", "when": "next_big_blind"},
    {"type": "straddle"},
    {"type": "straddle", "on": False},
    {"type": "kill", "amount": 4},
    {"type": "kill", "amount": 0},
    {"type": "top_up", "amount": 30},
    {"type": "change_seat", "seat": 4},
    {"type": "change_seat", "seat": 5},
    {"type": "top_up", "amount": 30, "id": "one and the same"},
    {"type": "auto_rebuy", "below": 10, "to": 50},
    {"type": "join_list"},
    {"type": "leave_list"},
    {"type": "chop"},
    {"type": "post"},
    {"type": "wait"},
)


_OUT: Final = {"sat_out": True, "came_back": False}


class Person:
    """Sits down, acts at random when it is his turn, and now and then does something else.

    ``cookie`` says who he is. ``manners`` is how seldom that is: 1 for never; who does not play
    only listens. ``raw`` is all he was ever told, over all connections; the numbers of the events
    must have no gaps.
    """

    def __init__(
        self,
        app: Starlette,
        cookie: str | None,
        seed: int,
        manners: float = 1.0,
        *,
        plays: bool = True,
    ) -> None:
        self.app = app
        self.plays = plays
        self.cookie = cookie
        self.random = Random(seed)
        self.manners = manners
        self.raw: list[str] = []
        self.hands = 0
        self.codes: set[str] = set()
        self.asks = count()
        self.stream: str | None = None
        self.seq: int | None = None
        self.viewer: int | None = None
        self.sits_out = False
        self.view: dict[str, Any] = {}
        self._connect()

    def _connect(self) -> None:
        self.socket = Socket(self.app, cookie=self.cookie)
        self._read = 0
        known = self.seq is not None and self.random.random() < 0.5
        self.socket.say(
            {
                "type": "hello",
                "stream": self.stream if known else None,
                "seq": self.seq if known else None,
            }
        )

    def listen(self) -> bool:
        """Takes in what has come; whether there was anything."""
        fresh = self.socket.raw[self._read :]
        self._read += len(fresh)
        self.raw += fresh
        for text in fresh:
            self._hear(json.loads(text))
        return bool(fresh)

    def _hear(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "welcome":
                self.stream, self.viewer = message["stream"], message["viewer"]
            case "snapshot":
                self.seq, self.viewer = message["seq"], message["viewer"]
                self._see(message)
                seat = None if self.viewer is None else message["seats"][self.viewer]
                self.sits_out = seat is not None and seat["sitting_out"]
            case "events":
                assert self.seq is not None
                assert message["seq"] == self.seq + 1, "a gap in the numbers"
                self.seq += len(message["events"])
                self._see(message)
                for event in message["events"]:
                    self.hands += event["type"] == "hand_started"
                    if event.get("seat") == self.viewer and event["type"] in _OUT:
                        self.sits_out = _OUT[event["type"]]
            case "error":
                self.codes.add(message["code"])

    def _see(self, message: dict[str, Any]) -> None:
        own = message["me"] or self.view
        self.view = message["view"] | {name: own.get(name) for name in ("own", "legal")}

    def speak(self) -> None:
        """Does something, or nothing."""
        if self.random.random() > self.manners:
            self._misbehave()
        elif not self.plays:
            return
        elif self.viewer is None:
            self.socket.say({"type": "sit"})
        elif self.sits_out:
            self.socket.say({"type": "come_back"})
        elif not self.view["stacks"][self.viewer] and not self.view["in_hand"][self.viewer]:
            self.socket.say({"type": "rebuy"})
        elif choices := [c for offer in self.view["own"]["offers"] for c in offer["choices"]]:
            # What the table offers is taken or left, and play goes on.
            if self.random.random() < 0.7:
                self.socket.say(self.random.choice(choices)["message"])
            if self.view["legal"] is not None:
                self._act(self._action())
        elif self.view.get("legal") is not None:
            self._act(self._action())

    def _act(self, action: dict[str, Any]) -> None:
        hand, turn = self.view["hand"] or 0, max(self.view["turn_id"], 0)
        ask = f"a{next(self.asks)}"
        self.socket.say({"type": "act", "hand": hand, "turn": turn, "id": ask, "action": action})

    def _action(self) -> dict[str, Any]:
        legal, drawn = self.view["legal"], self.random.random()
        if legal["showdown"]:
            return {"type": "show" if drawn < 0.5 else "muck"}
        if legal["max_to"] and drawn < 0.3:
            to = self.random.randint(legal["min_to"], legal["max_to"])
            return {"type": "raise" if legal["price"] else "bet", "to": to}
        if legal["to_call"]:
            return {"type": "fold" if drawn > 0.85 else "call"}
        return {"type": "check"}

    def _misbehave(self) -> None:
        match self.random.randrange(8):
            case 0:
                self.socket.hang_up()
                self._connect()
            case 1:
                self.socket.say({"type": self.random.choice(("stand", "sit_out", "come_back"))})
            case 2:
                to = self.random.randint(-3, 500)
                kind = self.random.choice(("bet", "raise", "check", "fold", "muck"))
                action = {"type": kind} | ({"to": to} if kind in ("bet", "raise") else {})
                if self.view:
                    self._act(action)
            case 3 | 4:
                self.socket.say(self.random.choice(CHOICES))
            case _:
                self.socket.say(self.random.choice(NONSENSE))


async def play(people: list[Person], hands: int, hands_dealt: Callable[[], int]) -> None:
    """Until so many hands were dealt; fails when nothing happens any more."""
    idle = 0
    while hands_dealt() < hands:
        busy = [person.listen() for person in people]
        for person, heard in zip(people, busy, strict=True):
            # Everybody speaks when he has heard something, or when it has been quiet for long.
            if heard or idle > 20 or person.random.random() < 0.02:
                person.speak()
        idle = 0 if any(busy) else idle + 1
        assert idle < 5000, "the table stands still"
        await asyncio.sleep(0)
    for person in people:
        person.listen()
