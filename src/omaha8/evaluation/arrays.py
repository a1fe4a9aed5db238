"""The tables of high and low as NumPy arrays: what evaluates many hands at once looks up.

The ranks of a set of cards are a *state*: the multisets of up to five ranks are numbered by size,
and `Arrays.extend` gives the state that one more rank leads to. So the ranks of a board are found
card by card, in any order. A pair of ranks from the hole is numbered from 0 to 90 likewise.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from omaha8.evaluation.classes import RANK_KEYS, WORST_CLASS, classes_by_key
from omaha8.evaluation.lows import low_mask_of_ranks, lows_on_board

RANKS: Final = 13
PAIRS: Final = 91
"""The pairs of ranks, alike or not."""

FIRST_STATES: Final = tuple(comb(RANKS - 1 + k, k - 1) if k else 0 for k in range(7))
"""The number of the first state of each size, 0 to 5, and after them how many there are."""

FIRST_BOARD: Final = FIRST_STATES[3]
"""The state of the lowest board: its row in `Arrays.classes` is row 0."""

NO_CLASS: Final = WORST_CLASS + 1
"""In place of a class where no hand can be: five cards of a rank, two of a rank in one suit."""

FLUSH_ROWS: Final = 1 + sum([comb(RANKS, count) for count in (3, 4, 5)])
"""Row 0, without a flush, and one for each set of three to five ranks of a suit."""


class Arrays(NamedTuple):
    """All tables, about 4 MB. Made once, by `arrays`."""

    extend: NDArray[np.uint16]
    """(state of up to four cards, rank): the state with that rank added."""
    ranks: NDArray[np.uint8]
    """(state, five): the ranks of a state, lowest first; what is beyond its size is 255."""
    classes: NDArray[np.uint16]
    """(state of the board less `FIRST_BOARD`, pair): the best class without flushes."""
    classes_of_pair: NDArray[np.uint16]
    """The same by (pair, state of the board)."""
    flush_row: NDArray[np.uint16]
    """By the 13-bit set of the board's ranks in a suit: its row in ``flushes``."""
    flushes: NDArray[np.uint16]
    """(flush row, pair): the best flush with both cards of a pair in the suit, or `NO_CLASS`."""
    flushes_of_pair: NDArray[np.uint16]
    """The same by (pair, flush row)."""
    lows: NDArray[np.uint8]
    """(low mask of the board, low mask of the hole): the best low, or `NO_LOW`."""
    pair: NDArray[np.uint8]
    """(rank, rank): the number of a pair."""
    low_bit: NDArray[np.uint8]
    """By rank: its low mask."""


@cache
def arrays() -> Arrays:
    """The tables, built on the first call in some 0.05 seconds."""
    ranks = _ranks_of_states()
    extend = _extend(ranks)
    flush_row, flushes = _flush_tables(extend)
    pair = extend[extend[0]] - FIRST_STATES[2]
    classes = _classes(extend, ranks)
    lows = np.frombuffer(b"".join([lows_on_board(mask) for mask in range(256)]), np.uint8)
    low_bits = [low_mask_of_ranks([rank]) for rank in range(RANKS)]
    tables = Arrays(
        extend=extend,
        ranks=ranks,
        classes=classes,
        classes_of_pair=np.ascontiguousarray(classes.T),
        flush_row=flush_row,
        flushes=flushes,
        flushes_of_pair=np.ascontiguousarray(flushes.T),
        lows=lows.reshape(256, 256),
        pair=pair.astype(np.uint8),
        low_bit=np.array(low_bits, np.uint8),
    )
    for table in tables:
        table.flags.writeable = False
    return tables


def _ranks_of_states() -> NDArray[np.uint8]:
    """In colexicographic order within a size: then `_numbers` counts the states before one."""
    ranks = np.full((FIRST_STATES[6], 5), 255, np.uint8)
    for size in range(1, 6):
        highest_first = list(combinations_with_replacement(range(RANKS - 1, -1, -1), size))
        states = slice(FIRST_STATES[size], FIRST_STATES[size + 1])
        ranks[states, :size] = np.array(highest_first)[::-1, ::-1]
    return ranks


def _numbers(ranks: NDArray[Any]) -> NDArray[np.uint16]:
    """The states of rows of ranks, lowest first, all of one size."""
    size = ranks.shape[1]
    choose = np.array([[comb(n, k) for k in range(6)] for n in range(RANKS + 5)], np.uint16)
    number = np.full(len(ranks), FIRST_STATES[size], np.uint16)
    for place in range(size):
        number += choose[ranks[:, place].astype(np.intp) + place, place + 1]
    return number


def _extend(ranks: NDArray[np.uint8]) -> NDArray[np.uint16]:
    extend = np.empty((FIRST_STATES[5], RANKS), np.uint16)
    for size in range(5):
        states = slice(FIRST_STATES[size], FIRST_STATES[size + 1])
        before = np.repeat(ranks[states, :size], RANKS, axis=0)
        added = np.tile(np.arange(RANKS, dtype=np.uint8), len(before) // RANKS)
        after = np.sort(np.column_stack([before, added]), axis=1)
        extend[states] = _numbers(after).reshape(-1, RANKS)
    return extend


def _classes(extend: NDArray[np.uint16], ranks: NDArray[np.uint8]) -> NDArray[np.uint16]:
    mixed = classes_by_key()[0]
    keys = np.array(RANK_KEYS)[ranks[FIRST_STATES[5] :]].sum(axis=1)
    five = np.array([mixed.get(key, NO_CLASS) for key in keys.tolist()], np.uint16)
    pairs = ranks[FIRST_STATES[2] : FIRST_STATES[3], :2]
    triples = np.arange(FIRST_STATES[3], FIRST_STATES[4])[:, None]
    with_pair = extend[extend[triples, pairs[:, 0]], pairs[:, 1]]

    classes = np.empty((FIRST_STATES[6] - FIRST_BOARD, PAIRS), np.uint16)
    classes[: len(triples)] = five[with_pair - FIRST_STATES[5]]
    for size in (4, 5):
        states = slice(FIRST_STATES[size], FIRST_STATES[size + 1])
        fewer = [
            _numbers(np.delete(ranks[states, :size], place, axis=1)) - FIRST_BOARD
            for place in range(size)
        ]
        rows = classes[states.start - FIRST_BOARD : states.stop - FIRST_BOARD]
        rows[:] = classes[fewer[0]]
        for row in fewer[1:]:
            np.minimum(rows, classes[row], out=rows)
    return classes


def _flush_tables(extend: NDArray[np.uint16]) -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
    suited = np.full(1 << RANKS, NO_CLASS, np.uint16)
    for key, high_class in classes_by_key()[1].items():
        suited[sum([1 << rank for rank in range(RANKS) if key // RANK_KEYS[rank] % 5])] = high_class

    sets = [sum([1 << rank for rank in ranks]) for ranks in _sets_of_ranks()]
    flush_row = np.zeros(1 << RANKS, np.uint16)
    flush_row[sets] = np.arange(1, FLUSH_ROWS)
    flushes = np.full((FLUSH_ROWS, PAIRS), NO_CLASS, np.uint16)
    masks = np.array(sets)
    counts = np.bitwise_count(masks)
    for low, high in combinations(range(RANKS), 2):
        both = 1 << low | 1 << high
        pair = extend[extend[0, low], high] - FIRST_STATES[2]
        column = flushes[1:, pair]
        apart = (masks & both == 0) & (counts == 3)
        column[apart] = suited[masks[apart] | both]
    for count in (4, 5):
        larger = masks[counts == count]
        rows = flushes[flush_row[larger]]
        for rank in range(RANKS):
            fewer = larger & ~(1 << rank)
            # Without a rank that it has not, a set is itself: still without a flush, no harm.
            np.minimum(rows, flushes[flush_row[fewer]], out=rows)
        flushes[flush_row[larger]] = rows
    return flush_row, flushes


def _sets_of_ranks() -> list[tuple[int, ...]]:
    return [ranks for count in (3, 4, 5) for ranks in combinations(range(RANKS), count)]
