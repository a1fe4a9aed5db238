"""Many hands at once: `evaluate_many` on NumPy arrays, and what the equity engine builds on.

A board is read once into three numbers (`Boards`); each hand then is a few look-ups. There are two
paths with the same results: kernels that numba compiles, and NumPy alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from omaha8.cards import Card, CardError
from omaha8.evaluation import compiled
from omaha8.evaluation.arrays import FIRST_BOARD, FLUSH_ROWS, NO_CLASS, Arrays, arrays
from omaha8.evaluation.board import BOARD_COUNTS, HOLE_COUNTS
from omaha8.evaluation.lows import low_mask

CHUNK: Final = 1 << 14
"""Hands at a time on the NumPy path: what is between two steps stays in the processor's cache."""


FEW: Final = 2_000


class Boards(NamedTuple):
    """What matters of each board, as far as hands go."""

    rows: NDArray[np.uint16]
    """The rows of `Arrays.classes`: the ranks."""
    flushes: NDArray[np.uint16]
    """0 without three cards of a suit; else the suit times `FLUSH_ROWS` plus the flush row."""
    lows: NDArray[np.uint8]
    """The low masks."""

    def take(self, places: NDArray[np.intp] | slice) -> Boards:
        """The boards at these places."""
        return Boards(self.rows[places], self.flushes[places], self.lows[places])


class Ranked(NamedTuple):
    """Hands, place by place."""

    highs: NDArray[np.uint16]
    """High classes."""
    lows: NDArray[np.uint8]
    """Lows."""


class HoleTables(NamedTuple):
    """All that certain hole cards can make, by what `Boards` says of a board."""

    classes: NDArray[np.uint16]
    flushes: NDArray[np.uint16]
    lows: NDArray[np.uint8]


def evaluate_many(holes: ArrayLike, boards: ArrayLike) -> Ranked:
    """The best high class (1 to 7462) and the best low (0 to 55, or `NO_LOW`, 56) of each hand.

    ``holes`` is (n, 4), (n, 5) or (n, 6) card numbers, ``boards`` (n, 3), (n, 4) or (n, 5); either
    may also be one hand or one board, to go with all. Raises `CardError` for another shape, a
    number that is no card, or a card that stands twice.
    """
    hole_cards = _card_rows(holes, "hole", HOLE_COUNTS)
    board_cards = _card_rows(boards, "board", BOARD_COUNTS)
    try:
        count = np.broadcast_shapes(hole_cards.shape[:1], board_cards.shape[:1])[0]
    except ValueError:
        raise CardError(
            f"{len(hole_cards)} hands and {len(board_cards)} boards: as many of one as of the "
            f"other are needed, or one"
        ) from None
    _check_cards(hole_cards, board_cards)
    if len(hole_cards) == 1 and count != 1:
        return rank_one(read_boards(board_cards), [Card(card) for card in hole_cards[0].tolist()])
    read = read_boards(board_cards)
    if len(board_cards) != count:
        read = read.take(np.zeros(count, np.intp))
    return rank_each(read, hole_cards)


def read_boards(boards: NDArray[np.uint8]) -> Boards:
    """What matters of (n, 3 to 5) board cards."""
    table, count = arrays(), len(boards)
    # For so few it is not worth to load numba.
    if count > FEW and compiled.available():
        read = Boards(
            np.empty(count, np.uint16), np.empty(count, np.uint16), np.empty(count, np.uint8)
        )
        from omaha8.evaluation import batch_kernels

        batch_kernels.read_boards(
            boards, table.extend, table.flush_row, table.low_bit, FIRST_BOARD, FLUSH_ROWS, *read
        )
        return read
    return _read_boards(boards, table)


def _read_boards(boards: NDArray[np.uint8], table: Arrays) -> Boards:
    ranks, suits = boards >> 2, boards & 3
    states = np.zeros(len(boards), np.uint16)
    for column in ranks.T:
        states = table.extend[states, column]
    flushes = np.zeros(len(boards), np.uint16)
    bits = np.left_shift(1, ranks, dtype=np.uint16)
    for suit in range(4):
        of_suit = np.where(suits == suit, bits, np.uint16(0)).sum(axis=1, dtype=np.uint16)
        row = table.flush_row[of_suit]
        flushes += np.where(row > 0, row + np.uint16(suit * FLUSH_ROWS), row)
    lows = np.bitwise_or.reduce(table.low_bit[ranks], axis=1)
    return Boards(states - np.uint16(FIRST_BOARD), flushes, lows)


def rank_each(boards: Boards, holes: NDArray[np.uint8]) -> Ranked:
    """Class and low of the hand in each row of ``holes`` on the board of the same place."""
    table, count = arrays(), len(boards.rows)
    highs, lows = np.empty(count, np.uint16), np.empty(count, np.uint8)
    if compiled.available():
        from omaha8.evaluation import batch_kernels

        batch_kernels.rank_each(
            *boards,
            holes,
            *(table.classes, table.flushes, table.lows, table.pair, table.low_bit),
            *(FLUSH_ROWS, highs, lows),
        )
        return Ranked(highs, lows)
    for start in range(0, count, CHUNK):
        part = slice(start, start + CHUNK)
        highs[part], lows[part] = _rank_each(boards.take(part), holes[part], table)
    return Ranked(highs, lows)


def _rank_each(boards: Boards, holes: NDArray[np.uint8], table: Arrays) -> Ranked:
    ranks, suits = (holes >> 2).T, (holes & 3).T
    rows, highs = boards.rows.astype(np.intp), np.full(len(boards.rows), NO_CLASS, np.uint16)
    (with_flush,) = np.nonzero(boards.flushes)
    suit, flush_row = np.divmod(boards.flushes[with_flush], FLUSH_ROWS)
    for one, other in combinations(range(len(ranks)), 2):
        pairs = table.pair[ranks[one], ranks[other]]
        np.minimum(highs, table.classes[rows, pairs], out=highs)
        both = (suits[one, with_flush] == suit) & (suits[other, with_flush] == suit)
        at = with_flush[both]
        highs[at] = np.minimum(highs[at], table.flushes[flush_row[both], pairs[at]])
    masks = np.bitwise_or.reduce(table.low_bit[ranks], axis=0)
    return Ranked(highs, table.lows[boards.lows, masks])


def rank_one(boards: Boards, hole: Sequence[Card], by_kernel: bool = False) -> Ranked:
    """Class and low of one hand on every board; ``by_kernel`` is quicker once numba is loaded."""
    made = hole_tables(tuple(hole))
    if by_kernel and compiled.available():
        from omaha8.evaluation import batch_kernels

        ranked = Ranked(np.empty(len(boards.rows), np.uint16), np.empty(len(boards.rows), np.uint8))
        batch_kernels.rank_one(*boards, *made, *ranked)
        return ranked
    highs = made.classes[boards.rows]
    np.minimum(highs, made.flushes[boards.flushes], out=highs)
    return Ranked(highs, made.lows[boards.lows])


@lru_cache(maxsize=64)
def hole_tables(hole: tuple[Card, ...]) -> HoleTables:
    """The tables of hole cards, which are not checked."""
    table = arrays()
    pairs = [table.pair[a >> 2, b >> 2] for a, b in combinations(hole, 2)]
    flushes = np.full((4, FLUSH_ROWS), NO_CLASS, np.uint16)
    for (one, other), pair in zip(combinations(hole, 2), pairs, strict=True):
        if one & 3 == other & 3:
            row = flushes[one & 3]
            np.minimum(row, table.flushes_of_pair[pair], out=row)
    return HoleTables(
        table.classes_of_pair[pairs].min(axis=0),
        flushes.ravel(),
        table.lows[:, low_mask(hole)].copy(),
    )


def _card_rows(cards: ArrayLike, kind: str, sizes: Sequence[int]) -> NDArray[np.uint8]:
    rows: NDArray[Any] = np.atleast_2d(np.asarray(cards))
    if rows.ndim != 2 or rows.shape[1] not in sizes or rows.dtype.kind not in "iu":
        *most, last = map(str, sizes)
        raise CardError(
            f"{kind} cards are rows of {', '.join(most)} or {last} integers: "
            f"an array of {rows.dtype} with the shape {rows.shape} was given"
        )
    if rows.size and not 0 <= rows.min() <= rows.max() < 52:
        wrong = rows[(rows < 0) | (rows > 51)][0]
        raise CardError(f"{wrong} is no card: the numbers of cards go from 0 to 51")
    return np.ascontiguousarray(rows, np.uint8)


def _check_cards(holes: NDArray[np.uint8], boards: NDArray[np.uint8]) -> None:
    if not (len(holes) and len(boards)):
        return
    if compiled.available():
        from omaha8.evaluation import batch_kernels

        wrong = batch_kernels.first_double(holes, boards)
    else:
        wrong = _first_double(holes, boards)
    if wrong >= 0:
        raise CardError(f"row {wrong} has a card twice: each card exists once")


def _first_double(holes: NDArray[np.uint8], boards: NDArray[np.uint8]) -> int:
    one = np.uint64(1)
    hole_sets = np.bitwise_or.reduce(one << holes.astype(np.uint64), axis=1)
    board_sets = np.bitwise_or.reduce(one << boards.astype(np.uint64), axis=1)
    wanted = holes.shape[1] + boards.shape[1]
    wrong = np.nonzero(np.bitwise_count(hole_sets | board_sets) != wanted)[0]
    return int(wrong[0]) if len(wrong) else -1
