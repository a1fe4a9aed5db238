"""``omaha8 rules``: the presets, and every option of one with where its value comes from."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import Any, Final

import msgspec

from omaha8.cli.errors import UserError
from omaha8.rules.house import OPTION_NAMES, RulesError
from omaha8.rules.options import FractionalAnte, Rake
from omaha8.rules.presets import PRESET_NAMES, Preset, find_preset

WIDTH: Final = 80
INDENT: Final = "  "
NAME: Final = max(len(option) for option in OPTION_NAMES) + 2
SOURCE: Final = max(len(name) for name in PRESET_NAMES)
VALUE: Final = WIDTH - len(INDENT) - NAME - SOURCE - 2

HEADINGS: Final = {
    "allowed_structures": "Stakes",
    "fl_max_bets": "Betting",
    "button": "Button and blinds",
    "ante": "Antes, straddles, chops and kills",
    "deal_start": "Deal and showdown",
    "odd_chip_hilo": "Pots",
}
"""By the first option of a group, what the group is called."""

Part = tuple[str, str]
"""A text and its style in a terminal."""


def run(preset: str | None = None, /, *, json: bool = False) -> None:
    """The house rules, and where each value comes from.

    Args:
        preset: Whose rules; without it the presets are listed.
        json: Print one JSON object.
    """
    try:
        found = None if preset is None else find_preset(preset)
    except RulesError:
        raise UserError(
            f"no preset {preset!r}: the presets are {', '.join(PRESET_NAMES)}"
        ) from None
    if json:
        report = _listed() if found is None else _as_json(found)
        print(msgspec.json.encode(report).decode())
    else:
        _print(_list() if found is None else _page(found))


# JSON


def _listed() -> dict[str, Any]:
    presets = [find_preset(name) for name in PRESET_NAMES]
    return {"presets": [_head(preset) for preset in presets]}


def _head(preset: Preset) -> dict[str, Any]:
    return {"preset": preset.name, "title": preset.title, "inherits": preset.inherits}


def _as_json(preset: Preset) -> dict[str, Any]:
    options: dict[str, dict[str, Any]] = {}
    for option in OPTION_NAMES:
        value = msgspec.to_builtins(getattr(preset.rules, option), str_keys=True)
        options[option] = {"value": value, "from": preset.source_of(option)}
        if option in preset.choices:
            options[option]["choices"] = preset.choices[option]
    return {**_head(preset), "options": options}


# text


def _list() -> Iterator[list[Part]]:
    yield [("The house rules by preset; 'omaha8 rules PRESET' prints one with every option.", "")]
    yield []
    for name in PRESET_NAMES:
        first, *more = wrap(find_preset(name).title, WIDTH - len(INDENT) - SOURCE - 2)
        yield [(f"{INDENT}{name:<{SOURCE}}  ", "bold"), (first, "")]
        for line in more:
            yield [(f"{INDENT}{'':<{SOURCE}}  {line}", "")]


def _page(preset: Preset) -> Iterator[list[Part]]:
    for number, line in enumerate(wrap(f"{preset.name}: {preset.title}", WIDTH)):
        yield [(line, "" if number else "bold")]
    if preset.inherits is not None:
        yield [(f"What it does not state comes from {preset.inherits}.", "")]
    for option in OPTION_NAMES:
        if option in HEADINGS:
            yield []
            yield [(HEADINGS[option], "bold")]
        yield from _option(preset, option)


def _option(preset: Preset, option: str) -> Iterator[list[Part]]:
    source = preset.source_of(option)
    # In a terminal a preset's own rules stand out from what it inherits.
    style = "" if source == preset.name else "dim"
    first, *more = wrap(in_words(getattr(preset.rules, option)), VALUE)
    yield [(f"{INDENT}{option:<{NAME}}{first:<{VALUE}}  {source}", style)]
    for line in more:
        yield [(f"{INDENT}{'':<{NAME}}{line}", style)]
    if option in preset.choices:
        named = [choice for choice in preset.choices[option] if choice != "table choice"]
        text = f"the table chooses: {', '.join(named)}" if named else "the table chooses"
        yield [(f"{INDENT}{'':<{NAME}}{text}", "italic")]


def in_words(value: Any) -> str:
    """The value of an option as people read it: ``10 to 30``, ``fl, pl``, ``none``."""
    if value is None or value == {}:
        return "none"
    match value:
        case bool():
            return "true" if value else "false"
        case FractionalAnte(fraction_of_small_bet=fraction, where=where):
            return f"{fraction} of the small bet, {where}"
        case Rake(per_mille=per_mille, cap=cap):
            return f"{per_mille / 10:g}%, at most {cap}"
        case (int() as low, int() as high):
            return f"{low} to {high}"
        case tuple():
            return ", ".join(str(part) for part in value)
        case dict():
            return ", ".join(f"{small} at {bet}" for bet, small in value.items())
        case _:
            return str(value)


def _print(lines: Iterable[list[Part]]) -> None:
    if not sys.stdout.isatty():
        for line in lines:
            print("".join(text for text, _ in line).rstrip())
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False, soft_wrap=True)
    for line in lines:
        console.print(Text.assemble(*line))
