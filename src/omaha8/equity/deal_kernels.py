"""Kernel that deals; imported only where numba is (`omaha8.evaluation.compiled`)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

Array = Any


@njit(cache=True, nogil=True)
def chance(stream: Any, deal: int, draw: int) -> float:
    """A number from 0 up to 1; see `omaha8.equity.dealing.chances`."""
    mixed = stream + (np.uint64(deal) * np.uint64(64) + np.uint64(draw)) * np.uint64(
        0x9E3779B97F4A7C15
    )
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(31)
    return np.float64(mixed >> np.uint64(11)) * 2.0**-53


@njit(cache=True, nogil=True)
def first_above(totals: Array, start: int, stop: int, drawn: float) -> int:
    """The first place from ``start`` on with a running total above ``drawn``."""
    while start < stop:
        middle = (start + stop) // 2
        if totals[middle] > drawn:
            stop = middle
        else:
            start = middle + 1
    return start


@njit(cache=True, nogil=True)
def deal(
    stream: Any,
    unseen: Array,
    hands: Array,
    starts: Array,
    totals: Array,
    random_hands: int,
    limit: int,
    holes: Array,
    boards: Array,
) -> tuple[int, int]:
    """Deals until ``boards`` is full or ``limit`` deals are tried; returns (dealt, tried).

    ``hands`` are those of all ranges, range r from row ``starts[r]`` on, with their running
    ``totals`` of weights, which are empty if all count alike. Ranges and then random hands fill
    ``holes`` (deal, hand, four); ``boards`` gets the cards that come.
    """
    ranges = starts.shape[0] - 1
    hole_cards = 4 * random_hands
    cards = hole_cards + boards.shape[1]
    deck = np.empty(52, np.uint8)
    one = np.uint64(1)
    dealt = tried = 0
    while dealt < boards.shape[0] and tried < limit:
        taken = np.uint64(0)
        possible = True
        for place in range(ranges):
            drawn = chance(stream, tried, place)
            row, stop = starts[place], starts[place + 1]
            if totals.shape[0]:
                row = first_above(totals, row, stop, drawn * totals[stop - 1])
            else:
                row += np.int64(drawn * (stop - row))
            hand = np.uint64(0)
            for at in range(4):
                holes[dealt, place, at] = hands[row, at]
                hand |= one << np.uint64(hands[row, at])
            if taken & hand:
                possible = False
                break
            taken |= hand
        if possible:
            left = 0
            for card in unseen:
                deck[left] = card
                if not (taken >> np.uint64(card)) & one:
                    left += 1
            for at in range(cards):
                other = at + np.int64(chance(stream, tried, ranges + at) * (left - at))
                card = deck[other]
                deck[other] = deck[at]
                if at < hole_cards:
                    holes[dealt, ranges + at // 4, at % 4] = card
                else:
                    boards[dealt, at - hole_cards] = card
            dealt += 1
        tried += 1
    return dealt, tried
