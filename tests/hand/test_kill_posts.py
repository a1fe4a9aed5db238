"""RULES, required kill: the killer posts on top of the blinds, or in place of his own."""

from __future__ import annotations

from omaha8.hand.notation import play


def test_a_killer_on_top_of_his_own_blind_asks_for_both() -> None:
    hand = play("flo8 1/2:4/8 b0 100*3 kill_replaces_blind=false sb1=1 bb2=2 kill2=4 |")
    assert hand.legal is not None
    assert (hand.legal.seat, hand.legal.price, hand.legal.to_call) == (0, 6, 6)


def test_the_killer_may_check_when_all_call_both_his_posts() -> None:
    hand = play("flo8 1/2:4/8 b0 100*3 kill_replaces_blind=false sb1=1 bb2=2 kill2=4 | c c")
    assert hand.legal is not None
    assert (hand.legal.seat, hand.legal.to_call) == (2, 0)


def test_a_killer_in_place_of_his_blind_asks_for_the_kill_alone() -> None:
    hand = play("flo8 1/2:4/8 b0 100*3 sb1=1 kill2=4 |")
    assert hand.legal is not None
    assert (hand.legal.seat, hand.legal.price, hand.legal.to_call) == (0, 4, 4)


def test_with_no_blind_but_his_own_the_killer_is_the_last_to_act() -> None:
    assert play("flo8 1/2:4/8 b0 99*4 kill2=4 |").turn == 3


def test_with_nothing_posted_left_of_the_button_acts_first() -> None:
    assert play("flo8 1/2 b0 99*4 posts=none |").turn == 1
    assert play("flo8 1/2 b0 -,99*3 posts=none |").turn == 1
    assert play("flo8 1/2 b2 99*4 posts=none |").turn == 3
