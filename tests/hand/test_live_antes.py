"""RULES, blinds and antes: a live ante is part of each player's first bet."""

from __future__ import annotations

from omaha8 import play
from omaha8.hand.notation import write


def test_a_live_ante_is_on_top_of_the_price_and_in_everybodys_bet() -> None:
    hand = play("nlo8 1/2a1 b0 100*3 ante_live=true ante1=1 ante2=1 ante0=1 sb1=1 bb2=2 |")
    assert hand.public.bets == [1, 2, 3]
    assert hand.legal is not None
    assert (hand.legal.price, hand.legal.to_call, hand.legal.min_to) == (3, 2, 5)


def test_all_call_a_live_ante_and_the_big_blind_has_his_option() -> None:
    hand = play("nlo8 1/2a1 b0 100*3 ante_live=true ante1=1 ante2=1 ante0=1 sb1=1 bb2=2 | c c")
    assert hand.legal is not None
    assert (hand.legal.seat, hand.legal.to_call) == (2, 0)


def test_a_dead_ante_leaves_the_price_alone() -> None:
    hand = play("nlo8 1/2a1 b0 100*3 ante1=0+1 ante2=0+1 ante0=0+1 sb1=1 bb2=2 |")
    assert hand.public.bets == [0, 1, 2]
    assert hand.legal is not None
    assert (hand.legal.price, hand.legal.min_to) == (2, 4)


def test_a_short_live_ante_is_written_in_full() -> None:
    """As every post is: a short stack pays what it has."""
    line = "nlo8 1/2a4 b0 100,100,3 ante_live=true ante1=4 ante2=4 ante0=4 sb1=1 bb2=2 both0=2 |"
    hand = play(line)
    assert hand.public.stacks[2] == 0
    assert "ante2=4 " in write(hand.events)
    assert play(write(hand.events)).events == hand.events
