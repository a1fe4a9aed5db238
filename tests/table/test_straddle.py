"""RULES, straddle: left of the big blind raises to twice that before cards, and is live."""

from __future__ import annotations

import pytest

from omaha8.rules.game import Chips, Seat, stakes
from omaha8.rules.house import ROBERT, replace
from omaha8.table.commands import ChoosePost, KillPot, Sit, SitOut, Straddle
from omaha8.table.machine import Table
from omaha8.table.refusal import Refused
from tests.table.at_the_table import act, deal, hand, limit, table_of

STRADDLES = replace(ROBERT, straddle="utg")


def test_only_left_of_the_big_blind_and_for_one_hand() -> None:
    table = table_of("ABCDE", STRADDLES)
    hand(table)
    assert [(o.seat, o.text) for o in table.offers] == [(4, "straddle with 4")]
    with pytest.raises(Refused, match="left of the big blind may straddle: seat 5"):
        table.apply(Straddle(Seat(1)))
    dealt = deal(table, Straddle(Seat(4)))
    assert dealt.posts == "2 sb 1, 3 bb 2, 4 straddle 4"
    assert dealt.assigned.straddler == 4
    # The round begins on his left, and he may raise again though nobody reraised.
    assert table.turn == 0
    act(table, "c c c c")
    legal = table.legal
    assert legal is not None
    assert (legal.seat, legal.to_call, legal.min_to) == (4, 0, 6)
    act(table, "c f f f f")
    assert "straddle" not in deal(table).posts


def test_where_it_is_not_live_he_has_no_option() -> None:
    table = table_of("ABCDE", replace(STRADDLES, straddle_live=False))
    hand(table)
    deal(table, Straddle(Seat(4)))
    act(table, "c c c c")
    assert table.hand is not None
    assert len(table.hand.board) == 3


def test_it_changes_posts_and_nothing_else() -> None:
    table = table_of("ABCDE", STRADDLES, stakes("pl", 1, 2, STRADDLES))
    plain = hand(table).game
    dealt = deal(table, Straddle(Seat(4)))
    assert dealt.game == plain
    legal = table.legal
    assert legal is not None
    # Pot limit: 7 in the pot and 4 to call make a raise to 15 at most.
    assert (legal.to_call, legal.min_to, legal.max_to) == (4, 8, 15)


def test_taken_back_before_the_cards() -> None:
    table = table_of("ABCDE", STRADDLES)
    hand(table)
    table.apply(Straddle(Seat(4)))
    with pytest.raises(Refused, match="straddles already"):
        table.apply(Straddle(Seat(4)))
    dealt = deal(table, Straddle(Seat(4), on=False))
    assert "straddle" not in dealt.posts
    with pytest.raises(Refused, match="before the cards"):
        table.apply(Straddle(Seat(0)))


def test_it_lapses_when_somebody_else_is_left_of_the_big_blind_after_all() -> None:
    table = table_of("ABCDE", STRADDLES)
    hand(table)
    table.apply(Straddle(Seat(4)))
    # D, due the big blind, sits out: E has it now.
    dealt = deal(table, SitOut(Seat(3)))
    assert dealt.posts == "2 sb 1, 4 bb 2"
    assert dealt.assigned.straddler is None


def test_a_newcomer_who_posts_nothing_may_straddle() -> None:
    rules = replace(STRADDLES, new_player="free")
    table = table_of("ABCD.", rules, seats=5)
    hand(table)
    dealt = deal(table, Sit("E", Chips(100), Seat(4)), Straddle(Seat(4)))
    assert dealt.posts == "2 sb 1, 3 bb 2, 4 straddle 4"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("ABCDE", "straddle: off"),
        ("AB", "no straddle heads-up"),
    ],
)
def test_refused(line: str, why: str) -> None:
    table = table_of(line, ROBERT if "off" in why else STRADDLES)
    hand(table)
    with pytest.raises(Refused, match=why):
        table.apply(Straddle(Seat(0)))


def test_not_before_the_first_button_is_known() -> None:
    with pytest.raises(Refused, match="when the next big blind is known"):
        table_of("ABC", STRADDLES).apply(Straddle(Seat(0)))


def test_a_straddle_needs_the_chips_and_no_blind_owed() -> None:
    table = table_of("ABCD.", STRADDLES, buy_in=40)
    hand(table)
    table.apply(Sit("X", Chips(40), Seat(4)))
    table.apply(ChoosePost(Seat(4)))
    # X posts to come in, left of the big blind.
    with pytest.raises(Refused, match="takes 4 chips, and no blinds owed"):
        table.apply(Straddle(Seat(4)))
    assert deal(table).posts == "2 sb 1, 3 bb 2, 4 missed_bb 2"


@pytest.mark.parametrize(("stack", "may"), [(4, True), (3, False)])
def test_twice_the_big_blind_is_enough(stack: int, may: bool) -> None:
    table = Table(STRADDLES, limit(), 4, min_buy_in=3)
    for name, buy_in in (("A", stack), ("B", 100), ("C", 100), ("D", 100)):
        table.apply(Sit(name, Chips(buy_in)))
    hand(table)  # the next big blind is D's, A is left of it
    assert [offer.seat for offer in table.offers] == ([0] if may else [])
    if may:
        assert deal(table, Straddle(Seat(0))).posts.endswith("0 straddle 4")


def test_no_straddle_in_a_kill_pot() -> None:
    table = table_of("ABCDE", replace(STRADDLES, kill="optional"))
    hand(table)
    table.apply(Straddle(Seat(4)))
    dealt = deal(table, KillPot(Seat(0), Chips(4)))
    assert "straddle" not in dealt.posts
    act(table, "f f f f")
    table.apply(KillPot(Seat(1), Chips(4)))
    with pytest.raises(Refused, match=r"no straddle in a kill pot \(seat 2 kills\)"):
        table.apply(Straddle(Seat(0)))
