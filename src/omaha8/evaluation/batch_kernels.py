"""Kernels that evaluate many hands; imported only where numba is (`omaha8.evaluation.compiled`)."""

from __future__ import annotations

from typing import Any

from numba import njit

Array = Any


@njit(cache=True, nogil=True)
def read_boards(
    boards: Array,
    extend: Array,
    flush_row: Array,
    low_bit: Array,
    first_board: int,
    flush_rows: int,
    rows: Array,
    flushes: Array,
    lows: Array,
) -> None:
    """Writes `omaha8.evaluation.batch.Boards` of (boards, three to five) cards."""
    size = boards.shape[1]
    for at in range(boards.shape[0]):
        state = extend[0, 0]
        low = low_bit[0]
        state ^= state
        low ^= low
        counts = 0
        for place in range(size):
            card = boards[at, place]
            rank = card >> 2
            state = extend[state, rank]
            low |= low_bit[rank]
            counts += 1 << ((card & 3) << 2)
        rows[at] = state - first_board
        lows[at] = low
        flushes[at] = 0
        # Adding 5 carries a count of three or more into the highest of its four bits.
        three = (counts + 0x5555) & 0x8888
        if three:
            suit = 0
            while not (three >> (4 * suit + 3)) & 1:
                suit += 1
            suited = 0
            for place in range(size):
                card = boards[at, place]
                if card & 3 == suit:
                    suited |= 1 << (card >> 2)
            flushes[at] = suit * flush_rows + flush_row[suited]


@njit(cache=True, nogil=True)
def rank_each(
    rows: Array,
    flushes: Array,
    lows: Array,
    holes: Array,
    classes: Array,
    flush_classes: Array,
    low_of: Array,
    pair: Array,
    low_bit: Array,
    flush_rows: int,
    highs: Array,
    low_ranks: Array,
) -> None:
    """Ranks a hand on each board: writes its class and its low."""
    size = holes.shape[1]
    for at in range(rows.shape[0]):
        row = rows[at]
        best = classes[row, pair[holes[at, 0] >> 2, holes[at, 1] >> 2]]
        mask = low_bit[holes[at, 0] >> 2]
        for second in range(1, size):
            rank = holes[at, second] >> 2
            mask |= low_bit[rank]
            for first in range(second):
                best = min(best, classes[row, pair[holes[at, first] >> 2, rank]])
        flush = flushes[at]
        if flush:
            suit = flush // flush_rows
            flush_at = flush - suit * flush_rows
            for second in range(1, size):
                card = holes[at, second]
                if card & 3 == suit:
                    for first in range(second):
                        other = holes[at, first]
                        if other & 3 == suit:
                            made = flush_classes[flush_at, pair[other >> 2, card >> 2]]
                            best = min(best, made)
        highs[at] = best
        low_ranks[at] = low_of[lows[at], mask]


@njit(cache=True, nogil=True)
def rank_one(
    rows: Array,
    flushes: Array,
    lows: Array,
    classes_of_hand: Array,
    flushes_of_hand: Array,
    lows_of_hand: Array,
    highs: Array,
    low_ranks: Array,
) -> None:
    """Ranks one hand on all boards, by its `omaha8.evaluation.batch.HoleTables`."""
    for at in range(rows.shape[0]):
        highs[at] = min(classes_of_hand[rows[at]], flushes_of_hand[flushes[at]])
        low_ranks[at] = lows_of_hand[lows[at]]


@njit(cache=True, nogil=True)
def first_double(holes: Array, boards: Array) -> int:
    """The first row in which a card stands twice, or -1; either may have a single row for all."""
    hole_count, board_count = holes.shape[0], boards.shape[0]
    count = max(hole_count, board_count)
    for at in range(count):
        hole_at = at if hole_count > 1 else 0
        board_at = at if board_count > 1 else 0
        seen = 0
        doubled = 0
        for place in range(holes.shape[1]):
            bit = 1 << holes[hole_at, place]
            doubled |= seen & bit
            seen |= bit
        for place in range(boards.shape[1]):
            bit = 1 << boards[board_at, place]
            doubled |= seen & bit
            seen |= bit
        if doubled:
            return at
    return -1
