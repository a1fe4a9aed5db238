"""What a range says once it is read: card patterns, and the tree of lists, filters and weights."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, TypeAlias

from msgspec import Struct

from omaha8.cards import ALL_CARDS, RANKS

HAND_SIZE: Final = 4
ONE_SUIT: Final = sum(1 << (4 * rank) for rank in range(len(RANKS)))
ONE_RANK: Final = 0b1111


class CardPattern(Struct, frozen=True):
    """One card of a pattern: it is in the 52-bit set ``cards``, and what the variables ask for.

    ``rank`` and ``suit`` are those that the text names, ``rank_variable`` and ``suit_variable`` the
    numbers of the letters; -1 where there is none. Cards of one ``group`` other than 0 (braces)
    have different ranks. ``text`` is the canonical spelling.
    """

    text: str
    cards: int = int(ALL_CARDS)
    rank: int = -1
    suit: int = -1
    rank_variable: int = -1
    suit_variable: int = -1
    group: int = 0

    @property
    def complete(self) -> bool:
        """Rank and suit are named: it is one card of the deck."""
        return self.rank >= 0 and self.suit >= 0

    def fits(self, other: CardPattern) -> bool:
        """The same but for a named rank: what the two ends of a span must be, card by card."""
        if (self.rank < 0) != (other.rank < 0) or (self.rank < 0 and self.cards != other.cards):
            return False
        mine = (self.suits, self.suit, self.rank_variable, self.suit_variable, self.group)
        return mine == (
            other.suits,
            other.suit,
            other.rank_variable,
            other.suit_variable,
            other.group,
        )

    @property
    def suits(self) -> int:
        """The 4-bit set of the suits that some card of ``cards`` has."""
        return sum(1 << suit for suit in range(4) if self.cards & (ONE_SUIT << suit))

    def moved(self, steps: int) -> CardPattern:
        """The same with its named rank higher by ``steps``."""
        rank = self.rank + steps
        cards = self.cards << (4 * steps) if steps >= 0 else self.cards >> (-4 * steps)
        return CardPattern(
            RANKS[rank] + self.text[1:],
            cards,
            rank,
            self.suit,
            self.rank_variable,
            self.suit_variable,
            self.group,
        )


Pattern: TypeAlias = tuple[CardPattern, ...]
"""Up to four cards; those that are not written may be any."""


class Cards(Struct, frozen=True):
    """The hands that fit at least one of the patterns (a span has several)."""

    patterns: tuple[Pattern, ...]
    text: str
    at: int


class Percent(Struct, frozen=True):
    """The hands of the exact ordering after the first ``above`` percent, up to ``upto`` percent."""

    above: Fraction
    upto: Fraction
    at: int


class Macro(Struct, frozen=True):
    """``$ds`` and the other kinds of hands, by name."""

    name: str


class Either(Struct, frozen=True):
    """``a,b``: the hands of at least one part."""

    parts: tuple[Node, ...]


class Filtered(Struct, frozen=True):
    """``a:b!c``: the hands of ``first`` that each step keeps, from left to right.

    A step is ``(True, node)`` for ``:``, the hands that are in ``node``, and ``(False, node)`` for
    ``!``, those that are not.
    """

    first: Node
    steps: tuple[tuple[bool, Node], ...]


class Not(Struct, frozen=True):
    """``!a``: all hands but these."""

    part: Node


class Weighted(Struct, frozen=True):
    """``a@50``: the hands of ``a`` with a weight of more than 0 and at most 100."""

    part: Node
    weight: float
    at: int


Node: TypeAlias = Cards | Percent | Macro | Either | Filtered | Not | Weighted


def weight_position(node: Node) -> int | None:
    """Where the first ``@`` of a tree stands in the text; None if it has no weights."""
    match node:
        case Weighted():
            return node.at
        case Either():
            found = [at for part in node.parts if (at := weight_position(part)) is not None]
            return found[0] if found else None
        case Filtered():
            return weight_position(node.first)
        case _:
            # Neither a complement nor what stands after ':' or '!' may have weights.
            return None
