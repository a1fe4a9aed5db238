"""Nobody is dealt in at stakes that he could not get up for."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from omaha8.room.coming import costs_more
from omaha8.room.messages import ComeBack, Commit, Next, Say, Stand
from omaha8.room.shown import ChangeView
from omaha8.room.spec import TableSpec
from omaha8.rules.game import Seat
from tests.room.guests import QUICK, Guest, play_on
from tests.room.kept import Kept

NOTICE = msgspec.structs.replace(QUICK, change_notice=15)
HIGH = TableSpec(rules="robert", stakes="50/100").checked()


async def between_hands(bots: int = 0) -> tuple[Kept, Guest, Guest]:
    kept = Kept(bots=bots, settings=NOTICE)
    await kept.begin()
    ann, ben = kept.guest("Ann"), kept.guest("Ben")
    ann.sit(0, 100)
    ben.sit(5, 150)
    kept.room.wait()
    play_on(kept.room, ann, ben)
    assert kept.room.table.public.hands == 1
    return kept, ann, ben


def hands(kept: Kept) -> int:
    return kept.room.table.public.hands


async def test_the_next_hand_waits_until_everybody_could_read_what_it_costs() -> None:
    kept, _, ben = await between_hands()
    kept.room.wait(0.9)
    kept.room.change(HIGH, "Ann")
    kept.room.wait(14.9)
    assert hands(kept) == 1
    # He has had the time to get up, and is not dealt in.
    ben.say(Stand())
    kept.room.wait(60)
    assert kept.room.table.public.seats[5] is None
    assert hands(kept) == 1


async def test_who_is_there_and_stays_plays_the_new_stakes_after_that() -> None:
    kept, *guests = await between_hands()
    kept.room.change(HIGH, "Ann")
    for guest in guests:
        guest.say(Say("All right."))
    kept.room.wait(15.1)
    assert hands(kept) == 2
    assert kept.room.table.hand is not None
    assert kept.room.table.hand.public.game.big_blind == 50


async def test_who_does_not_look_is_not_dealt_in_at_higher_stakes() -> None:
    kept, ann, ben = await between_hands()
    kept.room.change(HIGH, "Ann")
    ben.read()
    assert ben.view.own is not None
    assert ben.view.own.must_agree
    ann.say(Say("Who is for it?"))
    kept.room.wait(60)
    assert hands(kept) == 1
    assert [kept.room.table.public.player(Seat(seat)).sitting_out for seat in (0, 5)] == [
        False,
        True,
    ]
    ben.read()
    assert ben.view.own.put_out == "costs_more"
    # What his page says by itself is no word of his, nor that it is loaded again.
    ben.say(Commit(2, "00" * 32))
    kept.room.wait(60)
    ben.hang_up()
    ben = kept.back(ben)
    kept.room.wait(60)
    assert hands(kept) == 1
    ben.say(ComeBack())
    kept.room.wait(1)
    assert hands(kept) == 2


async def test_who_asks_for_it_himself_knows_what_it_costs() -> None:
    for playing in (False, True):
        kept, ann, ben = await between_hands()
        if playing:
            kept.room.wait(2)
        kept.room.change(HIGH, ann.person.name)
        play_on(kept.room, ann, ben)
        for guest, must in ((ann, False), (ben, True)):
            guest.read()
            assert guest.view.own is not None
            assert guest.view.own.must_agree is must
        ben.say(Say("All right."))
        kept.room.wait(16)
        assert hands(kept) == 2 + playing


async def test_who_was_away_when_the_stakes_were_raised_is_not_dealt_in_when_he_is_back() -> None:
    kept, ann, ben = await between_hands()
    cat = kept.guest("Cat")
    cat.sit(2, 200)
    ben.hang_up()
    kept.room.wait(2)
    assert kept.room.table.public.player(Seat(5)).sitting_out
    kept.room.change(HIGH, "Ann")
    play_on(kept.room, ann, cat)
    for guest in (ann, cat):
        guest.say(Say("All right."))
    kept.room.wait(20)
    assert kept.room.table.public.game.big_blind == 50
    kept.back(ben)
    assert kept.room.table.public.player(Seat(5)).sitting_out


@pytest.mark.parametrize(
    ("options", "dearer"),
    [
        ({"rake": {"per_mille": 50, "cap": 4}}, True),
        ({"ante": {"fraction_of_small_bet": "1/2", "where": "always"}}, True),
        ({"straddle": "utg"}, True),
        ({"kill": "half"}, True),
        ({"muck": "show_all"}, False),
    ],
)
async def test_what_costs_more_and_what_costs_less(options: dict[str, Any], dearer: bool) -> None:
    """And what is taken back costs nobody his place in the next hand."""
    kept, *guests = await between_hands()
    for other, asked in ((options, dearer), ({}, False)):
        spec = TableSpec(rules="robert", structure="fl", stakes="2/4", options=other)
        kept.room.change(spec.checked(), "Ann")
        assert costs_more(kept.room.table.public) is asked
        for guest in guests:
            guest.say(Say("All right."))
        kept.room.wait(16)
        play_on(kept.room, *guests)
        assert kept.room.table.public.next_rules is None


async def test_for_rules_that_cost_no_more_nobody_has_to_say_anything() -> None:
    kept, _, _ = await between_hands()
    other = TableSpec(rules="robert", options={"muck": "show_all"}).checked()
    kept.room.change(other, "Ann")
    assert kept.room.table.public.next_rules is not None
    kept.room.wait(16)
    assert hands(kept) == 2


async def test_a_shorter_clock_is_told_and_waits_too() -> None:
    kept, ann, _ = await between_hands()
    kept.room.change(TableSpec(rules="robert", think_time=20, time_bank=0).checked(), "Ann")
    ann.read()
    assert ann.view.coming == (ChangeView("Time to act", "20 seconds", "60 seconds"),)
    kept.room.wait(14)
    assert hands(kept) == 1
    kept.room.wait(2)
    assert hands(kept) == 2
    ann.read()
    assert ann.view.coming == ()


async def test_all_who_play_it_may_want_it_sooner() -> None:
    kept, ann, ben = await between_hands()
    ann.say(Next())
    kept.room.change(HIGH, "Ann")
    # What somebody wanted before was the hand at the old stakes.
    ben.say(Next())
    kept.room.wait(2)
    assert hands(kept) == 1
    ann.say(Next())
    kept.room.wait(0.1)
    assert hands(kept) == 2


async def test_who_plays_a_hand_to_its_end_has_time_for_the_change_after_it() -> None:
    """What he does in the hand says nothing of the next one."""
    kept, ann, ben = await between_hands()
    kept.room.wait(2)
    assert hands(kept) == 2
    kept.room.change(HIGH, "Ann")
    kept.room.wait(20)
    play_on(kept.room, ann, ben)
    ann.read()
    assert ann.view.next_hand_in_ms is not None
    assert 14_000 < ann.view.next_hand_in_ms <= 15_000
    kept.room.wait(14)
    assert hands(kept) == 2
    ann.say(Say("Let us see."))
    kept.room.wait(2)
    assert hands(kept) == 2
    assert kept.room.table.public.player(Seat(5)).sitting_out


async def test_a_restart_does_not_shorten_it() -> None:
    kept, ann, ben = await between_hands()
    kept.room.change(HIGH, "Ann")
    await kept.again()
    for guest in (kept.back(ann), kept.back(ben)):
        guest.say(Say("Still here."))
    kept.room.wait(14)
    assert hands(kept) == 1
    kept.room.wait(2)
    assert hands(kept) == 2


async def test_the_bots_of_the_house_bring_what_the_new_stakes_want() -> None:
    kept, _, _ = await between_hands(bots=1)
    (seat,) = kept.room.host.policies
    kept.room.change(HIGH, "Ann")
    player = kept.room.table.public.player(Seat(seat))
    assert (player.rebuy_below, player.rebuy_to) == (1, HIGH.setup().buy_in)
