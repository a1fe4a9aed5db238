"""Lows: five different ranks, eight or lower, the ace low; straights and flushes do not count."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path

import pytest

from omaha8.cards import DECK, parse_cards
from omaha8.evaluation.lows import LOW_BITS, LOW_MASKS, NO_LOW, low_mask, lows_on_board
from omaha8.evaluation.names import low_dashes, low_ranks
from tests.evaluation import twin

VECTORS = json.loads((Path(__file__).parents[1] / "data" / "vectors.json").read_text("utf-8"))


def test_there_are_56_lows_from_the_wheel_to_eight_seven_six_five_four() -> None:
    ladder = [low_ranks(low) for low in range(NO_LOW)]
    assert len(set(ladder)) == NO_LOW == len(LOW_MASKS) == 56
    assert ladder[0] == "5432A"
    assert ladder[-1] == "87654"


def test_lows_stand_in_the_order_of_plain_comparison() -> None:
    lows = {twin.low_value(ranks) for ranks in combinations(range(13), 5)} - {None}
    in_order = sorted(low for low in lows if low is not None)
    written = ["".join(map(str, low)).replace("1", "A") for low in in_order]
    assert [low_ranks(low) for low in range(NO_LOW)] == written


def test_the_ladder_of_the_rules() -> None:
    ladder = [text.replace(",", "-") for text in VECTORS["low_ladder_worst_to_best"]]
    ours = [low_dashes(low) for low in range(NO_LOW - 1, -1, -1)]
    assert len(ladder) == 10
    assert [text for text in ours if text in ladder] == ladder


def test_57344_five_card_hands_qualify() -> None:
    tables = [lows_on_board(mask) for mask in range(256)]
    low_cards = [card for card in DECK if LOW_BITS[card]]
    assert len(low_cards) == 32
    qualifying = 0
    for a, b, c, d, e in combinations([LOW_BITS[card] for card in low_cards], 5):
        qualifying += tables[a | b | c][d | e] != NO_LOW
    assert qualifying == 57_344


@pytest.mark.parametrize("card", parse_cards("9s Td Jh Qc Ks"))
def test_a_card_above_eight_never_plays_for_low(card: int) -> None:
    assert LOW_BITS[card] == 0


@pytest.mark.parametrize(
    ("hole", "board", "low"),
    [
        ("As2s", "3s4s5s", "5-4-3-2-A"),  # straights and flushes do not count against it
        ("As2d", "3h4d8c", "8-4-3-2-A"),
        ("As2d", "2h4d8c", None),  # the deuce counts once
        ("As2d", "2h4d8c5s", "8-5-4-2-A"),
        ("AsAd", "2h4d8c5s", None),  # two aces are one rank
        ("As2d3h", "2h4d8c", "8-4-3-2-A"),
        ("As2d3h4c", "8h8d7c", None),  # a board needs three different low ranks
        ("As9d", "2h3d4c5s", None),  # exactly two from the hole
        ("As2d3h4c", "5hKdQc", None),  # exactly three from the board
    ],
)
def test_two_ranks_from_the_hole_and_three_others_from_the_board(
    hole: str, board: str, low: str | None
) -> None:
    best = lows_on_board(low_mask(parse_cards(board)))[low_mask(parse_cards(hole))]
    assert (None if best == NO_LOW else low_dashes(best)) == low


def test_a_low_mask_counts_a_rank_once() -> None:
    assert low_mask(parse_cards("As Ad 8c Ks 8d")) == 0b10000001
