"""Mixed games: which games rotate, and when the next one begins (floor 4)."""

from __future__ import annotations

import msgspec

from omaha8.rules.game import Game, Seat, stakes
from omaha8.rules.house import HouseRules, RulesError
from omaha8.rules.options import BigBetStakes, Structure
from omaha8.table.positions import Positions

_BIG_BET = frozenset({Structure.POT_LIMIT, Structure.NO_LIMIT})


def mixed_games(
    rules: HouseRules, low: int, high: int, *, dollar: int = 1, hole_cards: int = 4
) -> tuple[Game, ...]:
    """The games of ``mixed_order`` at pot-limit stakes ``low/high``.

    Limit plays a small bet of the big blind, times ``mixed_fl_stake_multiplier`` so that pots stay
    alike (RULES, mixed): 1/2 and 2 make limit 4/8. Where the option names no factor, it is 2 beside
    pot or no limit, else 1. Spread plays ``spread_range``. Raises `RulesError`.
    """
    if Structure.MIXED not in rules.allowed_structures:
        raise RulesError(
            f"allowed_structures: mixed is not played here; "
            f"allowed: {', '.join(rules.allowed_structures)}"
        )
    return tuple(
        _one(structure, rules, low, high, dollar, hole_cards) for structure in rules.mixed_order
    )


def _one(
    structure: Structure, rules: HouseRules, low: int, high: int, dollar: int, hole_cards: int
) -> Game:
    if structure is Structure.FIXED_LIMIT:
        big_blind = low if rules.pl_nl_stakes is BigBetStakes.BETS else high
        factor = rules.mixed_fl_stake_multiplier
        if factor is None:
            factor = 2 if _BIG_BET.intersection(rules.mixed_order) else 1
        small_bet = big_blind * factor
        low, high = small_bet, 2 * small_bet
    elif structure is Structure.SPREAD:
        if rules.spread_range is None:
            raise RulesError("spread_range: spread limit in a mix needs a least and a largest bet")
        low, high = rules.spread_range
    return stakes(structure, low, high, rules, dollar=dollar, hole_cards=hole_cards)


class Rotation(msgspec.Struct, frozen=True):
    """Where a table stands in its games: ``hands`` and ``travelled`` since this one began.

    ``travelled`` is how many seats the big blind has moved, and ``minute`` when it began.
    """

    index: int = 0
    hands: int = 0
    travelled: int = 0
    minute: int = 0

    def over(
        self, rules: HouseRules, positions: Positions, last: Seat | None, seats: int, minute: int
    ) -> bool:
        """Whether the hand with these positions is the first of the next game.

        ``last`` is the big blind of the hand before. An orbit is over when the big blind comes
        back to where it was in the first hand of the game, or passes it.
        """
        if self.hands == 0:
            return False
        switch, _, count = rules.mixed_switch.partition(":")
        if switch == "hands":
            return self.hands >= int(count)
        if switch == "minutes":
            return minute - self.minute >= int(count)
        return self.travelled + _distance(positions, last, seats) >= seats

    def after_hand(self, positions: Positions, last: Seat | None, seats: int) -> Rotation:
        """One hand of the game further."""
        moved = _distance(positions, last, seats) if self.hands else 0
        return Rotation(self.index, self.hands + 1, self.travelled + moved, self.minute)


def _distance(positions: Positions, last: Seat | None, seats: int) -> int:
    """How many seats the big blind has moved; all of them where it came back to the same."""
    return 0 if last is None else (positions.big_blind - last - 1) % seats + 1
