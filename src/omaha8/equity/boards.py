"""The boards that can come, with how often each does.

Before the flop not 1,712,304 boards are looked at but their classes: where no suit that matters has
three cards, only the ranks count (6,175 classes); where one has, the ranks of that suit and the
ranks of the rest. Boards of a class are the same to every player. On later streets there are at
most 1,176 boards, and each is a class of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import factorial
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from omaha8.cards import Card
from omaha8.evaluation.arrays import FIRST_BOARD, FIRST_STATES, FLUSH_ROWS, RANKS, arrays
from omaha8.evaluation.batch import Boards, read_boards
from omaha8.evaluation.board import BOARD_COUNTS

BOARD_SIZE: Final = 5
SUITS: Final = 4


class Runouts(NamedTuple):
    """Full boards."""

    boards: Boards
    counts: NDArray[np.int64]
    """How many boards each stands for."""


class _FlushClasses(NamedTuple):
    """The boards with three cards or more of a suit, clubs until it is known which."""

    boards: Boards
    suited: NDArray[np.uint16]
    """The ranks in the suit, as a 13-bit set."""
    rest: NDArray[np.uint8]
    """The state of the other cards' ranks: two, one or none."""


def runouts(board: Sequence[Card], unseen: Sequence[Card], suits: Sequence[int]) -> Runouts:
    """The full boards from ``board`` and ``unseen``, the cards that nobody is known to hold.

    Before the flop ``suits`` says which suits matter and which are alike: entry s is -1 if no
    player can have a flush in s, s itself, or a suit before s that is exchanged for s without
    changing any hand.
    """
    return _classes(unseen, suits) if not board else _completions(board, unseen)


def cards_left(
    boards: Boards, unseen: Sequence[Card]
) -> tuple[NDArray[np.uint8], NDArray[np.uint16]]:
    """What is left of ``unseen`` on each board, whose cards are among them.

    By (board, rank) the number of cards, without those in the suit of the board's flush, and the
    ranks in that suit as a 13-bit set, 0 without a flush.
    """
    sets = np.array(_rank_sets(unseen), np.uint16)
    has = (sets[:, None] >> np.arange(RANKS)) & 1
    left = has.sum(axis=0).astype(np.uint8) - _counts()[boards.rows + np.uint16(FIRST_BOARD)]
    left_suited = np.zeros(len(left), np.uint16)
    (flush,) = np.nonzero(boards.flushes)
    suit, row = np.divmod(boards.flushes[flush], np.uint16(FLUSH_ROWS))
    suited = sets[suit] & ~_set_of_row()[row]
    left[flush] -= ((suited[:, None] >> np.arange(RANKS)) & 1).astype(np.uint8)
    left_suited[flush] = suited
    return left, left_suited


def _rank_sets(cards: Sequence[Card]) -> list[int]:
    """The ranks in each suit, as 13-bit sets."""
    return [sum([1 << (card >> 2) for card in cards if card & 3 == s]) for s in range(SUITS)]


def _completions(board: Sequence[Card], unseen: Sequence[Card]) -> Runouts:
    drawn = np.array(list(combinations(unseen, BOARD_SIZE - len(board))), np.uint8)
    cards = np.empty((len(drawn), BOARD_SIZE), np.uint8)
    cards[:, : len(board)] = board
    cards[:, len(board) :] = drawn
    return Runouts(read_boards(cards), np.ones(len(cards), np.int64))


def _classes(unseen: Sequence[Card], suits: Sequence[int]) -> Runouts:
    sets = _rank_sets(unseen)
    of_rank = np.bincount([card >> 2 for card in unseen], minlength=RANKS)
    flushes = _flush_classes()
    first = np.uint16(FIRST_STATES[5] - FIRST_BOARD)
    any_suits = _ways(of_rank)[FIRST_STATES[5] :]
    parts: list[Boards] = []
    counts: list[NDArray[np.int64]] = []
    for suit in range(SUITS):
        if suits[suit] != suit:
            continue
        suited = np.array([sets[suit] >> rank & 1 for rank in range(RANKS)])
        rest_ways = _ways(of_rank - suited, size=2) * sum([other == suit for other in suits])
        ways = rest_ways[flushes.rest]
        ways[flushes.suited & ~np.uint16(sets[suit]) != 0] = 0
        (at,) = np.nonzero(ways)
        part = flushes.boards.take(at)
        part.flushes[:] += np.uint16(suit * FLUSH_ROWS)
        parts.append(part)
        counts.append(ways[at])
        of_flush = np.bincount(part.rows - first, counts[-1], len(any_suits))
        any_suits -= of_flush.astype(np.int64)
    (at,) = np.nonzero(any_suits)
    parts.append(_no_flush_classes().take(at))
    counts.append(any_suits[at])
    boards = Boards(*(np.concatenate(column) for column in zip(*parts, strict=True)))
    return Runouts(boards, np.concatenate(counts))


def _ways(of_rank: NDArray[np.int64], size: int = BOARD_SIZE) -> NDArray[np.int64]:
    """By state of up to ``size`` cards: in how many ways they come from so many of each rank."""
    ranks, before, orders = _factors()
    ranks = ranks[: FIRST_STATES[size + 1], :size]
    before = before[: FIRST_STATES[size + 1], :size]
    # Past the last card of a state there is the factor 1.
    free = np.append(of_rank, 1)
    ways: NDArray[np.int64] = np.maximum(free[ranks] - before, 0).prod(axis=1)
    return ways // orders[: len(ways)]


@cache
def _factors() -> tuple[NDArray[np.intp], NDArray[np.int64], NDArray[np.int64]]:
    """By state: its ranks, how many of each rank stand before, the orders of cards of a rank."""
    ranks = arrays().ranks.astype(np.intp)
    ranks[ranks > RANKS] = RANKS
    before = np.zeros(ranks.shape, np.int64)
    for place in range(1, BOARD_SIZE):
        again = (ranks[:, place] == ranks[:, place - 1]) & (ranks[:, place] < RANKS)
        before[:, place] = np.where(again, before[:, place - 1] + 1, 0)
    orders = np.array([factorial(n) for n in range(BOARD_SIZE + 1)])
    per_rank = _counts().astype(np.intp)
    return ranks, before, orders[per_rank].prod(axis=1)


@cache
def _counts() -> NDArray[np.uint8]:
    """(state, rank): how many cards of the rank a state has."""
    counts: NDArray[np.uint8] = np.zeros((FIRST_STATES[6], RANKS), np.uint8)
    for rank in range(RANKS):
        counts[:, rank] = (arrays().ranks == rank).sum(axis=1)
    return counts


@cache
def _set_of_row() -> NDArray[np.uint16]:
    """By flush row: the set of ranks."""
    sets = np.zeros(FLUSH_ROWS, np.uint16)
    row = arrays().flush_row
    (with_row,) = np.nonzero(row)
    sets[row[with_row]] = with_row
    return sets


@cache
def _no_flush_classes() -> Boards:
    """The boards by their ranks alone."""
    table = arrays()
    states = np.arange(FIRST_STATES[5], FIRST_STATES[6], dtype=np.uint16)
    lows = np.bitwise_or.reduce(table.low_bit[table.ranks[states]], axis=1)
    return Boards(states - np.uint16(FIRST_BOARD), np.zeros_like(states), lows)


@cache
def _flush_classes() -> _FlushClasses:
    table = arrays()
    columns: list[tuple[NDArray[np.uint16], ...]] = []
    for count in reversed(BOARD_COUNTS):
        ranks = np.array(list(combinations(range(RANKS), count)), np.uint16)
        rest_size = BOARD_SIZE - count
        rest = np.arange(FIRST_STATES[rest_size], FIRST_STATES[rest_size + 1], dtype=np.uint16)
        suited = np.left_shift(1, ranks).sum(axis=1, dtype=np.uint16)
        states = np.broadcast_to(rest, (len(ranks), len(rest)))
        for column in ranks.T:
            states = table.extend[states, column[:, None]]
        of_suited = (table.flush_row[suited], suited)
        rows = states.ravel() - np.uint16(FIRST_BOARD)
        columns.append(
            (rows, *(np.repeat(c, len(rest)) for c in of_suited), np.tile(rest, len(ranks)))
        )
    rows, flushes, suited, rest = (np.concatenate(c) for c in zip(*columns, strict=True))
    lows = np.bitwise_or.reduce(table.low_bit[table.ranks[rows + np.uint16(FIRST_BOARD)]], axis=1)
    return _FlushClasses(Boards(rows, flushes, lows), suited, rest.astype(np.uint8))
