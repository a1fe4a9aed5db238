"""Sampled spots: random deals, and the showdown of each."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from omaha8.equity.dealing import BOARD_SIZE, deal_many, unknown_of
from omaha8.equity.spot import Spot
from omaha8.equity.tally import tally
from omaha8.evaluation.batch import rank_each, rank_one, read_boards

BATCH: Final = 1 << 14
"""Deals at a time."""


class Sample:
    """A number of random deals of a spot, in parts that can be counted apart."""

    def __init__(self, spot: Spot, deals: int, seed: int) -> None:
        self._spot, self._unknown = spot, unknown_of(spot)
        self._deals, self._seed = deals, seed
        ranges = [place for place, holding in enumerate(spot.holdings) if holding.hands is not None]
        random = [place for place, holding in enumerate(spot.holdings) if holding.random]
        self._dealt_places = ranges + random

    def __len__(self) -> int:
        return -(-self._deals // BATCH)

    def cells(self, part: int) -> NDArray[np.int64]:
        """The cells of all players in one batch of deals."""
        spot = self._spot
        count = min(BATCH, self._deals - part * BATCH)
        dealt = deal_many(self._unknown, count, self._seed, part)
        cards = np.empty((count, BOARD_SIZE), np.uint8)
        cards[:, : len(spot.board)] = spot.board
        cards[:, len(spot.board) :] = dealt.boards
        boards = read_boards(cards)
        highs = np.empty((len(spot.holdings), count), np.uint16)
        lows = np.empty((len(spot.holdings), count), np.uint8)
        for player, holding in enumerate(spot.holdings):
            if holding.known:
                highs[player], lows[player] = rank_one(boards, holding.cards, by_kernel=True)
        for hand, player in enumerate(self._dealt_places):
            highs[player], lows[player] = rank_each(
                boards, np.ascontiguousarray(dealt.holes[:, hand])
            )
        return tally(highs, lows, None)
