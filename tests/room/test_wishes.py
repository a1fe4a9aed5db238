"""Each change of what somebody wants at a table is kept for ever: so many a minute, and no more."""

from __future__ import annotations

from random import Random
from typing import Final, get_args

import msgspec
import pytest

from omaha8.hand.actions import CHECK
from omaha8.room.messages import (
    Act,
    AutoRebuy,
    ChangeSeat,
    Chop,
    ClientMessage,
    ComeBack,
    Commit,
    Done,
    Error,
    Hello,
    JoinList,
    Kill,
    LeaveList,
    Next,
    Ping,
    Post,
    React,
    Rebuy,
    Reveal,
    Say,
    ShowHand,
    Sit,
    SitOut,
    Stand,
    Straddle,
    TopUp,
    Wait,
)
from omaha8.room.refusals import RoomRefused, Why
from omaha8.room.settings import RoomSettings
from omaha8.rules.house import ROBERT, replace
from omaha8.rules.options import Straddle as StraddleRule
from tests.room.guests import QUICK, Guest, TimedRoom

MOST: Final = 12
SETTINGS: Final = msgspec.structs.replace(QUICK, wishes_per_minute=MOST)
HASH: Final = "0" * 64
SAID: Final[tuple[ClientMessage, ...]] = (
    Sit(),
    Sit(2, 100),
    Stand(),
    SitOut(),
    SitOut("next_big_blind"),
    ComeBack(),
    Rebuy(),
    TopUp(amount=5),
    TopUp(amount=0),
    Post(),
    Wait(),
    Straddle(on=True),
    Straddle(on=False),
    Kill(amount=8),
    Kill(amount=0),
    Chop(),
    ChangeSeat(seat=3),
    ChangeSeat(seat=4),
    Act(0, 0, "a", CHECK),
    ShowHand(),
    Next(),
    AutoRebuy(below=10, to=100),
    AutoRebuy(below=20, to=100),
    JoinList(),
    LeaveList(),
    Commit(1, HASH),
    Reveal(1, HASH),
    Say("hm"),
    React("ouch"),
    Ping(),
    Hello(),
)


def a_room(settings: RoomSettings = SETTINGS) -> TimedRoom:
    """At which Ann is the first."""
    return TimedRoom(settings=settings, rules=replace(ROBERT, straddle=StraddleRule.UTG))


def answers(guest: Guest) -> list[Done | Error]:
    return [told for told in guest.read() if isinstance(told, Done | Error)]


def ask(guest: Guest, message: ClientMessage) -> Done | Error:
    """What he is answered."""
    guest.read()
    guest.say(message)
    (told,) = answers(guest)
    return told


def pour(room: TimedRoom, guest: Guest, seconds: int) -> int:
    """How many events are kept when somebody says all that can be said, as often as he can."""
    before, random = room.host.log.next, Random(8)
    for _ in range(seconds):
        for message in random.sample(SAID * 2, len(SAID) * 2):
            guest.say(message)
        guest.read()
        room.clock.time += 1
    return room.host.log.next - before


def test_all_that_can_be_said_is_said_here() -> None:
    assert {type(message) for message in SAID} == set(get_args(ClientMessage))


def test_nobody_fills_the_journal_by_changing_his_mind() -> None:
    free = a_room(QUICK)
    unlimited = pour(free, Guest(free, "Ann"), 10)
    room = a_room()
    ann = Guest(room, "Ann")
    assert unlimited > 10 * MOST
    # Sitting down, and a few others, make more than one event.
    assert MOST <= pour(room, ann, 59) <= 3 * MOST
    room.clock.time += 60
    assert MOST <= pour(room, ann, 59) <= 3 * MOST
    assert not room.frozen


@pytest.fixture
def room() -> TimedRoom:
    return a_room()


def test_beyond_the_limit_it_is_named_and_nothing_has_changed(room: TimedRoom) -> None:
    ann, ben = Guest(room, "Ann"), Guest(room, "Ben")
    ann.sit(0)
    for number in range(MOST - 1):
        told = ask(ann, AutoRebuy(below=number + 1, to=100, id=f"a{number}"))
        assert told == Done(f"a{number}", room.host.log.next - 1)
        room.clock.time += 1
    before = room.host.log.next
    told = ask(ann, AutoRebuy(below=50, to=100, id="z"))
    assert isinstance(told, Error)
    assert (told.code, told.id, room.host.log.next) == ("too_fast", "z", before)
    assert told.message == (
        f"Too many changes: up to {MOST} a minute at one table (wishes_per_minute). "
        f"The next in {60 - MOST + 1} seconds."
    )
    # What is sent again was done, and is not done twice.
    assert ask(ann, AutoRebuy(below=1, to=100, id="a0")) == Done("a0", before - MOST + 1)
    # Others may, and he may always get up.
    assert isinstance(ask(ben, Sit(1, id="b")), Done)
    assert isinstance(ask(ann, Stand(id="s")), Done)
    room.clock.time += 60 - MOST + 1
    assert isinstance(ask(ann, Sit(0, id="again")), Done)


def test_what_is_refused_does_not_count(room: TimedRoom) -> None:
    ann, ben = Guest(room, "Ann"), Guest(room, "Ben")
    ben.sit(1)
    for number in range(2 * MOST):
        told = ask(ann, Sit(1, id=f"{number}"))
        assert isinstance(told, Error)
        assert told.code == "seat_taken"
    assert isinstance(ask(ann, Sit(0, id="free")), Done)


def test_the_waiting_list_is_no_way_around_it() -> None:
    room = TimedRoom(settings=SETTINGS, seats=2)
    for seat, name in enumerate(("Ann", "Ben")):
        Guest(room, name).sit(seat)
    cat = Guest(room, "Cat")
    for number in range(MOST):
        room.wait_for_chair(cat.person, on=number % 2 == 0)
    with pytest.raises(RoomRefused, match="wishes_per_minute") as refused:
        room.wait_for_chair(cat.person, on=True)
    assert (refused.value.code, refused.value.wait) == (Why.TOO_FAST, 60)
    told = ask(cat, JoinList(id="j"))
    assert isinstance(told, Error)
    assert told.code == "too_fast"
