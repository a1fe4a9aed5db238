"""What the next card does: to every player's equity, and to his low."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from omaha8.cards import CARD_TEXT, Card
from omaha8.equity.known import known_cells
from omaha8.equity.result import player_equity
from omaha8.equity.spot import EquityError, HandText, Spot, parse_spot
from omaha8.evaluation.board import prepare
from omaha8.evaluation.lows import NO_LOW
from omaha8.evaluation.readout import counterfeited, low_cards_needed

LowChange = Literal["improves", "counterfeits", "kills"]
"""A card improves a low if it makes one or a better one, or leaves a draw fewer cards to go. It
counterfeits as `omaha8.evaluation.counterfeited` says. It kills a draw that cannot come in any
more."""

BOARD_COUNTS: Final = (3, 4)


class NextCard(msgspec.Struct, frozen=True):
    """One card that may come next."""

    card: str
    equities: tuple[float, ...]
    """By player, with this card on the board."""
    equity_fractions: tuple[str, ...]
    lows: tuple[LowChange | None, ...]
    """By player: what it does to his low."""


def next_cards(
    hands: Sequence[HandText], board: str | Sequence[Card], dead: str | Sequence[Card] = ""
) -> tuple[NextCard, ...]:
    """Every card that may come on a flop or a turn with known hands, lowest first.

    Raises `EquityError` for hands that are not known or another board, and as `equity` does.
    """
    spot = parse_spot(hands, board, dead)
    if len(spot.known) != len(spot.holdings):
        raise EquityError("what the next card does is told of known hands, not of ranges or '*'")
    if len(spot.board) not in BOARD_COUNTS:
        raise EquityError(
            f"the next card comes on a flop or a turn, not on {len(spot.board)} cards"
        )
    return next_cards_of(spot)


def next_cards_of(spot: Spot) -> tuple[NextCard, ...]:
    """The same for a spot of known hands on a flop or a turn."""
    return tuple([_next_card(spot, card) for card in spot.unseen])


def _next_card(spot: Spot, card: Card) -> NextCard:
    board = (*spot.board, card)
    unseen = [other for other in spot.unseen if other != card]
    cells = known_cells(spot.known, board, spot.dead, unseen)
    players = [player_equity("", of_player, sampled=False) for of_player in cells]
    return NextCard(
        CARD_TEXT[card],
        tuple([player.equity for player in players]),
        tuple([player.equity_fraction for player in players]),
        tuple([low_change(hand, spot.board, card) for hand in spot.known]),
    )


def low_change(hole: Sequence[Card], board: Sequence[Card], card: Card) -> LowChange | None:
    """What ``card`` on a flop or a turn does to the low of ``hole``, if anything."""
    after = (*board, card)
    low, low_after = prepare(board).rank(hole)[1], prepare(after).rank(hole)[1]
    if low_after < low:
        return "improves"
    if counterfeited(hole, after):
        return "counterfeits"
    if low != NO_LOW:
        return None
    needed, needed_after = low_cards_needed(hole, board), low_cards_needed(hole, after)
    if needed is None:
        return None
    if needed_after is None:
        return "kills"
    return "improves" if needed_after < needed else None
