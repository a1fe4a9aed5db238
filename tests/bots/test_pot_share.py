"""The expected share of the pot, against what can be worked out exactly."""

from __future__ import annotations

from itertools import combinations

import pytest

from omaha8.bots.pot_share import pot_share
from omaha8.cards import DECK
from omaha8.evaluation import NO_LOW, prepare
from omaha8.hand.notation import play
from omaha8.hand.view import SeatView
from omaha8.rules.game import Seat

HEADS_UP = "flo8 1/2 b1 200*2 0:{hole} board:{board} | c c c c c c"


def view(hole: str, board: str) -> SeatView:
    return SeatView.of(play(HEADS_UP.format(hole=hole, board=board)), Seat(0))


@pytest.mark.parametrize(
    ("hole", "board", "share"),
    [
        ("AsKsQh9h", "QsJsTs9d2c", 1.0),  # a royal flush, and no low is possible
        ("Ah2hQcJc", "3s4d7h9c9d", (0.5, 0.75)),  # the nut low and no high to speak of
        ("JhJdTh9h", "2s3s4s6s7s", (0.0, 0.2)),
    ],
)
def test_on_the_river(hole: str, board: str, share: float | tuple[float, float]) -> None:
    found = pot_share(view(hole, board), 60, 1)
    low, high = (share, share) if isinstance(share, float) else share
    assert low <= found <= high


def test_it_comes_near_the_exact_share() -> None:
    seen = view("As3dKh8c", "2s7d8hKcQd")
    hole, board = seen.hole, prepare(seen.public.board)
    assert hole is not None
    high, low = board.rank(hole)
    rest = [card for card in DECK if card not in hole and card not in seen.public.board]
    total = count = 0.0
    for other in list(combinations(rest, 4))[::13]:
        other_high, other_low = board.rank(other)
        of_high = (other_high >= high) / (1 + (other_high == high))
        of_low = (other_low >= low) / (1 + (other_low == low))
        total += of_high if min(low, other_low) == NO_LOW else (of_high + of_low) / 2
        count += 1
    assert pot_share(seen, 2000, 1) == pytest.approx(total / count, abs=0.03)


def test_better_opponents_leave_a_middling_hand_less() -> None:
    hand = play("flo8 1/2 b1 200*2 0:KsKhJd9c board:2s7d8h | c c")
    seen = SeatView.of(hand, Seat(0))
    assert pot_share(seen, 1000, 3) < pot_share(seen, 1000, 1) - 0.02
