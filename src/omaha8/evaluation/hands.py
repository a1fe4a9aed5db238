"""`evaluate`: the best high and the best low of hole cards on a board, with cards and names."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

import msgspec

from omaha8.cards import Card
from omaha8.evaluation import names
from omaha8.evaluation.board import check_deal, prepare_checked
from omaha8.evaluation.classes import (
    CARD_KEYS,
    Category,
    category_of,
    class_ranks,
    classes_by_key,
)
from omaha8.evaluation.lows import LOW_BITS, LOW_MASKS, NO_LOW, low_mask


class High(msgspec.Struct, frozen=True):
    """The best high: exactly two hole cards and three of the board."""

    high_class: int
    """1, the royal flush, to 7462. The lower wins; equal ones tie."""
    cards: tuple[Card, ...]
    """All five, as the hand is read: pairs before kickers, high before low."""
    hole_cards: tuple[Card, ...]
    """The two of them from the hole."""

    @property
    def category(self) -> Category:
        return category_of(self.high_class)

    @property
    def name(self) -> str:
        """ "two pair, queens and fives, king kicker"."""
        return names.high_name(self.high_class)

    @property
    def short_name(self) -> str:
        """ "two pair, queens and fives"."""
        return names.high_short_name(self.high_class)


class Low(msgspec.Struct, frozen=True):
    """The best low, eight or better: exactly two hole cards and three of the board."""

    low_rank: int
    """0, the wheel, to 55, 8-7-6-5-4. The lower wins; equal ones tie."""
    cards: tuple[Card, ...]
    """All five, high card first."""
    hole_cards: tuple[Card, ...]
    """The two of them from the hole, the lower first: ace-deuce."""

    @property
    def ranks(self) -> str:
        """ "8432A"."""
        return names.low_ranks(self.low_rank)

    @property
    def dashes(self) -> str:
        """ "8-4-3-2-A"."""
        return names.low_dashes(self.low_rank)

    @property
    def name(self) -> str:
        """ "Eight-Four Low"; of 5-4-3-2-A, "Wheel"."""
        return names.low_name(self.low_rank)

    @property
    def short_name(self) -> str:
        """ "Eight Low"; of 5-4-3-2-A, "Wheel"."""
        return names.low_short_name(self.low_rank)


class Evaluation(msgspec.Struct, frozen=True):
    """What hole cards make on a board."""

    high: High
    low: Low | None
    """None if the hand has no low."""


def evaluate(hole: Sequence[Card], board: Sequence[Card]) -> Evaluation:
    """The best high and the best low of 4, 5 or 6 hole cards on a board of 3, 4 or 5 cards.

    Where several cards would do as well, those that stand first are taken. Raises `CardError` for
    any other number of cards or a card that stands twice.
    """
    return _evaluate(tuple(hole), tuple(board))


# A table asks for the same hand several times: for its owner, for all, for the reasons.
@lru_cache(maxsize=1024)
def _evaluate(hole: tuple[Card, ...], board: tuple[Card, ...]) -> Evaluation:
    check_deal(hole, board)
    high_class, low_rank = _prepared(board).rank(hole)
    low = None if low_rank == NO_LOW else _low(low_rank, hole, board)
    return Evaluation(_high(high_class, hole, board), low)


# Several hands are told what they make on one board.
_prepared = lru_cache(maxsize=64)(prepare_checked)


def _high(high_class: int, hole: Sequence[Card], board: tuple[Card, ...]) -> High:
    order = class_ranks()[high_class]

    def place(card: Card) -> int:
        return order.index(card >> 2)

    pair, triple = _first_of_class(high_class, hole, board)
    return High(high_class, tuple(sorted(pair + triple, key=place)), tuple(sorted(pair, key=place)))


def _first_of_class(
    high_class: int, hole: Sequence[Card], board: tuple[Card, ...]
) -> tuple[tuple[Card, Card], tuple[Card, Card, Card]]:
    """The first two hole cards and three of the board that make the class."""
    several, one = classes_by_key()
    triples = _triples(board)
    for pair in combinations(hole, 2):
        first, second = pair
        key = CARD_KEYS[first] + CARD_KEYS[second]
        suit = first & 3 if first & 3 == second & 3 else 5
        for triple, key_of_triple, suit_of_triple in triples:
            classes = one if suit == suit_of_triple else several
            if classes.get(key + key_of_triple) == high_class:
                return pair, triple
    raise ValueError(f"class {high_class} is none of this hand's")


@lru_cache(maxsize=64)
def _triples(
    board: tuple[Card, ...],
) -> tuple[tuple[tuple[Card, Card, Card], int, int], ...]:
    """Three of the board, their rank key, and their suit, 4 where they have several."""
    return tuple(
        [
            (
                three,
                CARD_KEYS[a] + CARD_KEYS[b] + CARD_KEYS[c],
                a & 3 if a & 3 == b & 3 == c & 3 else 4,
            )
            for three in combinations(board, 3)
            for a, b, c in (three,)
        ]
    )


def _low(low_rank: int, hole: Sequence[Card], board: Sequence[Card]) -> Low:
    mask = LOW_MASKS[low_rank]

    def height(card: Card) -> int:
        return LOW_BITS[card]

    triples = [(three, low_mask(three)) for three in combinations(board, 3)]
    pair, triple = next(
        (pair, triple)
        for pair in combinations(hole, 2)
        if (low := low_mask(pair)).bit_count() == 2
        for triple, rest in triples
        if low | rest == mask
    )
    cards = sorted(pair + triple, key=height, reverse=True)
    return Low(low_rank, tuple(cards), tuple(sorted(pair, key=height)))
