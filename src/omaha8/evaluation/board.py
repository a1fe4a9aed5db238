"""The best high class and low of hole cards on a board: numbers only, as fast as it goes.

Whatever depends on ranks alone is kept by rank key: for a board, the best class with every pair of
ranks from the hole; for hole cards, their pairs. A row is made when first needed. Suits matter only
on a board with three or more cards of one suit, for hands with two or more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from operator import itemgetter
from typing import Final

import msgspec

from omaha8.cards import CARD_TEXT, DECK, Card, CardError
from omaha8.evaluation.classes import (
    CARD_KEYS,
    RANK_KEYS,
    WORST_CLASS,
    classes_by_key,
    rank_key,
    ranks_of_key,
)
from omaha8.evaluation.lows import low_mask_of_ranks, lows_on_board

HOLE_COUNTS: Final = (4, 5, 6)
BOARD_COUNTS: Final = (3, 4, 5)

_Row = tuple[int, ...]
"""Best class by the pair of ranks from the hole, in the order of ``_PAIRS``."""

_PAIRS: Final = tuple(combinations_with_replacement(range(13), 2))
_PAIR_KEYS: Final = tuple(rank_key(pair) for pair in _PAIRS)
_PAIR_PLACES: Final = {pair: place for place, pair in enumerate(_PAIRS)}
_CARD_SET: Final = frozenset(DECK)

_NO_CLASS: Final = WORST_CLASS + 1
"""For pairs that no hand can hold: five cards of a rank, two of a rank in one suit."""

# The sum of these over a board is its rank key and, above, four bits for the number of each suit.
_SUIT_SHIFT: Final = 30
_KEY_BITS: Final = (1 << _SUIT_SHIFT) - 1
_BOARD_KEYS: Final = tuple(CARD_KEYS[c] | 1 << _SUIT_SHIFT + 4 * (c & 3) for c in DECK)


@cache
def _triple_row(key: int, one_suit: bool) -> _Row:
    classes = classes_by_key()[one_suit]
    return tuple([classes.get(key + pair, _NO_CLASS) for pair in _PAIR_KEYS])


def _best_row(ranks: Sequence[int], one_suit: bool) -> _Row:
    keys = {a + b + c for a, b, c in combinations([RANK_KEYS[rank] for rank in ranks], 3)}
    rows = [_triple_row(key, one_suit) for key in keys]
    return rows[0] if len(rows) == 1 else tuple(map(min, *rows))


class _BoardRows(dict[int, tuple[_Row, bytes]]):
    """By the rank key of a board: best class without flushes, and best low."""

    def __missing__(self, key: int) -> tuple[_Row, bytes]:
        ranks = ranks_of_key(key)
        lows = lows_on_board(low_mask_of_ranks(ranks))
        self[key] = rows = (_best_row(ranks, False), lows)
        return rows


class _FlushRows(dict[int, _Row]):
    """By the rank key of the board's cards of one suit: best flush."""

    def __missing__(self, key: int) -> _Row:
        self[key] = row = _best_row(ranks_of_key(key), True)
        return row


class _HolePairs(dict[int, tuple[Callable[[_Row], Iterable[int]], int]]):
    """By the rank key of hole cards: what takes their pairs from a row, and their low mask."""

    def __missing__(self, key: int) -> tuple[Callable[[_Row], Iterable[int]], int]:
        ranks = ranks_of_key(key)
        places = [_PAIR_PLACES[pair] for pair in combinations(ranks, 2)]
        # With a single place itemgetter would give the class itself, not a tuple of it.
        self[key] = pairs = (itemgetter(*places, places[0]), low_mask_of_ranks(ranks))
        return pairs


_board_rows: Final = _BoardRows()
_flush_rows: Final = _FlushRows()
_hole_pairs: Final = _HolePairs()


class PreparedBoard(msgspec.Struct, frozen=True, eq=False):
    """A board of three to five cards that ranks any number of hands. Made by `prepare`."""

    cards: tuple[Card, ...]
    _row: _Row
    _lows: bytes
    _flush_suit: int
    """The suit that has three cards or more, or -1."""
    _flush_row: _Row

    def rank(self, hole: Sequence[Card]) -> tuple[int, int]:
        """The best high class and the best low, `NO_LOW` if none.

        The hole cards are not checked: `rank` and `evaluate` do that.
        """
        pairs, mask = _hole_pairs[sum([CARD_KEYS[card] for card in hole])]
        high = min(pairs(self._row))
        suit = self._flush_suit
        if suit >= 0:
            suited = [CARD_KEYS[card] for card in hole if card & 3 == suit]
            if len(suited) > 1:
                high = min(high, *_hole_pairs[sum(suited)][0](self._flush_row))
        return high, self._lows[mask]


def prepare_checked(board: Sequence[Card]) -> PreparedBoard:
    """`prepare` of a board that is right."""
    key = sum([_BOARD_KEYS[card] for card in board])
    row, lows = _board_rows[key & _KEY_BITS]
    # Adding 5 carries a count of three or more into the highest of its four bits.
    flush = (key >> _SUIT_SHIFT) + 0x5555 & 0x8888
    if not flush:
        return PreparedBoard(tuple(board), row, lows, -1, row)
    suit = flush.bit_length() // 4 - 1
    suited = sum([CARD_KEYS[card] for card in board if card & 3 == suit])
    return PreparedBoard(tuple(board), row, lows, suit, _flush_rows[suited])


def prepare(board: Sequence[Card]) -> PreparedBoard:
    """A board ready to rank many hands. Raises `CardError` unless it has 3 to 5 different cards."""
    check_deal((), board, hole_counts=(0,))
    return prepare_checked(board)


def rank(hole: Sequence[Card], board: Sequence[Card]) -> tuple[int, int]:
    """The best high class (1 to 7462) and the best low (0 to 55, `NO_LOW` if none).

    Raises `CardError` unless there are 4 to 6 hole cards and 3 to 5 on the board, all different.
    """
    check_deal(hole, board)
    return prepare_checked(board).rank(hole)


def check_deal(
    hole: Sequence[Card],
    board: Sequence[Card],
    hole_counts: Sequence[int] = HOLE_COUNTS,
    board_counts: Sequence[int] = BOARD_COUNTS,
) -> None:
    """Raises `CardError` for a wrong number of cards, for one that stands twice or is none."""
    cards = {*hole, *board}
    if len(hole) not in hole_counts:
        raise CardError(f"{_numbers(hole_counts)} hole cards needed, {len(hole)} given")
    if len(board) not in board_counts:
        raise CardError(f"{_numbers(board_counts)} board cards needed, {len(board)} given")
    if not cards <= _CARD_SET:
        wrong = min(cards - _CARD_SET)
        raise CardError(f"{wrong} is no card: the numbers of cards go from 0 to 51")
    if len(cards) != len(hole) + len(board):
        both = [*hole, *board]
        twice = next(card for card in both if both.count(card) > 1)
        raise CardError(f"duplicate card {CARD_TEXT[twice]}: each card exists once")


def _numbers(counts: Sequence[int]) -> str:
    *most, last = map(str, counts)
    return f"{', '.join(most)} or {last}" if most else last
