"""``docs/house-rules.md`` explains every option, in a line of its own, with all its values."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

import pytest

from omaha8.rules.house import OPTION_NAMES, ROBERT, allowed_values
from tests.rules.option_types import TYPES, named_values

PAGE: Final = (Path(__file__).parents[2] / "docs" / "house-rules.md").read_text("utf-8")
LINES: Final = dict(re.findall(r"^- `(\w+)`: (.+)$", PAGE, re.MULTILINE))


def test_every_option_has_its_line_in_the_order_they_are_listed() -> None:
    assert list(LINES) == list(OPTION_NAMES)


@pytest.mark.parametrize("option", OPTION_NAMES)
def test_a_line_names_all_values_of_its_option(option: str) -> None:
    values: list[Any] = named_values(TYPES[option])
    texts = [str(value).lower() if isinstance(value, bool) else str(value) for value in values]
    assert [text for text in texts if f"`{text}`" not in LINES[option]] == []


@pytest.mark.parametrize("option", OPTION_NAMES)
def test_a_line_names_nothing_that_is_no_value(option: str) -> None:
    # Values that are no choice by name: examples of numbers and lists, fields of objects.
    examples = {"hands:N", "minutes:N", "{15: 10}", "[10, 30]", "1/10", "ML", "MS"}
    fields = {"tournaments", "always", "fraction_of_small_bet", "per_mille", "cap"}
    named = set(re.findall(r"`([^`]+)`", LINES[option]))
    structures = {"fl", "pl", "nl", "spread", "mixed"}
    allowed = {*allowed_values(option).split(", "), str(getattr(ROBERT, option))}
    assert named - allowed - examples - fields - structures == set()


def test_the_first_value_named_is_that_of_robert() -> None:
    for option, line in LINES.items():
        value = getattr(ROBERT, option)
        text = str(value).lower() if isinstance(value, bool) else str(value)
        named = re.findall(r"`([^`]+)`", line)
        if text in named and option != "allowed_structures":
            assert named[0] == text, option
