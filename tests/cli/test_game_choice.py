"""Structure and stakes as commands ask for them."""

from __future__ import annotations

import subprocess
import sys

import pytest

from omaha8.cli.commands import COMMANDS
from omaha8.cli.game_choice import HIGHEST_STAKES, choose_game
from omaha8.rules.house import RulesError
from omaha8.rules.options import Structure
from omaha8.rules.presets import find_rules


def test_spread_limit_is_played_in_the_rooms_range() -> None:
    assert choose_game(find_rules("card-room"), "spread", None).spread_max == 30
    assert choose_game(find_rules("robert"), "spread", None).spread_max == 4
    assert choose_game(find_rules("card-room"), "pl", None).structure is Structure.POT_LIMIT


def test_stakes_have_an_upper_bound() -> None:
    rules, most = find_rules("pokerstars"), HIGHEST_STAKES
    assert choose_game(rules, "nl", f"{most // 2}/{most}").big_blind == most
    with pytest.raises(RulesError, match=f"stakes: amounts up to {most}"):
        choose_game(rules, "nl", f"1/{most + 1}")


def test_no_other_command_loads_the_room() -> None:
    others = [f"omaha8.cli.{c.name}" for c in COMMANDS if c.name != "serve"]
    script = f"import sys, importlib\nfor name in {others}: importlib.import_module(name)\n"
    script += "print([m for m in sys.modules if m.startswith(('omaha8.room', 'omaha8.server'))])"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"
