"""The chart's sweep over all hands on a board agrees with hand by hand, board by board."""

from __future__ import annotations

from itertools import combinations
from math import comb, prod
from random import Random

import numpy as np
import pytest

from omaha8.cards import DECK, Card, parse_cards
from omaha8.equity.chart import class_sizes
from omaha8.equity.chart_boards import (
    BOARD_RANKS,
    Totals,
    check_complete,
    class_quarters,
    totals_of,
)
from omaha8.equity.chart_kinds import RANK_HANDS, kind_hands
from omaha8.equity.range_table import CLASS_COUNT, hand_classes, hand_index, hand_table
from omaha8.evaluation import compiled
from omaha8.evaluation.arrays import FIRST_STATES, arrays
from omaha8.evaluation.batch import evaluate_many
from omaha8.evaluation.lows import NO_LOW


def board_ranks(number: int) -> tuple[int, ...]:
    return tuple(arrays().ranks[FIRST_STATES[5] + number].tolist())


def number_of(board: str) -> int:
    ranks = tuple(sorted([card >> 2 for card in parse_cards(board)]))
    return next(number for number in range(BOARD_RANKS) if board_ranks(number) == ranks)


def quarters_one_by_one(hand: tuple[Card, ...], ranks: tuple[int, ...]) -> int:
    """The quarters of a pot of a hand against all hands on all boards of these ranks."""
    every = hand_table().cards
    of_ranks = [card for card in DECK if card >> 2 in ranks and card not in hand]
    quarters = 0
    for board in combinations(of_ranks, 5):
        if tuple([card >> 2 for card in board]) != ranks:
            continue
        others = every[~np.isin(every, [*hand, *board]).any(axis=1)]
        assert len(others) == comb(43, 4)
        own = evaluate_many([hand], [board])
        made = evaluate_many(others, [board])
        high = 1 + np.sign(made.highs.astype(int) - int(own.highs[0]))
        low = 1 + np.sign(made.lows.astype(int) - int(own.lows[0]))
        nobody = (made.lows == NO_LOW) & (own.lows[0] == NO_LOW)
        quarters += int(np.where(nobody, 2 * high, high + low).sum())
    return quarters


@pytest.mark.parametrize(
    ("hand", "board"),
    [
        ("AsAhKsKh", "AdAcKdKcQd"),
        ("As2sAd2d", "AhAc2h2c3d"),
        ("As2h3s4s", "3c3d3h4c5s"),
        ("5s5h5d5c", "2c2d2h2s9c"),
    ],
    ids=["full houses", "a low for others only", "lows and flushes", "quads on the board"],
)
def test_a_hand_has_what_it_has_hand_by_hand(hand: str, board: str) -> None:
    cards, number = parse_cards(hand), number_of(board)
    quarters = class_quarters(totals_of(number))[hand_classes()[hand_index(cards)]]
    assert quarters == quarters_one_by_one(cards, board_ranks(number))


@pytest.mark.parametrize("number", sorted(Random(5).sample(range(BOARD_RANKS), 8)))
def test_all_hands_together_have_half_of_the_pots(number: int) -> None:
    ranks = board_ranks(number)
    boards = prod([comb(4, ranks.count(rank)) for rank in set(ranks)])
    quarters = class_quarters(totals_of(number))
    assert int(quarters @ class_sizes()) == 2 * boards * comb(47, 4) * comb(43, 4)


def test_the_numpy_path_agrees(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = [number_of(board) for board in ("As2h3d4c4s", "KsKhQdJd9d")]
    if not compiled.available():
        pytest.skip("numba is not installed: there is one path only")
    by_kernel = [totals_of(number) for number in numbers]
    monkeypatch.setattr(compiled, "available", lambda: False)
    for number, expected in zip(numbers, by_kernel, strict=True):
        found = totals_of(number)
        assert (found.any_suits == expected.any_suits).all()
        assert (found.flushes == expected.flushes).all()


def test_five_cards_of_a_rank_are_no_board() -> None:
    assert sum([len(set(board_ranks(number))) == 1 for number in range(BOARD_RANKS)]) == 13
    assert not any(sums.any() for sums in totals_of(0))


def test_hands_of_kinds_are_counted() -> None:
    hands = kind_hands()
    assert len(hands.kinds) == 1820 + 13 * 455 + 78 * 91 + 286 * 13 + 715
    assert (hands.kinds[:RANK_HANDS] < 13).all()
    assert (hands.kinds[RANK_HANDS:, 3] >= 13).all()
    assert (np.sort(hands.kinds % 13) == hands.kinds[hands.rank_hands]).all()


def test_sums_over_some_boards_only_are_told_from_the_whole() -> None:
    totals = Totals.zero()
    totals.add(totals_of(3000))
    with pytest.raises(ValueError, match="boards are missing"):
        check_complete(class_quarters(totals))
    assert len(class_quarters(totals)) == CLASS_COUNT
