"""Reads the pages of ``docs/rooms``: what a room states, what carries it, which tests show it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

from omaha8.cli.rules import in_words
from omaha8.hand.notation import NotationError, play
from omaha8.rules.house import OPTION_NAMES, RulesError
from omaha8.rules.presets import Preset

ROOT: Final = Path(__file__).parents[2]
LAST_COLUMNS: Final = ["carried by", "shown by"]
CODE: Final = re.compile(r"omaha8(\.\w+)+")
"""A dotted name: module, then what is in it."""
STATED: Final = re.compile(r"(\w+): (.+)")
"""An option and its value in the preset, or the choices that it leaves to a table."""
CHOSEN: Final = re.compile(r"\w+=\S+")
"""An option and another value, that a table may choose."""
NODE: Final = re.compile(r"(tests/\S+\.py)::(\w+)")


class Statement(NamedTuple):
    """A line of a table: what the room says (or says wrongly), and the two last columns."""

    text: str
    carried_by: list[str]
    shown_by: list[str]


def statements(page: str) -> Iterator[Statement]:
    """All lines of all tables that have the two last columns."""
    reading = False
    for line in page.splitlines():
        if not line.startswith("|"):
            reading = False
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[-2:] == LAST_COLUMNS:
            reading = True
        elif reading and set(cells[0]) != {"-"}:
            yield Statement(cells[0], _quoted(cells[-2]), _quoted(cells[-1]))


def _quoted(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def faults(page: str, preset: Preset) -> list[str]:
    """Everything wrong with a page, in words; nothing for a good one."""
    found: list[str] = []
    options: set[str] = set()
    for statement in statements(page):
        wrong = [] if statement.carried_by else ["nothing carries it"]
        wrong += [] if statement.shown_by else ["no test shows it"]
        for carrier in statement.carried_by:
            if stated := STATED.fullmatch(carrier):
                options.add(stated[1])
            wrong += _wrong_carrier(carrier, preset)
        for node in statement.shown_by:
            named = NODE.fullmatch(node)
            if named is None:
                wrong.append(f"{node} is no test: path::name")
            elif named[2] not in named_tests(named[1]):
                wrong.append(f"there is no test {node}")
        found += [f"{statement.text}: {fault}" for fault in wrong]
    return found + [
        f"the option {option} is on no line" for option in stated_options(preset) - options
    ]


def stated_options(preset: Preset) -> set[str]:
    """The options that a preset states itself, or leaves to a table."""
    return {*preset.stated, *preset.choices}


def _wrong_carrier(carrier: str, preset: Preset) -> list[str]:
    if CODE.fullmatch(carrier):
        return [] if exists(carrier) else [f"there is no {carrier}"]
    if stated := STATED.fullmatch(carrier):
        option, value = stated[1], stated[2]
        if option not in OPTION_NAMES:
            return [f"there is no option {option}"]
        choices = preset.choices.get(option)
        there = in_words(getattr(preset.rules, option)) if choices is None else ", ".join(choices)
        return [] if value == there else [f"{option} is {there}, not {value}"]
    if CHOSEN.fullmatch(carrier):
        try:
            play(f"flo8 2/4 b0 100*2 {preset.name} {carrier} |")
        except (NotationError, RulesError) as error:
            return [str(error)]
        return []
    return [f"{carrier} is neither option: value, nor option=value, nor code"]


def exists(code: str) -> bool:
    """Whether a dotted name leads to something."""
    words = code.split(".")
    for length in range(len(words), 0, -1):
        try:
            found: Any = import_module(".".join(words[:length]))
        except ModuleNotFoundError:
            continue
        for word in words[length:]:
            if not hasattr(found, word):
                return False
            found = getattr(found, word)
        return True
    return False


@cache
def named_tests(path: str) -> frozenset[str]:
    """The names of the tests in a file; none if there is no such file."""
    file = ROOT / path
    if not file.is_file():
        return frozenset()
    body = ast.parse(file.read_text("utf-8")).body
    return frozenset(
        node.name
        for node in body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.name.startswith("test_")
    )
