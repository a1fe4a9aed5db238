"""The best high and low by trying every two hole cards with every three board cards.

Slow, plain and independent of the tables: what `rank` and `evaluate` must agree with.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement

from omaha8.cards import Card

HighValue = tuple[int, tuple[int, ...]]
"""How good a high is: the number of its category, 8 the best, and the ranks that break ties."""


@cache
def high_value(ranks: tuple[int, ...], one_suit: bool) -> HighValue:
    groups = sorted(((count, rank) for rank, count in Counter(ranks).items()), reverse=True)
    shape = [count for count, _ in groups]
    order = tuple(rank for _, rank in groups)
    straight = len(order) == 5 and order[0] - order[4] == 4
    if set(ranks) == {12, 0, 1, 2, 3}:
        straight, order = True, (3,)
    if straight:
        return (8 if one_suit else 4), order[:1]
    if shape == [4, 1]:
        return 7, order
    if shape == [3, 2]:
        return 6, order
    if one_suit:
        return 5, order
    if shape == [3, 1, 1]:
        return 3, order
    if shape == [2, 2, 1]:
        return 2, order
    return (1 if shape == [2, 1, 1, 1] else 0), order


@cache
def low_value(ranks: tuple[int, ...]) -> tuple[int, ...] | None:
    """The low from the highest card down, an ace as 1; None if it does not qualify."""
    values = sorted([1 if rank == 12 else rank + 2 for rank in ranks], reverse=True)
    return tuple(values) if len(set(values)) == 5 and values[0] <= 8 else None


@cache
def numbering() -> dict[HighValue, int]:
    """All values of highs from the best down, numbered from 1."""
    values = set()
    for ranks in combinations_with_replacement(range(13), 5):
        if max(Counter(ranks).values()) < 5:
            values.add(high_value(ranks, False))
        if len(set(ranks)) == 5:
            values.add(high_value(ranks, True))
    return {value: number for number, value in enumerate(sorted(values, reverse=True), 1)}


def best(hole: Sequence[Card], board: Sequence[Card]) -> tuple[int, str | None]:
    """The class of the best high, and the best low as "8432A"."""
    highs: list[HighValue] = []
    lows: list[tuple[int, ...]] = []
    triples = list(combinations(board, 3))
    for a, b in combinations(hole, 2):
        for c, d, e in triples:
            ranks = tuple(sorted([a // 4, b // 4, c // 4, d // 4, e // 4]))
            highs.append(high_value(ranks, a % 4 == b % 4 == c % 4 == d % 4 == e % 4))
            low = low_value(ranks)
            if low is not None:
                lows.append(low)
    return numbering()[max(highs)], "".join(map(str, min(lows))).replace("1", "A") if lows else None
