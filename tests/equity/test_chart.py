"""The shipped chart: equities to the last digit, and an order that agrees with them."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice, pairwise

import numpy as np
import pytest

from omaha8.cards import parse_cards
from omaha8.equity.chart import QUARTERS, Line, class_hands, lines, pattern, shipped_quarters
from omaha8.equity.chart_boards import check_complete
from omaha8.equity.range_table import CLASS_COUNT, HAND_COUNT, hand_classes, hand_index
from omaha8.equity.ranges import parse_range


@pytest.fixture(scope="module")
def chart() -> list[Line]:
    return list(lines(shipped_quarters()))


def line_of(hand: str, chart: list[Line]) -> Line:
    of_class = hand_classes()[hand_index(parse_cards(hand))]
    cards = tuple(reversed(class_hands()[of_class].tolist()))
    return next(line for line in chart if line.cards == cards)


@pytest.mark.parametrize(
    ("hand", "equity"),
    [
        # Agreed upon with another program, which goes through all boards and opponents one by one.
        ("AhAd2h3d", Fraction(61368796061, 84526174656)),
    ],
)
def test_equities_to_the_last_digit(hand: str, equity: Fraction, chart: list[Line]) -> None:
    assert line_of(hand, chart).equity == equity


@pytest.mark.parametrize(
    ("text", "sampled"), [("AA", 0.64279), ("KK", 0.54035), ("KK22", 0.5149), ("KK29", 0.49361)]
)
def test_ranges_have_the_equity_that_samples_have(
    text: str, sampled: float, chart: list[Line]
) -> None:
    quarters = shipped_quarters()[hand_classes()[parse_range(text).rows]]
    # Published figures; one standard error is 0.00025.
    assert quarters.mean() / QUARTERS == pytest.approx(sampled, abs=0.001)


def test_all_hands_together_have_half_of_the_pots() -> None:
    check_complete(shipped_quarters())
    one_missing = shipped_quarters().copy()
    one_missing[5] -= 1
    with pytest.raises(ValueError, match="do not have half"):
        check_complete(one_missing)


def test_every_class_stands_once_the_best_first(chart: list[Line]) -> None:
    assert len({line.hand for line in chart}) == len(chart) == CLASS_COUNT
    assert sum([line.hands for line in chart]) == HAND_COUNT
    assert [chart[0].hand, chart[-1].hand] == ["AxAy3x2y", "2x2y2z2w"]
    for one, other in pairwise(chart):
        assert one.equity >= other.equity
        assert (one.rank < other.rank) == (one.above < other.above) == (one.equity > other.equity)
        assert other.above - one.above in (0, one.hands)
    assert (chart[0].rank, chart[0].percentile) == (1, 0)
    assert chart[-1].percentile < 100


def test_equal_hands_share_a_rank() -> None:
    quarters = shipped_quarters().copy()
    best = quarters.max()
    for hand, value in (("AsAhAdAc", best + 1), ("KsKhKdKc", best + 1), ("QsQhQdQc", best - 1)):
        quarters[hand_classes()[hand_index(parse_cards(hand))]] = value
    first = list(islice(lines(quarters), 4))
    assert [line.hand for line in first] == ["AxAyAzAw", "KxKyKzKw", "AxAy3x2y", "QxQyQzQw"]
    assert [line.rank for line in first] == [1, 1, 3, 4]
    assert [line.above for line in first] == [0, 0, 2, 14]


def test_some_classes_keep_their_ranks(chart: list[Line]) -> None:
    chosen = np.zeros(CLASS_COUNT, np.bool_)
    chosen[hand_classes()[parse_range("AA23").rows]] = True
    some = list(lines(shipped_quarters(), chosen))
    assert sum([line.hands for line in some]) == len(parse_range("AA23"))
    assert some == [line for line in chart if line in set(some)]


@pytest.mark.parametrize("hand", ["AsAh3s2h", "KsJh9d2c", "5s5h5d5c", "KsQsJsTs", "AhKs7h7d"])
def test_a_hand_is_written_as_the_range_of_its_class(hand: str, chart: list[Line]) -> None:
    written = parse_range(pattern(parse_cards(hand)))
    assert hand in written
    assert len(written) == line_of(hand, chart).hands
    assert len(set(hand_classes()[written.rows].tolist())) == 1
