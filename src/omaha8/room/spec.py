"""What somebody asks for who opens a table (floor 5)."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any, Final

import msgspec

from omaha8.room.names import readable
from omaha8.room.settings import MOST_CHIPS, check_amounts
from omaha8.rules.game import Chips, Game
from omaha8.rules.house import OPTION_NAMES, HouseRules, RulesError, replace
from omaha8.rules.presets import find_preset
from omaha8.table import TableSetup
from omaha8.table.game_choice import choose_games
from omaha8.table.money import usual_buy_in
from omaha8.table.setup import STRUCTURE_NAMES, USUAL_BUY_IN

LONGEST_NAME: Final = 40
LONGEST_THOUGHT: Final = 86_400.0
LONGEST_BANK: Final = 3_600.0
LONGEST_DELAY: Final = 600.0
"""Seconds."""

_BUY_INS: Final = {"min_buy_in": "least", "buy_in": "usual", "max_buy_in": "largest"}
_LONGEST_TEXT: Final = 40
_MOST_ENTRIES: Final = 20
_LONGEST_MARK: Final = 4
_DEEPEST: Final = 4


class TableSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table in the words of who asks for it; JSON, and kept as such with the table.

    ``rules`` is the name of a preset, ``options`` what is different from it, ``stakes`` as a room
    writes them (``2/4``); what is ``None`` is as usual. Times are in seconds: ``think_time`` 0 is
    as long as one likes, ``spectator_delay`` is how much later those see everything who do not
    sit. Nothing is checked before `setup` or `checked`.
    """

    name: str = ""
    rules: str = "pokerstars"
    options: dict[str, Any] = {}
    structure: str | None = None
    stakes: str | None = None
    seats: int = 6
    hole_cards: int = 4
    buy_in: int | None = None
    min_buy_in: int | None = None
    max_buy_in: int | None = None
    bots: int = 0
    private: bool = False
    spectator_delay: float = 0.0
    think_time: float = 60.0
    time_bank: float = 60.0

    def house_rules(self) -> HouseRules:
        """The preset with the options. Raises `RulesError`."""
        preset = find_preset(self.rules[:_LONGEST_TEXT])
        for option, value in self.options.items():
            if option not in OPTION_NAMES:
                known = ", ".join(OPTION_NAMES)
                raise RulesError(f"{option[:_LONGEST_TEXT]}: no such option; options are {known}")
            _check_size(option, value)
        rules = replace(preset.rules, **self.options)
        marks = rules.missed_markers
        if any(readable(mark, _LONGEST_MARK) != mark for mark in marks):
            raise RulesError(
                f"missed_markers: two marks of up to {_LONGEST_MARK} characters, as in ML and MS"
            )
        return rules

    @property
    def changed(self) -> tuple[str, ...]:
        """The options whose value is not that of the preset. Raises `RulesError`."""
        preset, rules = find_preset(self.rules).rules, self.house_rules()
        return tuple(
            option
            for option in OPTION_NAMES
            if option in self.options and getattr(rules, option) != getattr(preset, option)
        )

    def setup(self) -> TableSetup:
        """The table to be opened. Raises `RulesError`: the option, and what is allowed."""
        self._check_times()
        rules = self.house_rules()
        # Before the game is made, so that the complaint is about the cards.
        if self.hole_cards not in (4, 5, 6):
            raise RulesError(f"hole_cards: 4, 5 or 6, not {self.hole_cards}")
        games = choose_games(rules, self.structure, self.stakes, hole_cards=self.hole_cards)
        for option in _BUY_INS:
            amount = getattr(self, option)
            if amount is not None and not 1 <= amount <= MOST_CHIPS:
                raise RulesError(f"{option}: 1 to {MOST_CHIPS} chips, not {amount}")
        least, usual, most = self._buy_ins(games)
        setup = TableSetup(
            rules=rules,
            games=games,
            seats=self.seats,
            min_buy_in=least,
            max_buy_in=most,
            buy_in=usual,
        )
        check_amounts(setup)
        if not 0 <= self.bots < self.seats:
            raise RulesError(
                f"bots: 0 to {self.seats - 1}, one of {self.seats} seats stays free; "
                f"not {self.bots}"
            )
        return setup

    def checked(self, least_think_time: float = 0) -> TableSpec:
        """The same with its name cleaned, or made from the game. Raises `RulesError`."""
        setup = self.setup()
        self.check_clock(least_think_time)
        return msgspec.structs.replace(
            self,
            name=readable(self.name, LONGEST_NAME) or _usual_name(setup),
            rules=find_preset(self.rules).name,
        )

    def _buy_ins(self, games: Sequence[Game]) -> tuple[Chips, Chips, Chips]:
        """The least, the usual and the largest; what is wrong is said of one that was asked for."""
        least, most = usual_buy_in(games)
        big = max(game.big_blind for game in games)
        usual = self.buy_in
        if usual is None:
            usual = max(USUAL_BUY_IN * big, self.min_buy_in or 0)
            usual = min(usual, self.max_buy_in or usual)
        for option, words in _BUY_INS.items():
            amount = getattr(self, option)
            if amount is not None and amount < big:
                raise RulesError(
                    f"{option}: the {words} buy-in, {amount}, is less than the big blind, {big}"
                )
        low = min(least, usual) if self.min_buy_in is None else self.min_buy_in
        high = max(most, usual) if self.max_buy_in is None else self.max_buy_in
        if low > high:
            raise RulesError(
                f"max_buy_in: the largest buy-in, {high}, is less than the least, {low}"
            )
        if usual < low:
            raise RulesError(f"buy_in: the usual buy-in, {usual}, is less than the least, {low}")
        if usual > high:
            raise RulesError(f"buy_in: the usual buy-in, {usual}, is more than the largest, {high}")
        return Chips(low), Chips(usual), Chips(high)

    def check_clock(self, least: float) -> None:
        """Raises `RulesError` for a time to act in which nobody can."""
        if 0 < self.think_time < least:
            raise RulesError(
                f"think_time: 0 for as long as one likes, or {least:g} to {LONGEST_THOUGHT:g} "
                f"seconds, not {self.think_time:g}"
            )

    def _check_times(self) -> None:
        longest = {
            "think_time": LONGEST_THOUGHT,
            "time_bank": LONGEST_BANK,
            "spectator_delay": LONGEST_DELAY,
        }
        for option, most in longest.items():
            seconds = getattr(self, option)
            if not (isfinite(seconds) and 0 <= seconds <= most):
                raise RulesError(f"{option}: 0 to {most:g} seconds, not {seconds:g}")


def _usual_name(setup: TableSetup) -> str:
    if len(setup.games) > 1:
        return readable(f"Mixed {setup.stakes}", LONGEST_NAME)
    return f"{STRUCTURE_NAMES[setup.structure]} {setup.stakes}"


def _check_size(option: str, value: Any, deep: int = 0) -> None:
    """Options come from anybody: what is out of all proportion is refused before it is read."""
    match value:
        case str() if len(value) > _LONGEST_TEXT:
            raise RulesError(f"{option}: at most {_LONGEST_TEXT} characters, not {len(value)}")
        case bool():
            return
        case int() | float() if not abs(value) <= MOST_CHIPS:
            raise RulesError(f"{option}: numbers up to {MOST_CHIPS}")
        case list() | tuple() | dict() if len(value) > _MOST_ENTRIES:
            raise RulesError(f"{option}: at most {_MOST_ENTRIES} entries, not {len(value)}")
        case list() | tuple() | dict() if deep == _DEEPEST:
            raise RulesError(f"{option}: lists in lists in lists are no value of it")
        case dict():
            for key, part in value.items():
                _check_size(option, key, deep + 1)
                _check_size(option, part, deep + 1)
        case list() | tuple():
            for part in value:
                _check_size(option, part, deep + 1)
