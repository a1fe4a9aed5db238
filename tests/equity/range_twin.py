"""A slow, obvious matcher of single card patterns, to agree with; it works on letters alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations, permutations
from typing import Final, NamedTuple

RANKS: Final = "AKQJT98765432"
SUITS: Final = "shdc"
MACROS: Final = {
    "$B": "AKQJ",
    "$R": "AKQJT",
    "$F": "KQJ",
    "$N": "KQJT9",
    "$M": "T987",
    "$Z": "65432",
    "$L": "8765432A",
    "$W": "5432A",
}
WRITTEN_CARD: Final = re.compile(
    r"(?P<open>\{?)"
    r"(?P<rank>\$[A-Z]|\[[AKQJT2-9]+\]|[A-Z2-9*])?"
    r"(?P<suit>\[[shdc]+\]|[shdcwxyz])?"
    r"(?P<close>\}?)"
)


class Written(NamedTuple):
    """One card of a pattern: its rank as written or "", its suit or "", its pair of braces or 0."""

    rank: str
    suit: str
    braces: int


def written_cards(pattern: str) -> list[Written]:
    """The cards of a pattern without spans; lists without commas."""
    cards, braces, opened, at = [], 0, 0, 0
    while at < len(pattern):
        found = WRITTEN_CARD.match(pattern, at)
        assert found is not None
        assert found.end() > at, f"the twin cannot read {pattern!r}"
        if found["open"]:
            opened += 1
            braces = opened
        cards.append(Written(found["rank"] or "", found["suit"] or "", braces))
        if found["close"]:
            braces = 0
        at = found.end()
    return cards


def fits(hand: Sequence[str], cards: list[Written]) -> bool:
    """Whether four cards such as "As" can be laid on the written ones in some order."""
    return any(
        _laid_fits(list(zip(laid, cards, strict=True))) for laid in permutations(hand, len(cards))
    )


def _laid_fits(pairs: list[tuple[str, Written]]) -> bool:
    named_ranks = {card.rank for _, card in pairs if card.rank in tuple(RANKS)}
    named_suits = {card.suit for _, card in pairs if card.suit in tuple(SUITS)}
    rank_of: dict[str, str] = {}
    suit_of: dict[str, str] = {}
    for found, card in pairs:
        if not _is(found[0], card.rank, RANKS, MACROS, named_ranks, rank_of):
            return False
        if not _is(found[1], card.suit, SUITS, {}, named_suits, suit_of):
            return False
    return not any(
        a.braces and a.braces == b.braces and one[0] == other[0]
        for (one, a), (other, b) in combinations(pairs, 2)
    )


def _is(
    found: str,
    written: str,
    letters: str,
    macros: dict[str, str],
    named: set[str],
    bound: dict[str, str],
) -> bool:
    """Whether a rank (or suit) is as written; binds a variable that stands for the first time."""
    if written in ("", "*"):
        return True
    if written in letters:
        return found == written
    if written.startswith("["):
        return found in written[1:-1]
    if written in macros:
        return found in macros[written]
    if found in named:
        return False
    if written not in bound:
        if found in bound.values():
            return False
        bound[written] = found
    return bound[written] == found
