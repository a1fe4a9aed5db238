"""Kernel for a random hand; imported only where numba is (`omaha8.evaluation.compiled`)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

Array = Any


@njit(cache=True, nogil=True)
def against_random(
    rows: Array,
    flushes: Array,
    lows: Array,
    counts: Array,
    left: Array,
    left_suited: Array,
    best_highs: Array,
    best_lows: Array,
    groups: Array,
    classes: Array,
    flush_classes: Array,
    low_of: Array,
    pair: Array,
    low_bit: Array,
    flush_rows: int,
    no_low: int,
    codes: Array,
    ranks: Array,
    free: Array,
    either: Array,
    hist: Array,
    out: Array,
) -> None:
    """Adds to ``out`` (group, code) the hands of four cards that are left, on every board.

    A code has two bits for the high and two above for the low: 0 if the random hand is worse than
    the best of the known ones, 1 if it ties, 3 if it is better. So the code of a hand is the *or*
    of those of its six pairs. Cards that are alike - of one rank, and not of the suit of the
    board's flush - are one kind; hands are counted as multisets of kinds.
    """
    zero, one, two, three, four = (
        np.uint64(0),
        np.uint64(1),
        np.uint64(2),
        np.uint64(3),
        np.uint64(4),
    )
    thirteen = np.uint64(13)
    for at in range(np.uint64(rows.shape[0])):
        row = rows[at]
        flush_row = flushes[at] % flush_rows
        high, low = best_highs[at], best_lows[at]
        low_mask = lows[at]

        kinds = zero
        for rank in range(thirteen):
            if left[at, rank]:
                ranks[kinds] = rank
                free[kinds] = left[at, rank]
                kinds += one
        unsuited = kinds
        for rank in range(thirteen):
            if (left_suited[at] >> rank) & one:
                ranks[kinds] = rank
                free[kinds] = one
                kinds += one

        for b in range(kinds):
            for a in range(b + one):
                of_pair = pair[ranks[a], ranks[b]]
                made = classes[row, of_pair]
                if a >= unsuited:
                    made = min(made, flush_classes[flush_row, of_pair])
                code = zero
                if made < high:
                    code = three
                elif made == high:
                    code = one
                low_made = low_of[low_mask, low_bit[ranks[a]] | low_bit[ranks[b]]]
                if low_made < low:
                    code |= np.uint64(12)
                elif low_made == low and low != no_low:
                    code |= four
                codes[a, b] = code
                codes[b, a] = code

        hist[:] = 0
        for a in range(kinds):
            ways_a = free[a]
            for b in range(a, kinds):
                ways_ab = ways_a * (free[b] - one) // two if a == b else ways_a * free[b]
                if ways_ab == zero:
                    continue
                code_ab = codes[a, b]
                for d in range(b, kinds):
                    either[d] = codes[a, d] | codes[b, d]
                for c in range(b, kinds):
                    if c != b:
                        ways_abc = ways_ab * free[c]
                        again = ways_ab * (free[c] * (free[c] - one) // two)
                    elif a != b:
                        if free[b] < two:
                            continue
                        ways_abc = ways_a * (free[b] * (free[b] - one) // two)
                        again = ways_abc * (free[c] - two) // three
                    else:
                        if free[b] < three:
                            continue
                        ways_abc = ways_ab * (free[b] - two) // three
                        again = ways_abc * (free[c] - three) // four
                    code_abc = code_ab | either[c]
                    hist[code_abc | codes[c, c]] += again
                    for d in range(c + one, kinds):
                        hist[code_abc | either[d] | codes[c, d] | ((d & three) << four)] += (
                            ways_abc * free[d]
                        )
        for place in range(np.uint64(64)):
            out[groups[at], place & np.uint64(15)] += hist[place] * counts[at]
