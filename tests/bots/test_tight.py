"""The tight bot waits for hands, bets the good ones, and wins of whoever plays them all."""

from __future__ import annotations

from random import Random

import pytest

from omaha8.bots.tight import tight
from omaha8.hand.actions import CALL, CHECK, FOLD, Action, BetTo, RaiseTo
from omaha8.hand.notation import play
from omaha8.hand.view import SeatView
from omaha8.rules.game import Chips
from omaha8.simulation import Results, Session, play_block
from tests.random_hands import Policy as RandomPolicy
from tests.random_hands import random_setup
from tests.simulation.sessions import session_of


def decide(line: str) -> Action:
    """What the bot does at the end of the line."""
    hand = play(line)
    seat = hand.turn
    assert seat is not None
    return tight(SeatView.of(hand, seat))


@pytest.mark.parametrize(
    ("hole", "opening", "facing_two_raises"),
    [
        ("AsAh2s3h", RaiseTo(Chips(4)), RaiseTo(Chips(8))),
        ("As4hKsTc", CALL, FOLD),
        ("KsTh7d3c", FOLD, FOLD),
    ],
)
def test_before_the_flop(hole: str, opening: Action, facing_two_raises: Action) -> None:
    assert decide(f"flo8 1/2 b0 200*6 3:{hole} |") == opening
    assert decide(f"flo8 1/2 b0 200*6 5:{hole} | r4 r6") == facing_two_raises


def test_the_big_blind_checks_whatever_it_has() -> None:
    assert decide("flo8 1/2 b0 200*3 2:9s9h7d4c | c c") == CHECK


@pytest.mark.parametrize(
    ("hole", "board", "action"),
    [
        ("As2sKhQd", "3d4h8c", CALL),  # nut low alone
        ("As2sKhQd", "3d4hKc", CALL),  # a draw to it
        ("As2s4hQd", "3d4c8c", RaiseTo(Chips(4))),  # nut low, and a pair
        ("As2sKhQd", "3d4h5c", RaiseTo(Chips(4))),  # wheel
        ("2s3sKhQd", "4d5hJc", FOLD),  # the draw is not to the nut low: A2 would be
        ("8s8hJdTc", "8d3hKc", CALL),  # a set
        ("Ts9hJd8c", "7d6h6c", FOLD),  # a straight draw, on a paired board
        ("JsTh9d9c", "2d3h4c", FOLD),  # no low, no high
    ],
)
def test_facing_a_bet_on_the_flop(hole: str, board: str, action: Action) -> None:
    assert decide(f"flo8 1/2 b0 200*2 0:{hole} board:{board} | c c r2") == action


def test_only_a_strong_hand_stays_when_the_bets_go_up() -> None:
    three_bets = "flo8 1/2 b0 200*3 0:As2sKhQd board:{} | c c c r2 r4 c r6 c"
    assert decide("flo8 1/2 b0 200*3 0:As2sKhQd board:3d4h8c | c c c r2 r4") == CALL
    assert decide(three_bets.format("3d4h8c")) == FOLD
    assert decide(three_bets.format("3d4h5c")) == RaiseTo(Chips(8))


def test_the_nuts_are_bet() -> None:
    line = "plo8 1/2 b1 200*2 0:As2s6hQd board:3s4s5s9hKd | c c c c c c"
    legal = play(line).legal
    assert legal is not None
    assert decide(line) == BetTo(legal.pot_to)


def test_every_action_is_legal_in_whatever_a_random_player_leads_to() -> None:
    random = Random("tight")
    for _ in range(150):
        hand = random_setup(random).deal()
        others = RandomPolicy(random)
        while (seat := hand.turn) is not None:
            legal = hand.legal
            assert legal is not None
            ours = tight(SeatView.of(hand, seat))
            assert ours in legal
            hand.apply(ours if random.random() < 0.5 else others(legal))


@pytest.mark.parametrize("structure", ["fl", "pl"])
def test_it_wins_of_whoever_plays_every_hand(structure: str) -> None:
    session: Session = session_of("tight,calling", hands=600, structure=structure)
    results = Results.none(session)
    for number in range(session.blocks):
        block = play_block(session, number)
        assert block is not None
        results.add(block.results)
    interval = results.bots["tight"].interval
    assert interval is not None
    assert interval[0] > 0
