"""What a table with a delay keeps back, and when it is told."""

from __future__ import annotations

import msgspec
import pytest

from omaha8.room.messages import Events, Next, SitOut, Snapshot, Stand
from omaha8.room.spec import TableSpec
from tests.room.delayed import DELAY, Delayed
from tests.room.guests import QUICK, Clock, Guest, TimedRoom, play_on
from tests.room.kept import TABLE, Held


def test_views_without_an_event_are_folded_for_the_rail() -> None:
    """Else who comes and goes, or votes, again and again fills the memory, and has the rail cut."""
    table = Delayed()
    for _ in range(2000):
        table.ann.hang_up()
        table.ann = Guest(table.room, person=table.ann.person)
        table.ben.read()
        table.clock.time += 0.01
    table.room.wait(2 * DELAY)
    assert table.stranger.client.close_code is None
    table.ann.hang_up()
    table.room.wait(2 * DELAY)
    told = table.stranger.read()
    assert 20 <= len(told) <= 30
    # The last of them is among those.
    table.ben.read()
    assert table.stranger.view.away == table.ben.view.away == (0,)


def test_many_frames_that_are_due_at_once_leave_time_to_read_them() -> None:
    table = Delayed()
    rail, queue = table.room.keeper.rail, table.room.settings.queue
    assert rail is not None
    for n in range(3 * queue):
        rail.push(b"%d" % n, None, table.room.host.now())
    told: list[bytes] = []
    table.clock.time += 2 * DELAY
    while rail.due is not None and rail.due <= table.room.host.now():
        table.room.step()
        table.clock.time += 0.001
        told += table.stranger.client.waiting()
    assert [frame for frame in told if frame.isdigit()] == [b"%d" % n for n in range(3 * queue)]
    assert table.stranger.client.close_code is None


def test_who_votes_for_the_next_hand_twice_is_told_of_once() -> None:
    room = TimedRoom(settings=msgspec.structs.replace(QUICK, pause=100), table=TABLE)
    ann, ben = Guest(room), Guest(room, "Ben")
    ann.sit(0)
    ben.sit(1)
    room.wait()
    play_on(room, ann, ben, fold=True)
    ben.read()
    for _ in range(5):
        ann.say(Next())
    assert len(ben.read()) == 1
    ben.say(Next())
    room.wait()
    assert room.is_playing()


def test_that_somebody_is_back_is_seen_from_the_rail_too() -> None:
    table = Delayed()
    table.ann.hang_up()
    table.room.wait(2 * DELAY)
    table.stranger.read()
    assert table.stranger.view.away == (0,)
    Guest(table.room, person=table.ann.person)
    table.room.wait(2 * DELAY)
    table.stranger.read()
    assert table.stranger.view.away == ()


def test_who_gets_up_is_told_nothing_old_before_that_is_on_disk() -> None:
    journal = Held()
    journal.open = True
    clock = Clock()
    room = TimedRoom(
        seats=3,
        settings=QUICK,
        spectator_delay=DELAY,
        table=TABLE,
        clock=clock,
        wall=clock,
        journal=journal,
    )
    ann, ben, cat = (Guest(room, name) for name in ("Ann", "Ben", "Cat"))
    for seat, guest in enumerate((ann, ben)):
        guest.sit(seat)
    room.wait()
    play_on(room, ann, ben, fold=True)
    cat.sit(2)
    cat.read()
    seen = cat.seq
    journal.open = False
    cat.say(Stand())
    clock.time += 2 * DELAY
    room.step()
    assert [m for m in cat.read() if isinstance(m, Events)] == []
    journal.keep()
    (snapshot,) = [m for m in cat.read() if isinstance(m, Snapshot)]
    assert snapshot.seq > seen


@pytest.mark.parametrize("playing", [True, False])
def test_another_name_and_clock_reach_the_rail(playing: bool) -> None:
    table = Delayed()
    if not playing:
        play_on(table.room, table.ann, table.ben, fold=True)
        table.ann.say(SitOut())
        table.room.wait(2 * DELAY)
    table.stranger.read()
    changed = TableSpec(name="Saturday", rules="pokerstars", think_time=90).checked()
    table.room.change(changed)
    if playing:
        assert table.stranger.read() == []
    table.room.wait(2 * DELAY)
    newcomer = Guest(table.room, watches=True)
    for guest in (table.stranger, newcomer):
        guest.read()
        last = [m for m in guest.told if isinstance(m, Snapshot)][-1]
        assert (last.table.name, last.table.think_ms) == ("Saturday", 90_000)
