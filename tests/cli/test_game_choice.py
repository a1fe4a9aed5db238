"""Structure and stakes as commands ask for them."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from omaha8.cli.commands import COMMANDS
from omaha8.cli.game_choice import choose_game, choose_games
from omaha8.rules.house import RulesError
from omaha8.rules.options import Structure
from omaha8.rules.presets import find_rules
from omaha8.table.game_choice import HIGHEST_STAKES


def test_spread_limit_is_played_in_the_rooms_range() -> None:
    assert choose_game(find_rules("card-room"), "spread", None).spread_max == 30
    assert choose_game(find_rules("robert"), "spread", None).spread_max == 4
    assert choose_game(find_rules("card-room"), "pl", None).structure is Structure.POT_LIMIT


def test_stakes_have_an_upper_bound() -> None:
    rules, most = find_rules("pokerstars"), HIGHEST_STAKES
    assert choose_game(rules, "nl", f"{most // 2}/{most}").big_blind == most
    with pytest.raises(RulesError, match=f"stakes: amounts up to {most}"):
        choose_game(rules, "nl", f"1/{most + 1}")


@pytest.mark.parametrize("text", ["0.5/1", "0,50/1", ".5/1", "$1/$2.50"])
def test_chips_are_whole(text: str) -> None:
    complaint = (
        f"--stakes: two amounts, as in 2/4, not '{text}'; chips are whole: play 0.5/1 as 1/2"
    )
    with pytest.raises(RulesError, match=f"^{re.escape(complaint)}$"):
        choose_game(find_rules("pokerstars"), "pl", text)


@pytest.mark.parametrize(
    ("rules", "structure", "stakes", "complaint"),
    [
        ("pokerstars", "spread", None, "--structure: spread is not played here; allowed: fl, "),
        ("card-room", "mixed", None, "--structure: mixed is not played here; allowed: fl, "),
        ("pokerstars", "fl", "2/5", "--stakes: the big bet of limit is twice the small bet: 2/4"),
        ("pokerstars", "fl", "two", "--stakes: two amounts, as in 2/4, not 'two'$"),
        ("card-room", "fl", "1" * 101, "--stakes: two amounts, as in 2/4, not 101 characters"),
        ("robert", "fl", "3/6", "fl_small_blind: "),
    ],
)
def test_a_complaint_begins_with_the_option_where_there_is_one(
    rules: str, structure: str, stakes: str | None, complaint: str
) -> None:
    with pytest.raises(RulesError, match=f"^{complaint}"):
        choose_games(find_rules(rules), structure, stakes)


def test_no_command_loads_the_room_that_does_not_need_it() -> None:
    others = [f"omaha8.cli.{c.module}" for c in COMMANDS if c.extra != "room"]
    script = f"import sys, importlib\nfor name in {others}: importlib.import_module(name)\n"
    script += "print([m for m in sys.modules if m.startswith(('omaha8.room', 'omaha8.server'))])"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"
