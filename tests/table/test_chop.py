"""RULES, chop: all fold to the blinds, both agree, each takes his blind back. No rake, no show."""

from __future__ import annotations

import pytest

from omaha8.hand.events import Folded
from omaha8.rules.game import Chips, Seat
from omaha8.rules.house import ROBERT, replace
from omaha8.rules.options import Rake
from omaha8.rules.presets import find_rules
from omaha8.table.between_hands import ChopAnswered, Chopped
from omaha8.table.commands import AgreeChop, ChoosePost, Leave, ShowHand, Sit, TimeOut
from omaha8.table.events import Left
from omaha8.table.machine import Table
from omaha8.table.refusal import Refused
from tests.table.at_the_table import act, call_down, deal, hand, table_of

CHOPS = replace(ROBERT, chop_blinds="both_agree", rake=Rake(500, 40))
SMALL, BIG = Seat(1), Seat(2)


def folded_to_the_blinds() -> Table:
    table = table_of("ABCD", CHOPS)
    deal(table)
    act(table, "f f")
    return table


def test_both_agree_and_the_next_hand_comes() -> None:
    table = folded_to_the_blinds()
    assert [(o.seat, o.text) for o in table.offers] == [
        (1, "chop: take 1 back"),
        (2, "chop: take 2 back"),
    ]
    assert table.apply(AgreeChop(SMALL)) == [ChopAnswered(SMALL, True)]
    assert table.waiting_for.text == "seat 3 to chop or not"
    assert table.apply(AgreeChop(BIG)) == [
        ChopAnswered(BIG, True),
        Chopped((SMALL, BIG), (Chips(1), Chips(2))),
    ]
    assert [table.public.stack(Seat(seat)) for seat in range(4)] == [100] * 4
    assert table.public.raked == 0
    with pytest.raises(Refused, match="no hand to show"):
        table.apply(ShowHand(SMALL))
    # The button and the blinds move on.
    assert deal(table).places == "1 2 3"


@pytest.mark.parametrize("first", [SMALL, BIG])
def test_one_who_will_not_plays_on(first: Seat) -> None:
    table = folded_to_the_blinds()
    other = BIG if first == SMALL else SMALL
    table.apply(AgreeChop(first))
    assert table.waiting_for.seat == other
    table.apply(AgreeChop(other, agree=False))
    assert (table.waiting_for.what, table.waiting_for.seat, table.offers) == ("action", 1, [])
    with pytest.raises(Refused, match="may chop when"):
        table.apply(AgreeChop(first))
    call_down(table)
    assert table.public.raked > 0


def test_who_does_not_answer_does_not_chop() -> None:
    table = folded_to_the_blinds()
    table.apply(AgreeChop(SMALL))
    with pytest.raises(Refused, match="the table waits for seat 3 to chop or not"):
        table.apply(TimeOut(SMALL))
    assert table.apply(TimeOut(BIG)) == [ChopAnswered(BIG, False)]
    assert table.apply(TimeOut(SMALL))[0] == Folded(SMALL)


def test_acting_is_an_answer_too() -> None:
    table = folded_to_the_blinds()
    table.apply(AgreeChop(BIG))
    act(table, "c")
    assert table.offers == []
    assert table.waiting_for.text == "an action of seat 3"


def test_it_takes_the_two_blinds_and_nothing_else_in_the_pot() -> None:
    table = table_of("ABCD", CHOPS)
    with pytest.raises(Refused, match="may chop when all others have folded"):
        table.apply(AgreeChop(SMALL))
    deal(table)
    act(table, "c f")  # D called
    assert table.offers == []
    act(table, "f")
    with pytest.raises(Refused, match="nobody has raised and only the blinds are in the pot"):
        table.apply(AgreeChop(BIG))
    call_down(table)
    # X posts to come in: his chips stay in the pot when he folds.
    table = table_of("ABCD.", CHOPS)
    hand(table)
    table.apply(Sit("X", Chips(100), Seat(4)))
    deal(table, ChoosePost(Seat(4)))
    act(table, "f f f")
    assert table.offers == []


def test_who_wanted_to_leave_leaves_after_a_chop() -> None:
    table = folded_to_the_blinds()
    table.apply(Leave(Seat(0)))
    table.apply(AgreeChop(SMALL))
    assert table.apply(AgreeChop(BIG))[-1] == Left(Seat(0), Chips(100))


def test_agreeing_twice_is_refused() -> None:
    table = folded_to_the_blinds()
    table.apply(AgreeChop(SMALL))
    with pytest.raises(Refused, match="agrees already: the other blind is asked"):
        table.apply(AgreeChop(SMALL))
    with pytest.raises(Refused, match="two blinds may chop"):
        table.apply(AgreeChop(Seat(0)))


def test_the_rooms_that_chop() -> None:
    assert find_rules("card-room").chop_blinds == "both_agree"
    table = table_of("ABCD", find_rules("pokerstars"))
    deal(table)
    act(table, "f f")
    with pytest.raises(Refused, match="chop_blinds: off"):
        table.apply(AgreeChop(SMALL))
