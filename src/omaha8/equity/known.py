"""Hands that are all known: every board that can come, exactly."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from omaha8.cards import Card
from omaha8.equity.boards import SUITS, runouts
from omaha8.equity.tally import tally
from omaha8.evaluation.batch import Boards, Ranked, rank_one

Hands = Sequence[tuple[Card, ...]]


def known_cells(
    hands: Hands, board: Sequence[Card], dead: Sequence[Card], unseen: Sequence[Card]
) -> NDArray[np.int64]:
    """The cells of all players (`omaha8.equity.result.player_equity`) over all boards."""
    boards, counts = runouts(board, unseen, suits_that_matter(hands, dead, anybody=False))
    ranked = rank_all(boards, hands)
    return tally(ranked.highs, ranked.lows, counts)


def rank_all(boards: Boards, hands: Hands) -> Ranked:
    """The (player, board) classes and lows of known hands."""
    highs = np.empty((len(hands), len(boards.rows)), np.uint16)
    lows = np.empty((len(hands), len(boards.rows)), np.uint8)
    for player, hand in enumerate(hands):
        highs[player], lows[player] = rank_one(boards, hand)
    return Ranked(highs, lows)


def suits_that_matter(hands: Hands, dead: Sequence[Card], anybody: bool) -> tuple[int, ...]:
    """By suit: the first suit that is alike, itself for most; -1 if nobody can have a flush in it.

    Suits are alike if they can be exchanged and all known cards stay where they are. With
    ``anybody`` there are other hands, which may have a flush in any suit.
    """
    places = [*hands, tuple(dead)]
    ranks = [
        [sum([1 << (card >> 2) for card in place if card & 3 == suit]) for place in places]
        for suit in range(SUITS)
    ]
    flush = [
        anybody or any(of_hand.bit_count() > 1 for of_hand in ranks[suit][:-1])
        for suit in range(SUITS)
    ]
    return tuple([ranks.index(ranks[suit]) if flush[suit] else -1 for suit in range(SUITS)])
