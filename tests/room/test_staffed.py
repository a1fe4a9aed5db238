"""What the host and the floor do with a table: void a hand, change the rules, close it."""

from __future__ import annotations

from functools import partial

import msgspec
import pytest

from omaha8.room.client import TABLE_CLOSED
from omaha8.room.messages import Bye, ComeBack, Events, JoinList, Snapshot
from omaha8.room.refusals import RoomRefused
from omaha8.room.shown import ChangeView
from omaha8.room.spec import TableSpec
from omaha8.rules.game import Seat
from omaha8.rules.house import RulesError
from omaha8.store.records import table_account
from omaha8.table import Refused
from tests.room.guests import QUICK, Guest, TimedRoom, kinds, play_on
from tests.room.kept import TABLE, Kept


async def in_a_hand(bots: int = 0, think_time: float = 60) -> tuple[Kept, Guest, Guest]:
    kept = Kept(bots=bots, settings=msgspec.structs.replace(QUICK, think_time=think_time))
    await kept.begin()
    ann, ben = kept.guest("Ann"), kept.guest("Ben")
    ann.sit(0, 100)
    ben.sit(5, 150)
    kept.room.wait()
    return kept, ann, ben


async def test_closing_waits_for_the_hand_and_pays_everybody_out() -> None:
    kept, ann, ben = await in_a_hand(bots=1)
    changes: list[bool] = []
    kept.room.on_change = lambda: changes.append(kept.room.closed)
    kept.room.close("Hal has closed the table.")
    kept.room.wait(5)
    assert kept.room.is_playing()
    assert changes == []
    play_on(kept.room, ann, ben)
    kept.room.wait(5)
    assert kept.room.closed
    assert changes == [True]
    for guest in (ann, ben):
        last = guest.read()[-1]
        assert last == Bye("Hal has closed the table.")
        assert guest.client.close_code == TABLE_CLOSED
    balances = await kept.store.ledger.balances()
    assert balances[table_account(TABLE)] == 0
    assert sum(balances.values()) == 0
    assert kept.room.table.public.hands == 1
    assert kept.room.step() is None


async def test_between_hands_a_table_closes_at_once() -> None:
    kept = Kept()
    await kept.begin()
    ann = kept.guest("Ann")
    ann.sit(0, 100)
    kept.room.close("Good night.")
    kept.room.wait()
    assert kept.room.closed
    assert kept.bank.of(ann.person.id) == 0


async def test_nobody_is_told_goodbye_before_his_chips_are_safe() -> None:
    kept, ann, ben = await in_a_hand()
    play_on(kept.room, ann, ben)
    kept.room.close("Good night.")
    kept.room.wait()
    told = kinds(ann.read()) + kinds(ann.told)
    assert "left" in told
    rows = [row async for row in kept.store.journal.rows(TABLE, 0)]
    assert b'"left"' in rows[-1].body


async def test_whose_chair_is_freed_plays_on_and_has_gone_after_the_hand() -> None:
    """Nobody folds another's hand, whoever he is; and nobody keeps a chair that is freed."""
    kept, ann, ben = await in_a_hand()
    acting, seat = (ann, Seat(0)) if ann.to_act else (ben, Seat(5))
    kept.room.clear_seat(seat)
    assert kept.room.table.turn == seat
    assert acting.to_act
    await kept.again()
    assert kept.room.table.public.cleared == {seat}
    ann, ben = kept.back(ann), kept.back(ben)
    (ann if seat == 0 else ben).say(ComeBack())
    play_on(kept.room, ann, ben)
    assert kept.room.table.public.seats[seat] is None
    assert kept.bank.of(ann.person.id) + kept.bank.of(ben.person.id) == -kept.room.table.chips


async def test_a_void_hand_gives_everybody_back_what_he_had() -> None:
    kept, ann, ben = await in_a_hand()
    for _ in range(3):
        (ann if ann.to_act else ben).gambles()
    kept.room.void_hand("A card was seen.")
    public = kept.room.table.public
    assert not public.playing
    assert [public.stack(Seat(seat)) for seat in (0, 5)] == [100, 150]
    assert kinds(ann.read())[-1] == "hand_voided"
    record = await kept.store.journal.hand(TABLE, 1)
    assert record is not None
    assert (record.note, record.pot) == ("A card was seen.", 0)
    kept.room.wait(10)
    assert public.hands == 2


async def test_between_hands_there_is_nothing_to_void() -> None:
    kept, ann, ben = await in_a_hand()
    play_on(kept.room, ann, ben)
    with pytest.raises(Refused):
        kept.room.void_hand("A card was seen.")


async def test_another_name_at_once_other_stakes_from_the_next_hand_on() -> None:
    kept, ann, ben = await in_a_hand()
    spec = TableSpec(name="The big game", rules="robert", stakes="4/8").checked()
    ann.read()
    kept.room.change(spec, "Hal")
    told = ann.read()
    events = [event for m in told if isinstance(m, Events) for event in m.events]
    assert [(event["type"], event.get("by")) for event in events] == [("rules_change_asked", "Hal")]
    snapshot = next(m for m in reversed(told) if isinstance(m, Snapshot))
    assert (snapshot.table.name, snapshot.table.stakes) == ("The big game", "4/8")
    assert snapshot.view.coming == (
        ChangeView("Game", "Limit Omaha Hi/Lo 4/8", "Limit Omaha Hi/Lo 2/4"),
        ChangeView("Buy-in", "80 to 800", "40 to 400"),
        ChangeView("Time bank", "60 seconds", "none"),
    )
    assert kept.room.table.hand is not None
    assert kept.room.table.hand.public.game.big_blind == 2
    play_on(kept.room, ann, ben)
    kept.room.wait(2)
    assert kept.room.table.hand.public.game.big_blind == 4
    await kept.again()
    assert kept.room.table.hand is not None
    assert kept.room.table.hand.public.game.big_blind == 4


async def test_another_name_alone_changes_no_rules() -> None:
    kept, ann, _ = await in_a_hand()
    ann.read()
    spec = TableSpec(name="Saturday", rules="robert", time_bank=0)
    kept.room.change(spec.checked(), "Hal")
    (snapshot,) = ann.read()
    assert isinstance(snapshot, Snapshot)
    assert (snapshot.table.name, snapshot.view.coming) == ("Saturday", ())


async def test_another_clock_begins_with_the_next_hand() -> None:
    """Nobody is folded by it, and who changes it in his own turn has no more time for that."""
    kept, ann, ben = await in_a_hand()
    room = kept.room
    acting, other = (ann, ben) if ann.to_act else (ben, ann)
    room.wait(30)
    for seconds in (90, 20):
        acting.read()
        room.change(TableSpec(rules="robert", think_time=seconds, time_bank=10).checked())
        snapshot = next(m for m in reversed(acting.read()) if isinstance(m, Snapshot))
        assert snapshot.table.think_ms == 1000 * seconds
        assert snapshot.view.acting_ms == 30_000
    acting.passes()
    other.read()
    assert (other.view.acting_ms, room.table.turn) == (60_000, other.viewer)
    play_on(room, ann, ben)
    room.wait(2)
    ann.read()
    assert ann.view.acting_ms == 20_000


async def test_who_may_think_for_ever_may_be_given_a_clock() -> None:
    kept, ann, ben = await in_a_hand(think_time=0)
    acting = ann if ann.to_act else ben
    kept.room.wait(10_000)
    kept.room.change(TableSpec(rules="robert", think_time=20).checked())
    acting.read()
    # Not folded at once: he thought that he had for ever.
    assert acting.view.acting_ms == 60_000
    kept.room.wait(10)
    kept.room.pause("Hal")
    kept.room.wait(100)
    kept.room.resume("Hal")
    acting.read()
    assert acting.view.acting_ms == 50_000
    # So has everybody in a hand that was dealt without a clock.
    acting.passes()
    acting.read()
    assert acting.view.acting_ms == 60_000
    play_on(kept.room, ann, ben)
    kept.room.wait(2)
    acting.read()
    assert acting.view.acting_ms == 20_000


async def test_nobody_is_given_a_time_in_which_he_cannot_act() -> None:
    kept, _, _ = await in_a_hand()
    words = "think_time: 0 for as long as one likes, or 5 to 86400 seconds, not 0.5"
    with pytest.raises(RulesError, match=words):
        kept.room.check_change(TableSpec(rules="robert", think_time=0.5).checked())
    kept.room.check_change(TableSpec(rules="robert", think_time=5).checked())
    with pytest.raises(RulesError, match=words):
        TableSpec(think_time=0.5).checked(5)


async def test_that_a_table_closes_is_told_and_nobody_comes_any_more() -> None:
    kept, ann, ben = await in_a_hand()
    cat, dan = kept.guest("Cat"), kept.guest("Dan")
    ben.read()
    assert not ben.view.closing
    kept.room.close("Good night.")
    ben.read()
    assert ben.view.closing
    cat.sit(2)
    dan.say(JoinList())
    dan.read()
    words = "The table closes after this hand."
    assert [guest.errors[-1].message for guest in (cat, dan)] == [words] * 2
    with pytest.raises(RoomRefused, match=words):
        kept.room.wait_for_chair(cat.person, on=True)
    play_on(kept.room, ann, ben)
    kept.room.wait(2)
    assert kept.room.closed


@pytest.mark.parametrize("way", ["the table closes", "his chair is cleared"])
async def test_where_there_is_no_clock_who_must_go_has_a_minute_for_each_turn(way: str) -> None:
    """Else he could hold the others' chips for ever."""
    kept, ann, ben = await in_a_hand(think_time=0)
    room = kept.room
    acting = ann if ann.to_act else ben
    room.wait(10_000)
    acting.read()
    assert acting.viewer is not None
    assert [acting.view.acting_ms] == [None]
    if way == "the table closes":
        room.close("Good night.")
    else:
        room.clear_seat(Seat(acting.viewer))
    acting.read()
    assert acting.view.acting_ms == 60_000
    room.wait(50)
    assert room.is_playing()
    room.wait(20)
    assert not room.has_seat(acting.person.id)


async def test_a_table_keeps_its_chairs() -> None:
    kept, _, _ = await in_a_hand()
    with pytest.raises(RoomRefused, match="a table keeps its chairs"):
        kept.room.change(TableSpec(rules="robert", seats=9).checked())


def test_at_a_table_that_has_stopped_nothing_can_be_done() -> None:
    room = TimedRoom(settings=QUICK)
    room.freeze(ValueError("wrong"))
    for what in (
        partial(room.pause, "Hal"),
        room.resume,
        partial(room.void_hand, "why"),
        partial(room.change, TableSpec(rules="robert").checked()),
    ):
        with pytest.raises(RoomRefused, match="has stopped"):
            what()


def test_who_waits_for_a_chair_is_listed_and_told_of_it() -> None:
    room = TimedRoom(settings=msgspec.structs.replace(QUICK, think_time=0), seats=2)
    ann, ben, cat, dan = (Guest(room, name) for name in ("Ann", "Ben", "Cat", "Dan"))
    ann.sit(0)
    ben.sit(1)
    cat.sit()
    assert cat.errors[-1].code == "table_full"
    cat.say(JoinList())
    room.wait_for_chair(dan.person, on=True)
    cat.read()
    assert list(cat.view.waiting) == ["Cat", "Dan"]
    room.wait_for_chair(dan.person, on=False)
    cat.read()
    assert list(cat.view.waiting) == ["Cat"]
    ben.hang_up()
    while not room.table.public.free:
        room.wait(1)
    cat.sit()
    assert cat.viewer == 1
    cat.read()
    assert list(cat.view.waiting) == []


def test_the_free_chair_is_for_who_waits_first() -> None:
    room = TimedRoom(seats=2)
    ann, ben, cat, dan = (Guest(room, name) for name in ("Ann", "Ben", "Cat", "Dan"))
    ann.sit(0)
    ben.sit(1)
    for guest in (cat, dan):
        guest.say(JoinList())
    ben.hang_up()
    while not room.table.public.free:
        room.wait(1)
    dan.sit()
    assert dan.viewer is None
    assert dan.errors[-1].message == (
        "The free seat 2 is first offered to Cat: join the waiting list."
    )
    cat.sit()
    assert cat.viewer == 1


def test_who_does_not_take_the_chair_that_is_offered_loses_his_place() -> None:
    room = TimedRoom(seats=2)
    ann, ben, cat, dan = (Guest(room, name) for name in ("Ann", "Ben", "Cat", "Dan"))
    ann.sit(0)
    ben.sit(1)
    for guest in (cat, dan):
        guest.say(JoinList())
    ben.hang_up()
    while not room.table.public.free:
        room.wait(1)
    room.wait(room.settings.offer_time - 2)
    # Nobody's time runs, his neither.
    room.pause("Hal")
    left = [each.ms for each in room.telling.view().kept]
    room.wait(1000)
    assert [each.ms for each in room.telling.view().kept] == left
    room.resume()
    assert room.table.public.offered == ("Cat",)
    room.wait(3)
    assert room.table.public.offered == ("Dan",)
    dan.sit()
    assert dan.viewer == 1
