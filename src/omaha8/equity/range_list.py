"""Lists in square brackets: ``[A,2]``, ``[K-9]``, ``[T+]``, ``[s,h]``, ``[As,Kd]``."""

from __future__ import annotations

from typing import Final, NamedTuple

from omaha8.cards import RANKS
from omaha8.equity.range_cursor import Cursor
from omaha8.equity.range_lexer import Kind, Token
from omaha8.equity.range_syntax import ONE_RANK, ONE_SUIT

ACE: Final = len(RANKS) - 1
LOWEST_HIGH: Final = RANKS.index("9")


class CardList(NamedTuple):
    """The 52-bit set of the cards that a list allows, and what its items name."""

    text: str
    cards: int
    has_ranks: bool
    has_suits: bool

    @property
    def only_suits(self) -> bool:
        """It can be the suit of a card: ``A[s,h]``."""
        return self.has_suits and not self.has_ranks


def read_list(cursor: Cursor) -> CardList:
    """A list from its ``[``; commas between the items are free. Raises `RangeError`."""
    start = cursor.take()
    cards = 0
    has_ranks = has_suits = False
    while True:
        if cursor.now.kind is Kind.SUIT:
            cards |= ONE_SUIT << cursor.take().value
            has_suits = True
        else:
            item, suited = _ranks(cursor)
            cards |= item
            has_ranks, has_suits = True, has_suits or suited
        comma = cursor.take_mark(",")
        if not comma and cursor.take_mark("]"):
            return CardList(cursor.since(start.at), cards, has_ranks, has_suits)


def _ranks(cursor: Cursor) -> tuple[int, bool]:
    """One rank or several, with the suit that may follow: the cards, and whether it did."""
    token = cursor.now
    if token.kind is Kind.RANKS:
        cursor.take()
        ranks = token.value
        suit = _suit(cursor)
    elif token.kind is Kind.RANK:
        cursor.take()
        suit = _suit(cursor)
        ranks, suit = _rank_span(token, suit, cursor)
    else:
        cursor.expect("a rank (2-9, T, J, Q, K, A) or a suit (c, d, h, s) in the list")
    cards = sum(ONE_RANK << (4 * rank) for rank in range(13) if ranks >> rank & 1)
    return (cards & (ONE_SUIT << suit), True) if suit >= 0 else (cards, False)


def _suit(cursor: Cursor) -> int:
    """The suit that follows at once, -1 if there is none."""
    if cursor.now.kind is Kind.SUIT and not cursor.now.spaced:
        return cursor.take().value
    return -1


def _rank_span(first: Token, suit: int, cursor: Cursor) -> tuple[int, int]:
    """The 13-bit set of the ranks from ``first`` on, and the suit of all of them."""
    low = high = first.value
    sign = cursor.now
    if cursor.take_mark("+"):
        high = ACE
    elif cursor.take_mark("-"):
        last = cursor.now
        if last.kind is Kind.RANK:
            cursor.take()
            if _suit(cursor) != suit:
                cursor.refuse("the two ends of a span have the same suit, as in [As-Ts]", sign)
            low, high = sorted((first.value, last.value))
        else:
            low = 0
    else:
        return 1 << low, suit
    meaning = " ".join(RANKS[rank] for rank in range(high, low - 1, -1))
    if high == ACE and low < LOWEST_HIGH:
        # What a player of low hands may not mean.
        meaning += "; the ace is high in a span, and [A,2-5] or $W is a wheel card"
    cursor.note(first.at, meaning)
    return (1 << (high + 1)) - (1 << low), suit
