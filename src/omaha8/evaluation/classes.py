"""The 7,462 classes of five-card high hands, numbered from 1, the best.

Two hands tie exactly if they are of one class. The numbers are the usual ones (Cactus Kev's):
1 is the royal flush, 7462 is 7-5-4-3-2 of several suits.

Tables are built when first used, and looked up by a *rank key*: the sum of ``5 ** rank`` over some
cards. No rank has more than four cards, so the digits to base 5 count the cards of each rank, and
the key of a hand is the sum of the keys of its parts.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from enum import IntEnum
from functools import cache
from itertools import combinations
from typing import Final

from omaha8.cards import DECK, Card

RANK_KEYS: Final = tuple(5**rank for rank in range(13))
"""The rank key of one card of each rank."""

CARD_KEYS: Final = tuple(RANK_KEYS[card >> 2] for card in DECK)
"""The rank key of each card, by card number."""

WORST_CLASS: Final = 7462

Ranks = tuple[int, ...]


class Category(IntEnum):
    """The nine categories of high hands, best first. A royal flush is the best straight flush."""

    STRAIGHT_FLUSH = 0
    FOUR_OF_A_KIND = 1
    FULL_HOUSE = 2
    FLUSH = 3
    STRAIGHT = 4
    THREE_OF_A_KIND = 5
    TWO_PAIR = 6
    PAIR = 7
    HIGH_CARD = 8


LAST_CLASSES: Final = (10, 166, 322, 1599, 1609, 2467, 3325, 6185, 7462)
"""The worst class of each category."""


def category_of(high_class: int) -> Category:
    """The category of a class from 1 to 7462."""
    return Category(bisect_left(LAST_CLASSES, high_class))


def rank_key(ranks: Sequence[int]) -> int:
    """The rank key of ranks, in any order."""
    return sum([RANK_KEYS[rank] for rank in ranks])


def ranks_of_key(key: int) -> Ranks:
    """The ranks that a rank key counts, lowest first."""
    ranks: list[int] = []
    for rank in range(13):
        key, count = divmod(key, 5)
        ranks += [rank] * count
    return tuple(ranks)


@cache
def class_ranks() -> tuple[Ranks, ...]:
    """The five ranks of every class, by class number: ``class_ranks()[1] == (12, 11, 10, 9, 8)``.

    Ranks stand as hands are read: the larger group first, then the higher rank; the ace of a
    five-high straight last. Entry 0 is empty, as there is no class 0.
    """
    return ((), *_hands_best_first())


def _hands_best_first() -> Iterator[Ranks]:
    high_to_low = range(12, -1, -1)
    straights = [tuple(range(top, top - 5, -1)) for top in range(12, 3, -1)] + [(3, 2, 1, 0, 12)]
    in_a_row = {tuple(sorted(straight, reverse=True)) for straight in straights}
    different = [ranks for ranks in combinations(high_to_low, 5) if ranks not in in_a_row]

    def kickers(count: int, *used: int) -> Iterator[Ranks]:
        return combinations([rank for rank in high_to_low if rank not in used], count)

    yield from straights  # straight flushes
    yield from ((r,) * 4 + k for r in high_to_low for k in kickers(1, r))
    yield from ((r,) * 3 + k * 2 for r in high_to_low for k in kickers(1, r))
    yield from different  # flushes
    yield from straights
    yield from ((r,) * 3 + k for r in high_to_low for k in kickers(2, r))
    yield from ((r, r, s, s, *k) for r, s in combinations(high_to_low, 2) for k in kickers(1, r, s))
    yield from ((r, r, *k) for r in high_to_low for k in kickers(3, r))
    yield from different


@cache
def classes_by_key() -> tuple[dict[int, int], dict[int, int]]:
    """Class by rank key: of hands of several suits, and of hands of one suit."""
    keys = [sum([RANK_KEYS[rank] for rank in ranks]) for ranks in class_ranks()]
    mixed: dict[int, int] = {}
    suited: dict[int, int] = {}
    first = 1
    for category, last in zip(Category, LAST_CLASSES, strict=True):
        one_suit = category in (Category.STRAIGHT_FLUSH, Category.FLUSH)
        classes = range(first, last + 1)
        (suited if one_suit else mixed).update(zip(keys[first:], classes, strict=False))
        first = last + 1
    return mixed, suited


def class_of_five(cards: Sequence[Card]) -> int:
    """The class of five different cards, which are not checked."""
    mixed, suited = classes_by_key()
    a, b, c, d, e = cards
    key = CARD_KEYS[a] + CARD_KEYS[b] + CARD_KEYS[c] + CARD_KEYS[d] + CARD_KEYS[e]
    # Equal suits leave no difference in the two lowest bits.
    if ((a ^ b) | (a ^ c) | (a ^ d) | (a ^ e)) & 3:
        return mixed[key]
    return suited[key]
