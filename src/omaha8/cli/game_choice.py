"""Which game the options of a command ask for: structure and stakes under house rules."""

from __future__ import annotations

import re
from typing import Final

from omaha8.rules.game import Game, parse_stakes, stakes
from omaha8.rules.house import HouseRules, RulesError
from omaha8.rules.options import Structure
from omaha8.rules.presets import PRESET_NAMES, find_preset
from omaha8.table.mixed import mixed_games

USUAL_STAKES: Final = (2, 4)
LONGEST_STAKES: Final = 100
BROKEN: Final = re.compile(r"\d?[.,]\d")
"""Part of a chip."""
OPTIONS: Final = {
    "allowed_structures": "--structure",
    "structure": "--structure",
    "stakes": "--stakes",
    "seats": "--seats",
}
"""What the rules call it, and the command line."""
HIGHEST_STAKES: Final = 10_000_000
"""In chips; with it every sum that a table comes to stays far below 2^53."""


def with_option(text: str) -> str:
    """A complaint of the rules, which begins with a name, with the option of that name."""
    name, colon, rest = text.partition(":")
    return f"{OPTIONS.get(name, name)}{colon}{rest}"


def choose_games(
    rules: HouseRules, structure: str | None, stakes_text: str | None
) -> tuple[Game, ...]:
    """As `choose_game`; in mixed the games that rotate. Raises `RulesError`."""
    if structure != Structure.MIXED:
        return (choose_game(rules, structure, stakes_text),)
    low, high = USUAL_STAKES if stakes_text is None else _amounts(stakes_text)
    try:
        return mixed_games(rules, low, high)
    except RulesError as error:
        hint = _elsewhere(rules, structure, low, high)
        raise RulesError(f"{with_option(str(error))}{hint}") from error


def choose_game(rules: HouseRules, structure: str | None, stakes_text: str | None) -> Game:
    """The structure and stakes asked for, or what the rules play first. Raises `RulesError`."""
    if structure is None:
        structure = next(s for s in rules.allowed_structures if s is not Structure.MIXED)
    if stakes_text is not None:
        low, high = _amounts(stakes_text)
    elif structure == Structure.SPREAD and rules.spread_range is not None:
        low, high = rules.spread_range
    else:
        low, high = USUAL_STAKES
    try:
        return stakes(structure, low, high, rules)
    except RulesError as error:
        hint = _elsewhere(rules, structure, low, high)
        raise RulesError(f"{with_option(str(error))}{hint}") from error


def _amounts(text: str) -> tuple[int, int]:
    """``2/4`` as two amounts. Raises `RulesError`."""
    # Beyond that many digits Python itself refuses to read a number.
    if len(text) > LONGEST_STAKES:
        raise RulesError(f"--stakes: two amounts, as in 2/4, not {len(text)} characters")
    try:
        low, high = parse_stakes(text)
    except RulesError as error:
        whole = "; chips are whole: play 0.5/1 as 1/2" if BROKEN.search(text) else ""
        raise RulesError(f"{with_option(str(error))}{whole}") from error
    if high > HIGHEST_STAKES or low > HIGHEST_STAKES:
        raise RulesError(f"--stakes: amounts up to {HIGHEST_STAKES}, not {text.strip()}")
    return low, high


def _elsewhere(rules: HouseRules, structure: str, low: int, high: int) -> str:
    """Which rules do play this, and which stakes near it are played by these."""
    found = [name for name in PRESET_NAMES if _plays(find_preset(name).rules, structure, low, high)]
    hint = f"; played with --rules {', '.join(found)}" if found else ""
    near = [f"{n}/{2 * n}" for n in (low - 1, low + 1) if _plays(rules, structure, n, 2 * n)]
    if structure == Structure.FIXED_LIMIT and near:
        hint += f"; here with --stakes {', '.join(near)}"
    return hint


def _plays(rules: HouseRules, structure: str, low: int, high: int) -> bool:
    try:
        if structure == Structure.MIXED:
            mixed_games(rules, low, high)
        else:
            stakes(structure, low, high, rules)
    except RulesError:
        return False
    return True
