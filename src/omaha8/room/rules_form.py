"""The house rules as a form: every option, what it means, what it can be (floor 5).

Whoever draws it needs to know no rule, and what it sends back is a `omaha8.room.spec.TableSpec`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from typing import Any, Final, Literal, get_type_hints

import msgspec

from omaha8.room.settings import MOST_CHIPS
from omaha8.room.spec import (
    LONGEST_BANK,
    LONGEST_DELAY,
    LONGEST_NAME,
    LONGEST_THOUGHT,
    TableSpec,
)
from omaha8.rules.house import OPTION_NAMES, HouseRules
from omaha8.rules.meanings import (
    EMPTY_MEANINGS,
    GROUPS,
    OPTION_MEANINGS,
    OPTION_TITLES,
    STAKES_MEANINGS,
    STRUCTURE_MEANINGS,
    VALUE_MEANINGS,
)
from omaha8.rules.options import Structure
from omaha8.rules.presets import PRESET_NAMES, find_preset
from omaha8.table.game_choice import HIGHEST_STAKES, first_structure, usual_stakes
from omaha8.table.money import LARGEST_BUY_IN, LEAST_BUY_IN, MOST_SEATS, NOT_HOLE_CARDS
from omaha8.table.setup import USUAL_BUY_IN

Kind = Literal["choice", "bool", "number", "range", "list", "pairs", "text", "marks"]
"""One of ``choices``; true or false; a whole number; two of them, the least first; a list of
``choices`` in an order; an object of whole numbers by whole numbers; a text like ``example``; two
short texts."""


class FieldForm(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One part of a value that is an object."""

    name: str
    meaning: str
    kind: Literal["number", "text", "choice"]
    least: int | None = None
    most: int | None = None
    example: str | None = None
    choices: tuple[str, ...] = ()


class ChoiceForm(msgspec.Struct, frozen=True, omit_defaults=True):
    """A value and what it means; with ``fields`` the value is an object of those instead."""

    value: str | None
    meaning: str
    fields: tuple[FieldForm, ...] = ()


class OptionForm(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """``empty`` is what may stand in place of a number or a range.

    ``fixed``: there is only one value. ``structures`` are those of the table's structures for
    which it makes a difference, none for all of them. ``unless`` names an option and the values of
    it with which this one makes none.
    """

    name: str
    group: str
    title: str
    meaning: str
    kind: Kind
    choices: tuple[ChoiceForm, ...] = ()
    least: int | None = None
    most: int | None = None
    empty: ChoiceForm | None = None
    example: str | None = None
    fixed: bool = False
    structures: tuple[str, ...] = ()
    unless: dict[str, tuple[str, ...]] = {}


class StructureForm(msgspec.Struct, frozen=True):
    """A structure that a preset plays; ``usual`` are its stakes where nobody names any."""

    structure: str
    title: str
    stakes: str
    usual: str


class PresetForm(msgspec.Struct, frozen=True, kw_only=True):
    """``values`` has every option; ``stated`` are those that the room states itself.

    ``choices`` are the options that it leaves to a table. ``structure`` is played where nobody
    names one.
    """

    name: str
    title: str
    structure: str
    structures: tuple[StructureForm, ...]
    values: dict[str, Any]
    stated: tuple[str, ...]
    choices: dict[str, tuple[str, ...]]


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """Of the fields of a table that are no house rules; buy-ins in big blinds, times in seconds."""

    name_length: int = LONGEST_NAME
    highest_stakes: int = HIGHEST_STAKES
    most_chips: int = MOST_CHIPS
    least_seats: int = 2
    most_seats: dict[str, int]
    usual_least_buy_in: int = LEAST_BUY_IN
    usual_buy_in: int = USUAL_BUY_IN
    usual_largest_buy_in: int = LARGEST_BUY_IN
    think_time: float = LONGEST_THOUGHT
    time_bank: float = LONGEST_BANK
    spectator_delay: float = LONGEST_DELAY


class RulesForm(msgspec.Struct, frozen=True, kw_only=True):
    """All that a page needs to ask for a table. ``usual`` is a table of which nothing is said."""

    presets: tuple[PresetForm, ...]
    options: tuple[OptionForm, ...]
    limits: Limits
    usual: TableSpec


@cache
def rules_form() -> RulesForm:
    """The form; the same at any time."""
    return RulesForm(
        presets=tuple(_preset(name) for name in PRESET_NAMES),
        options=tuple(_options()),
        limits=Limits(
            most_seats={
                str(cards): min(MOST_SEATS, (52 - NOT_HOLE_CARDS) // cards) for cards in (4, 5, 6)
            }
        ),
        usual=TableSpec(),
    )


def _preset(name: str) -> PresetForm:
    preset = find_preset(name)
    rules = preset.rules
    return PresetForm(
        name=name,
        title=preset.title,
        structure=str(first_structure(rules)),
        structures=tuple(_structure(rules, structure) for structure in rules.allowed_structures),
        values={
            option: msgspec.to_builtins(getattr(rules, option), str_keys=True)
            for option in OPTION_NAMES
        },
        stated=tuple(option for option in OPTION_NAMES if preset.source_of(option) == name),
        choices=dict(preset.choices),
    )


def _structure(rules: HouseRules, structure: Structure) -> StructureForm:
    low, high = usual_stakes(rules, structure)
    return StructureForm(
        str(structure),
        STRUCTURE_MEANINGS[structure],
        STAKES_MEANINGS[structure],
        f"{low}/{high}",
    )


_TYPES: Final = get_type_hints(HouseRules)

_NUMBERS: Final[Mapping[str, tuple[int, int]]] = {
    "mixed_fl_stake_multiplier": (1, 100),
    "fl_max_bets": (1, 100),
    "fl_heads_up_max": (1, 100),
    "big_bet_max_raises": (1, 100),
    "ratholing_minutes": (0, 1_000_000),
    "kill_min_pot_big_bets": (0, 1_000),
    "spread_range": (1, HIGHEST_STAKES),
    "fl_small_blind_overrides": (1, HIGHEST_STAKES),
}
"""What a form offers; the rules themselves have no upper end for most of them."""

_OF_STRUCTURES: Final = (
    (("pl", "nl"), ("pl_nl_stakes", "min_bet_by_street", "raise_min", "big_bet_reopen")),
    (("pl", "nl"), ("big_bet_max_raises",)),
    (("fl", "spread"), ("fl_max_bets", "fl_heads_up_max", "fl_heads_up_trigger")),
    (("fl", "spread"), ("fl_cap_sticky", "preflop_blinds_count", "straddle_counts_for_cap")),
    (("fl", "spread"), ("fl_small_blind", "fl_small_blind_overrides")),
    (("fl",), ("fl_reopen", "kill", "kill_trigger", "kill_min_pot_big_bets", "kill_acts")),
    (("fl",), ("kill_replaces_blind", "optional_kill_max")),
    (("pl",), ("pl_max", "pl_preflop_short_blinds", "pl_sb_rounded_to_bb")),
    (("spread",), ("spread_range",)),
    (("mixed",), ("mixed_order", "mixed_switch", "mixed_fl_stake_multiplier")),
)
_STRUCTURES: Final = {
    option: structures if structures == ("mixed",) else (*structures, "mixed")
    for structures, options in _OF_STRUCTURES
    for option in options
}

_UNLESS: Final[Mapping[str, dict[str, tuple[str, ...]]]] = {
    "ante_live": {"ante": ("none",)},
    "straddle_live": {"straddle": ("off",)},
    "straddle_counts_for_cap": {"straddle": ("off",)},
    "kill_trigger": {"kill": ("off", "optional")},
    "kill_min_pot_big_bets": {"kill": ("off", "optional")},
    "kill_acts": {"kill": ("off",)},
    "kill_replaces_blind": {"kill": ("off",)},
    "optional_kill_max": {"kill": ("off", "full", "half")},
    "rake_from": {"rake": ("none",)},
}

_ANTE_OF_ALL: Final = ChoiceForm(
    None,
    "Everybody, a part of the small bet",
    (
        FieldForm(
            name="fraction_of_small_bet",
            meaning="The part",
            kind="text",
            example="1/10",
        ),
        FieldForm(
            name="where",
            meaning="In tournaments only, or always",
            kind="choice",
            choices=("tournaments", "always"),
        ),
    ),
)
_RAKE: Final = ChoiceForm(
    None,
    "A part of every pot, up to a cap",
    (
        FieldForm(
            name="per_mille",
            meaning="Chips of every thousand",
            kind="number",
            least=1,
            most=1000,
        ),
        FieldForm(
            name="cap",
            meaning="At most so many chips a hand",
            kind="number",
            least=1,
            most=HIGHEST_STAKES,
        ),
    ),
)
_OBJECTS: Final = {"ante": _ANTE_OF_ALL, "rake": _RAKE}
_EXAMPLES: Final = {"mixed_switch": "orbit, hands:8 or minutes:30", "missed_markers": "ML, MS"}
_EMPTY: Final = {"fl_heads_up_max": "unlimited"}
_KINDS: Final[Mapping[str, Kind]] = {
    "spread_range": "range",
    "fl_small_blind_overrides": "pairs",
    "mixed_switch": "text",
    "missed_markers": "marks",
    "allowed_structures": "list",
    "mixed_order": "list",
}


def _options() -> list[OptionForm]:
    found, group = [], ""
    for option in OPTION_NAMES:
        group = GROUPS.get(option, group)
        found.append(_option(option, group))
    return found


def _option(option: str, group: str) -> OptionForm:
    choices = [ChoiceForm(*choice) for choice in VALUE_MEANINGS.get(option, {}).items()]
    if option in _OBJECTS:
        choices.append(_OBJECTS[option])
    least, most = _NUMBERS.get(option, (None, None))
    empty = EMPTY_MEANINGS.get(option)
    return OptionForm(
        name=option,
        group=group,
        title=OPTION_TITLES[option],
        meaning=OPTION_MEANINGS[option],
        kind=_kind(option),
        choices=tuple(choices),
        least=least,
        most=most,
        empty=None if empty is None else ChoiceForm(_EMPTY.get(option), empty),
        example=_EXAMPLES.get(option),
        fixed=len(choices) == 1 and option not in _OBJECTS,
        structures=_STRUCTURES.get(option, ()),
        unless=_UNLESS.get(option, {}),
    )


def _kind(option: str) -> Kind:
    kind = _TYPES[option]
    if option in _KINDS:
        return _KINDS[option]
    if kind is bool:
        return "bool"
    if option in _NUMBERS:
        return "number"
    assert option in VALUE_MEANINGS or issubclass(kind, StrEnum), option
    return "choice"
