"""Which of the 270,725 hands one card pattern fits.

A pattern fits a hand if its cards can be laid on different cards of the hand so that each is in its
set and the variables agree: the same letter the same rank (or suit), different letters different
ones, and none that the pattern names. What concerns only ranks is looked up by the 1,820 choices of
ranks, what concerns only suits by the 35 of suits; the rest is tried on the hands that pass both.
"""

from __future__ import annotations

from itertools import combinations, permutations
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from omaha8.cards import DECK
from omaha8.equity.range_syntax import HAND_SIZE, ONE_RANK, ONE_SUIT, CardPattern, Pattern
from omaha8.equity.range_table import HAND_COUNT, hand_table

Mask: TypeAlias = npt.NDArray[np.bool_]
Cells: TypeAlias = npt.NDArray[np.uint8]

ANY_CARD: Final = CardPattern("*")


def mask_of(patterns: tuple[Pattern, ...]) -> Mask:
    """A truth value for each hand of the table: it fits at least one of the patterns."""
    table = hand_table()
    mask = np.zeros(HAND_COUNT, dtype=np.bool_)
    by_rank = np.zeros(len(table.rank_sets), dtype=np.bool_)
    for pattern in patterns:
        fit = _fit(pattern)
        if fit.ranks_only:
            by_rank |= fit.by_rank
        elif fit.suits_only:
            mask |= fit.by_suit[table.suit_set]
        else:
            mask[fit.rows()] = True
    if by_rank.any():
        mask |= by_rank[table.rank_set]
    return mask


class _Slot(NamedTuple):
    """A card of a pattern: whether each card, each rank and each suit will do."""

    cards: Mask
    ranks: Mask
    suits: Mask

    @classmethod
    def of(cls, card: CardPattern, pattern: Pattern) -> _Slot:
        """The card's set without the ranks and suits that its variables may not be."""
        allowed = card.cards
        for other in pattern:
            if card.rank_variable >= 0 and other.rank >= 0:
                allowed &= ~(ONE_RANK << (4 * other.rank))
            if card.suit_variable >= 0 and other.suit >= 0:
                allowed &= ~(ONE_SUIT << other.suit)
        cards = np.array([allowed >> c & 1 for c in DECK], dtype=np.bool_)
        grid = cards.reshape(13, 4)
        return cls(cards, np.asarray(grid.any(axis=1)), np.asarray(grid.any(axis=0)))


class _Rule(NamedTuple):
    """The ranks (or suits) of two cards of a pattern are the same, or different."""

    first: int
    second: int
    same: bool


class _Fit(NamedTuple):
    """A pattern with what its ranks alone and its suits alone fit, by choice of four of them.

    The pattern fits the hands that pass both; if ``ranks_only`` (or ``suits_only``), all of them.
    """

    slots: list[_Slot]
    layouts: list[tuple[int, ...]]
    rank_rules: list[_Rule]
    suit_rules: list[_Rule]
    by_rank: Mask
    by_suit: Mask

    @property
    def ranks_only(self) -> bool:
        """Its suits say nothing."""
        return (
            not self.suit_rules and all(slot.suits.all() for slot in self.slots) and self.separate
        )

    @property
    def suits_only(self) -> bool:
        """Its ranks say nothing."""
        return (
            not self.rank_rules and all(slot.ranks.all() for slot in self.slots) and self.separate
        )

    @property
    def separate(self) -> bool:
        """The ranks and the suits of each card say all about it."""
        return all(
            bool((np.outer(slot.ranks, slot.suits).ravel() == slot.cards).all())
            for slot in self.slots
        )

    def rows(self) -> npt.NDArray[np.intp]:
        """The rows of the table that the pattern fits, tried card by card."""
        table = hand_table()
        rows = np.flatnonzero(self.by_rank[table.rank_set] & self.by_suit[table.suit_set])
        hands = table.cards[rows]
        ruled = [(hands >> np.uint8(2), self.rank_rules), (hands & np.uint8(3), self.suit_rules)]
        return rows[_fitting([slot.cards for slot in self.slots], hands, self.layouts, ruled)]


def _fit(pattern: Pattern) -> _Fit:
    table = hand_table()
    # A card that may be any, with no rule for it, needs no place.
    pattern = tuple(card for card in pattern if replace(card, text="*") != ANY_CARD)
    slots = [_Slot.of(card, pattern) for card in pattern]
    layouts = _layouts(pattern)
    rank_rules = _rules([card.rank_variable for card in pattern])
    rank_rules += [
        _Rule(i, j, same=False)
        for i, j in combinations(range(len(pattern)), 2)
        if pattern[i].group and pattern[i].group == pattern[j].group
    ]
    suit_rules = _rules([card.suit_variable for card in pattern])
    ranks, suits = [slot.ranks for slot in slots], [slot.suits for slot in slots]
    by_rank = _fitting(ranks, table.rank_sets, layouts, [(table.rank_sets, rank_rules)])
    by_suit = _fitting(suits, table.suit_sets, layouts, [(table.suit_sets, suit_rules)])
    return _Fit(slots, layouts, rank_rules, suit_rules, by_rank, by_suit)


def _rules(variables: list[int]) -> list[_Rule]:
    return [
        _Rule(i, j, same=first == second)
        for (i, first), (j, second) in combinations(enumerate(variables), 2)
        if first >= 0 and second >= 0
    ]


def _layouts(pattern: Pattern) -> list[tuple[int, ...]]:
    """The places in a hand for each card of a pattern; cards that are alike are not exchanged."""
    alike = [replace(card, text="") for card in pattern]
    kinds = [alike.index(card) for card in alike]
    found = {
        tuple(sorted(zip(kinds, places, strict=True))): places
        for places in permutations(range(HAND_SIZE), len(pattern))
    }
    return list(found.values())


def _fitting(
    allowed: list[Mask],
    rows: Cells,
    layouts: list[tuple[int, ...]],
    ruled: list[tuple[Cells, list[_Rule]]],
) -> Mask:
    """Which rows of four cards (or ranks, or suits) a pattern can be laid on.

    ``allowed`` says for each of its cards what will do; each list of rules is about the cells
    beside it.
    """
    good = [[will_do[rows[:, place]] for place in range(HAND_SIZE)] for will_do in allowed]
    fits = np.zeros(len(rows), dtype=np.bool_)
    for places in layouts:
        laid = np.ones(len(rows), dtype=np.bool_)
        for card, place in enumerate(places):
            laid &= good[card][place]
        for cells, rules in ruled:
            for first, second, same in rules:
                equal = cells[:, places[first]] == cells[:, places[second]]
                laid &= equal if same else ~equal
        fits |= laid
    return fits
