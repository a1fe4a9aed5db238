"""Who only watches may see everything later: the same, and nothing before."""

from __future__ import annotations

import pytest

from omaha8.room.messages import (
    Done,
    Events,
    JoinList,
    LeaveList,
    Reveal,
    Said,
    Say,
    SitOut,
    Snapshot,
    Stand,
    Yours,
)
from omaha8.room.shown import PlaceView
from tests.room.delayed import DELAY, Delayed, frames
from tests.room.guests import QUICK, Guest, TimedRoom, kinds, play_on
from tests.room.kept import TABLE, Kept
from tests.room.sessions import PATIENT, SlowSession


def test_the_rail_sees_nothing_before_its_time_and_everything_then() -> None:
    table = Delayed()
    table.act()
    assert table.stranger.read() == []
    assert table.cat.read() == []
    table.room.wait(DELAY - 1)
    assert table.stranger.read() == []
    table.room.wait(1)
    assert "called" in kinds(table.stranger.read())
    assert table.stranger.seq == table.room.host.log.next - 1


def test_the_frames_are_the_same_for_all_on_the_rail() -> None:
    table = Delayed()
    for _ in range(3):
        table.act()
        table.room.wait(5)
    table.room.wait(DELAY)
    assert frames(table.stranger) == frames(table.cat)


def test_it_is_what_was_told_at_the_table_only_later() -> None:
    on_time = TimedRoom(settings=QUICK, table=TABLE)
    late = TimedRoom(settings=QUICK, spectator_delay=DELAY, table=TABLE)
    told = []
    for room in (on_time, late):
        watcher = Guest(room, watches=True)
        ann, ben = Guest(room), Guest(room, "Ben")
        ann.sit(0)
        ben.sit(1)
        room.wait()
        for _ in range(12):
            for guest in (ann, ben):
                if guest.to_act:
                    guest.passes()
                    room.wait()
        room.wait(DELAY if room is late else 0)
        watcher.read()
        told.append([event for m in watcher.told if isinstance(m, Events) for event in m.events])
        assert watcher.seq >= 20
    assert len(told[1]) >= 20
    shorter = min(map(len, told))
    assert told[0][:shorter] == told[1][:shorter]


def test_who_comes_sees_the_table_as_it_was() -> None:
    table = Delayed()
    table.room.wait(DELAY)
    table.cat.read()
    seen = table.cat.seq
    table.act()
    dan = Guest(table.room, "Dan")
    (snapshot,) = [message for message in dan.told if isinstance(message, Snapshot)]
    assert snapshot.seq == seen
    assert snapshot.view.turn_id < table.room.host.clock.turn_id
    table.room.wait(DELAY)
    dan.read()
    assert dan.seq == table.room.host.log.next - 1


def test_who_comes_before_the_first_hand_sees_the_table_as_it_is() -> None:
    room = TimedRoom(bots=1, settings=QUICK, spectator_delay=DELAY, table=TABLE)
    stranger = Guest(room, watches=True)
    ann = Guest(room)
    for guest in (stranger, ann):
        (snapshot,) = [message for message in guest.told if isinstance(message, Snapshot)]
        assert [seat is not None for seat in snapshot.seats] == [False, True] + 4 * [False]
    ann.say(Say("hello"))
    ann.sit(0)
    assert "seated" in kinds(stranger.read())
    assert [said.text for said in stranger.told if isinstance(said, Said)] == ["hello"]
    # The first hand is the first secret.
    room.wait()
    assert room.is_playing()
    assert "hand_started" not in kinds(stranger.read())
    ben = Guest(room, "Ben")
    (snapshot,) = [message for message in ben.told if isinstance(message, Snapshot)]
    assert snapshot.view.hand is None
    assert snapshot.events == ()
    assert [seat is not None for seat in snapshot.seats] == [True, True] + 4 * [False]
    room.wait(DELAY)
    assert "hand_started" in kinds(stranger.read())


def test_a_table_at_rest_is_seen_as_it_is_once_its_last_hand_was_seen() -> None:
    table = Delayed()
    table.ann.say(SitOut())
    play_on(table.room, table.ann, table.ben, fold=True)
    assert "hand_ended" not in kinds(table.stranger.read())
    # Now no hand can be dealt; what happens comes behind the hand, and no sooner.
    table.room.wait(DELAY / 2)
    table.ben.say(Say("well folded"))
    table.cat.say(Say("was it?"))
    assert [m for m in table.stranger.read() if isinstance(m, Said)] == []
    table.room.wait(DELAY / 2)
    table.stranger.read()
    assert "hand_ended" in kinds(table.stranger.told)
    assert [m.text for m in table.stranger.told if isinstance(m, Said) and m.kind == "say"] == [
        "well folded",
        "was it?",
    ]
    dan = Guest(table.room, "Dan")
    dan.sit(3)
    assert "seated" in kinds(table.stranger.read())


def test_what_concerns_only_who_watches_is_told_at_once() -> None:
    room = TimedRoom(seats=2, settings=QUICK, spectator_delay=DELAY, table=TABLE)
    ann, ben, cat, dan = (Guest(room, name) for name in ("Ann", "Ben", "Cat", "Dan"))
    ann.sit(0)
    ben.sit(1)
    room.wait()
    assert room.is_playing()
    cat.say(JoinList())
    cat.read()
    assert cat.me is not None
    assert cat.me.listed == PlaceView(1, 1)
    dan.say(JoinList())
    for guest in (cat, dan):
        guest.read()
    assert dan.me is not None
    assert (cat.me.listed, dan.me.listed) == (PlaceView(1, 2), PlaceView(2, 2))
    dan.say(LeaveList())
    dan.read()
    assert dan.me.listed is None
    # Of the hand that goes on he hears nothing with it.
    mine = [message for message in dan.told if isinstance(message, Yours)]
    assert all((m.me.readout, m.me.legal, m.me.hand) == (None, None, None) for m in mine)
    assert kinds(cat.told + dan.told).count("hand_started") == 0
    # A chair is kept for a minute: half of it is not spent on waiting to hear of it.
    ben.say(Stand())
    play_on(room, ann, ben)
    cat.read()
    listed = cat.me.listed
    assert listed is not None
    assert listed.offer_ms is not None
    assert listed.offer_ms > 59_000
    assert "left" not in kinds(cat.told)
    room.wait(10)
    again = Guest(room, "Cat", person=cat.person)
    assert again.me is not None
    assert again.me.listed is not None
    assert again.me.listed.offer_ms is not None
    assert 48_000 < again.me.listed.offer_ms <= 50_000
    cat.sit(1)
    assert cat.viewer == 1
    assert cat.view.kept == ()


@pytest.mark.parametrize("delay", [0.0, DELAY])
def test_the_hand_of_who_got_up_is_gone_with_the_next_one(delay: float) -> None:
    room = TimedRoom(settings=QUICK, spectator_delay=delay, table=TABLE)
    ann, ben, cat = (Guest(room, name) for name in ("Ann", "Ben", "Cat"))
    for seat, guest in enumerate((ann, ben, cat)):
        guest.sit(seat)
    room.wait()
    cat.say(Stand())
    play_on(room, ann, ben)
    cat.read()
    assert cat.viewer is None
    assert cat.me is not None
    assert cat.me.readout is not None
    room.wait(1)
    assert room.is_playing()
    cat.read()
    assert cat.me.readout is None


def test_who_sits_down_sees_it_as_it_happens() -> None:
    table = Delayed()
    table.room.wait(DELAY)
    table.cat.read()
    seen = table.cat.seq
    table.act()
    table.act()
    assert table.cat.read() == []
    table.cat.sit(2)
    assert table.cat.viewer == 2
    assert table.cat.seq == table.room.host.log.next - 1
    table.act()
    assert table.cat.read() != []
    # And is not told once more what waits for the rail.
    live = table.cat.seq
    assert live > seen
    count = len(table.cat.told)
    table.room.wait(DELAY)
    table.cat.read()
    assert all(m.seq > live for m in table.cat.told[count:] if isinstance(m, Events))


def test_who_leaves_sees_the_end_of_his_hand_and_then_waits_with_the_others() -> None:
    table = Delayed()
    dan = Guest(table.room, "Dan")
    dan.sit(2)
    actor, other = (table.ann, table.ben) if table.ann.to_act else (table.ben, table.ann)
    # Out of turn he would fold when it comes to him.
    actor.say(Stand())
    assert not table.room.has_seat(actor.person.id)
    assert "hand_ended" in kinds(actor.told + actor.read())
    ended = actor.seq
    # The next hand is not his any more: he sees it half a minute later, without a gap.
    while not table.room.is_playing():
        table.room.wait(1)
    hand = table.room.table.public.hands
    actor.read()
    table.room.wait(1)
    (other if other.to_act else dan).passes()
    assert actor.read() == []
    assert "called" in kinds(other.told + other.read())
    assert actor.seq <= ended + 10
    table.room.wait(DELAY)
    actor.read()
    assert actor.view.hand in (hand, None)
    assert actor.seq > ended


@pytest.mark.parametrize("slow", [False, True])
@pytest.mark.parametrize("seed", range(2))
async def test_whoever_sits_stands_comes_and_goes_is_told_all_in_order(
    seed: int, slow: bool
) -> None:
    """A gap in the numbers would be found by each `Guest`."""
    kept = Kept(settings=PATIENT, bots=1, seed=seed, slow=slow, spectator_delay=4.0)
    await kept.begin()
    with kept.disk.fast():
        session = SlowSession(kept, ("Ann", "Ben", "Cat", "Dan"), seed)
        watcher = Guest(kept.room, watches=True)
    for _ in range(200):
        session.step()
        watcher.read()
    with kept.disk.fast():
        if kept.room.paused is None:
            kept.room.pause("Hal")
        kept.room.wait(10)
    for guest in (watcher, *(g for g in session.guests if g.client.table is not None)):
        guest.read()
        assert guest.seq == kept.room.host.log.next - 1


def test_nobody_on_the_rail_learns_from_a_refusal_how_the_table_stands() -> None:
    table = Delayed()
    table.act()
    table.cat.read()
    table.cat.say(Stand())
    (error,) = table.cat.read()
    assert (error.hand, error.turn, error.legal) == (None, None, None)  # type: ignore[union-attr]
    table.cat.say(Reveal(hand=0, nonce="0" * 64))
    (error,) = table.cat.read()
    assert (error.hand, error.turn) == (None, None)  # type: ignore[union-attr]


def test_nor_from_an_answer_or_from_how_the_table_goes() -> None:
    table = Delayed()
    table.room.wait(DELAY)
    (table.ann if table.ann.to_act else table.ben).passes(fold=True)
    table.cat.say(JoinList(id="wait"))
    answers = [m for m in table.cat.read() if isinstance(m, Done)]
    assert [answer.seq for answer in answers] in ([], [-1])
    table.ann.say(SitOut(id="out"))
    assert [m.seq > 0 for m in table.ann.read() if isinstance(m, Done)] == [True]


def test_lines_about_a_hand_come_when_the_hand_was_seen() -> None:
    table = Delayed()
    # Something to see.
    table.room.wait(DELAY)
    (table.ann if table.ann.to_act else table.ben).passes(fold=True)
    table.ann.say(Say("well folded"))
    dan = Guest(table.room, "Dan")
    assert [m for m in dan.told + dan.read() if isinstance(m, Said)] == []
    table.ann.read()
    assert [m.kind for m in table.ann.told if isinstance(m, Said)] == ["dealer", "say"]
    table.room.wait(DELAY)
    assert [m.kind for m in dan.read() if isinstance(m, Said)][:2] == ["dealer", "say"]
    # Who comes now is told at once.
    eve = Guest(table.room, "Eve")
    assert [m.kind for m in eve.told if isinstance(m, Said)][:2] == ["dealer", "say"]


@pytest.mark.parametrize("since", [10, 40])
async def test_after_a_restart_the_rail_waits_for_what_it_may_not_know_yet_and_no_longer(
    since: float,
) -> None:
    kept = Kept(settings=QUICK, spectator_delay=DELAY)
    await kept.begin()
    ann, ben = kept.guest("Ann"), kept.guest("Ben")
    ann.sit(0, 100)
    ben.sit(1, 100)
    kept.room.wait()
    ann.say(Say("Good luck."))
    play_on(kept.room, ann, ben)
    for guest in (ann, ben):
        guest.say(SitOut())
    kept.room.wait(since)
    await kept.again()
    said = [line.text for line in kept.room.chat.lines]
    assert said[0] == "Good luck."
    assert said[1].startswith("Hand 1: ")
    rail = Guest(kept.room, watches=True)
    rail.read()
    for seen in (since > DELAY, True):
        assert any(isinstance(message, Snapshot) for message in rail.told) is seen
        heard = [message.text for message in rail.told if isinstance(message, Said)]
        assert heard == (said if seen else [])
        kept.room.wait(max(0, DELAY - since) + 1)
        rail.read()
