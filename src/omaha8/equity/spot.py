"""A spot: who holds what, the board and the dead cards, checked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from omaha8.cards import CARD_TEXT, DECK, Card, CardError, format_cards, parse_cards

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

HAND_SIZE: Final = 4
PLAYER_COUNTS: Final = range(2, 11)
BOARD_COUNTS: Final = (0, 3, 4, 5)
ALL_HANDS: Final = 270_725
RANDOM_TEXTS: Final = ("*", "****")
WEIGHT_UNITS: Final = 10_000
"""Weights of ranges are counted in ten-thousandths, so that all tallies are integers."""

HandText = str | Sequence[Card]


class EquityError(ValueError):
    """A spot that cannot be, in one line that says what is wrong and what is allowed."""


class Holding(msgspec.Struct, frozen=True, eq=False):
    """What is known of a player's four hole cards: all, a range of hands, or nothing."""

    text: str
    cards: tuple[Card, ...] = ()
    """The hole cards, where they are known."""
    hands: NDArray[np.uint8] | None = None
    """The hands of a range, (n, 4), less those that the cards known to be elsewhere exclude."""
    weights: NDArray[np.int64] | None = None
    """How often each of ``hands`` counts; None if all count alike."""

    @property
    def known(self) -> bool:
        return bool(self.cards)

    @property
    def random(self) -> bool:
        return not self.cards and self.hands is None


class Spot(msgspec.Struct, frozen=True, eq=False):
    """Holdings in the order of the players, the board and the dead cards. Made by `parse_spot`."""

    holdings: tuple[Holding, ...]
    board: tuple[Card, ...]
    dead: tuple[Card, ...]

    @property
    def known(self) -> tuple[tuple[Card, ...], ...]:
        """The known hands, in order."""
        return tuple([holding.cards for holding in self.holdings if holding.known])

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that are neither on the board nor dead nor in a known hand."""
        seen = {*self.board, *self.dead, *(card for hand in self.known for card in hand)}
        return tuple([card for card in DECK if card not in seen])


def parse_spot(
    hands: Sequence[HandText], board: str | Sequence[Card] = "", dead: str | Sequence[Card] = ""
) -> Spot:
    """The spot that texts (or card numbers) describe.

    Raises `EquityError`, `CardError`, or `omaha8.equity.ranges.RangeError`, which points at the
    character of a range that is wrong.
    """
    if len(hands) not in PLAYER_COUNTS:
        raise EquityError(f"2 to 10 players have hands, {len(hands)} given")
    board_cards = _cards("the board", board)
    if len(board_cards) not in BOARD_COUNTS:
        raise EquityError(f"a board has 0, 3, 4 or 5 cards, {len(board_cards)} given")
    dead_cards = _cards("the dead cards", dead)
    holdings = [_holding(hand) for hand in hands]
    places = [(holding.text, holding.cards) for holding in holdings if holding.known]
    _check_all_different([("the board", board_cards), ("the dead cards", dead_cards), *places])
    needed = HAND_SIZE * len(hands) + 5 + len(dead_cards)
    if needed > len(DECK):
        raise EquityError(
            f"{len(hands)} hands, a board and {len(dead_cards)} dead cards are {needed} cards: "
            f"a deck has {len(DECK)}"
        )
    return _without_seen_cards(Spot(tuple(holdings), board_cards, dead_cards))


def _cards(what: str, text: str | Sequence[Card]) -> tuple[Card, ...]:
    if not isinstance(text, str):
        for card in text:
            if not 0 <= card < len(DECK):
                raise CardError(f"{card} is no card: the numbers of cards go from 0 to 51")
        text = format_cards(text)
    try:
        return parse_cards(text)
    except CardError as error:
        raise CardError(f"{what}: {error}") from None


def _holding(hand: HandText) -> Holding:
    if not isinstance(hand, str):
        cards = _cards("a hand", hand)
        if len(cards) != HAND_SIZE:
            raise EquityError(f"a hand has 4 cards, {format_cards(cards)!r} has {len(cards)}")
        return Holding(format_cards(cards), cards)
    text = hand.strip()
    if text in RANDOM_TEXTS:
        return Holding("*")
    found = _cards_if_cards(text)
    if found is None or 0 < len(found) < HAND_SIZE:
        return _range(text)
    if len(found) != HAND_SIZE:
        raise EquityError(f"a hand has 4 cards, {text!r} has {len(found)}")
    return Holding(format_cards(found), found)


def _cards_if_cards(text: str) -> tuple[Card, ...] | None:
    try:
        return parse_cards(text)
    except CardError as error:
        if str(error).startswith("duplicate"):
            raise
        return None


def _range(text: str) -> Holding:
    import numpy as np

    from omaha8.equity.ranges import parse_range

    hands = parse_range(text)
    if hands.weights is None:
        return Holding("*") if len(hands) == ALL_HANDS else Holding(text, (), hands.hands)
    weights = np.rint(hands.weights * WEIGHT_UNITS).astype(np.int64)
    some = weights > 0
    return Holding(text, (), hands.hands[some], weights[some])


def _check_all_different(places: Sequence[tuple[str, Sequence[Card]]]) -> None:
    held: dict[Card, str] = {}
    for place, cards in places:
        for card in cards:
            if card in held:
                raise CardError(
                    f"duplicate card {CARD_TEXT[card]}, in {held[card]} and in {place}: "
                    f"each card exists once"
                )
            held[card] = place


def _without_seen_cards(spot: Spot) -> Spot:
    """Ranges less the hands that the known cards exclude; a range of one hand is a known hand."""
    import numpy as np

    unseen = np.zeros(len(DECK), bool)
    unseen[list(spot.unseen)] = True
    holdings = list(spot.holdings)
    for place, holding in enumerate(holdings):
        if holding.hands is None:
            continue
        possible = unseen[holding.hands].all(axis=1)
        hands, weights = holding.hands[possible], holding.weights
        if not len(hands):
            raise EquityError(
                f"no hand of the range {holding.text!r} is possible: "
                f"the cards of the others, the board and the dead cards exclude them all"
            )
        if len(hands) == 1:
            cards = tuple([Card(card) for card in hands[0].tolist()])
            holdings[place] = Holding(holding.text, cards)
            # A card more is known: the other ranges lose hands too.
            return _without_seen_cards(Spot(tuple(holdings), spot.board, spot.dead))
        if weights is not None:
            weights = weights[possible]
            weights = None if (weights == weights[0]).all() else weights // np.gcd.reduce(weights)
        holdings[place] = Holding(holding.text, (), hands, weights)
    return Spot(tuple(holdings), spot.board, spot.dead)
