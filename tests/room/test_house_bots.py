"""How many bots of the house play at a table can be changed while it runs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial

import msgspec
import pytest

from omaha8.room.messages import JoinList, Sit, Stand
from omaha8.room.spec import TableSpec
from omaha8.room.staffed import StaffedRoom
from omaha8.rules.game import Seat
from omaha8.rules.house import RulesError
from omaha8.store.records import BOTS
from tests.room.guests import Guest, TimedRoom, play_on
from tests.room.house import House, Line, a_house, to, until


def bots(room: TimedRoom) -> list[str]:
    """Their names in the order of their seats; the room knows how each of them plays."""
    seats = room.table.public.seats
    found = {i: player.name for i, player in enumerate(seats) if player is not None and player.bot}
    assert sorted(room.host.policies) == sorted(found)
    assert len(set(found.values())) == len(found)
    return list(found.values())


def chips_of_bots(room: TimedRoom) -> int:
    """On the table and beside it: they bring as much as they have."""
    at = sum(room.table.public.player(seat).stack for seat in room.host.policies)
    return room.bank.balance(BOTS) + at


def test_fewer_of_them_leave_after_the_hand() -> None:
    room = TimedRoom(bots=3)
    ann = Guest(room)
    ann.sit(0)
    room.wait()
    assert room.is_playing()
    room.want_bots(1)
    assert bots(room) == ["Bea", "Carl", "Dora"]
    hand = room.table.public.hands
    dealt = set(room.table.public.dealt)
    assert dealt == {0, 1, 2, 3}
    play_on(room, ann)
    assert room.table.public.hands == hand
    room.wait()
    assert bots(room) == ["Bea"]
    assert room.bank.balance(BOTS) < 0
    lost = chips_of_bots(room)
    assert lost + room.table.public.player(0).stack == room.setup.buy_in
    room.wait(60)
    assert set(room.table.public.dealt) == {0, 1}


def test_more_of_them_come_and_play_the_next_hands() -> None:
    room = TimedRoom(bots=1)
    ann = Guest(room)
    ann.sit(0)
    room.wait()
    room.want_bots(3)
    assert bots(room) == ["Bea"], "not in the middle of a hand"
    for _ in range(4):
        play_on(room, ann)
        room.wait(2)
    assert bots(room) == ["Bea", "Carl", "Dora"]
    assert set(room.table.public.dealt) == {0, 1, 2, 3}


def test_between_hands_they_come_and_go_at_once() -> None:
    room = TimedRoom(bots=0)
    room.want_bots(5)
    assert bots(room) == ["Bea", "Carl", "Dora", "Emil", "Fay"]
    assert room.table.public.free == [0]
    room.want_bots(0)
    assert bots(room) == []
    assert chips_of_bots(room) == 0
    # RULES, sit out, leave: who comes back soon brings what he took.
    room.want_bots(2)
    assert bots(room) == ["Bea", "Carl"]
    assert len(room.host.policies) == 2


def test_what_is_asked_for_last_in_a_hand_holds() -> None:
    room = TimedRoom(bots=3)
    ann = Guest(room)
    ann.sit(0)
    room.wait()
    for count in (0, 5, 2):
        room.want_bots(count)
    play_on(room, ann)
    room.wait()
    assert bots(room) == ["Bea", "Carl"]


def test_they_take_no_chair_that_somebody_waits_for() -> None:
    room = TimedRoom(seats=4, settings=msgspec.structs.replace(TimedRoom().settings, offer_time=60))
    guests = [Guest(room, name) for name in ("Ann", "Ben", "Cid", "Dan")]
    for seat, guest in enumerate(guests):
        guest.sit(seat)
    waits = Guest(room, "Eve")
    waits.say(JoinList())
    room.wait()
    for leaver in guests[2:]:
        leaver.say(Stand())
    room.want_bots(3)
    play_on(room, *guests)
    room.wait()
    assert room.table.public.offered == ("Eve",)
    assert bots(room) == ["Bea"]
    assert len(room.table.public.free) == 1
    waits.sit()
    assert waits.viewer is not None


def test_nobody_is_called_as_one_who_sits_or_waits_there() -> None:
    room = TimedRoom(bots=1, seats=6)
    for name in ("Carl", "Emil"):
        Guest(room, name).sit()
    room.want_bots(3)
    room.wait(1)
    assert [name for name in bots(room) if name in ("Carl", "Emil")] == []


@pytest.fixture
async def house() -> AsyncIterator[House]:
    async with a_house() as made:
        yield made


async def test_a_change_that_waits_for_the_end_of_a_hand_is_made_after_a_restart(
    house: House,
) -> None:
    table = await house.lobby.create(TableSpec(bots=3, rules="robert"), house.hal)
    ann = Line(table, house.ann)
    ann.say(table, Sit(0, 100))
    await until(lambda: table.table.public.playing and table.table.turn == 0)
    await house.lobby.change(table.id, to(TableSpec(bots=1, rules="robert")), house.hal)
    assert len(table.host.policies) == 3
    await house.restart()
    (again,) = house.lobby.tables.values()
    assert (again.table.public.playing, again.spec.bots) == (True, 1)
    Line(again, house.ann)
    again.void_hand("It is late.")
    await until(lambda: sorted(again.host.policies) == [1])


async def test_a_change_that_was_made_is_not_made_again_by_a_restart(house: House) -> None:
    table = await house.lobby.create(TableSpec(rules="robert"), house.hal)
    await house.lobby.change(table.id, to(TableSpec(bots=1, rules="robert")), house.hal)
    assert sorted(table.host.policies) == [1]
    ann = Line(table, house.ann)
    ann.say(table, Sit(0, 100))
    for hand in (1, 2, 3):
        await until(partial(has_played, table, hand))
        table.void_hand("It is late.")
        await until(lambda: not table.table.public.playing)
    # Another way to be one fewer, of which the table's words say nothing.
    table.clear_seat(Seat(1))
    await until(lambda: table.host.policies == {})
    await house.restart()
    (again,) = house.lobby.tables.values()
    Line(again, house.ann)
    await until(lambda: again.host.due() is None)
    assert again.host.policies == {}


def has_played(room: StaffedRoom, hands: int) -> bool:
    return room.table.public.hands == hands


@pytest.mark.parametrize("count", [-1, 6])
async def test_one_chair_is_for_people(house: House, count: int) -> None:
    table = await house.lobby.create(TableSpec(bots=1), house.hal)
    with pytest.raises(RulesError, match="bots: 0 to 5, one of 6 seats stays free"):
        await house.lobby.change(table.id, to(TableSpec(bots=count)), house.hal)
    assert (len(table.host.policies), table.spec.bots) == (1, 1)
