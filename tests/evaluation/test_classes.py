"""High hands: the ladder from the royal flush to seven-five high, all 2,598,960 of them."""

from __future__ import annotations

import sys
from array import array
from collections import Counter
from hashlib import sha256
from itertools import combinations
from math import comb

import pytest

from omaha8.cards import DECK, parse_cards
from omaha8.evaluation.classes import (
    LAST_CLASSES,
    WORST_CLASS,
    Category,
    category_of,
    class_of_five,
    class_ranks,
    rank_key,
    ranks_of_key,
)
from tests.evaluation import twin


@pytest.fixture(scope="module")
def classes_of_all_hands() -> array[int]:
    """The class of every five-card hand, in the order of ``combinations(DECK, 5)``."""
    return array("H", map(class_of_five, combinations(DECK, 5)))


def test_every_hand_falls_in_one_of_7462_classes(classes_of_all_hands: array[int]) -> None:
    assert len(classes_of_all_hands) == comb(52, 5) == 2_598_960
    assert set(classes_of_all_hands) == set(range(1, WORST_CLASS + 1))


def test_categories_have_the_textbook_frequencies(classes_of_all_hands: array[int]) -> None:
    hands = Counter[Category]()
    for high_class, count in Counter(classes_of_all_hands).items():
        hands[category_of(high_class)] += count
    assert hands == {
        Category.STRAIGHT_FLUSH: 40,
        Category.FOUR_OF_A_KIND: 624,
        Category.FULL_HOUSE: 3_744,
        Category.FLUSH: 5_108,
        Category.STRAIGHT: 10_200,
        Category.THREE_OF_A_KIND: 54_912,
        Category.TWO_PAIR: 123_552,
        Category.PAIR: 1_098_240,
        Category.HIGH_CARD: 1_302_540,
    }


def test_the_order_of_all_hands_has_not_changed(classes_of_all_hands: array[int]) -> None:
    little_endian = array("H", classes_of_all_hands)
    if sys.byteorder == "big":
        little_endian.byteswap()
    assert sha256(little_endian.tobytes()).hexdigest() == (
        "af14c746cc10125be8d2b9eac27f2f5ebeb464d28756f0a2c0f5ffe5192746fc"
    )


def test_every_hand_stands_where_plain_comparison_puts_it(classes_of_all_hands: array[int]) -> None:
    numbers = twin.numbering()
    assert len(numbers) == WORST_CLASS
    compared = (
        numbers[
            twin.high_value(
                (a // 4, b // 4, c // 4, d // 4, e // 4), a % 4 == b % 4 == c % 4 == d % 4 == e % 4
            )
        ]
        for a, b, c, d, e in combinations(DECK, 5)
    )
    assert classes_of_all_hands == array("H", compared)


def test_the_ranks_of_a_class_make_that_class() -> None:
    numbers = twin.numbering()
    for high_class, ranks in enumerate(class_ranks()[1:], 1):
        one_suit = category_of(high_class) in (Category.STRAIGHT_FLUSH, Category.FLUSH)
        assert numbers[twin.high_value(tuple(sorted(ranks)), one_suit)] == high_class


def test_categories_have_as_many_classes_as_the_textbook_says() -> None:
    sizes = [last - before for before, last in zip((0, *LAST_CLASSES), LAST_CLASSES, strict=False)]
    assert sizes == [10, 156, 156, 1277, 10, 858, 858, 2860, 1277]


@pytest.mark.parametrize(
    ("hand", "high_class"),
    [
        ("AsKsQsJsTs", 1),
        ("5h4h3h2hAh", 10),
        ("AsAhAdAcKs", 11),
        ("2s2h2d2c3s", 166),
        ("KsKhKd9c9s", 183),
        ("2s2h2d3c3s", 322),
        ("AsKsQsJs9s", 323),
        ("7s5s4s3s2s", 1599),
        ("AsKsQsJsTh", 1600),
        ("5s4s3s2sAh", 1609),
        ("2s2h2d4c3s", 2467),
        ("3s3h2d2c4s", 3325),
        ("AsAhKdQcJs", 3326),
        ("7s5s4s3s2h", 7462),
    ],
)
def test_known_classes(hand: str, high_class: int) -> None:
    assert class_of_five(parse_cards(hand)) == high_class


def test_a_rank_key_counts_ranks() -> None:
    assert ranks_of_key(rank_key([12, 0, 0, 7, 12])) == (0, 0, 7, 12, 12)
    assert rank_key([3] * 4) != rank_key([4])
