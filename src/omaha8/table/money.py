"""Buying in, topping up, and coming back with what was taken (floor 4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from omaha8.rules.game import Chips, Game
from omaha8.rules.house import HouseRules, RulesError
from omaha8.rules.options import Kill, Structure

LEAST_BUY_IN: Final = 20
LARGEST_BUY_IN: Final = 200
"""The usual limits of a buy-in, in big blinds."""

MOST_SEATS: Final = 10
NOT_HOLE_CARDS: Final = 8
"""Board and burns."""


class Departure(msgspec.Struct, frozen=True):
    """What somebody took off the table, and when."""

    amount: Chips
    minute: int


def usual_buy_in(games: Sequence[Game]) -> tuple[Chips, Chips]:
    """20 to 200 big blinds; of the largest one, where games rotate."""
    big = max(game.big_blind for game in games)
    return Chips(LEAST_BUY_IN * big), Chips(LARGEST_BUY_IN * big)


def buy_in_bounds(
    least: Chips, most: Chips, gone: Departure | None, minute: int, rules: HouseRules
) -> tuple[Chips, Chips]:
    """The least and the largest buy-in of somebody who left, or did not.

    RULES, sit out, leave: who returns within ``ratholing_minutes`` brings back at least what he
    took, even above the largest buy-in.
    """
    if gone is None or minute - gone.minute >= rules.ratholing_minutes:
        return least, most
    return max(least, gone.amount), max(most, gone.amount)


def check_table(
    rules: HouseRules, games: Sequence[Game], seats: int, least: int, most: int
) -> None:
    """Raises `RulesError`, naming the option, where these cannot be played together."""
    if not games:
        raise RulesError("games: at least one")
    for game in games:
        if game.structure not in rules.allowed_structures:
            raise RulesError(
                f"allowed_structures: {game.structure} is not played here; "
                f"allowed: {', '.join(rules.allowed_structures)}"
            )
        if rules.kill in (Kill.FULL, Kill.HALF) and game.structure is Structure.FIXED_LIMIT:
            game.killed(rules.kill)
    if len(games) > 1 and Structure.MIXED not in rules.allowed_structures:
        raise RulesError(
            f"allowed_structures: games do not rotate here; "
            f"allowed: {', '.join(rules.allowed_structures)}"
        )
    cards = max(game.hole_cards for game in games)
    most_seats = min(MOST_SEATS, (52 - NOT_HOLE_CARDS) // cards)
    if not 2 <= seats <= most_seats:
        raise RulesError(f"seats: 2 to {most_seats} with {cards} hole cards, not {seats}")
    big = max(game.big_blind for game in games)
    if not big <= least <= most:
        raise RulesError(
            f"buy_in: from the big blind of {big} or more to at least as much, not {least}-{most}"
        )
