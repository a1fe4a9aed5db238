"""What the next hand is played by that this one is not, as players are told before it holds."""

from __future__ import annotations

from typing import Any, Final

import pytest

from omaha8.room.coming import coming_changes, value_in_words
from omaha8.room.rules_form import rules_form
from omaha8.rules.game import Chips, stakes
from omaha8.rules.house import ROBERT, replace
from omaha8.rules.presets import PRESET_NAMES, find_rules
from omaha8.table import Table
from omaha8.table.commands import ChangeRules
from omaha8.table.mixed import mixed_games
from tests.table.at_the_table import deal, fold_out, hand, limit, table_of

FORMS: Final = {form.name: form for form in rules_form().options}


def lines(table: Table) -> tuple[str, ...]:
    """``Buy-in: 80 to 800 (was: 40 to 400)``."""
    changes = coming_changes(table.public)
    return tuple(f"{each.what}: {each.value} (was: {each.was})" for each in changes)


def asked(**change: Any) -> tuple[str, ...]:
    table = table_of("ABC")
    table.apply(ChangeRules(**change))
    return lines(table)


def test_what_changes_is_told_from_when_it_is_asked_for_until_it_holds() -> None:
    table = table_of("ABC")
    deal(table)
    assert lines(table) == ()
    table.apply(ChangeRules(games=(limit(4),)))
    said = (
        "Game: Limit Omaha Hi/Lo 4/8 (was: Limit Omaha Hi/Lo 2/4)",
        "Buy-in: 80 to 800 (was: 40 to 400)",
    )
    assert lines(table) == said
    fold_out(table)
    assert lines(table) == said
    hand(table)
    assert lines(table) == ()


def test_a_change_that_is_taken_back_changes_nothing() -> None:
    table = table_of("ABC")
    table.apply(ChangeRules(rules=replace(ROBERT, kill="half")))
    assert len(lines(table)) == 1
    table.apply(ChangeRules(rules=ROBERT))
    assert lines(table) == ()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            {"kill": "full"},
            "Kill: required of who wins a large pot: twice the limits (was: none)",
        ),
        ({"muck": "show_all"}, "Muck: nobody (was: who is beaten both ways; winners are shown)"),
        ({"straddle_live": False, "straddle": "utg"}, "Straddle, live: no (was: yes)"),
        (
            {"rake": {"per_mille": 45, "cap": 3}},
            "Rake: 4.5 percent of a pot, at most 3 chips a hand (was: nothing)",
        ),
        (
            {"ante": {"fraction_of_small_bet": "1/2", "where": "always"}},
            "Ante: everybody, 1/2 of the small bet (always) (was: nobody)",
        ),
        ({"fl_heads_up_max": 9}, "Cap, heads-up: 9 (was: as many as they like)"),
        ({"missed_markers": ["B", "S"]}, "Missed blinds, marks: B, S (was: ML, MS)"),
        ({"fl_small_blind_overrides": {15: 5}}, "Small blind by stakes: 5 at 15 (was: none)"),
    ],
)
def test_an_option_is_told_in_words(options: dict[str, Any], said: str) -> None:
    assert said in asked(rules=replace(ROBERT, **options))


def test_what_makes_no_difference_here_is_left_out() -> None:
    """Limit knows no pot, and a kill that nobody posts has no turn."""
    assert (
        asked(rules=replace(ROBERT, pl_max="pot_before_call", kill_acts="last_first_round")) == ()
    )
    changed = replace(ROBERT, kill="half", kill_acts="last_first_round")
    assert [line.partition(":")[0] for line in asked(rules=changed)] == ["Kill", "Kill, turn"]


def test_another_structure_and_a_mix_are_told_by_name() -> None:
    (game, *_) = asked(games=(stakes("pl", 1, 2, hole_cards=5),))
    assert game == ("Game: Pot Limit Omaha Hi/Lo (five cards) 1/2 (was: Limit Omaha Hi/Lo 2/4)")
    rules = replace(ROBERT, mixed_order=("fl", "pl"))
    (mixed, *_) = asked(rules=rules, games=mixed_games(rules, 1, 2))
    assert mixed.startswith("Game: Mixed: Limit 4/8, Pot Limit 1/2 (was: ")


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_every_value_of_a_room_has_words(name: str) -> None:
    rules = find_rules(name)
    for option, form in FORMS.items():
        value = getattr(rules, option)
        said = value_in_words(form, value)
        assert said
        if form.choices and isinstance(value, str) and option not in ("ante", "rake"):
            assert said != str(value) or str(value) in {c.meaning.lower() for c in form.choices}


def test_a_larger_buy_in_alone() -> None:
    assert asked(max_buy_in=Chips(1000)) == ("Buy-in: 40 to 1000 (was: 40 to 400)",)
