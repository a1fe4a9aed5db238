"""A table as somebody asks for it: what is usual where he says nothing, and what is refused."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from omaha8.room.settings import MOST_CHIPS
from omaha8.room.spec import LONGEST_NAME, TableSpec
from omaha8.rules.house import RulesError
from omaha8.rules.options import FractionalAnte, Muck, Structure
from omaha8.rules.presets import PRESET_NAMES, find_preset
from omaha8.table import TableSetup
from omaha8.table.setup import title


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_every_preset_opens_a_table_when_nothing_else_is_said(preset: str) -> None:
    setup = TableSpec(rules=preset).setup()
    first = TableSetup.usual(find_preset(preset).rules, setup.games, 6)
    assert setup == first
    assert setup.buy_in == 100 * setup.games[0].big_blind


def test_options_change_the_preset() -> None:
    options = {
        "fl_max_bets": 5,
        "muck": "show_all",
        "ante": {"fraction_of_small_bet": "1/2", "where": "always"},
        "fl_small_blind_overrides": {"2": 1},
    }
    rules = TableSpec(rules="robert", options=options).setup().rules
    assert (rules.fl_max_bets, rules.muck) == (5, Muck.SHOW_ALL)
    assert rules.ante == FractionalAnte("1/2", "always")
    assert rules.fl_small_blind_overrides == {2: 1}


def test_what_is_as_in_the_preset_is_no_change() -> None:
    preset = find_preset("robert").rules
    options = {"muck": str(preset.muck), "odd_chip_hilo": "low", "straddle": "utg"}
    assert TableSpec(rules="robert", options=options).changed == ("straddle", "odd_chip_hilo")
    assert TableSpec(rules="card-room").changed == ()


def test_it_is_kept_as_json() -> None:
    spec = TableSpec(name="High", rules="card-room", structure="spread", stakes="5/20", bots=2)
    assert msgspec.json.decode(msgspec.json.encode(spec), type=TableSpec) == spec


def test_five_and_six_cards_are_dealt_to_fewer() -> None:
    setup = TableSpec(rules="robert", structure="pl", stakes="1/2", hole_cards=5, seats=8).setup()
    assert title(setup.games[0], setup.rules) == "Pot Limit Omaha Hi/Lo (five cards) 1/2"
    mixed = TableSpec(rules="pokerstars", structure="mixed", hole_cards=6, seats=7).setup()
    assert mixed.structure is Structure.MIXED
    assert {game.hole_cards for game in mixed.games} == {6}


def test_buy_ins_move_the_usual_ones() -> None:
    setup = TableSpec(structure="pl", stakes="1/2", min_buy_in=300).setup()
    assert (setup.min_buy_in, setup.buy_in, setup.max_buy_in) == (300, 300, 400)
    setup = TableSpec(structure="pl", stakes="1/2", max_buy_in=100).setup()
    assert (setup.min_buy_in, setup.buy_in, setup.max_buy_in) == (40, 100, 100)
    setup = TableSpec(structure="pl", stakes="1/2", buy_in=1000).setup()
    assert (setup.min_buy_in, setup.buy_in, setup.max_buy_in) == (40, 1000, 1000)


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ({"name": "  The\u202e\nbig   game "}, "The big game"),
        ({"name": "x" * 100}, "x" * LONGEST_NAME),
        ({"name": "\u200b"}, "Limit 2/4"),
        ({"structure": "nl", "stakes": "1/3"}, "No Limit 1/3"),
        ({"structure": "mixed"}, "Mixed 8/16, 2/4"),
    ],
)
def test_a_name_can_be_read(asked: dict[str, Any], name: str) -> None:
    assert TableSpec(**asked).checked().name == name


def test_the_preset_is_kept_by_its_own_name() -> None:
    assert TableSpec(rules="Card Room").checked().rules == "card-room"


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        ({"rules": "casino"}, "rules: no preset 'casino'; presets are robert, "),
        ({"options": {"mucks": 1}}, "mucks: no such option; options are allowed_structures, "),
        ({"options": {"rules": 1}}, "rules: no such option; "),
        ({"options": {"muck": "never"}}, "muck: 'never' is no value of it; allowed: auto_"),
        ({"options": {"fl_max_bets": "four"}}, "fl_max_bets: 'four' is no value of it; allowed: "),
        ({"options": {"fl_max_bets": 0}}, "fl_max_bets: at least 1"),
        ({"options": {"fl_max_bets": 10**30}}, "fl_max_bets: numbers up to"),
        ({"options": {"mixed_switch": "hands:" + "9" * 5000}}, "mixed_switch: at most 40 char"),
        ({"options": {"missed_markers": ["a\nb", "c"]}}, "missed_markers: two marks of up to 4"),
        ({"options": {"mixed_order": ["fl"] * 50}}, "mixed_order: at most 20 entries, not 50"),
        ({"options": {"ante": [[[[[[]]]]]]}}, "ante: lists in lists"),
        ({"options": {"kill": "full", "allowed_structures": ["pl"]}}, "kill: full needs fixed"),
        ({"structure": "spread"}, "structure: spread is not played here; allowed: fl, pl, nl, mix"),
        ({"stakes": "2/5"}, "stakes: the big bet of limit is twice the small bet: 2/4"),
        ({"stakes": "0.5/1"}, "stakes: two amounts, as in 2/4, .*: play 0.5/1 as 1/2"),
        (
            {"rules": "robert", "stakes": "3/6"},
            "fl_small_blind: .*; played with the rules community; here with stakes 2/4, 4/8$",
        ),
        ({"hole_cards": 3}, "hole_cards: 4, 5 or 6, not 3"),
        ({"seats": 11}, "seats: 2 to 10 with 4 hole cards, not 11"),
        ({"seats": 8, "hole_cards": 6}, "seats: 2 to 7 with 6 hole cards, not 8"),
        ({"bots": 6}, "bots: 0 to 5, one of 6 seats stays free; not 6"),
        ({"bots": -1}, "bots: 0 to 5"),
        ({"buy_in": 0}, "buy_in: 1 to"),
        ({"max_buy_in": MOST_CHIPS + 1}, "max_buy_in: 1 to"),
        (
            {"min_buy_in": 500, "max_buy_in": 100},
            "max_buy_in: the largest buy-in, 100, is less than the least, 500",
        ),
        ({"min_buy_in": 1}, "min_buy_in: the least buy-in, 1, is less than the big blind, 2"),
        ({"max_buy_in": 1}, "max_buy_in: the largest buy-in, 1, is less than the big blind, 2"),
        (
            {"min_buy_in": 200, "buy_in": 100},
            "buy_in: the usual buy-in, 100, is less than the least, 200",
        ),
        (
            {"max_buy_in": 200, "buy_in": 300},
            "buy_in: the usual buy-in, 300, is more than the largest, 200",
        ),
        ({"think_time": -1.0}, "think_time: 0 to 86400 seconds, not -1"),
        ({"time_bank": 4000.0}, "time_bank: 0 to 3600 seconds, not 4000"),
        ({"spectator_delay": float("nan")}, "spectator_delay: 0 to 600 seconds, not nan"),
    ],
)
def test_a_complaint_names_what_is_wrong_and_what_is_allowed(
    asked: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(RulesError, match=f"^{complaint}"):
        TableSpec(**asked).setup()
