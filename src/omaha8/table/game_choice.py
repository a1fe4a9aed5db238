"""Which game people mean who name a structure and stakes, under house rules (floor 4)."""

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
HIGHEST_STAKES: Final = 10_000_000
"""In chips; with it every sum that a table comes to stays far below 2^53."""
_OTHER_NAMES: Final = {"allowed_structures": "structure"}
"""What a structure that is not played is the fault of, for who has asked for it."""


class NotPlayed(RulesError):
    """These rules do not play it; ``presets`` do, and these rules play ``near`` instead.

    ``wrong`` begins with ``structure:``, ``stakes:`` or an option of the rules.
    """

    def __init__(self, wrong: str, presets: tuple[str, ...] = (), near: tuple[str, ...] = ()):
        hint = f"; played with the rules {', '.join(presets)}" if presets else ""
        hint += f"; here with stakes {', '.join(near)}" if near else ""
        super().__init__(wrong + hint)
        self.wrong = wrong
        self.presets = presets
        self.near = near


def choose_games(
    rules: HouseRules, structure: str | None, stakes_text: str | None, *, hole_cards: int = 4
) -> tuple[Game, ...]:
    """As `choose_game`; in mixed the games that rotate. Raises `NotPlayed`."""
    if structure != Structure.MIXED:
        return (choose_game(rules, structure, stakes_text, hole_cards=hole_cards),)
    low, high = USUAL_STAKES if stakes_text is None else _amounts(stakes_text)
    try:
        return mixed_games(rules, low, high, hole_cards=hole_cards)
    except RulesError as error:
        raise _not_played(error, rules, structure, low, high) from error


def choose_game(
    rules: HouseRules, structure: str | None, stakes_text: str | None, *, hole_cards: int = 4
) -> Game:
    """The structure and stakes asked for, or what the rules play first. Raises `NotPlayed`."""
    if structure is None:
        structure = first_structure(rules)
    low, high = usual_stakes(rules, structure) if stakes_text is None else _amounts(stakes_text)
    try:
        return stakes(structure, low, high, rules, hole_cards=hole_cards)
    except RulesError as error:
        raise _not_played(error, rules, structure, low, high) from error


def first_structure(rules: HouseRules) -> Structure:
    """What is played where nobody names a structure."""
    return next(s for s in rules.allowed_structures if s is not Structure.MIXED)


def usual_stakes(rules: HouseRules, structure: str) -> tuple[int, int]:
    """The stakes where nobody names any."""
    if structure == Structure.SPREAD and rules.spread_range is not None:
        return rules.spread_range
    return USUAL_STAKES


def _amounts(text: str) -> tuple[int, int]:
    """``2/4`` as two amounts. Raises `NotPlayed`."""
    # Beyond that many digits Python itself refuses to read a number.
    if len(text) > LONGEST_STAKES:
        raise NotPlayed(f"stakes: two amounts, as in 2/4, not {len(text)} characters")
    try:
        low, high = parse_stakes(text)
    except RulesError as error:
        whole = "; chips are whole: play 0.5/1 as 1/2" if BROKEN.search(text) else ""
        raise NotPlayed(f"{error}{whole}") from error
    if high > HIGHEST_STAKES or low > HIGHEST_STAKES:
        raise NotPlayed(f"stakes: amounts up to {HIGHEST_STAKES}, not {text.strip()}")
    return low, high


def _not_played(
    error: RulesError, rules: HouseRules, structure: str, low: int, high: int
) -> NotPlayed:
    """With the rules that do play this, and the stakes near it that these rules play."""
    name, colon, rest = str(error).partition(":")
    wrong = f"{_OTHER_NAMES.get(name, name)}{colon}{rest}"
    found = [name for name in PRESET_NAMES if _plays(find_preset(name).rules, structure, low, high)]
    near = [f"{n}/{2 * n}" for n in (low - 1, low + 1) if _plays(rules, structure, n, 2 * n)]
    if structure != Structure.FIXED_LIMIT:
        near = []
    return NotPlayed(wrong, tuple(found), tuple(near))


def _plays(rules: HouseRules, structure: str, low: int, high: int) -> bool:
    try:
        if structure == Structure.MIXED:
            mixed_games(rules, low, high)
        else:
            stakes(structure, low, high, rules)
    except RulesError:
        return False
    return True
