"""Every hand against a random hand, board by board: what the chart is summed up from.

Two things make it minutes, not days. Boards are taken by their ranks (6,175 multisets): where no
suit has three cards only ranks count, and where one has, only which ranks are of that suit. And on
a board all hands are ranked at once, from the worst to the best, while for every set of up to three
cards it is kept how many hands so far have it: the hands beaten by a hand that share no card with
it are then an inclusion-exclusion over the sixteen subsets of its cards.

Shares are in quarters of a pot, exact, and summed over the hands of the opponent. Half of the pot
goes by the high and half by the low, but where neither hand has a low all of it by the high: so to
the high share of all hands comes that among the hands without a low, and the low share.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from operator import mul
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from omaha8.equity.chart import QUARTERS, class_hands, class_sizes
from omaha8.equity.chart_kinds import (
    KINDS,
    RANK_HANDS,
    SCALE,
    choose,
    kind_hands,
    part_runs,
    ways,
)
from omaha8.equity.range_table import CLASS_COUNT, HAND_COUNT
from omaha8.evaluation import compiled
from omaha8.evaluation.arrays import FIRST_BOARD, FIRST_STATES, RANKS, arrays
from omaha8.evaluation.lows import NO_LOW

BOARD_RANKS: Final = FIRST_STATES[6] - FIRST_STATES[5]
"""The multisets of five ranks, 6,175; on 13 of them, five of one rank, there is no board."""

Tally = NDArray[np.int64]


class Totals(NamedTuple):
    """Sums over boards: the quarters of a pot of each hand against every other."""

    any_suits: Tally
    """By ranks of the hand: as if no flush counted."""
    flushes: Tally
    """By hand of kinds: what the boards with three cards or more of one suit add to that."""

    @classmethod
    def zero(cls) -> Totals:
        """Of no boards."""
        return cls(np.zeros(RANK_HANDS, np.int64), np.zeros(len(kind_hands().kinds), np.int64))

    def add(self, other: Totals) -> None:
        """Adds the sums over other boards."""
        self.any_suits[:] += other.any_suits
        self.flushes[:] += other.flushes


def class_quarters(totals: Totals) -> Tally:
    """By class of hands, the quarters of a pot over the boards that were summed up."""
    number_of = kind_hands().number_of
    quarters = np.empty(CLASS_COUNT, np.int64)
    for at, hand in enumerate(class_hands().tolist()):
        quarters[at] = totals.any_suits[number_of[tuple([card >> 2 for card in hand])]]
        for suit in range(4):
            kinds = sorted([(card >> 2) + RANKS * (card & 3 == suit) for card in hand])
            quarters[at] += totals.flushes[number_of[tuple(kinds)]]
    return quarters


def check_complete(quarters: Tally) -> None:
    """Raises `ValueError` unless all hands together have half of all pots."""
    if 2 * sum(map(mul, quarters.tolist(), class_sizes().tolist())) != HAND_COUNT * QUARTERS:
        raise ValueError("all hands together do not have half of all pots: boards are missing")


def totals_of(board: int) -> Totals:
    """The sums over all boards of one multiset of ranks, from 0 to ``BOARD_RANKS - 1``."""
    table, hands, totals = arrays(), kind_hands(), Totals.zero()
    ranks = table.ranks[FIRST_STATES[5] + board].astype(np.intp)
    of_rank = np.bincount(ranks, minlength=RANKS)
    if of_rank.max() > 4:
        return totals
    low_mask = np.bitwise_or.reduce(table.low_bit[ranks])
    lows = table.lows[low_mask][hands.low_masks]
    # By the ranks of two kinds.
    classes = np.tile(table.classes[FIRST_STATES[5] - FIRST_BOARD + board][table.pair], (2, 2))

    free = np.zeros(KINDS, np.intp)
    free[:RANKS] = 4 - of_rank
    deal = _Deal(free, RANK_HANDS)
    without_flush = deal.high_shares(classes, lows)
    boards = _boards(4, RANK_HANDS, of_rank)
    totals.any_suits[:] = boards * (without_flush + deal.low_shares(lows))

    for suited in _suited(of_rank):
        rest = of_rank.copy()
        rest[suited] -= 1
        free[:RANKS] = 3 - rest
        free[RANKS:] = 1
        free[RANKS + suited] = 0
        deal = _Deal(free, len(hands.kinds))
        with_flush = classes.copy()
        both = with_flush[RANKS:, RANKS:]
        row = table.flush_row[np.left_shift(1, suited).sum()]
        np.minimum(both, table.flushes[row][table.pair], out=both)
        shares = deal.high_shares(with_flush, lows)
        shares -= without_flush[hands.rank_hands]
        # A hand with a card of the board in the suit has none of these boards.
        boards = np.where(deal.ways > 0, _boards(3, len(hands.kinds), rest), 0)
        totals.flushes[:] += boards * shares
    return totals


def _suited(of_rank: NDArray[np.intp]) -> Iterator[NDArray[np.intp]]:
    """The sets of three ranks or more of a board that can be of one suit."""
    distinct = np.flatnonzero(of_rank).tolist()
    for size in range(3, len(distinct) + 1):
        for chosen in combinations(distinct, size):
            yield np.array(chosen, np.intp)


def _boards(each: int, hands: int, of_rank: NDArray[np.intp]) -> Tally:
    """By hand: in how many ways so many cards of each rank come, of ``each`` less the hand's."""
    boards = np.ones(hands, np.int64)
    for rank in np.flatnonzero(of_rank):
        # Four cards of a rank in a hand without a suit: then none of three is left.
        left = each - np.minimum(kind_hands().counts[:hands, rank], each)
        boards *= choose()[left, of_rank[rank]]
    return boards


class _Deal:
    """The first ``hands`` of all hands, when ``free`` cards of each kind are left."""

    def __init__(self, free: NDArray[np.intp], hands: int) -> None:
        every = kind_hands()
        self.ways = ways(free, every.runs[:hands])
        self._possible = np.flatnonzero(self.ways)
        self._pairs = every.pairs[:, :hands]
        self._parts = every.parts[:hands]
        of_part = ways(free, part_runs())
        # Each hand with a part is counted for each way to choose the part from its kinds.
        self._per_part = np.where(of_part > 0, SCALE // np.maximum(of_part, 1), 0)

    def high_shares(self, classes: NDArray[np.uint16], lows: NDArray[np.uint8]) -> Tally:
        """In quarters: the high of all hands, and once more of those without a low."""
        of_pair = classes.ravel()
        made = of_pair[self._pairs[0]]
        for pairs in self._pairs[1:]:
            np.minimum(made, of_pair[pairs], out=made)
        shares = self._shares(made, self._possible)
        no_low = self._possible[lows[self._possible] == NO_LOW]
        if len(no_low) == len(self._possible):
            return shares * 2
        return shares + self._shares(made, no_low)

    def low_shares(self, lows: NDArray[np.uint8]) -> Tally:
        """In quarters: the low."""
        shares = self._shares(lows[: len(self.ways)], self._possible)
        return np.where(lows[: len(self.ways)] < NO_LOW, shares, 0)

    def _shares(self, made: NDArray[Any], hands: NDArray[np.intp]) -> Tally:
        """Against ``hands``, the same ones: twice those with a higher number, once the equal."""
        shares = np.zeros(len(self.ways), np.int64)
        if not len(hands):
            return shares
        count = _count_compiled if compiled.available() else _count
        found = made[hands].astype(np.uint16)
        shares[hands] = count(found, self.ways[hands], self._parts[hands], self._per_part)
        return shares


def _count_compiled(
    made: NDArray[np.uint16], hand_ways: Tally, parts: NDArray[np.uint16], per_part: Tally
) -> Tally:
    from omaha8.equity.chart_kernels import count_beaten

    # Stable sorting of small numbers is radix sort.
    order = np.argsort(made, kind="stable")[::-1].astype(np.uint32)
    seen = np.empty(len(per_part), np.uint64)
    shares = np.empty(len(made), np.uint64)
    ways_, per = hand_ways.astype(np.uint64), per_part.astype(np.uint64)
    count_beaten(order, made, ways_, parts, per, SCALE, seen, shares)
    return shares.astype(np.int64)


def _count(
    made: NDArray[np.uint16], hand_ways: Tally, parts: NDArray[np.uint16], per_part: Tally
) -> Tally:
    """The same as the kernel, by NumPy: all sets of cards by all levels of hands."""
    levels, level = np.unique(made, return_inverse=True)
    # From the worst to the best, with one level below all.
    level = len(levels) - level
    width = len(levels) + 1
    seen = np.bincount(
        (parts.astype(np.intp) * width + level[:, None]).ravel(),
        (hand_ways[:, None] * per_part[parts]).ravel(),
        len(per_part) * width,
    )
    upto = seen.reshape(-1, width).cumsum(axis=1).astype(np.int64)
    total = (np.bincount(level, hand_ways, width).cumsum() * SCALE).astype(np.int64)
    signs = np.repeat([-1, 1, -1], [4, 6, 4])
    worse = total[level - 1] + (upto[parts, level[:, None] - 1] * signs).sum(axis=1)
    # The hand itself is the only one that has all four of its cards.
    not_better = total[level] + (upto[parts, level[:, None]] * signs).sum(axis=1) + SCALE
    shares: Tally = (worse + not_better) // SCALE
    return shares
