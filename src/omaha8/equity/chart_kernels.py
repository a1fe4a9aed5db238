"""Kernel of the chart; imported only where numba is (`omaha8.evaluation.compiled`)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

Array = Any


@njit(cache=True, nogil=True)
def count_beaten(
    order: Array,
    keys: Array,
    ways: Array,
    parts: Array,
    per_part: Array,
    scale: int,
    seen: Array,
    shares: Array,
) -> None:
    """Writes for each hand the disjoint hands that are worse, twice, and those as good, once.

    ``order`` has the hands from the worst to the best, ``keys`` the lower for the better. ``seen``
    holds, for every set of up to three cards, how many hands so far have it, times ``scale``.
    """
    one, four, ten = np.uint64(1), np.uint64(4), np.uint64(10)
    size, columns = np.uint64(order.shape[0]), np.uint64(14)
    times = np.uint64(scale)
    seen[:] = 0
    total = np.uint64(0)
    start = np.uint64(0)
    while start < size:
        key = keys[order[start]]
        end = start
        while end < size and keys[order[end]] == key:
            hand = order[end]
            worse = total
            for place in range(four):
                worse -= seen[parts[hand, place]]
            for place in range(four, ten):
                worse += seen[parts[hand, place]]
            for place in range(ten, columns):
                worse -= seen[parts[hand, place]]
            shares[hand] = worse
            end += one
        for at in range(start, end):
            hand = order[at]
            count = np.uint64(ways[hand])
            total += count * times
            for place in range(columns):
                part = parts[hand, place]
                seen[part] += count * per_part[part]
        for at in range(start, end):
            hand = order[at]
            # The hand itself is the only one that has all four of its cards.
            not_better = total + times
            for place in range(four):
                not_better -= seen[parts[hand, place]]
            for place in range(four, ten):
                not_better += seen[parts[hand, place]]
            for place in range(ten, columns):
                not_better -= seen[parts[hand, place]]
            shares[hand] = (shares[hand] + not_better) // times
        start = end
