"""The game of one hand: structure, blinds and bet sizes in chips (floor 2)."""

from __future__ import annotations

import re
from typing import Final, NewType

import msgspec

from omaha8.rules import options as o
from omaha8.rules.house import ROBERT, HouseRules, RulesError
from omaha8.rules.options import Structure

Seat = NewType("Seat", int)
"""A chair at the table, counted clockwise from 0."""

Chips = NewType("Chips", int)
"""An amount in the smallest unit of the table."""

MIXED_IS_NO_HAND: Final = "mixed is a table's rotation; one hand is fl, pl, nl or spread"


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """Structure and stakes of a hand, in chips.

    ``small_bet`` and ``big_bet`` are the fixed bets of limit, and in pot, no and spread limit the
    *minimum* bets of the first two and the last two rounds. In a kill pot they are the killed
    ones, while the blinds stay. ``spread_max`` is the largest single bet or raise of spread limit.
    Raises `RulesError` when the amounts cannot be played.
    """

    structure: Structure
    small_blind: Chips
    big_blind: Chips
    small_bet: Chips
    big_bet: Chips
    ante: Chips = Chips(0)
    spread_max: Chips = Chips(0)
    hole_cards: int = 4

    def __post_init__(self) -> None:
        small, big = self.small_blind, self.big_blind
        if not isinstance(self.structure, Structure):
            raise RulesError(f"structure: {self.structure!r} is a text; use Structure or stakes()")
        if self.structure == Structure.MIXED:
            raise RulesError(f"structure: {MIXED_IS_NO_HAND}")
        if small <= 0:
            raise RulesError(f"small_blind: at least 1 chip, not {small}")
        if small > big:
            raise RulesError(f"small_blind: {small} is above the big blind of {big}")
        if not 0 < self.small_bet <= self.big_bet:
            raise RulesError(
                f"small_bet: 1 chip or more and at most the big bet, "
                f"not {self.small_bet}/{self.big_bet}"
            )
        if self.ante < 0:
            raise RulesError(f"ante: 0 chips or more, not {self.ante}")
        if self.structure == Structure.SPREAD and self.spread_max < self.small_bet:
            raise RulesError(
                f"spread_range: the largest bet ({self.spread_max}) is below the least "
                f"({self.small_bet})"
            )
        if self.hole_cards not in (4, 5, 6):
            raise RulesError(f"hole_cards: 4, 5 or 6, not {self.hole_cards}")

    def bet_unit(self, board_cards: int) -> int:
        """The fixed bet, or the minimum bet, with that many cards on the board."""
        return self.small_bet if board_cards < 4 else self.big_bet

    def killed(self, kill: o.Kill) -> Game:
        """The same game with the bets of a kill pot: twice, or one and a half times.

        The blinds stay; who killed posts the new small bet. Raises `RulesError` outside fixed
        limit and for a half kill that does not come out in whole chips.
        """
        if self.structure != Structure.FIXED_LIMIT:
            raise RulesError(f"kill: kill pots need fixed limit (fl), not {self.structure}")
        if kill == o.Kill.OFF:
            return self
        halves = 3 if kill == o.Kill.HALF else 4
        if self.small_bet * halves % 2 or self.big_bet * halves % 2:
            raise RulesError(
                f"kill: a half kill of {self.small_bet}/{self.big_bet} is no whole number of "
                f"chips; count in a smaller unit"
            )
        return msgspec.structs.replace(
            self,
            small_bet=Chips(self.small_bet * halves // 2),
            big_bet=Chips(self.big_bet * halves // 2),
        )


def limit_small_blind(rules: HouseRules, small_bet: int, dollar: int = 1) -> Chips:
    """The small blind of a limit game, by ``fl_small_blind``; ``dollar`` is in chips.

    RULES, fixed-limit blinds: floor and ceil round to the whole dollar and leave at least one.
    """
    if small_bet % dollar == 0 and small_bet // dollar in rules.fl_small_blind_overrides:
        return Chips(rules.fl_small_blind_overrides[small_bet // dollar] * dollar)
    match rules.fl_small_blind:
        case o.SmallBlindRule.HALF_FLOOR:
            floor = small_bet // (2 * dollar) * dollar
            return Chips(floor or min(dollar, small_bet))
        case o.SmallBlindRule.HALF_CEIL:
            return Chips(min(-(-small_bet // (2 * dollar)) * dollar, small_bet))
        case o.SmallBlindRule.TWO_THIRDS | o.SmallBlindRule.HALF_EXACT:
            two_thirds = rules.fl_small_blind is o.SmallBlindRule.TWO_THIRDS
            blind, over = divmod(2 * small_bet, 3) if two_thirds else divmod(small_bet, 2)
            if over == 0:
                return Chips(blind)
    part = "two thirds" if rules.fl_small_blind is o.SmallBlindRule.TWO_THIRDS else "half"
    raise RulesError(
        f"fl_small_blind: {part} of a small bet of {small_bet} is no whole number of chips; use "
        f"half_floor or half_ceil, an entry in fl_small_blind_overrides, or a smaller unit"
    )


def stakes(
    structure: Structure | str,
    low: int,
    high: int,
    rules: HouseRules = ROBERT,
    *,
    dollar: int = 1,
    small_blind: int | None = None,
    hole_cards: int = 4,
) -> Game:
    """The game that a room calls ``low/high``, in chips.

    Limit 2/4 names the bets; pot and no limit 1/2 the blinds, or under ``pl_nl_stakes: bets`` the
    minimum bets; spread 10/30 the least and the largest bet. Antes follow the option ``ante``
    where it holds outside tournaments. Raises `RulesError`, naming the option at fault.
    """
    try:
        structure = Structure(structure)
    except ValueError:
        raise RulesError(f"structure: fl, pl, nl or spread, not {structure!r}") from None
    if structure == Structure.MIXED:
        raise RulesError(f"structure: {MIXED_IS_NO_HAND}")
    if structure not in rules.allowed_structures:
        raise RulesError(
            f"allowed_structures: {structure} is not played here; "
            f"allowed: {', '.join(rules.allowed_structures)}"
        )
    if low <= 0 or high < low:
        raise RulesError(f"stakes: two amounts, the smaller first, as in 2/4, not {low}/{high}")
    names_bets = structure in (Structure.FIXED_LIMIT, Structure.SPREAD) or (
        rules.pl_nl_stakes == o.BigBetStakes.BETS
    )
    small, big = (Chips(low), Chips(low)) if names_bets else (Chips(low), Chips(high))
    if small_blind is not None:
        small = Chips(small_blind)
    elif names_bets:
        small = limit_small_blind(rules, low, dollar)
    if structure == Structure.FIXED_LIMIT:
        small_bet, big_bet = low, high
        if high != 2 * low:
            raise RulesError(
                f"stakes: the big bet of limit is twice the small bet: {low}/{2 * low}"
            )
    elif structure == Structure.SPREAD:
        small_bet = big_bet = low
    elif rules.min_bet_by_street == o.MinBetByStreet.SMALL_THEN_BIG:
        small_bet, big_bet = int(big), high if names_bets else 2 * big
    else:
        small_bet = big_bet = int(big)
    game = Game(
        structure=structure,
        small_blind=small,
        big_blind=big,
        small_bet=Chips(small_bet),
        big_bet=Chips(big_bet),
        ante=_ante(rules, small_bet, big),
        spread_max=Chips(high if structure == Structure.SPREAD else 0),
        hole_cards=hole_cards,
    )
    if rules.kill in (o.Kill.FULL, o.Kill.HALF) and structure == Structure.FIXED_LIMIT:
        game.killed(rules.kill)  # refuses a half kill that does not divide before anybody sits
    return game


def _ante(rules: HouseRules, small_bet: int, big_blind: int) -> Chips:
    if isinstance(rules.ante, o.FractionalAnte):
        if rules.ante.where == "tournaments":
            return Chips(0)
        fraction = rules.ante.fraction_of_small_bet
        over, under = fraction.split("/")
        ante, rest = divmod(small_bet * int(over), int(under))
        if rest:
            raise RulesError(
                f"ante: {fraction} of {small_bet} is no whole number of chips; count in a smaller "
                f"unit"
            )
        return Chips(ante)
    return Chips(big_blind if rules.ante == o.AnteRule.BIG_BLIND else 0)


def parse_stakes(text: str) -> tuple[int, int]:
    """``2/4``, ``2-4`` or ``$2/$4`` as two amounts. Raises `RulesError`."""
    found = re.fullmatch(r"\s*\$?(\d+)\s*[/-]\s*\$?(\d+)\s*", text)
    if found is None:
        raise RulesError(f"stakes: two amounts, as in 2/4, not {text!r}")
    return int(found[1]), int(found[2])
