"""``omaha8 rules``: the house rules for people and for programs."""

from __future__ import annotations

import json
import re
import sys
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from omaha8.cli import main
from omaha8.cli.rules import in_words
from omaha8.rules.house import OPTION_NAMES, replace
from omaha8.rules.options import FractionalAnte, Rake
from omaha8.rules.presets import PRESET_NAMES, find_preset, find_rules

ESCAPE = "\x1b["


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["rules", *arguments]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    return said.out


def options(page: str) -> dict[str, tuple[str, str]]:
    """(value, source) of every option of a page, by its name."""
    rows = [re.split(r" {2,}", line.strip()) for line in page.splitlines()]
    return {row[0]: (row[1], row[2]) for row in rows if len(row) == 3}


def test_without_a_preset_the_presets_are_listed_with_their_titles(
    capsys: pytest.CaptureFixture[str],
) -> None:
    listed = printed(capsys)
    said = " ".join(listed.split())
    for name in PRESET_NAMES:
        assert f"  {name}  " in listed
        assert find_preset(name).title in said


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_a_preset_is_printed_with_every_option_and_its_source(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    preset = find_preset(name)
    found = options(printed(capsys, name))
    assert list(found) == list(OPTION_NAMES)
    assert {option: source for option, (_, source) in found.items()} == {
        option: preset.source_of(option) for option in OPTION_NAMES
    }
    assert {option: value for option, (value, _) in found.items()} == {
        option: in_words(getattr(preset.rules, option)) for option in OPTION_NAMES
    }


def test_options_stand_in_groups(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "robert").splitlines()
    headings = [line for before, line in pairwise(lines) if not before]
    assert headings == [
        "Stakes",
        "Betting",
        "Button and blinds",
        "Antes, straddles, chops and kills",
        "Deal and showdown",
        "Pots",
    ]


def test_what_a_room_leaves_to_the_table_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [line.strip() for line in printed(capsys, "card-room").splitlines()]
    chosen = {
        before.split()[0]: line
        for before, line in pairwise(lines)
        if line.startswith("the table chooses")
    }
    assert chosen == {
        "kill": "the table chooses: off, optional, full, half",
        "kill_min_pot_big_bets": "the table chooses",
        "optional_kill_max": "the table chooses: 2bb, half_stack",
    }


@pytest.mark.parametrize("arguments", [(), *((name,) for name in PRESET_NAMES)])
def test_it_fits_a_terminal_and_has_no_colours_in_a_pipe(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    page = printed(capsys, *arguments)
    assert max(len(line) for line in page.splitlines()) <= 80
    assert ESCAPE not in page
    assert all(line == line.rstrip() for line in page.splitlines())


def test_in_a_terminal_what_a_preset_states_stands_out(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = printed(capsys, "community")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    page = printed(capsys, "community")
    assert re.sub(r"\x1b\[[\d;]*m", "", page) == plain
    styled = {line.split()[1]: line for line in page.splitlines() if "\x1b[2m" in line}
    assert "fl_reopen" in styled  # inherited, so dim
    assert "fl_max_bets" not in styled


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "none"),
        ({}, "none"),
        ({15: 10, 25: 10}, "10 at 15, 10 at 25"),
        (True, "true"),
        (4, "4"),
        ((10, 30), "10 to 30"),
        (("ML", "MS"), "ML, MS"),
        (FractionalAnte("1/10"), "1/10 of the small bet, tournaments"),
        (Rake(per_mille=45, cap=3), "4.5%, at most 3"),
    ],
)
def test_values_in_words(value: Any, words: str) -> None:
    assert in_words(value) == words


# JSON


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_json_is_one_object_from_which_the_rules_can_be_made(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = json.loads(printed(capsys, name, "--json"))
    preset = find_preset(name)
    assert list(said) == ["preset", "title", "inherits", "options"]
    assert (said["preset"], said["title"]) == (name, preset.title)
    assert said["inherits"] == preset.inherits
    assert list(said["options"]) == list(OPTION_NAMES)
    values = {option: entry["value"] for option, entry in said["options"].items()}
    assert replace(find_rules("robert"), **values) == preset.rules
    assert {option: entry["from"] for option, entry in said["options"].items()} == {
        option: preset.source_of(option) for option in OPTION_NAMES
    }


def test_json_has_the_choices_of_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    said = json.loads(printed(capsys, "card-room", "--json"))["options"]
    assert said["kill"] == {
        "value": "off",
        "from": "card-room",
        "choices": ["off", "optional", "full", "half"],
    }
    assert [option for option in said if "choices" in said[option]] == [
        "kill",
        "kill_min_pot_big_bets",
        "optional_kill_max",
    ]


def test_json_of_all_presets(capsys: pytest.CaptureFixture[str]) -> None:
    said = msgspec.json.decode(printed(capsys, "--json"))
    assert [preset["preset"] for preset in said["presets"]] == list(PRESET_NAMES)


def test_a_preset_may_be_written_as_one_likes(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "Card_Room") == printed(capsys, "card-room")


def test_an_unknown_preset_is_one_line_that_names_them_all(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["rules", "vegas"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    names = ", ".join(PRESET_NAMES)
    assert said.err == f"omaha8: no preset 'vegas': the presets are {names}\n"
