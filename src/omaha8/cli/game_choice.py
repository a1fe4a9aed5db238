"""Which game the options of a command ask for, and complaints that name those options."""

from __future__ import annotations

from typing import Final

from omaha8.rules.game import Game
from omaha8.rules.house import HouseRules, RulesError
from omaha8.table import game_choice
from omaha8.table.game_choice import NotPlayed

OPTIONS: Final = {
    "allowed_structures": "--structure",
    "structure": "--structure",
    "stakes": "--stakes",
    "seats": "--seats",
    "bots": "--bots",
    "buy_in": "--buy-in",
}
"""What the rules call it, and the command line."""


def with_option(text: str) -> str:
    """A complaint of the rules, which begins with a name, with the option of that name."""
    name, colon, rest = text.partition(":")
    return f"{OPTIONS.get(name, name)}{colon}{rest}"


def choose_games(
    rules: HouseRules, structure: str | None, stakes_text: str | None
) -> tuple[Game, ...]:
    """As `choose_game`; in mixed the games that rotate. Raises `RulesError`."""
    try:
        return game_choice.choose_games(rules, structure, stakes_text)
    except NotPlayed as error:
        raise RulesError(in_options(error)) from error


def choose_game(rules: HouseRules, structure: str | None, stakes_text: str | None) -> Game:
    """The structure and stakes asked for, or what the rules play first. Raises `RulesError`."""
    try:
        return game_choice.choose_game(rules, structure, stakes_text)
    except NotPlayed as error:
        raise RulesError(in_options(error)) from error


def in_options(error: RulesError) -> str:
    """What is wrong, and where it is played, in options of the command line."""
    if not isinstance(error, NotPlayed):
        return with_option(str(error))
    hint = f"; played with --rules {', '.join(error.presets)}" if error.presets else ""
    hint += f"; here with --stakes {', '.join(error.near)}" if error.near else ""
    return f"{with_option(error.wrong)}{hint}"
