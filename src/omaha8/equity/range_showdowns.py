"""A range from the flop on, exactly: against known hands, or against another range.

Against known hands all hands of the range are ranked on all boards. Two ranges are compared board
by board, every hand with every other that has none of its cards.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from omaha8.equity.hands import card_sets, full_boards, possible_hands
from omaha8.equity.known import rank_all
from omaha8.equity.spot import Spot
from omaha8.equity.tally import cells_shape, tally
from omaha8.evaluation import compiled
from omaha8.evaluation.batch import rank_each, read_boards
from omaha8.evaluation.lows import NO_LOW

_HANDS_AT_ONCE: Final = 1 << 17


class Side(NamedTuple):
    """The hands of a range on a board, by rising class."""

    highs: NDArray[np.uint64]
    lows: NDArray[np.uint64]
    sets: NDArray[np.uint64]
    """As sets of 52 bits."""
    counts: NDArray[np.uint64]


class RangeAgainstKnown:
    """One range against known hands on a board."""

    def __init__(self, spot: Spot) -> None:
        self._spot = spot
        (self._place,) = (n for n, holding in enumerate(spot.holdings) if not holding.known)
        self._hands, self._weights = possible_hands(spot.holdings[self._place], spot.unseen)
        self._sets = card_sets(self._hands)
        self._boards = full_boards(spot)
        self._step = max(1, _HANDS_AT_ONCE // len(self._hands))

    def __len__(self) -> int:
        return -(-len(self._boards) // self._step)

    def cells(self, part: int) -> NDArray[np.int64]:
        """The cells of all players on some of the boards."""
        cards = self._boards[part * self._step : (part + 1) * self._step]
        boards = read_boards(cards)
        board, hand = np.nonzero(card_sets(cards)[:, None] & self._sets == 0)
        known = rank_all(boards, self._spot.known)
        of_range = rank_each(boards.take(board), self._hands[hand])
        highs = np.insert(known.highs[:, board], self._place, of_range.highs, axis=0)
        lows = np.insert(known.lows[:, board], self._place, of_range.lows, axis=0)
        return tally(highs, lows, self._weights[hand])


class RangeAgainstRange:
    """Two ranges on a board."""

    def __init__(self, spot: Spot) -> None:
        sides = [possible_hands(holding, spot.unseen) for holding in spot.holdings]
        self._sides = [(hands, card_sets(hands), weights) for hands, weights in sides]
        self._boards = full_boards(spot)

    def __len__(self) -> int:
        return len(self._boards)

    def cells(self, part: int) -> NDArray[np.int64]:
        """The cells of both players on one board."""
        on_board = self._boards[part : part + 1]
        (board,) = card_sets(on_board)
        read = read_boards(on_board)
        sides = []
        for hands, sets, weights in self._sides:
            (at,) = np.nonzero(sets & board == 0)
            ranked = rank_each(read.take(np.zeros(len(at), np.intp)), hands[at])
            order = np.argsort(ranked.highs, kind="stable")
            at = at[order]
            columns = (ranked.highs[order], ranked.lows[order], sets[at], weights[at])
            sides.append(Side(*(column.astype(np.uint64) for column in columns)))
        return _cells_of_pairs(count_pairs(*sides))


def count_pairs(one: Side, other: Side) -> NDArray[np.int64]:
    """(high, low) showdowns of all pairs of hands without a card in common.

    High: 0 the first wins, 1 they tie, 2 the other wins. Low: 0 nobody has one, then likewise.
    """
    if not compiled.available():
        return _count_pairs(one, other)
    from omaha8.equity import pair_kernels

    found = np.zeros((3, 4), np.uint64)
    pair_kernels.count_pairs(
        one.highs,
        one.lows,
        one.sets,
        one.counts,
        other.highs,
        other.lows,
        other.sets,
        other.counts,
        np.uint64(NO_LOW),
        found,
    )
    return found.astype(np.int64)


def _count_pairs(one: Side, other: Side) -> NDArray[np.int64]:
    """The same by NumPy."""
    found = np.zeros((3, 4), np.uint64)
    zero = np.uint64(0)
    tied = np.searchsorted(other.highs, one.highs, "left").tolist()
    worse = np.searchsorted(other.highs, one.highs, "right").tolist()
    for at, (low, cards, count) in enumerate(zip(one.lows, one.sets, one.counts, strict=True)):
        apart = np.where(other.sets & cards == zero, other.counts, zero)
        ends = (len(apart), worse[at], tied[at], 0)
        for high in range(3):
            part = slice(ends[high + 1], ends[high])
            some, lows = apart[part], other.lows[part]
            wins, losses = some[lows > low].sum(), some[lows < low].sum()
            found[high, 1] += wins * count
            found[high, 3] += losses * count
            found[high, 0 if low == NO_LOW else 2] += (some.sum() - wins - losses) * count
    return found.astype(np.int64)


def _cells_of_pairs(found: NDArray[np.int64]) -> NDArray[np.int64]:
    """From (high, low) outcomes of two players to their cells."""
    cells = np.zeros(cells_shape(2), np.int64)
    of_high = ((1, 0), (2, 2), (0, 1))
    of_low = ((0, 0), (2, 1), (3, 3), (1, 2))
    for high, shares in enumerate(of_high):
        for low, low_shares in enumerate(of_low):
            for player in range(2):
                cells[player, shares[player], low_shares[player]] += found[high, low]
    return cells
