"""A table before it opens: the game, the buy-in, and what all that is called (floor 4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from omaha8.rules.game import Chips, Game
from omaha8.rules.house import HouseRules, RulesError
from omaha8.rules.options import BigBetStakes, Structure
from omaha8.table.machine import Table
from omaha8.table.money import check_table, usual_buy_in

USUAL_BUY_IN: Final = 100
"""In big blinds."""

STRUCTURE_NAMES: Final = {
    Structure.FIXED_LIMIT: "Limit",
    Structure.POT_LIMIT: "Pot Limit",
    Structure.NO_LIMIT: "No Limit",
    Structure.SPREAD: "Spread Limit",
}


class TableSetup(msgspec.Struct, frozen=True, kw_only=True):
    """House rules, the game (or several that rotate), chairs, buy-in. Raises `RulesError`."""

    rules: HouseRules
    games: tuple[Game, ...]
    seats: int
    min_buy_in: Chips
    max_buy_in: Chips
    buy_in: Chips
    """What is brought when nobody says how much."""

    def __post_init__(self) -> None:
        check_table(self.rules, self.games, self.seats, self.min_buy_in, self.max_buy_in)
        if not self.min_buy_in <= self.buy_in <= self.max_buy_in:
            raise RulesError(f"buy_in: {self.min_buy_in} to {self.max_buy_in}, not {self.buy_in}")

    @classmethod
    def usual(
        cls,
        rules: HouseRules,
        games: Game | Sequence[Game],
        seats: int,
        buy_in: int | None = None,
    ) -> TableSetup:
        """A table with the usual limits: 20 to 200 big blinds, 100 if nothing is said.

        A ``buy_in`` outside them moves the limit to it. Raises `RulesError`.
        """
        games = (games,) if isinstance(games, Game) else tuple(games)
        least, most = usual_buy_in(games)
        big = max(game.big_blind for game in games)
        usual = USUAL_BUY_IN * big if buy_in is None else buy_in
        return cls(
            rules=rules,
            games=games,
            seats=seats,
            min_buy_in=Chips(min(least, usual)),
            max_buy_in=Chips(max(most, usual)),
            buy_in=Chips(usual),
        )

    def open(self) -> Table:
        """The table, with nobody there yet."""
        return Table(
            self.rules,
            self.games,
            self.seats,
            min_buy_in=self.min_buy_in,
            max_buy_in=self.max_buy_in,
        )

    @property
    def structure(self) -> Structure:
        """What is played; ``mixed`` where games rotate."""
        return Structure.MIXED if len(self.games) > 1 else self.games[0].structure

    @property
    def stakes(self) -> str:
        """``2/4``; of all the games where they rotate."""
        return ", ".join(dict.fromkeys(stakes_name(game, self.rules) for game in self.games))

    @property
    def title(self) -> str:
        """``Limit Omaha Hi/Lo 2/4``, ``Mixed Omaha Hi/Lo: Limit 4/8, Pot Limit 2/4``."""
        if len(self.games) == 1:
            return title(self.games[0], self.rules)
        turns = ", ".join(short_title(game, self.rules) for game in self.games)
        return f"Mixed Omaha Hi/Lo{_cards(self.games[0])}: {turns}"


def stakes_name(game: Game, rules: HouseRules) -> str:
    """As a room writes them: limit by its bets, spread by its range, the others as it names them.

    RULES, stakes: "10-20" are the blinds of pot and no limit, or (``pl_nl_stakes: bets``) the
    minimum bets.
    """
    if game.structure is Structure.SPREAD:
        return f"{game.small_bet}/{game.spread_max}"
    if game.structure is Structure.FIXED_LIMIT or rules.pl_nl_stakes is BigBetStakes.BETS:
        return f"{game.small_bet}/{game.big_bet}"
    return f"{game.small_blind}/{game.big_blind}"


def short_title(game: Game, rules: HouseRules) -> str:
    """``Pot Limit 1/2``."""
    return f"{STRUCTURE_NAMES[game.structure]} {stakes_name(game, rules)}"


def title(game: Game, rules: HouseRules) -> str:
    """``Pot Limit Omaha Hi/Lo 1/2``."""
    structure = STRUCTURE_NAMES[game.structure]
    return f"{structure} Omaha Hi/Lo{_cards(game)} {stakes_name(game, rules)}"


def _cards(game: Game) -> str:
    return {4: "", 5: " (five cards)", 6: " (six cards)"}[game.hole_cards]
