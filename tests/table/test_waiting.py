"""A table always waits for something that somebody can do, and says so."""

from __future__ import annotations

from omaha8.rules.game import Chips, Seat, stakes
from omaha8.rules.house import ROBERT, replace
from omaha8.table.commands import ChoosePost, ComeBack, Deal, Leave, Sit, SitOut, TopUp
from omaha8.table.machine import Table
from tests.table.at_the_table import act, deal, fold_out, hand, limit, stacked, table_of

A, B, C, D = (Seat(i) for i in range(4))


def test_from_an_empty_table_to_the_first_action() -> None:
    table = Table(ROBERT, limit(), 4)
    assert table.waiting_for.text == "two players for a hand: somebody to sit down"
    table.apply(Sit("A", Chips(100)))
    assert table.waiting_for.what == "players"
    table.apply(Sit("B", Chips(100)))
    assert table.waiting_for.text == "a deck and the button of the first hand"
    deal(table)
    assert (table.waiting_for.what, table.waiting_for.seat) == ("action", 0)
    fold_out(table)
    assert table.waiting_for.text == "a deck for the next hand"


def test_who_sits_out_is_waited_for() -> None:
    table = table_of("AB")
    hand(table, button=0)
    table.apply(SitOut(A))
    assert table.waiting_for.text == "two players for a hand: seat 1 to come back"
    table.apply(ComeBack(A))
    assert table.waiting_for.what == "deck"


def test_who_is_broke_is_waited_for() -> None:
    table = table_of("AB", games=stakes("nl", 1, 2))
    hand(table)
    table.apply(Deal(stacked(table, "KsKhKdTc3d", B="KcAcAdQh")))
    act(table, "r99 c")
    assert table.public.stack(A) == 0
    assert table.waiting_for.text == "two players for a hand: seat 1 to buy chips"
    table.apply(TopUp(A, Chips(40)))
    assert table.waiting_for.what == "deck"


def test_who_must_post_is_waited_for_and_who_may_wait_is_not() -> None:
    rules = replace(ROBERT, missed_bb="post_all")
    table = table_of("ABCD", rules)
    hand(table)
    hand(table, SitOut(D))  # D misses the big blind
    table.apply(ComeBack(D))
    table.apply(Leave(A))
    table.apply(Leave(B))
    assert table.waiting_for.text == (
        "two players for a hand: seat 4 to post, or somebody to sit down"
    )
    table.apply(ChoosePost(D))
    assert table.waiting_for.what == "deck"
    assert deal(table).players == "23"


def test_a_newcomer_is_enough() -> None:
    table = table_of("AB..")
    hand(table)
    table.apply(Leave(A))
    table.apply(Sit("X", Chips(100), D))
    dealt = deal(table)
    # B, the last big blind, is the small one and has the button.
    assert (dealt.places, dealt.posts) == ("1 1 3", "1 sb 1, 3 bb 2")
