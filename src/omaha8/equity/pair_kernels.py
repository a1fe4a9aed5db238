"""Kernel for two ranges; imported only where numba is (`omaha8.evaluation.compiled`)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

Array = Any


@njit(cache=True, nogil=True)
def count_pairs(
    highs: Array,
    lows: Array,
    sets: Array,
    counts: Array,
    other_highs: Array,
    other_lows: Array,
    other_sets: Array,
    other_counts: Array,
    no_low: Any,
    found: Array,
) -> None:
    """Adds to ``found`` (high, low) the showdowns of all pairs of hands without a card in common.

    High: 0 the first wins, 1 they tie, 2 the other wins. Low: 0 nobody has one, then likewise.
    Both sides stand by rising class; ``sets`` are the hands as sets of cards.
    """
    zero, one = np.uint64(0), np.uint64(1)
    tied = worse = zero
    count = np.uint64(other_highs.shape[0])
    for at in range(np.uint64(highs.shape[0])):
        while tied < count and other_highs[tied] < highs[at]:
            tied += one
        worse = max(worse, tied)
        while worse < count and other_highs[worse] == highs[at]:
            worse += one
        low, cards = lows[at], sets[at]
        stop = count
        for high in range(np.uint64(3)):
            start = worse if high == zero else tied if high == one else zero
            wins = ties = losses = zero
            # Without a branch, and with unsigned numbers of 64 bits only: eight at a time.
            for other in range(start, stop):
                apart = other_counts[other] if (other_sets[other] & cards) == zero else zero
                wins += apart if other_lows[other] > low else zero
                ties += apart if other_lows[other] == low else zero
                losses += apart if other_lows[other] < low else zero
            stop = start
            found[high, 0 if low == no_low else 2] += ties * counts[at]
            found[high, 1] += wins * counts[at]
            found[high, 3] += losses * counts[at]
