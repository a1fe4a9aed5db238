"""All 270,725 hands as arrays, with the features that ranges look at; made once, in milliseconds.

Needs numpy, and is imported only where a range is matched.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations_with_replacement
from math import comb
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

HAND_COUNT: Final = 270_725
CLASS_COUNT: Final = 16_432
"""Hands that are different when suits are exchanged."""


class HandTable(NamedTuple):
    """``cards`` is ``(270725, 4)``, card numbers rising in a row, the rows in rising order.

    ``rank_set`` and ``suit_set`` give for each hand the row of its ranks in ``rank_sets``, all
    1,820 choices of four ranks, and of its suits in ``suit_sets``, all 35 choices of four suits.
    """

    cards: npt.NDArray[np.uint8]
    rank_set: npt.NDArray[np.uint16]
    suit_set: npt.NDArray[np.uint8]
    rank_sets: npt.NDArray[np.uint8]
    suit_sets: npt.NDArray[np.uint8]


@cache
def hand_table() -> HandTable:
    """The table of all hands."""
    cards = _all_hands()
    rank_sets = np.array(list(combinations_with_replacement(range(13), 4)), dtype=np.uint8)
    suit_sets = np.array(list(combinations_with_replacement(range(4), 4)), dtype=np.uint8)
    # The ranks of a hand rise as its cards do. Its suits do not, so they are told by counting: a
    # digit to the base 5 for each suit.
    rank_row = np.zeros(13**4, dtype=np.uint16)
    rank_row[_number(rank_sets, 13)] = np.arange(len(rank_sets))
    suit_row = np.zeros(5**4, dtype=np.uint8)
    digits = np.array([1, 5, 25, 125], dtype=np.uint16)
    suit_row[digits[suit_sets].sum(axis=1)] = np.arange(len(suit_sets))
    table = HandTable(
        cards,
        rank_row[_number(cards >> np.uint8(2), 13)],
        suit_row[digits[cards & np.uint8(3)].sum(axis=1)],
        rank_sets,
        suit_sets,
    )
    for array in table:
        array.flags.writeable = False
    return table


def hand_index(cards: Iterable[int]) -> int:
    """The row in the table of four different cards, in any order."""
    later = sum(comb(51 - card, 4 - i) for i, card in enumerate(sorted(cards)))
    return HAND_COUNT - 1 - later


@cache
def hand_classes() -> npt.NDArray[np.int32]:
    """For each hand of the table the number of its class, of 16,432: the same but for suits.

    The classes are numbered as their first hands stand in the table.
    """
    cards = hand_table().cards
    of_suit = np.zeros((HAND_COUNT, 4), dtype=np.int64)
    rows = np.arange(HAND_COUNT)
    for column in range(4):
        card = cards[:, column].astype(np.int64)
        of_suit[rows, card & 3] |= np.left_shift(1, card >> 2)
    # The ranks of each suit, with the suits in order of them, say all but the suits.
    of_suit.sort(axis=1)
    key = (of_suit << np.array([0, 13, 26, 39])).sum(axis=1)
    _, first, sorted_class = np.unique(key, return_index=True, return_inverse=True)
    number = np.empty(len(first), dtype=np.int32)
    number[np.argsort(first)] = np.arange(len(first), dtype=np.int32)
    classes = number[sorted_class]
    classes.flags.writeable = False
    return classes


def _all_hands() -> npt.NDArray[np.uint8]:
    """All choices of four cards in lexical order, built card by card from the first."""
    hands = np.empty((1, 0), dtype=np.uint8)
    last = np.array([-1])
    for card in range(4):
        # After the last card and before those still to come.
        room = 52 - (3 - card) - (last + 1)
        rows = np.repeat(np.arange(len(hands)), room)
        start = np.repeat(np.cumsum(room) - room, room)
        last = last[rows] + 1 + np.arange(len(rows)) - start
        hands = np.column_stack([hands[rows], last.astype(np.uint8)])
    return hands


def _number(ranks: npt.NDArray[np.uint8], base: int) -> npt.NDArray[np.uint32]:
    """Each row as one number with these digits."""
    number = np.zeros(len(ranks), dtype=np.uint32)
    for column in range(ranks.shape[1]):
        number = number * np.uint32(base) + ranks[:, column]
    return number
