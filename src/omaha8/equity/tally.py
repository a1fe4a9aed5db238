"""Showdowns of many boards, counted: who wins the high and the low, and who shares them."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from omaha8.evaluation.lows import NO_LOW

CHUNK: Final = 1 << 15


def cells_shape(players: int) -> tuple[int, int, int]:
    """The shape of the cells of all players; see `omaha8.equity.result.player_equity`."""
    return players, players + 1, players + 2


def tally(
    highs: NDArray[np.uint16], lows: NDArray[np.uint8], counts: NDArray[np.int64] | None
) -> NDArray[np.int64]:
    """The cells of all players from their (player, board) classes and lows.

    ``counts`` says how many boards each stands for, if not one; all together
    less than 2**53.
    """
    players, boards = highs.shape
    cells = np.zeros(cells_shape(players), np.int64)
    for start in range(0, boards, CHUNK):
        part = slice(start, start + CHUNK)
        some_lows, some_highs = lows[:, part], highs[:, part]
        best_high, best_low = some_highs.min(axis=0), some_lows.min(axis=0)
        has_high = some_highs == best_high
        has_low = some_lows == best_low
        is_low = best_low < NO_LOW
        sharing_high = has_high.sum(axis=0, dtype=np.uint8) * np.uint8(players + 2)
        sharing_low = has_low.sum(axis=0, dtype=np.uint8)
        for player in range(players):
            place = has_high[player] * sharing_high
            place += is_low * (has_low[player] * sharing_low + np.uint8(1))
            size = (players + 1) * (players + 2)
            count = np.bincount(place, None if counts is None else counts[part], size)
            cells[player] += count.astype(np.int64).reshape(cells.shape[1:])
    return cells
