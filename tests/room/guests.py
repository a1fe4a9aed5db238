"""A room without a clock, and guests who keep everything they are told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from types import SimpleNamespace
from typing import Any, Final, get_args

import msgspec

from omaha8.cards import Card, deck_from_seed
from omaha8.hand.actions import CALL, CHECK, FOLD, SHOW, Action, BetTo, RaiseTo
from omaha8.hand.view import SeatView
from omaha8.room import Client, Room, RoomSettings
from omaha8.room.messages import (
    Act,
    ClientMessage,
    Error,
    Events,
    Hello,
    ServerMessage,
    Sit,
    Snapshot,
    Welcome,
    Yours,
)
from omaha8.room.person import Person
from omaha8.room.settings import AT_ONCE
from omaha8.room.shown import Me, View
from omaha8.room.staffed import StaffedRoom
from omaha8.rules.game import Game, Seat, stakes
from omaha8.rules.house import ROBERT, HouseRules
from omaha8.store.records import PersonId
from omaha8.table import TableEvent, TableSetup, from_builtins

_TABLE_KINDS: Final = {str(kind.__struct_config__.tag) for kind in get_args(TableEvent)}
QUICK: Final = msgspec.structs.replace(AT_ONCE, pause=1, showdown_pause=1)
"""Nothing waits but people, and a hand that is over for a second."""


TICK: Final = 2.0**-30
MOMENT: Final = 2.0**-8
"""Longer than all the looks at a clock in one test."""


class Clock:
    """Time that passes only when somebody waits; and hardly at all whenever somebody looks, so that
    what is to be done now is never due a moment later.
    """

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        self.time += TICK
        return self.time


class Decks:
    """A different deck for every hand, all kept."""

    def __init__(self, first: int = 0) -> None:
        self.dealt: list[tuple[Card, ...]] = []
        self._numbers: Iterator[int] = count(first)

    def __call__(self) -> Sequence[Card]:
        self.dealt.append(deck_from_seed(next(self._numbers).to_bytes(32, "big")))
        return self.dealt[-1]


class TimedRoom(StaffedRoom):
    """A room that `wait` runs, as fast as it can. ``others`` are options of `Room`."""

    def __init__(
        self,
        *,
        bots: int = 0,
        seats: int = 6,
        structure: str = "fl",
        rules: HouseRules = ROBERT,
        settings: RoomSettings = QUICK,
        first_deck: int = 0,
        games: Sequence[Game] = (),
        clock: Clock | None = None,
        **others: Any,
    ) -> None:
        self.clock = Clock() if clock is None else clock
        self.decks = Decks(first_deck)
        setup = TableSetup.usual(rules, games or stakes(structure, 2, 4, rules), seats)
        others.setdefault("shuffle", self.decks)
        super().__init__(setup, bots=bots, settings=settings, now=self.clock, **others)

    def is_playing(self) -> bool:
        """A hand is going on."""
        return self.table.public.playing

    def wait(self, seconds: float = 0.0) -> None:
        """Let time pass, and everything happen that is due within it."""
        end = self.clock.time + seconds
        for _ in range(10_000):
            delay = self.step()
            if delay is None or self.clock.time + delay > end + MOMENT:
                self.clock.time = max(self.clock.time, end)
                return
            self.clock.time += delay
        raise AssertionError("the room never comes to rest")


_numbers: Final = count(1)
_decode: Final = msgspec.json.Decoder(ServerMessage).decode


def a_person(name: str) -> Person:
    """Somebody whom nobody has seen before."""
    return Person(PersonId(next(_numbers)), name)


class Guest:
    """Somebody with a connection. What he is told must have no gaps.

    ``person`` is somebody who was here before; ``watches`` has no account.
    """

    def __init__(
        self,
        room: Room,
        name: str = "Ann",
        hello: Hello | None = None,
        *,
        person: Person | None = None,
        watches: bool = False,
    ) -> None:
        self.room = room
        self.person = a_person(name) if person is None else person
        self.client: Client = room.connect(None if watches else self.person)
        self.told: list[ServerMessage] = []
        self.errors: list[Error] = []
        self.hand_events: list[dict[str, Any]] = []
        self.seq = -1
        self.viewer: int | None = None
        self.view: Any = None
        self.me: Me | None = None
        self.asks = count()
        self.say(Hello() if hello is None else hello)
        welcome = self.read()[0]
        assert isinstance(welcome, Welcome)
        self.welcome = welcome
        self.viewer = welcome.viewer

    def say(self, message: ClientMessage) -> None:
        self.room.handle(self.client, message)

    def read(self) -> list[ServerMessage]:
        """All that has come since, checked and remembered."""
        messages = [_decode(frame) for frame in self.client.waiting()]
        self.told += messages
        for message in messages:
            if isinstance(message, Error):
                self.errors.append(message)
            elif isinstance(message, Snapshot):
                self.seq, self.viewer = message.seq, message.viewer
                self.hand_events = list(message.events)
                self._see(message.view, message.me)
            elif isinstance(message, Events):
                assert self.seq in (-1, message.seq - 1), "a gap in the numbers"
                for event in message.events:
                    if event["type"] == "hand_started":
                        self.hand_events = []
                    if event["type"] not in _TABLE_KINDS:
                        self.hand_events.append(event)
                self.seq = message.seq + len(message.events) - 1
                self._see(message.view, message.me)
            elif isinstance(message, Yours):
                self.me = message.me
        return messages

    def _see(self, view: View, me: Me | None) -> None:
        # Nothing of one's own: it is as it was.
        self.me = self.me if me is None else me
        own = {} if self.me is None else msgspec.structs.asdict(self.me)
        hand = own.pop("hand", None)
        seen = msgspec.structs.asdict(view) | own
        known = {shown.seat for shown in view.hands}
        if hand is not None and hand.seat not in known:
            seen["hands"] = tuple(sorted((*view.hands, hand), key=lambda shown: shown.seat))
        self.view = SimpleNamespace(**({"legal": None, "own": None, "readout": None} | seen))

    def hang_up(self) -> None:
        self.room.disconnect(self.client)

    # what a player does

    def sit(self, seat: int | None = None, buy_in: int | None = None) -> None:
        self.say(Sit(seat, buy_in))
        self.read()

    def act(self, action: Action) -> None:
        self.read()
        self.say(self.decides(action))
        self.read()

    def decides(self, action: Action) -> Act:
        """The message, on the table as it was last seen."""
        hand, turn = self.view.hand or 0, max(self.view.turn_id, 0)
        return Act(hand=hand, turn=turn, id=f"a{next(self.asks)}", action=action)

    def passes(self, fold: bool = False) -> None:
        """Check if that is free, else call or fold; show at the showdown."""
        legal = self.legal
        assert legal is not None
        if legal["showdown"]:
            self.act(SHOW)
            return
        self.act(CHECK if legal["to_call"] == 0 else FOLD if fold else CALL)

    def gambles(self) -> None:
        """Bet or raise as much as possible, else call."""
        legal = self.legal
        assert legal is not None
        if not legal["max_to"]:
            self.passes()
        elif legal["price"]:
            self.act(RaiseTo(legal["max_to"]))
        else:
            self.act(BetTo(legal["max_to"]))

    @property
    def legal(self) -> dict[str, Any] | None:
        self.read()
        return None if self.view is None else self.view.legal

    @property
    def to_act(self) -> bool:
        return self.legal is not None

    @property
    def offers(self) -> list[str]:
        """What the table offers him, in words."""
        self.read()
        own = None if self.view is None else self.view.own
        return [] if own is None else [offer.text for offer in own.offers]

    def marks(self, seat: int) -> list[str]:
        """The kinds of the marks at a seat."""
        self.read()
        assert self.view is not None
        return [mark.kind for mark in self.view.marks[seat]]

    @property
    def seat_view(self) -> SeatView:
        """What the events he has seen add up to."""
        assert self.viewer is not None
        events = [from_builtins(form) for form in self.hand_events]
        return SeatView.fold(events, Seat(self.viewer))  # type: ignore[arg-type]


def kinds(messages: Sequence[ServerMessage]) -> list[str]:
    """The kinds of the events in messages, in order."""
    return [e["type"] for m in messages if isinstance(m, Events) for e in m.events]


def play_on(room: TimedRoom, *guests: Guest, fold: bool = False) -> None:
    """Everybody checks or calls (or folds) until the hand is over."""
    while room.is_playing():
        room.wait()
        for guest in guests:
            if guest.to_act:
                guest.passes(fold)
