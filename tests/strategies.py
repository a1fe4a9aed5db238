"""Hypothesis strategies for the values of the game, for every property test."""

from __future__ import annotations

from typing import NamedTuple

from hypothesis import strategies as st

from omaha8.cards import DECK, Card


class Deal(NamedTuple):
    """Hole cards and a board, all different."""

    hole: tuple[Card, ...]
    board: tuple[Card, ...]


HOLE_SIZES = (4, 5, 6)
BOARD_SIZES = (3, 4, 5)


def cards() -> st.SearchStrategy[Card]:
    return st.sampled_from(DECK)


def card_lists(min_size: int = 0, max_size: int = len(DECK)) -> st.SearchStrategy[tuple[Card, ...]]:
    """Different cards in any order."""
    return st.lists(cards(), unique=True, min_size=min_size, max_size=max_size).map(tuple)


def holes(size: int = 4) -> st.SearchStrategy[tuple[Card, ...]]:
    return card_lists(size, size)


def boards(sizes: tuple[int, ...] = BOARD_SIZES) -> st.SearchStrategy[tuple[Card, ...]]:
    return st.sampled_from(sizes).flatmap(lambda size: card_lists(size, size))


def deals(
    hole_sizes: tuple[int, ...] = HOLE_SIZES, board_sizes: tuple[int, ...] = BOARD_SIZES
) -> st.SearchStrategy[Deal]:
    """Hole cards and a board of these sizes.

    Half of the deals use few ranks or few suits, where lows, flushes and full houses are frequent.
    """

    def split(hole_size: int, board_size: int) -> st.SearchStrategy[Deal]:
        size = hole_size + board_size
        low = [card for card in DECK if card // 4 in (0, 1, 2, 3, 4, 5, 6, 12)]
        two_suits = [card for card in DECK if card % 4 < 2]
        few_ranks = [card for card in DECK if card // 4 in (0, 1, 11, 12)]
        pools = st.sampled_from([DECK, DECK, DECK, low, two_suits, few_ranks])
        dealt = pools.flatmap(
            lambda pool: st.lists(st.sampled_from(pool), unique=True, min_size=size, max_size=size)
        )
        return dealt.map(lambda all_: Deal(tuple(all_[:hole_size]), tuple(all_[hole_size:])))

    sizes = st.tuples(st.sampled_from(hole_sizes), st.sampled_from(board_sizes))
    return sizes.flatmap(lambda both: split(*both))


def decks() -> st.SearchStrategy[tuple[Card, ...]]:
    """All 52 cards in any order."""
    return st.permutations(DECK).map(tuple)


def seeds() -> st.SearchStrategy[bytes]:
    """Seeds of a deck."""
    return st.binary(min_size=32, max_size=32)


def suit_permutations() -> st.SearchStrategy[tuple[Card, ...]]:
    """By card, the card that takes its place when suits are exchanged."""
    return st.permutations(range(4)).map(
        lambda suits: tuple(Card(card // 4 * 4 + suits[card % 4]) for card in DECK)
    )
