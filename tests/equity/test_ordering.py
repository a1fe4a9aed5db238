"""Percentages: the hands above, ties together, and parts that leave no gap."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from omaha8.equity.ordering import Ordering, OrderingAbsent, shipped_ordering
from omaha8.equity.range_table import CLASS_COUNT, HAND_COUNT, hand_classes, hand_index
from omaha8.equity.ranges import RangeError, parse_range


@pytest.fixture(scope="module")
def equities() -> list[int]:
    """Made-up equities of the classes, with many ties."""
    random = Random(8)
    return [random.randrange(300) for _ in range(CLASS_COUNT)]


@pytest.fixture(scope="module")
def ordering(equities: list[int]) -> Ordering:
    return Ordering(equities)


def rows(text: str, ordering: Ordering) -> set[int]:
    return set(parse_range(text, ordering).rows.tolist())


def test_a_place_is_the_number_of_hands_above(equities: list[int], ordering: Ordering) -> None:
    of_hand = np.array(equities)[hand_classes()]
    for row in Random(1).sample(range(HAND_COUNT), 50):
        assert ordering.places[row] == np.count_nonzero(of_hand > of_hand[row])


@pytest.mark.parametrize("percent", ["0.1", "15", "33.3"])
def test_the_top_hands_are_those_with_fewer_above(percent: str, ordering: Ordering) -> None:
    top = rows(f"{percent}%", ordering)
    limit = Fraction(percent) / 100 * HAND_COUNT
    assert top == {row for row, place in enumerate(ordering.places.tolist()) if place < limit}
    assert len(top) >= limit


def test_parts_leave_no_gap_and_no_overlap(ordering: Ordering) -> None:
    parts = [rows(text, ordering) for text in ("15%", "16%-50%", "51%-100%")]
    assert sum(map(len, parts)) == len(set().union(*parts)) == HAND_COUNT
    assert rows("5%-10%", ordering) == rows("10%!4%", ordering)
    assert rows("2.6%-5%", ordering) == rows("5%!2.5%", ordering)


def test_all_and_nothing(ordering: Ordering) -> None:
    assert len(rows("100%", ordering)) == len(rows("1%-100%", ordering)) == HAND_COUNT
    assert rows("0%-10%", ordering) == rows("10%", ordering)
    assert rows("0%", ordering) == set()


def test_a_percentage_is_a_range_like_others(ordering: Ordering) -> None:
    both = rows("15%:AA", ordering)
    assert both == rows("15%", ordering) & rows("AA", ordering)
    weighted = parse_range("15%@10,16%-50%@5,51%-100%@1", ordering)
    assert weighted.weights is not None
    assert np.count_nonzero(weighted.weights == 10) == len(rows("15%", ordering))
    assert rows(".5 %", ordering) == rows("0.5%", ordering)


def test_hands_that_differ_in_suits_share_a_place(ordering: Ordering) -> None:
    one, other = hand_index([48, 0, 5, 9]), hand_index([51, 3, 4, 8])
    assert hand_classes()[one] == hand_classes()[other]
    assert ordering.places[one] == ordering.places[other]


@pytest.mark.parametrize("equities", [[1, 2, 3], [0.5] * CLASS_COUNT, [[1] * CLASS_COUNT]])
def test_an_ordering_is_a_whole_number_per_class(equities: list[int]) -> None:
    with pytest.raises(ValueError, match="16432 whole numbers"):
        Ordering(equities)


def test_the_shipped_order_is_read_beside_the_program(
    equities: list[int],
    ordering: Ordering,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = tmp_path_factory.mktemp("shipped") / "ordering.npy"
    monkeypatch.setattr("omaha8.equity.ordering.SHIPPED", str(file))
    shipped_ordering.cache_clear()
    with pytest.raises(OrderingAbsent):
        shipped_ordering()
    with pytest.raises(RangeError, match="percentages need the order of all hands") as raised:
        parse_range("AA:15%")
    assert raised.value.at == 3
    np.save(file, np.array(equities))
    assert parse_range("15%") == parse_range("15%", ordering)
    shipped_ordering.cache_clear()


def test_percentages_go_by_the_shipped_order() -> None:
    top = parse_range("15%")
    assert len(top) == pytest.approx(0.15 * HAND_COUNT, abs=24)
    assert len(parse_range("AA23:$ds!15%")) == 0
    assert len(parse_range("2222:15%")) == 0
    assert len(parse_range("15%,16%-50%,51%-100%")) == HAND_COUNT
