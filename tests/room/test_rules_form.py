"""The house rules as a form: whoever fills it in gets a table, whatever he chooses."""

from __future__ import annotations

from typing import Any, Final

import msgspec
import pytest

from omaha8.room.rules_form import ChoiceForm, OptionForm, PresetForm, rules_form
from omaha8.room.spec import TableSpec
from omaha8.rules.house import OPTION_NAMES, RulesError
from omaha8.rules.meanings import OPTION_MEANINGS, OPTION_TITLES, VALUE_MEANINGS
from tests.rules.option_types import NAMED, TYPES, named_values

FORM: Final = rules_form()
BY_NAME: Final = {option.name: option for option in FORM.options}


def test_every_option_is_there_in_the_order_they_are_listed() -> None:
    assert tuple(BY_NAME) == OPTION_NAMES == tuple(OPTION_MEANINGS) == tuple(OPTION_TITLES)


def test_a_host_finds_what_he_looks_for_and_no_title_twice() -> None:
    titles = [option.title for option in FORM.options]
    assert len(set(titles)) == len(titles)
    words = ("Cap", "Ante", "Straddle", "Chop the blinds", "Kill", "Burn cards", "Muck", "Odd chip")
    assert set(words) < set(titles)


def test_what_makes_no_difference_hangs_on_an_option_that_comes_before() -> None:
    for option in FORM.options:
        for name, values in option.unless.items():
            other = BY_NAME[name]
            assert set(values) < {choice.value for choice in other.choices}, option.name
            assert option.structures in ((), other.structures) or not other.structures, option.name


@pytest.mark.parametrize(("option", "value"), NAMED)
def test_every_value_that_has_a_name_has_a_meaning(option: str, value: Any) -> None:
    form = BY_NAME[option]
    if isinstance(value, bool):
        assert form.kind == "bool"
        return
    offered = [choice.value for choice in (*form.choices, *([form.empty] if form.empty else []))]
    assert str(value) in offered


def test_no_meaning_is_of_a_value_that_does_not_exist() -> None:
    for option, meanings in VALUE_MEANINGS.items():
        if BY_NAME[option].kind == "choice":
            assert set(meanings) <= {str(value) for value in named_values(TYPES[option])}, option


@pytest.mark.parametrize("preset", FORM.presets, ids=lambda preset: preset.name)
def test_what_a_form_shows_at_first_is_a_table(preset: PresetForm) -> None:
    for structure in preset.structures:
        spec = TableSpec(
            rules=preset.name,
            structure=structure.structure,
            stakes=structure.usual,
            options=preset.values,
        )
        assert spec.setup().rules == TableSpec(rules=preset.name).house_rules()


@pytest.mark.parametrize("option", FORM.options, ids=lambda option: option.name)
def test_every_value_that_is_offered_is_one(option: OptionForm) -> None:
    for value in _offered(option):
        # Robert's rules allow every structure.
        wrong = _complaint(TableSpec(rules="robert", options={option.name: value}))
        # Where it is possible, but not with the rest, the complaint is about another option.
        assert not wrong.startswith(f"{option.name}: {value!r} is no value"), wrong


def _complaint(spec: TableSpec) -> str:
    try:
        spec.house_rules()
    except RulesError as error:
        return str(error)
    return ""


def _offered(option: OptionForm) -> list[Any]:
    """Values as a page would make them of a form."""
    empty = [option.empty.value] if option.empty else []
    example = option.example or ""
    match option.kind:
        case "bool":
            return [True, False]
        case "number":
            return [option.least, option.most, *empty]
        case "range":
            return [[option.least, option.most], *empty]
        case "list":
            return [[choice.value] for choice in option.choices if choice.value != "mixed"]
        case "pairs":
            return [{str(option.most): option.least}]
        case "text":
            return [*example.replace(" or ", ", ").split(", ")]
        case "marks":
            return [example.split(", ")]
        case "choice":
            return [_value(choice) for choice in option.choices]


def _value(choice: ChoiceForm) -> Any:
    if not choice.fields:
        return choice.value
    return {field.name: field.least or field.example or field.choices[0] for field in choice.fields}


def test_the_form_is_json() -> None:
    kept = msgspec.json.decode(msgspec.json.encode(FORM))
    assert kept["usual"]["rules"] == "pokerstars"
    assert kept["limits"]["most_seats"] == {"4": 10, "5": 8, "6": 7}
    assert len(msgspec.json.encode(FORM)) < 40_000
