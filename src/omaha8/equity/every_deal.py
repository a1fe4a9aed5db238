"""Ranges exactly, one deal of their hands after the other.

Deals that only exchange suits are the same spot; one of them is looked at.
"""

from __future__ import annotations

from itertools import permutations
from math import prod
from typing import Final

import numpy as np
from numpy.typing import NDArray

from omaha8.cards import Card
from omaha8.equity.hands import card_sets, possible_hands
from omaha8.equity.known import known_cells
from omaha8.equity.spot import HAND_SIZE, EquityError, Spot
from omaha8.equity.versus_random import AgainstRandom

MOST_DEALS: Final = 4_000_000
"""Deals of the ranges' hands, before those that only exchange suits are put together."""


class EveryDeal:
    """The hands of ranges one deal after the other, against known hands and one random hand."""

    def __init__(self, spot: Spot) -> None:
        """Of several random hands all but the last are taken as ranges of all hands.

        Raises `EquityError` if there are more than `MOST_DEALS` deals.
        """
        self._spot = spot
        random = [place for place, holding in enumerate(spot.holdings) if holding.random]
        self._random = random[-1] if random else None
        self._places = [
            place
            for place, holding in enumerate(spot.holdings)
            if not holding.known and place != self._random
        ]
        sides = [possible_hands(spot.holdings[place], spot.unseen) for place in self._places]
        self._hands, self._counts = self._different([s[0] for s in sides], [s[1] for s in sides])

    def __len__(self) -> int:
        return len(self._counts)

    def cells(self, part: int) -> NDArray[np.int64]:
        """The cells of all players in all deals that are like deal ``part``."""
        spot = self._spot
        held = [holding.cards for holding in spot.holdings]
        for place, hand in zip(self._places, self._hands[part].tolist(), strict=True):
            held[place] = tuple([Card(card) for card in hand])
        taken = {card for hand in held for card in hand}
        unseen = [card for card in spot.unseen if card not in taken]
        if self._random is None:
            cells = known_cells(held, spot.board, spot.dead, unseen)
        else:
            known = [hand for hand in held if hand]
            against = AgainstRandom(known, self._random, spot.board, spot.dead)
            cells = np.sum([against.cells(at) for at in range(len(against))], axis=0)
        counted: NDArray[np.int64] = cells * self._counts[part]
        return counted

    def _different(
        self, sides: list[NDArray[np.uint8]], weights: list[NDArray[np.int64]]
    ) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """One of all (hand, four) deals that only exchange suits, and how often they come."""
        count = prod([len(side) for side in sides])
        if count > MOST_DEALS:
            raise EquityError(
                f"{count:,} deals of these ranges are too many to count exactly, "
                f"at most {MOST_DEALS:,} are: narrower ranges, or a sample"
            )
        rows = np.indices([len(side) for side in sides]).reshape(len(sides), -1)
        sets = [card_sets(side)[row] for side, row in zip(sides, rows, strict=True)]
        all_cards = np.bitwise_or.reduce(sets, axis=0)
        apart = np.bitwise_count(all_cards) == HAND_SIZE * len(sides)
        rows = rows[:, apart]
        hands = np.stack([side[row] for side, row in zip(sides, rows, strict=True)], axis=1)
        weight = np.ones(rows.shape[1], np.int64)
        for of_side, row in zip(weights, rows, strict=True):
            weight *= of_side[row]
        if not len(hands):
            raise EquityError("the ranges cannot be dealt together: they need the same cards")
        _, first, like = np.unique(
            self._up_to_suits(hands), axis=0, return_index=True, return_inverse=True
        )
        counts = np.zeros(len(first), np.int64)
        np.add.at(counts, like.ravel(), weight)
        return hands[first], counts

    def _up_to_suits(self, hands: NDArray[np.uint8]) -> NDArray[np.uint64]:
        """Rows of sets of cards that are equal for deals that only exchange suits."""
        spot = self._spot
        fixed = [np.array(cards, np.uint8) for cards in (*spot.known, spot.board, spot.dead)]
        best: NDArray[np.uint64] | None = None
        for suits in permutations(range(4)):
            to = np.array([card // 4 * 4 + suits[card % 4] for card in range(52)], np.uint8)
            if any(set(to[cards].tolist()) != set(cards.tolist()) for cards in fixed):
                continue
            keys = np.column_stack([card_sets(to[hands[:, n]]) for n in range(hands.shape[1])])
            best = keys if best is None else _smaller_rows(best, keys)
        assert best is not None, "no suit exchanged is one of the ways"
        return best


def _smaller_rows(one: NDArray[np.uint64], other: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Row by row, the one that comes first."""
    less = np.zeros(len(one), bool)
    equal = np.ones(len(one), bool)
    for column in range(one.shape[1]):
        less |= equal & (other[:, column] < one[:, column])
        equal &= other[:, column] == one[:, column]
    return np.where(less[:, None], other, one)
