"""Better hands are played better than worse ones, and that wins chips."""

from __future__ import annotations

import pytest

from omaha8.bots import AnyLegal, HandStrength, Policy, caller
from omaha8.hand.actions import CALL, CHECK, FOLD, Action, BetTo, RaiseTo
from omaha8.hand.notation import play
from omaha8.hand.view import SeatView
from omaha8.rules.game import Chips
from tests.bots.matches import duplicate_match

BOT = HandStrength()


def decide(line: str) -> Action:
    """What the bot does at the end of the line."""
    hand = play(line)
    seat = hand.turn
    assert seat is not None
    return BOT(SeatView.of(hand, seat))


@pytest.mark.parametrize(
    ("hole", "opening", "facing_two_raises"),
    [
        ("AsAh2s3h", RaiseTo(Chips(4)), RaiseTo(Chips(8))),
        ("AsKs2h3d", RaiseTo(Chips(4)), RaiseTo(Chips(8))),
        ("As2hKdTc", CALL, CALL),
        ("2s3h4d5c", CALL, FOLD),
        ("9s9h7d4c", FOLD, FOLD),
        ("KsTh7d3c", FOLD, FOLD),
        ("QsQhQd8c", FOLD, FOLD),
    ],
)
def test_before_the_flop(hole: str, opening: Action, facing_two_raises: Action) -> None:
    # Six players, the button in seat 0: seat 3 is first to act, seat 5 hears of two raises.
    assert decide(f"flo8 1/2 b0 200*6 3:{hole} |") == opening
    assert decide(f"flo8 1/2 b0 200*6 5:{hole} | r4 r6") == facing_two_raises


def test_a_small_price_buys_a_poor_hand_and_a_large_one_does_not() -> None:
    poor = "JsTh6d3c"
    assert decide(f"nlo8 1/2 b0 200*3 2:{poor} | c c") == CHECK
    assert decide(f"nlo8 1/2 b0 200*3 1:{poor} | c") == CALL
    assert decide(f"nlo8 1/2 b0 200*3 1:{poor} | r40") == FOLD


@pytest.mark.parametrize(
    ("hole", "board", "action"),
    [
        ("As2sKhQd", "3d4h5c", RaiseTo(Chips(4))),  # wheel: nut low, and a straight
        ("8s8hJdTc", "8d3hKc", RaiseTo(Chips(4))),  # top set but one
        ("As2hKdQc", "3d4h8c", CALL),  # nut low alone
        ("JsTh9d9c", "2d3h4c", FOLD),  # no low, no high
        ("KsKhQdJc", "2d5d6d", FOLD),  # a pair, on three diamonds and three low cards
    ],
)
def test_facing_a_bet_on_the_flop(hole: str, board: str, action: Action) -> None:
    assert decide(f"flo8 1/2 b0 200*2 0:{hole} board:{board} | c c r2") == action


def test_the_nuts_are_bet_and_nothing_is_checked() -> None:
    nuts = "flo8 1/2 b1 200*2 0:As2s6hQd board:3s4s5s9hKd | c c c c c c"
    nothing = "flo8 1/2 b1 200*2 0:QhJdTcTd board:2s3s5s7h8d | c c c c c c"
    assert decide(nuts) == BetTo(Chips(4))
    assert decide(nothing) == CHECK


def test_pot_limit_bets_are_sized_by_the_pot() -> None:
    line = "plo8 1/2 b1 200*2 0:As2s6hQd board:3s4s5s9hKd | c c c c c c"
    hand = play(line)
    assert hand.legal is not None
    assert decide(line) == BetTo(hand.legal.pot_to)


@pytest.mark.parametrize(
    ("other", "structure", "margin"),
    [
        (caller, "fl", 20),
        (caller, "pl", 80),
        (caller, "nl", 80),
        (AnyLegal("m"), "fl", 25),
        (AnyLegal("m"), "pl", 60),
        (AnyLegal("m"), "nl", 60),
    ],
    ids=["caller-fl", "caller-pl", "caller-nl", "random-fl", "random-pl", "random-nl"],
)
def test_it_wins(other: Policy, structure: str, margin: float) -> None:
    assert duplicate_match(HandStrength(deals=30), other, structure, 120) > margin
