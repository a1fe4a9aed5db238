"""How good four (or five, or six) hole cards are before the flop, in points (floor 4).

The points follow what hands win on average at a table of six that all stay to the showdown: a point
is about half a percent of the pot. The two best low cards and the one that protects them count
most, then pairs, suits and high cards; a dangler simply adds nothing.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Final

from omaha8.cards import Card
from omaha8.evaluation.lows import LOW_BITS, LOW_RANKS

_LOW_PAIRS: Final = {
    "A2": 24,
    "A3": 20,
    "A4": 17,
    "A5": 13,
    "A6": 9,
    "A7": 4,
    "A8": 2,
    "23": 13,
    "24": 11,
    "25": 9,
    "26": 6,
    "27": 2,
    "34": 10,
    "35": 8,
    "36": 4,
    "45": 7,
    "46": 4,
    "56": 4,
}
_PROTECTION: Final = {"3": 12, "4": 9, "5": 5, "6": 2}
"""The third low card: what is left when one of the two best pairs on the board."""

_PAIRS: Final = (2, 2, 2, 3, 3, 4, 4, 5, 5, 7, 8, 11, 13)
"""By rank, deuces to aces."""
_TOO_MANY: Final = -4
"""For every card of a rank beyond two: it helps nobody, and is gone from the deck."""

_SUITS: Final = (*(3,) * 10, 4, 5, 6)
"""Two or more of a suit, by the rank of the highest: a flush that is not the nuts costs money."""
_HIGH: Final = 2
"""For every rank from ten to ace."""
_NEAR: Final = 1
"""For every two ranks that make a straight together."""

_TEN: Final = 8
_ACE: Final = 12


def _low_points(mask: int) -> int:
    ranks = [LOW_RANKS[bit] for bit in range(8) if mask >> bit & 1]
    best = _LOW_PAIRS.get("".join(ranks[:2]), 0)
    return best + (_PROTECTION.get(ranks[2], 0) if len(ranks) > 2 and best else 0)


def _rank_points(mask: int) -> int:
    ranks = [rank for rank in range(13) if mask >> rank & 1]
    near = sum(
        1
        for i, low in enumerate(ranks)
        for high in ranks[i + 1 :]
        if high - low <= 3 or (high == _ACE and low <= 3)
    )
    return _HIGH * sum(1 for rank in ranks if rank >= _TEN) + _NEAR * near


_LOW_POINTS: Final = tuple(_low_points(mask) for mask in range(256))
_RANK_POINTS: dict[int, int] = {}


def points(hole: Sequence[Card]) -> int:
    """0 for the worst rainbow danglers to about 70 for A-A-2-3 of two suits."""
    low = ranks = 0
    counts = [0] * 13
    suits: list[list[int]] = [[], [], [], []]
    for card in hole:
        low |= LOW_BITS[card]
        rank = card >> 2
        ranks |= 1 << rank
        counts[rank] += 1
        suits[card & 3].append(rank)
    total = _LOW_POINTS[low]
    more = _RANK_POINTS.get(ranks)
    if more is None:
        more = _RANK_POINTS[ranks] = _rank_points(ranks)
    total += more
    if len(hole) > ranks.bit_count():
        for rank, count in enumerate(counts):
            if count > 1:
                total += _PAIRS[rank] + _TOO_MANY * (count - 2)
    for suited in suits:
        if len(suited) > 1:
            total += _SUITS[max(suited)]
    return total


_FRACTIONS: Final = (*(percent / 100 for percent in range(95, 5, -5)), 0.05, 0.03, 0.01)
_CUTS: Final = {
    4: (8, 9, 10, 11, 12, 13, 13, 14, 15, 16, 17, 18, 20, 21, 23, 26, 30, 34, 39, 43, 48),
    5: (13, 15, 16, 17, 18, 19, 20, 22, 23, 24, 25, 27, 28, 31, 34, 37, 40, 44, 49, 51, 56),
    6: (19, 21, 23, 24, 25, 27, 28, 29, 30, 32, 33, 35, 38, 40, 43, 46, 49, 53, 57, 59, 64),
}
"""By number of hole cards: the least points of the best 95, 90 ... 5, 3, 1 percent of all hands."""


def top_fraction(hole: Sequence[Card]) -> float:
    """Among which part of all hands with that many cards this one is: 0.01 the best, 1 the rest."""
    place = bisect_right(_CUTS[len(hole)], points(hole))
    return _FRACTIONS[place - 1] if place else 1.0
