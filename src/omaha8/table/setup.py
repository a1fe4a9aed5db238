"""What is fixed when a table opens (floor 4)."""

from __future__ import annotations

from typing import Final

import msgspec

from omaha8.rules.game import Chips, Game
from omaha8.rules.house import HouseRules, RulesError
from omaha8.rules.options import Structure

MOST_SEATS: Final = 10
FEWEST_CARDS_LEFT: Final = 8
"""Board and burns."""

USUAL_BUY_IN: Final = 100
LEAST_BUY_IN: Final = 20
LARGEST_BUY_IN: Final = 200
"""In big blinds."""

_STRUCTURES: Final = {
    Structure.FIXED_LIMIT: "Limit",
    Structure.POT_LIMIT: "Pot Limit",
    Structure.NO_LIMIT: "No Limit",
    Structure.SPREAD: "Spread Limit",
}


class TableSetup(msgspec.Struct, frozen=True, kw_only=True):
    """House rules, game, chairs and the limits of the buy-in. Raises `RulesError`."""

    rules: HouseRules
    game: Game
    seats: int
    min_buy_in: Chips
    max_buy_in: Chips
    buy_in: Chips
    """What is brought when nobody says how much."""

    def __post_init__(self) -> None:
        most = min(MOST_SEATS, (52 - FEWEST_CARDS_LEFT) // self.game.hole_cards)
        if not 2 <= self.seats <= most:
            raise RulesError(f"seats: 2 to {most}, not {self.seats}")
        if self.min_buy_in < self.game.big_blind:
            raise RulesError(
                f"buy_in: at least the big blind of {self.game.big_blind}, not {self.min_buy_in}"
            )
        if not self.min_buy_in <= self.buy_in <= self.max_buy_in:
            raise RulesError(f"buy_in: {self.min_buy_in} to {self.max_buy_in}, not {self.buy_in}")

    @classmethod
    def usual(
        cls, rules: HouseRules, game: Game, seats: int, buy_in: int | None = None
    ) -> TableSetup:
        """A table with the usual limits: 20 to 200 big blinds, 100 if nothing is said.

        A ``buy_in`` outside them moves the limit to it. Raises `RulesError`.
        """
        big = game.big_blind
        usual = USUAL_BUY_IN * big if buy_in is None else buy_in
        return cls(
            rules=rules,
            game=game,
            seats=seats,
            min_buy_in=Chips(min(LEAST_BUY_IN * big, usual)),
            max_buy_in=Chips(max(LARGEST_BUY_IN * big, usual)),
            buy_in=Chips(usual),
        )

    @property
    def stakes(self) -> str:
        """As a room writes them: limit by its bets, spread by its range, the others by blinds."""
        game = self.game
        if game.structure is Structure.FIXED_LIMIT:
            return f"{game.small_bet}/{game.big_bet}"
        if game.structure is Structure.SPREAD:
            return f"{game.small_bet}/{game.spread_max}"
        return f"{game.small_blind}/{game.big_blind}"

    @property
    def title(self) -> str:
        """ "Limit Omaha Hi/Lo 2/4"."""
        cards = {4: "", 5: " (five cards)", 6: " (six cards)"}[self.game.hole_cards]
        return f"{_STRUCTURES[self.game.structure]} Omaha Hi/Lo{cards} {self.stakes}"
