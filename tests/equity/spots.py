"""Spots at random, and equities counted the slow way: every board, every hand, one at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from math import gcd
from random import Random

from omaha8.cards import DECK, Card
from omaha8.equity import Equity
from omaha8.evaluation import NO_LOW
from tests.evaluation import twin

Hand = tuple[Card, ...]
Standing = tuple[int, int]
"""Class and low of a hand on a board."""


def dealt(random: Random, players: int, board: int) -> tuple[list[Hand], Hand]:
    """Hands and a board."""
    cards = random.sample(DECK, 4 * players + board)
    return [tuple(cards[4 * n : 4 * n + 4]) for n in range(players)], tuple(cards[4 * players :])


def shares(standings: Sequence[Standing]) -> list[Fraction]:
    """Each hand's share of the pot."""
    best_high = min(high for high, _ in standings)
    best_low = min(low for _, low in standings)
    high = [hand_high == best_high for hand_high, _ in standings]
    low = [hand_low == best_low < NO_LOW for _, hand_low in standings]
    of_high = [Fraction(won, sum(high)) for won in high]
    if not any(low):
        return of_high
    return [(one + Fraction(won, sum(low))) / 2 for one, won in zip(of_high, low, strict=True)]


def by_twin(hands: Sequence[Hand], board: Hand) -> list[Standing]:
    """What each hand makes, by trying every combination."""
    lows = {None: NO_LOW} | {text: number for number, text in enumerate(_lows())}
    made = [twin.best(hand, board) for hand in hands]
    return [(high, lows[low]) for high, low in made]


def _lows() -> list[str]:
    ranks = "A2345678"
    made = ["".join(sorted(five, key=ranks.index)[::-1]) for five in combinations(ranks, 5)]
    return sorted(made, key=lambda text: [ranks.index(rank) for rank in text])


def counted(boards: Iterable[Sequence[Standing]]) -> list[Counter[str]]:
    """By player: how often he wins which share, over the standings on many boards."""
    times = Counter(tuple(standings) for standings in boards)
    found: list[Counter[str]] = [Counter() for _ in next(iter(times))]
    for standings, boards_alike in times.items():
        for player, share in zip(found, shares(standings), strict=True):
            player[str(share)] += boards_alike
    return found


def in_lowest_terms(found: Sequence[Counter[str]]) -> list[Counter[str]]:
    """Counts without their common factor, as weights have none."""
    common = gcd(*[count for player in found for count in player.values()])
    return [Counter({share: n // common for share, n in player.items()}) for player in found]


def shares_of(result: Equity) -> list[Counter[str]]:
    """By player: the histogram of his share."""
    return [Counter(player.shares) for player in result.players]
