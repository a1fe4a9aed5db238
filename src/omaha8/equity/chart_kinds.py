"""The hands of the chart as multisets of kinds of cards.

Cards that are alike on a board are one *kind*: kinds 0 to 12 are the ranks of cards that can make
no flush, kinds 13 to 25 the ranks of those in the suit of the flush.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from omaha8.evaluation.arrays import RANKS, arrays

KINDS: Final = 2 * RANKS
RANK_HANDS: Final = 1820
"""The hands of kinds below 13, which come first: hands by their ranks alone."""

SCALE: Final = 1728
"""A multiple of the ways to choose up to three cards, whatever is left of each kind."""

SUBSETS: Final = 14
"""The sets of one card (4), two (6) and three (4) of a hand."""

_COPIES: Final = 5
_NO_RUN: Final = KINDS * _COPIES


class KindHands(NamedTuple):
    """All hands: no two cards of a rank are both in the suit of the flush."""

    kinds: NDArray[np.uint8]
    """(hand, four), lowest first."""
    counts: NDArray[np.uint8]
    """(hand, kind): how many cards."""
    runs: NDArray[np.uint8]
    """(hand, four): kind and number of copies, as one number, at the last copy; see `ways`."""
    pairs: NDArray[np.uint16]
    """(six, hand): the pairs of its cards, as the first kind times `KINDS` plus the second."""
    parts: NDArray[np.uint16]
    """(hand, `SUBSETS`): the multisets of kinds of one, two and three of its cards."""
    rank_hands: NDArray[np.uint16]
    """The hand of the same ranks alone."""
    low_masks: NDArray[np.uint8]
    number_of: dict[tuple[int, ...], int]
    """By the kinds, lowest first."""


@cache
def kind_hands() -> KindHands:
    """All 19,266 hands of kinds."""
    rows: list[tuple[int, ...]] = list(combinations_with_replacement(range(RANKS), 4))
    for in_suit in range(1, 5):
        for rest in combinations_with_replacement(range(RANKS), 4 - in_suit):
            rows += [(*rest, *suited) for suited in combinations(range(RANKS, KINDS), in_suit)]
    number = {part: at for at, part in enumerate(_parts())}
    index = {row: at for at, row in enumerate(rows)}
    kinds = np.array(rows, np.uint8)
    ranks = kinds % np.uint8(RANKS)
    parts = [[number[p] for size in (1, 2, 3) for p in combinations(row, size)] for row in rows]
    return KindHands(
        kinds=kinds,
        counts=(kinds[:, :, None] == np.arange(KINDS)).sum(axis=1).astype(np.uint8),
        runs=_runs(rows),
        pairs=np.array(
            [
                kinds[:, a].astype(np.uint16) * KINDS + kinds[:, b]
                for a, b in combinations(range(4), 2)
            ]
        ),
        parts=np.array(parts, np.uint16),
        rank_hands=np.array([index[tuple(row)] for row in np.sort(ranks).tolist()], np.uint16),
        low_masks=np.bitwise_or.reduce(arrays().low_bit[ranks], axis=1),
        number_of=index,
    )


def ways(free: NDArray[np.intp], runs: NDArray[np.uint8]) -> NDArray[np.int64]:
    """In how many ways cards come from so many of each kind, by the runs of the multisets."""
    of_run = np.ones(_NO_RUN + 1, np.int64)
    of_run[:_NO_RUN] = choose()[free, :_COPIES].ravel()
    found: NDArray[np.int64] = of_run[runs].prod(axis=1)
    return found


@cache
def part_runs() -> NDArray[np.uint8]:
    """(part, three): the runs of all multisets of one to three kinds."""
    return _runs(_parts())


@cache
def choose() -> NDArray[np.int64]:
    """(n, k): the ways to choose k of n, up to 5."""
    return np.array([[comb(n, k) for k in range(6)] for n in range(6)], np.int64)


@cache
def _parts() -> list[tuple[int, ...]]:
    return [
        part for size in (1, 2, 3) for part in combinations_with_replacement(range(KINDS), size)
    ]


def _runs(rows: list[tuple[int, ...]]) -> NDArray[np.uint8]:
    width = max(map(len, rows))
    runs = np.full((len(rows), width), _NO_RUN, np.uint8)
    for at, row in enumerate(rows):
        for place, kind in enumerate(row):
            if kind not in row[place + 1 :]:
                runs[at, place] = kind * _COPIES + row.count(kind)
    return runs
