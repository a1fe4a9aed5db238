"""No chair is free: bots make room for people, people for nobody."""

from __future__ import annotations

from omaha8.room.messages import JoinList, Stand
from omaha8.table.player import Player
from tests.room.guests import Guest, TimedRoom, kinds, play_on


def bots(room: TimedRoom) -> int:
    return sum(isinstance(who, Player) and who.bot for who in room.table.public.seats)


def test_each_of_three_people_gets_a_chair_among_five_bots() -> None:
    room = TimedRoom(bots=5)
    guests: list[Guest] = []
    for name in ("Ann", "Ben", "Cat"):
        guest = Guest(room, name)
        room.wait()
        if room.is_playing():
            # The hand is played to its end by those who were dealt in.
            assert bots(room) == 6 - len(guests)
            guest.sit()
            assert guest.errors[-1].code == "table_full"
            guest.say(JoinList())
            assert guest.read()[-1].view.waiting == (name,)  # type: ignore[union-attr]
            play_on(room, *guests)
            room.wait()
        assert len(room.table.public.free) == 1
        guest.sit()
        assert guest.viewer is not None
        guests.append(guest)
        room.wait(2)
    assert bots(room) == 3
    for _ in range(3):
        play_on(room, *guests)
        room.wait(2)
    assert not room.frozen
    assert all(guest.view is not None and guest.viewer is not None for guest in guests)
    assert room.table.public.hands > 3


def test_nobody_makes_room_for_who_only_watches() -> None:
    room = TimedRoom(bots=5)
    ann, rail = Guest(room, "Ann"), Guest(room, "Rail")
    ann.sit()
    room.wait()
    play_on(room, ann)
    room.wait(2)
    assert bots(room) == 5
    assert rail.viewer is None


def test_a_chair_is_offered_for_a_minute_and_then_to_the_next() -> None:
    """The waiting list: first come, first served, and whoever does not come loses his place."""
    room = TimedRoom(seats=2)
    ann, ben, cat, dan = (Guest(room, name) for name in ("Ann", "Ben", "Cat", "Dan"))
    ann.sit()
    ben.sit()
    for guest in (cat, dan):
        guest.say(JoinList())
    room.wait()
    play_on(room, ann, ben)
    ben.say(Stand())
    dan.sit()
    assert dan.errors[-1].message.startswith("The free seat 2 is first offered to Cat")
    room.wait(59)
    assert room.table.public.offered == ("Cat",)
    room.wait(2)
    assert room.table.public.offered == ("Dan",)
    dan.sit()
    assert dan.viewer == 1
    assert room.table.public.waiting == ()


def test_who_plays_alone_with_bots_keeps_them_all() -> None:
    room = TimedRoom(bots=5)
    ann = Guest(room, "Ann")
    ann.sit()
    room.wait()
    play_on(room, ann)
    room.wait(2)
    assert bots(room) == 5


def test_a_table_full_of_people_stays_as_it_is() -> None:
    room = TimedRoom(seats=3)
    for name in ("Ann", "Ben", "Cat"):
        Guest(room, name).sit()
    rail = Guest(room, "Rail")
    room.wait()
    assert room.table.public.free == []
    rail.sit()
    assert rail.errors[-1].code == "table_full"


def test_the_bot_of_a_duel_stays_where_somebody_only_watches() -> None:
    room = TimedRoom(bots=1, seats=2)
    ann = Guest(room, "Ann")
    ann.sit()
    rail = Guest(room, "Rail")
    room.wait()
    assert room.is_playing()
    assert bots(room) == 1
    assert "left" not in kinds(rail.read())
