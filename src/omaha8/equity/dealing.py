"""Random deals of what is not known of a spot: hands of ranges, random hands, the board.

All ranges are drawn from first, each by itself, and a deal in which two hands share a card is
dropped as a whole: anything else would favour some hands. What is then left is shuffled. The
chances are a fixed function of the seed, so a seed gives the same deals everywhere.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from omaha8.cards import DECK
from omaha8.equity.spot import HAND_SIZE, EquityError, Spot
from omaha8.evaluation import compiled

BOARD_SIZE: Final = 5
MOST_TRIES: Final = 2_000
"""Deals tried for each that is wanted, before ranges are said not to go together."""

_GOLDEN: Final = 0x9E3779B97F4A7C15
_MASK: Final = (1 << 64) - 1


class Unknown(NamedTuple):
    """What is to be dealt."""

    unseen: NDArray[np.uint8]
    hands: NDArray[np.uint8]
    """Those of all ranges, one range after the other."""
    starts: NDArray[np.int64]
    """Where each range begins, and the last one ends."""
    totals: NDArray[np.float64]
    """Running totals of the weights within each range; empty if no range has any."""
    random_hands: int
    board_cards: int
    """How many cards of the board are to come."""


class Deals(NamedTuple):
    """(deal, hand, four) hole cards, ranges first, and (deal, card) cards of the board to come."""

    holes: NDArray[np.uint8]
    boards: NDArray[np.uint8]


def unknown_of(spot: Spot) -> Unknown:
    """What is not known of a spot."""
    hands, totals, starts = [], [], [0]
    for holding in spot.holdings:
        if holding.hands is not None:
            hands.append(holding.hands)
            weights = holding.weights
            some = np.ones(len(holding.hands), np.int64) if weights is None else weights
            totals.append(np.cumsum(some).astype(np.float64))
            starts.append(starts[-1] + len(holding.hands))
    weighted = any(holding.weights is not None for holding in spot.holdings)
    return Unknown(
        np.array(spot.unseen, np.uint8),
        np.concatenate([np.empty((0, HAND_SIZE), np.uint8), *hands]),
        np.array(starts, np.int64),
        np.concatenate(totals) if weighted else np.empty(0),
        sum([holding.random for holding in spot.holdings]),
        BOARD_SIZE - len(spot.board),
    )


def deal_many(unknown: Unknown, count: int, seed: int, batch: int) -> Deals:
    """So many deals; ``batch`` numbers the batches of one seed.

    Raises `EquityError` if the ranges share so many cards that they can hardly be dealt together.
    """
    stream = _mixed((_mixed(seed & _MASK) + (batch + 1) * _GOLDEN) & _MASK)
    hands = len(unknown.starts) - 1 + unknown.random_hands
    deals = Deals(
        np.empty((count, hands, HAND_SIZE), np.uint8),
        np.empty((count, unknown.board_cards), np.uint8),
    )
    limit = MOST_TRIES * max(count, 100)
    if compiled.available():
        from omaha8.equity.deal_kernels import deal

        dealt, _ = deal(
            np.uint64(stream),
            unknown.unseen,
            unknown.hands,
            unknown.starts,
            unknown.totals,
            unknown.random_hands,
            limit,
            deals.holes,
            deals.boards,
        )
    else:
        dealt = _deal(unknown, stream, limit, deals)
    if dealt < count:
        raise EquityError(
            f"the ranges share too many cards: of {limit:,} deals only {dealt:,} were possible"
        )
    return deals


def chances(stream: int, first: int, deals: int, draws: range) -> NDArray[np.float64]:
    """(deal, draw) numbers from 0 up to 1, 53 bits each, for deals from number ``first`` on.

    SplitMix64 of a counter, 64 to a deal.
    """
    counters = np.arange(first, first + deals, dtype=np.uint64)[:, None] * np.uint64(64)
    mixed = (counters + np.array(draws, np.uint64)) * np.uint64(_GOLDEN) + np.uint64(stream)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(31)
    return (mixed >> np.uint64(11)).astype(np.float64) * 2.0**-53


def _mixed(number: int) -> int:
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    number = (number ^ number >> 27) * 0x94D049BB133111EB & _MASK
    return number ^ number >> 31


def _deal(unknown: Unknown, stream: int, limit: int, deals: Deals) -> int:
    """The same as the kernel, by NumPy."""
    count, dealt, tried = len(deals.boards), 0, 0
    while dealt < count and tried < limit:
        # More at a time if few are possible.
        at_once = min(max(2 * (count - dealt), count), limit - tried, 1 << 17)
        some = _deal_some(unknown, stream, tried, at_once)
        wanted = min(len(some.boards), count - dealt)
        deals.holes[dealt : dealt + wanted] = some.holes[:wanted]
        deals.boards[dealt : dealt + wanted] = some.boards[:wanted]
        dealt, tried = dealt + wanted, tried + at_once
    return dealt


def _deal_some(unknown: Unknown, stream: int, first: int, tries: int) -> Deals:
    """The deals that are possible among so many tries."""
    ranges = len(unknown.starts) - 1
    rows = np.empty((tries, ranges), np.int64)
    drawn = chances(stream, first, tries, range(ranges))
    for place in range(ranges):
        start, stop = unknown.starts[place], unknown.starts[place + 1]
        if len(unknown.totals):
            totals = unknown.totals[start:stop]
            row = np.searchsorted(totals, drawn[:, place] * totals[-1], side="right")
        else:
            row = (drawn[:, place] * (stop - start)).astype(np.int64)
        rows[:, place] = start + row
    from_ranges = unknown.hands[rows]
    possible, deck = _decks(unknown.unseen, from_ranges.reshape(tries, ranges * HAND_SIZE))
    left = deck.shape[1]

    hole_cards = HAND_SIZE * unknown.random_hands
    cards = hole_cards + unknown.board_cards
    drawn = chances(stream, first, tries, range(ranges, ranges + cards))[possible]
    each = np.arange(len(possible))
    shuffled = np.empty((len(possible), cards), np.uint8)
    for at in range(cards):
        other = at + (drawn[:, at] * (left - at)).astype(np.intp)
        shuffled[:, at] = deck[each, other]
        deck[each, other] = deck[:, at]
    of_random = shuffled[:, :hole_cards].reshape(len(possible), unknown.random_hands, HAND_SIZE)
    holes = np.concatenate([from_ranges[possible], of_random], axis=1)
    return Deals(holes, shuffled[:, hole_cards:])


def _decks(
    unseen: NDArray[np.uint8], held: NDArray[np.uint8]
) -> tuple[NDArray[np.intp], NDArray[np.uint8]]:
    """Which of the (deal, card) held cards are all different, and what is left for those deals."""
    tries, count = held.shape
    if not count:
        return np.arange(tries), np.tile(unseen, (tries, 1))
    one = np.uint64(1)
    sets = np.bitwise_or.reduce(one << held.astype(np.uint64), axis=1)
    (possible,) = np.nonzero(np.bitwise_count(sets) == count)
    here = np.zeros((len(possible), len(DECK)), bool)
    here[:, unseen] = True
    np.put_along_axis(here, held[possible].astype(np.intp), False, axis=1)
    left = len(unseen) - count
    return possible, np.nonzero(here)[1].reshape(-1, left).astype(np.uint8)
