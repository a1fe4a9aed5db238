"""The chart: all 16,432 hands in the order of their exact equity against a random hand, heads-up.

The equities are shipped as ``ordering.npy`` (see `omaha8.equity.ordering`), computed by
`omaha8.equity.chart_boards`: by class of hands the quarters of a pot that it gets over all boards
and all hands of the opponent, out of `QUARTERS`. Needs numpy.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import comb
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from omaha8.cards import RANKS, Card
from omaha8.equity.ordering import ABSENT, SHIPPED, Ordering, OrderingAbsent
from omaha8.equity.range_table import CLASS_COUNT, HAND_COUNT, hand_classes, hand_table

MATCHUPS: Final = comb(48, 5) * comb(43, 4)
"""The boards and hands of the opponent for one hand, 211,315,436,640."""

QUARTERS: Final = 4 * MATCHUPS

_SUIT_LETTERS: Final = "xyzw"


class Line(Struct, frozen=True):
    """One class of hands of the chart."""

    rank: int
    """1 for the best; classes of equal equity share the rank of the first."""
    hand: str
    """A range that has this class alone: ``AxAy3x2y``."""
    cards: tuple[Card, ...]
    """One hand of the class, its cards falling."""
    hands: int
    """The size of the class."""
    quarters: int
    above: int
    """How many hands of all have more equity."""

    @property
    def equity(self) -> Fraction:
        """The share of the pot."""
        return Fraction(self.quarters, QUARTERS)

    @property
    def percentile(self) -> float:
        """The share of all hands with more equity, in percent: below 15 in the range ``15%``."""
        return 100 * self.above / HAND_COUNT


@cache
def shipped_quarters() -> NDArray[np.int64]:
    """The quarters of each class. Raises `OrderingAbsent`."""
    try:
        quarters: NDArray[np.int64] = np.load(SHIPPED, allow_pickle=False)
    except FileNotFoundError:
        raise OrderingAbsent(ABSENT) from None
    quarters.flags.writeable = False
    return quarters


@cache
def class_hands() -> NDArray[np.uint8]:
    """(class, four): a hand of each class, its cards rising: spades on the high cards."""
    cards = hand_table().cards
    highest_first = np.lexsort(cards.T)[::-1]
    _, place = np.unique(hand_classes()[highest_first], return_index=True)
    hands: NDArray[np.uint8] = cards[highest_first[place]]
    hands.flags.writeable = False
    return hands


@cache
def class_sizes() -> NDArray[np.int64]:
    """The number of hands of each class."""
    sizes = np.bincount(hand_classes(), minlength=CLASS_COUNT).astype(np.int64)
    sizes.flags.writeable = False
    return sizes


def lines(quarters: NDArray[np.int64], classes: NDArray[np.bool_] | None = None) -> Iterator[Line]:
    """The chart by these equities, best first; ``classes`` says which ones, if not all."""
    places = Ordering(quarters).places
    above = np.empty(CLASS_COUNT, np.int64)
    above[hand_classes()] = places
    sizes, cards = class_sizes(), class_hands()
    # Of equal classes the one with the higher cards first.
    order = np.arange(CLASS_COUNT)[::-1]
    order = order[np.argsort(-quarters[order], kind="stable")]
    rank, last = 0, None
    for place, of_class in enumerate(order.tolist(), start=1):
        value = int(quarters[of_class])
        if value != last:
            rank, last = place, value
        if classes is not None and not classes[of_class]:
            continue
        hand = tuple(Card(card) for card in reversed(cards[of_class].tolist()))
        yield Line(rank, pattern(hand), hand, int(sizes[of_class]), value, int(above[of_class]))


def pattern(hand: tuple[Card, ...]) -> str:
    """The range of the hands that differ from ``hand`` by suits alone: ``AxAy3x2y``."""
    letters = dict(zip(dict.fromkeys([card & 3 for card in hand]), _SUIT_LETTERS, strict=False))
    return "".join([RANKS[card >> 2] + letters[card & 3] for card in hand])
