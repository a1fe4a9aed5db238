"""The presets are those of ``presets.json``: every option, its value, and where it comes from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from omaha8.rules.house import OPTION_NAMES, ROBERT, RulesError
from omaha8.rules.presets import PRESET_NAMES, find_preset, find_rules

FILE: Final = Path(__file__).parents[1] / "data" / "presets.json"
STATED: Final[dict[str, dict[str, Any]]] = {
    name: options for name, options in json.loads(FILE.read_text("utf-8")).items() if name[0] != "_"
}
OF_THIS_PROGRAM: Final = {"rake_from"}
"""Options without a line in the file. RULES, rake: shared over the pots in proportion."""

MEASURED: Final = {"pokernow"}
"""Presets without a page: found from the logs of real sessions (docs/sessions.md)."""

CHOICES: Final[dict[tuple[str, str], Any]] = {
    ("card-room", "kill"): "off",
    ("card-room", "optional_kill_max"): "2bb",
    ("card-room", "kill_min_pot_big_bets"): 5,
}
"""What a preset leaves to the table, and what is played until that chooses."""


def plain(value: Any) -> Any:
    """A value as JSON has it."""
    return json.loads(msgspec.json.encode(value))


def test_the_presets_are_those_of_the_file() -> None:
    assert set(PRESET_NAMES) - MEASURED == set(STATED)


def test_the_options_have_the_names_of_the_file() -> None:
    assert set(OPTION_NAMES) - OF_THIS_PROGRAM == set(STATED["robert"])


def test_no_preset_states_an_option_that_there_is_not() -> None:
    assert {option for stated in STATED.values() for option in stated} <= set(OPTION_NAMES)


@pytest.mark.parametrize("name", STATED)
def test_options_have_the_values_a_preset_states_or_inherits(name: str) -> None:
    stated = {**STATED["robert"], **STATED[name]}
    stated.update({option: value for (of, option), value in CHOICES.items() if of == name})
    rules = find_rules(name)
    assert {option: plain(getattr(rules, option)) for option in stated} == stated


@pytest.mark.parametrize("name", STATED)
def test_a_value_comes_from_the_preset_that_states_it(name: str) -> None:
    preset = find_preset(name)
    # "table choice" names no value, so the default of 5 is robert's.
    named = set(STATED[name]) - ({"kill_min_pot_big_bets"} if name == "card-room" else set())
    assert {option for option in STATED["robert"] if preset.source_of(option) == name} == named
    assert {preset.source_of(option) for option in OPTION_NAMES} <= {name, "robert"}


def test_choices_left_to_the_table_are_those_of_the_file() -> None:
    left = {(name, option) for name in PRESET_NAMES for option in find_preset(name).choices}
    assert left == set(CHOICES)
    for name, option in left:
        stated = STATED[name][option]
        choices = list(find_preset(name).choices[option])
        assert choices == (stated if isinstance(stated, list) else [stated])


def test_everything_inherits_from_robert() -> None:
    assert find_preset("robert").inherits is None
    assert find_rules("robert") == ROBERT
    others = [name for name in PRESET_NAMES if name != "robert"]
    assert {find_preset(name).inherits for name in others} == {"robert"}


def test_an_option_of_this_program_comes_from_robert() -> None:
    assert find_preset("community").source_of("rake_from") == "robert"
    assert find_rules("community").rake_from == "proportional"


def test_none_of_the_presets_rakes() -> None:
    assert {find_rules(name).rake for name in PRESET_NAMES} == {"none"}


@pytest.mark.parametrize("name", ["poker-room", "Poker Room", " POKER_ROOM "])
def test_a_preset_is_found_however_it_is_written(name: str) -> None:
    assert find_preset(name).name == "poker-room"


def test_an_unknown_preset_is_refused_with_the_names_of_all() -> None:
    with pytest.raises(RulesError) as refused:
        find_rules("vegas")
    names = ", ".join(PRESET_NAMES)
    assert str(refused.value) == f"rules: no preset 'vegas'; presets are {names}"


def test_every_preset_says_what_it_is() -> None:
    titles = [find_preset(name).title for name in PRESET_NAMES]
    assert all(len(title) > 10 for title in titles)
    assert len(set(titles)) == len(titles)
