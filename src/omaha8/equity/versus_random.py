"""Known hands against one random hand, exactly: every hand of the other on every board.

On a board only the best known high and the best known low matter. Each pair of cards is coded by
how it compares with the two; a hand is as good as the best of its six pairs, so its code is the
*or* of theirs, and hands are counted by code. Cards that are alike on a board are one kind, so
12,000 multisets of kinds stand for 123,410 hands, and often 1,820.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from omaha8.cards import DECK, Card
from omaha8.equity.boards import cards_left, runouts
from omaha8.equity.known import Hands, rank_all, suits_that_matter
from omaha8.equity.tally import cells_shape
from omaha8.evaluation import compiled
from omaha8.evaluation.arrays import FIRST_STATES, FLUSH_ROWS, NO_CLASS, PAIRS, RANKS, arrays
from omaha8.evaluation.batch import Boards
from omaha8.evaluation.lows import NO_LOW

CODES: Final = 16
BOARDS_AT_ONCE: Final = 2048
_TIED, _BEATEN = 1, 3
"""The two bits of a direction if the random hand ties the best known one, or beats it."""


class KnownSide(NamedTuple):
    """Boards, and the best that the known hands make on each."""

    boards: Boards
    counts: NDArray[np.int64]
    left: NDArray[np.uint8]
    """What is left for the random hand; see `omaha8.equity.boards.cards_left`."""
    left_suited: NDArray[np.uint16]
    highs: NDArray[np.uint16]
    lows: NDArray[np.uint8]
    groups: NDArray[np.uint16]
    """The boards on which the same known players have the best high and the best low."""

    def take(self, places: slice) -> KnownSide:
        """Some of the boards."""
        return KnownSide(
            self.boards.take(places),
            self.counts[places],
            self.left[places],
            self.left_suited[places],
            self.highs[places],
            self.lows[places],
            self.groups[places],
        )


class AgainstRandom:
    """Known hands against a random one on a board, in parts that can be counted apart."""

    def __init__(
        self, hands: Hands, place: int, board: Sequence[Card], dead: Sequence[Card]
    ) -> None:
        """``place`` is that of the random hand among the players; ``hands`` are the known ones."""
        seen = {*board, *dead, *(card for hand in hands for card in hand)}
        unseen = [card for card in DECK if card not in seen]
        boards, counts = runouts(board, unseen, suits_that_matter(hands, dead, anybody=True))
        ranked = rank_all(boards, hands)
        high, low = ranked.highs.min(axis=0), ranked.lows.min(axis=0)
        players = 1 << np.arange(len(hands), dtype=np.uint32)
        with_high = ((ranked.highs == high) * players[:, None]).sum(axis=0)
        with_low = ((ranked.lows == low) * players[:, None]).sum(axis=0)
        with_low[low == NO_LOW] = 0
        keys, groups = np.unique(with_high << 16 | with_low, return_inverse=True)
        self._winners = [(int(key) >> 16, int(key) & 0xFFFF) for key in keys]
        self._hands, self._place = len(hands), place
        self._side = KnownSide(
            boards,
            counts,
            *cards_left(boards, [*unseen, *board]),
            high,
            low,
            groups.astype(np.uint16),
        )

    @property
    def boards(self) -> int:
        """How many boards are looked at, those that are alike once."""
        return len(self._side.counts)

    def __len__(self) -> int:
        return -(-self.boards // BOARDS_AT_ONCE)

    def cells(self, part: int, /) -> NDArray[np.int64]:
        """The cells of all players on some of the boards."""
        side = self._side.take(slice(part * BOARDS_AT_ONCE, (part + 1) * BOARDS_AT_ONCE))
        by_code = count_codes(side, len(self._winners))
        players = self._hands + 1
        cells = np.zeros(cells_shape(players), np.int64)
        places = [place for place in range(players) if place != self._place]
        for (with_high, with_low), codes in zip(self._winners, by_code.tolist(), strict=True):
            for code, boards in enumerate(codes):
                if not boards:
                    continue
                high, low = code & 3, code >> 2
                somebody = bool(with_low or low)
                for known, place in enumerate(places):
                    share_high = _sharing(bool(with_high >> known & 1), with_high, high)
                    share_low = _sharing(bool(with_low >> known & 1), with_low, low)
                    cells[place, share_high, somebody + share_low] += boards
                own_low = somebody + _random_sharing(with_low, low)
                cells[self._place, _random_sharing(with_high, high), own_low] += boards
        return cells


def _sharing(is_best: bool, best: int, code: int) -> int:
    """How many share one direction with a known player, himself included; 0 if he has no part."""
    if not is_best or code == _BEATEN:
        return 0
    return best.bit_count() + (code == _TIED)


def _random_sharing(best: int, code: int) -> int:
    return {0: 0, _TIED: best.bit_count() + 1, _BEATEN: 1}[code]


def count_codes(side: KnownSide, groups: int) -> NDArray[np.uint64]:
    """(group, code): the hands left on all boards, by how they compare with the known ones.

    A code has two bits for the high and two above for the low: 0 if the hand is worse than the best
    known one, 1 if it ties, 3 if it is better.
    """
    return _count_compiled(side, groups) if compiled.available() else _count(side, groups)


def _count_compiled(side: KnownSide, groups: int) -> NDArray[np.uint64]:
    from omaha8.equity.random_kernels import against_random

    table = arrays()
    kinds = 2 * RANKS
    by_code = np.zeros((groups, CODES), np.uint64)
    against_random(
        side.boards.rows,
        side.boards.flushes,
        side.boards.lows,
        side.counts.astype(np.uint64),
        side.left,
        side.left_suited,
        side.highs,
        side.lows,
        side.groups,
        table.classes,
        table.flushes,
        table.lows,
        table.pair,
        table.low_bit,
        FLUSH_ROWS,
        NO_LOW,
        np.empty((kinds, kinds), np.uint64),
        np.empty(kinds, np.uint64),
        np.empty(kinds, np.uint64),
        np.empty(kinds, np.uint64),
        np.empty(4 * CODES, np.uint64),
        by_code,
    )
    return by_code


class _Multisets(NamedTuple):
    """The multisets of four kinds of cards: some ranks in the suit of the flush, some not."""

    quad: NDArray[np.uint16]
    """All four ranks, as a state less that of the first four."""
    rest: NDArray[np.uint16]
    """The state of those not in the suit."""
    subset: NDArray[np.uint16]
    """The number of the set of those in the suit."""
    subsets: NDArray[np.uint16]
    """By that number: the set, 13 bits."""
    quad_pairs: NDArray[np.uint8]
    """(quad, six): its pairs."""
    subset_pairs: NDArray[np.uint8]
    """(subset, six): its pairs, and `PAIRS` for none."""


@cache
def _multisets() -> _Multisets:
    table = arrays()
    first = FIRST_STATES[4]
    quad: list[NDArray[np.uint16]] = []
    rest: list[NDArray[np.uint16]] = []
    subset: list[NDArray[np.uint16]] = []
    subsets: list[int] = []
    subset_pairs: list[list[int]] = []
    for count in range(5):
        states = np.arange(FIRST_STATES[4 - count], FIRST_STATES[5 - count], dtype=np.uint16)
        for ranks in combinations(range(RANKS), count):
            extended = states
            for rank in ranks:
                extended = table.extend[extended, rank]
            quad.append(extended - np.uint16(first))
            rest.append(states)
            subset.append(np.full(len(states), len(subsets), np.uint16))
            subsets.append(sum([1 << rank for rank in ranks]))
            pairs = [int(table.pair[a, b]) for a, b in combinations(ranks, 2)]
            subset_pairs.append(pairs + [PAIRS] * (6 - len(pairs)))
    four = table.ranks[first : FIRST_STATES[5], :4]
    quad_pairs = [table.pair[four[:, a], four[:, b]] for a, b in combinations(range(4), 2)]
    return _Multisets(
        np.concatenate(quad),
        np.concatenate(rest),
        np.concatenate(subset),
        np.array(subsets, np.uint16),
        np.column_stack(quad_pairs),
        np.array(subset_pairs, np.uint8),
    )


def _count(side: KnownSide, groups: int) -> NDArray[np.uint64]:
    """The same as the kernel, by NumPy, board by board."""
    table, sets = arrays(), _multisets()
    choose = np.array([[comb(n, k) for k in range(5)] for n in range(5)], np.int64)
    per_state = (table.ranks[: FIRST_STATES[5], :, None] == np.arange(RANKS)).sum(axis=1)
    low_ranks = table.ranks[FIRST_STATES[2] : FIRST_STATES[3], :2]
    low_masks = table.low_bit[low_ranks[:, 0]] | table.low_bit[low_ranks[:, 1]]
    no_flush = sets.subset == 0
    by_code = np.zeros((groups, CODES), np.uint64)
    for at, group in enumerate(side.groups.tolist()):
        high, low = int(side.highs[at]), int(side.lows[at])
        lows = table.lows[side.boards.lows[at], low_masks]
        pairs = _code(lows, low, NO_LOW) << 2 | _code(table.classes[side.boards.rows[at]], high)
        quads = np.bitwise_or.reduce(pairs[sets.quad_pairs], axis=1)
        ways = choose[side.left[at], per_state].prod(axis=1)
        if side.boards.flushes[at]:
            row = table.flushes[side.boards.flushes[at] % FLUSH_ROWS]
            suited = np.append(_code(row, high), np.uint8(0))
            subsets = np.bitwise_or.reduce(suited[sets.subset_pairs], axis=1)
            possible = sets.subsets & ~side.left_suited[at] == 0
            codes = quads[sets.quad] | subsets[sets.subset]
            hands = ways[sets.rest] * possible[sets.subset]
        else:
            codes, hands = quads[sets.quad[no_flush]], ways[sets.rest[no_flush]]
        found = np.bincount(codes, hands, CODES).astype(np.uint64)
        by_code[group] += found * np.uint64(side.counts[at])
    return by_code


def _code(
    made: NDArray[np.uint16] | NDArray[np.uint8], best: int, nothing: int = NO_CLASS
) -> NDArray[np.uint8]:
    code = np.zeros(len(made), np.uint8)
    code[(made == best) & (made != nothing)] = _TIED
    code[made < best] = _BEATEN
    return code
