"""Spread limit: any amount between two, and at least the last one (RULES, spread limit)."""

from __future__ import annotations

from tests.hand.reading import bounds, legal, refusal

TEN_TO_THIRTY = "so8 5/10:10/10..30 b0 500*3"


def test_a_bet_is_any_amount_of_the_spread() -> None:
    assert bounds(f"{TEN_TO_THIRTY} | c c c /") == (10, 30)
    assert refusal(f"{TEN_TO_THIRTY} | c c c / r9") == "Bet 10 at least (you asked for 9)."
    assert refusal(f"{TEN_TO_THIRTY} | c c c / r31") == "Bet 30 at most (you asked for 31)."


def test_the_spread_is_the_same_on_every_street() -> None:
    assert bounds(f"{TEN_TO_THIRTY} | c c c / c c c /") == (10, 30)
    assert bounds(f"{TEN_TO_THIRTY} | c c c / c c c / c c c /") == (10, 30)


def test_a_raise_adds_at_least_the_last_bet_and_at_most_the_spread() -> None:
    assert bounds(f"{TEN_TO_THIRTY} |") == (20, 40)
    assert bounds(f"{TEN_TO_THIRTY} | c c c / r15") == (30, 45)
    assert bounds(f"{TEN_TO_THIRTY} | c c c / r15 r40") == (65, 70)
    assert bounds(f"{TEN_TO_THIRTY} | c c c / r30") == (60, 60)


def test_all_in_is_excepted() -> None:
    assert bounds("so8 5/10:10/10..30 b0 500,500,52 | c c c / r30") == (42, 42)
    assert bounds("so8 5/10:10/10..30 b0 500,17,500 | c c c /") == (7, 7)


def test_an_all_in_below_a_full_raise_does_not_open_the_door() -> None:
    # The card room: A bets 30, B calls, C is all-in for less than 60; A may not reraise.
    choices = legal("so8 5/10:10/10..30 b0 69,500,500 | c c c / r30 c r59")
    assert (choices.seat, choices.to_call, choices.no_raise) == (1, 29, "not reopened")
    full = legal("so8 5/10:10/10..30 b0 70,500,500 | c c c / r30 c r60")
    assert (full.seat, full.min_to, full.max_to) == (1, 90, 90)
