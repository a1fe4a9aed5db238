"""The table of all hands, and the classes of hands that are the same but for suits."""

from __future__ import annotations

from itertools import combinations, permutations
from random import Random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from omaha8.equity.range_table import (
    CLASS_COUNT,
    HAND_COUNT,
    hand_classes,
    hand_index,
    hand_table,
)
from tests.strategies import holes, suit_permutations


def test_all_hands_once_and_in_order() -> None:
    expected = np.fromiter(
        (card for hand in combinations(range(52), 4) for card in hand), dtype=np.uint8
    ).reshape(-1, 4)
    assert (hand_table().cards == expected).all()
    assert len(expected) == HAND_COUNT


def test_ranks_and_suits_of_each_hand() -> None:
    table = hand_table()
    assert (table.rank_sets[table.rank_set] == table.cards // 4).all()
    assert (table.suit_sets[table.suit_set] == np.sort(table.cards % 4, axis=1)).all()


@settings(deadline=None)
@given(holes())
def test_the_row_of_a_hand(hand: tuple[int, ...]) -> None:
    assert hand_table().cards[hand_index(hand)].tolist() == sorted(hand)


@settings(deadline=None)
@given(holes(), suit_permutations())
def test_exchanging_suits_keeps_the_class(
    hand: tuple[int, ...], exchanged: tuple[int, ...]
) -> None:
    other = [exchanged[card] for card in hand]
    assert hand_classes()[hand_index(hand)] == hand_classes()[hand_index(other)]


@settings(deadline=None)
@given(holes(), holes())
def test_two_hands_of_a_class_are_the_same_but_for_suits(
    one: tuple[int, ...], other: tuple[int, ...]
) -> None:
    same = any(
        sorted(card // 4 * 4 + suits[card % 4] for card in one) == sorted(other)
        for suits in permutations(range(4))
    )
    assert (hand_classes()[hand_index(one)] == hand_classes()[hand_index(other)]) == same


def test_classes_are_numbered_as_their_first_hands_stand() -> None:
    classes = hand_classes()
    numbers, first = np.unique(classes, return_index=True)
    assert numbers.tolist() == list(range(CLASS_COUNT))
    assert (np.diff(first) > 0).all()
    # The hands of a class are as many as the exchanges of suits make of one of them.
    sizes = np.bincount(classes)
    for number in Random(0).sample(range(CLASS_COUNT), 100):
        hand = hand_table().cards[first[number]].tolist()
        made = {
            tuple(sorted(card // 4 * 4 + suits[card % 4] for card in hand))
            for suits in permutations(range(4))
        }
        assert sizes[number] == len(made)


@settings(deadline=None)
@given(st.integers(0, HAND_COUNT - 1))
def test_rows_and_hands_are_one_to_one(row: int) -> None:
    assert hand_index(hand_table().cards[row].tolist()) == row
