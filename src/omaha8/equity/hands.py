"""The hands and the boards that are possible, as arrays of cards and as sets."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from omaha8.cards import Card
from omaha8.equity.boards import BOARD_SIZE
from omaha8.equity.spot import HAND_SIZE, Holding, Spot


def possible_hands(
    holding: Holding, unseen: Sequence[Card]
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """The hands of a range, or all, and how often each counts."""
    hands = holding.hands
    if hands is None:
        hands = np.array(list(combinations(unseen, HAND_SIZE)), np.uint8)
    weights = holding.weights
    return hands, np.ones(len(hands), np.int64) if weights is None else weights


def card_sets(cards: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Rows of cards as sets of 52 bits."""
    bits = np.left_shift(np.uint64(1), cards, dtype=np.uint64)
    sets: NDArray[np.uint64] = np.bitwise_or.reduce(bits, axis=1)
    return sets


def full_boards(spot: Spot) -> NDArray[np.uint8]:
    """(board, five) cards: all boards that can come."""
    drawn = list(combinations(spot.unseen, BOARD_SIZE - len(spot.board)))
    cards = np.empty((len(drawn), BOARD_SIZE), np.uint8)
    cards[:, : len(spot.board)] = spot.board
    cards[:, len(spot.board) :] = drawn
    return cards
