"""The 56 lows, numbered from 0, the wheel, to 55, 8-7-6-5-4.

Of ranks only eight and lower count, the ace as the lowest: a set of them is an 8-bit mask with bit
0 for the ace, bit 1 for the deuce, up to bit 7 for the eight. Lows compare from the highest card
down, which is how their masks compare as numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from omaha8.cards import DECK, Card

LOW_BITS: Final = tuple(1 << (card // 4 + 1) % 13 & 0xFF for card in DECK)
"""The low mask of one card, by card number; 0 for a nine to a king."""

LOW_MASKS: Final = tuple(mask for mask in range(256) if mask.bit_count() == 5)
"""The low mask of every low, best first."""

NO_LOW: Final = len(LOW_MASKS)
"""In place of the number of a low: 56, worse than every low."""

LOW_RANKS: Final = "A2345678"
"""The ranks that count for low, by bit."""

_LOW_OF_MASK: Final = {mask: low for low, mask in enumerate(LOW_MASKS)}


def low_mask(cards: Iterable[Card]) -> int:
    """The low ranks among ``cards``."""
    mask = 0
    for card in cards:
        mask |= LOW_BITS[card]
    return mask


def low_mask_of_ranks(ranks: Iterable[int]) -> int:
    """The low ranks among ``ranks``, which go from 0, a deuce, to 12, an ace."""
    return low_mask([Card(rank * 4) for rank in ranks])


@cache
def lows_on_board(board_mask: int) -> bytes:
    """The best low with a board of this low mask, or `NO_LOW`, by the low mask of the hole cards.

    Exactly two ranks are from the hole and three from the board; all five are different.
    """
    best = [NO_LOW]  # by the mask of hole cards among the ranks so far
    for rank in range(8):
        with_rank = [NO_LOW]  # by the mask of the other hole cards, which are lower
        for lower in range(rank):
            low = _low_with(1 << rank | 1 << lower, board_mask)
            with_rank += [min(low, other) for other in with_rank]
        best += list(map(min, best, with_rank))
    return bytes(best)


def _low_with(pair: int, board_mask: int) -> int:
    board = board_mask & ~pair
    if board.bit_count() < 3:
        return NO_LOW
    while board.bit_count() > 3:
        board ^= 1 << board.bit_length() - 1
    return _LOW_OF_MASK[pair | board]
