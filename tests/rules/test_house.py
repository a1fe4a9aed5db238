"""Impossible house rules are refused with the option's name and what is allowed."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec
import pytest

from omaha8.rules.house import OPTION_NAMES, ROBERT, HouseRules, RulesError, replace
from omaha8.rules.options import FractionalAnte, Kill, Muck, Rake, Structure
from omaha8.rules.presets import PRESET_NAMES, find_rules
from tests.rules.option_types import NAMED


def refused(**changes: Any) -> str:
    with pytest.raises(RulesError) as refusal:
        replace(ROBERT, **changes)
    return str(refusal.value)


@pytest.mark.parametrize(("option", "value"), NAMED, ids=lambda part: str(part))
def test_every_value_of_every_option_can_be_set_by_its_text(option: str, value: Any) -> None:
    text = str(value) if isinstance(value, StrEnum) else value
    rules = replace(ROBERT, **{option: text})
    assert getattr(rules, option) == value
    assert type(getattr(rules, option)) is type(value)
    assert replace(ROBERT, **{option: value}) == rules


def test_most_options_are_choices_by_name() -> None:
    assert len({option for option, _ in NAMED}) > 40


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_every_preset_survives_json(name: str) -> None:
    rules = find_rules(name)
    assert msgspec.json.decode(msgspec.json.encode(rules), type=HouseRules, strict=True) == rules
    assert replace(rules) == rules


def test_a_change_leaves_the_original_and_all_other_options() -> None:
    changed = replace(ROBERT, muck=Muck.SHOW_ALL)
    assert (ROBERT.muck, changed.muck) == (Muck.AUTO_REVEAL, Muck.SHOW_ALL)
    assert replace(changed, muck="auto_reveal_unless_beaten") == ROBERT


def test_numbers_texts_and_lists_can_be_set() -> None:
    rules = replace(
        ROBERT,
        allowed_structures=["fl", "pl", "mixed"],
        mixed_switch="hands:8",
        mixed_fl_stake_multiplier=2,
        fl_small_blind_overrides={"15": 10},
        spread_range=[10, 30],
        big_bet_max_raises=3,
        fl_heads_up_max=6,
        ante={"fraction_of_small_bet": "1/10", "where": "always"},
        rake={"per_mille": 50, "cap": 3},
    )
    assert rules.allowed_structures == (
        Structure.FIXED_LIMIT,
        Structure.POT_LIMIT,
        Structure.MIXED,
    )
    assert rules.fl_small_blind_overrides == {15: 10}
    assert rules.spread_range == (10, 30)
    assert rules.ante == FractionalAnte("1/10", "always")
    assert rules.rake == Rake(per_mille=50, cap=3)


# combinations that cannot be played


@pytest.mark.parametrize(
    ("changes", "refusal"),
    [
        (
            {"kill": Kill.FULL, "allowed_structures": ("pl", "nl")},
            "kill: full needs fixed limit (fl) in allowed_structures",
        ),
        (
            {"kill": "optional", "allowed_structures": ("nl",)},
            "kill: optional needs fixed limit (fl) in allowed_structures",
        ),
        (
            {"allowed_structures": ()},
            "allowed_structures: name at least one of fl, pl, nl, spread",
        ),
        (
            {"allowed_structures": ("mixed",)},
            "allowed_structures: name at least one of fl, pl, nl, spread",
        ),
        ({"allowed_structures": ("fl", "fl")}, "allowed_structures: a structure stands twice"),
        (
            {"allowed_structures": ("fl", "mixed")},
            "mixed_order: pl is not in allowed_structures",
        ),
        ({"mixed_order": ("fl", "mixed")}, "mixed_order: a sequence of fl, pl, nl, spread"),
        ({"mixed_order": ()}, "mixed_order: a sequence of fl, pl, nl, spread"),
        ({"mixed_switch": "hands"}, "mixed_switch: orbit, hands:N or minutes:N, not 'hands'"),
        (
            {"mixed_switch": "minutes:0"},
            "mixed_switch: orbit, hands:N or minutes:N, not 'minutes:0'",
        ),
        ({"mixed_fl_stake_multiplier": 0}, "mixed_fl_stake_multiplier: at least 1, not 0"),
        ({"fl_max_bets": 0}, "fl_max_bets: at least 1, not 0"),
        (
            {"fl_heads_up_max": 3},
            "fl_heads_up_max: at least fl_max_bets (4) or unlimited, not 3",
        ),
        (
            {"fl_max_bets": 7, "fl_heads_up_max": 6},
            "fl_heads_up_max: at least fl_max_bets (7) or unlimited, not 6",
        ),
        ({"big_bet_max_raises": 0}, "big_bet_max_raises: at least 1, or none, not 0"),
        (
            {"fl_small_blind_overrides": {15: 0}},
            "fl_small_blind_overrides: a small blind of 1 to 15 at 15, not 0",
        ),
        (
            {"fl_small_blind_overrides": {15: 16}},
            "fl_small_blind_overrides: a small blind of 1 to 15 at 15, not 16",
        ),
        (
            {"spread_range": (30, 10)},
            "spread_range: a least and a largest bet, as in 10, 30, not 30, 10",
        ),
        (
            {"spread_range": (0, 10)},
            "spread_range: a least and a largest bet, as in 10, 30, not 0, 10",
        ),
        ({"kill_min_pot_big_bets": -1}, "kill_min_pot_big_bets: 0 big bets or more"),
        ({"ratholing_minutes": -1}, "ratholing_minutes: 0 minutes or more"),
        ({"missed_markers": ("ML", "ML")}, "missed_markers: two different marks, as in ML and MS"),
        ({"missed_markers": ("ML", "")}, "missed_markers: two different marks, as in ML and MS"),
        (
            {"ante": {"fraction_of_small_bet": "2/1"}},
            "ante: a fraction of the small bet such as 1/10, not '2/1'",
        ),
        (
            {"ante": {"fraction_of_small_bet": "1/0"}},
            "ante: a fraction of the small bet such as 1/10, not '1/0'",
        ),
        (
            {"ante": "big_blind", "ante_live": True},
            "ante_live: a big-blind ante is dead money and cannot be live",
        ),
        (
            {"rake": Rake(per_mille=0, cap=3)},
            "rake: a rate of 1 to 1000 per mille and a cap of 1 chip or more, or none",
        ),
        (
            {"rake": Rake(per_mille=50, cap=0)},
            "rake: a rate of 1 to 1000 per mille and a cap of 1 chip or more, or none",
        ),
    ],
    ids=lambda part: "" if isinstance(part, str) else ",".join(part),
)
def test_what_cannot_be_played_is_refused_with_the_option_first(
    changes: dict[str, Any], refusal: str
) -> None:
    assert refused(**changes) == refusal


def test_rules_made_without_replace_are_validated_too() -> None:
    with pytest.raises(RulesError, match="^fl_max_bets: at least 1, not 0"):
        HouseRules(fl_max_bets=0)
    with pytest.raises(msgspec.ValidationError, match="fl_max_bets: at least 1, not 0"):
        msgspec.json.decode(b'{"fl_max_bets": 0}', type=HouseRules)


def test_a_text_in_place_of_a_choice_is_refused_where_nothing_converts_it() -> None:
    with pytest.raises(RulesError, match=r"^muck: 'optional' is a text; use Muck or replace\(\)"):
        HouseRules(muck="optional")  # type: ignore[arg-type]
    assert replace(ROBERT, muck="optional").muck is Muck.OPTIONAL


# values that are none


@pytest.mark.parametrize(
    ("option", "value", "allowed"),
    [
        ("muck", "never", "auto_reveal_unless_beaten, optional, optional_non_aggressor, show_all"),
        ("muck", None, "auto_reveal_unless_beaten, optional, optional_non_aggressor, show_all"),
        ("fl_reopen", "half", "complete_to_level, full_bet, half_bet"),
        ("fl_heads_up_max", "none", "a whole number, unlimited"),
        ("fl_max_bets", "four", "a whole number"),
        ("fl_max_bets", 4.5, "a whole number"),
        ("all_in_face_up", "yes", "true, false"),
        ("allowed_structures", ("fl", "draw"), "a list of fl, mixed, nl, pl, spread"),
        ("allowed_structures", "fl", "a list of fl, mixed, nl, pl, spread"),
        ("spread_range", (10,), "a list of a whole number and a whole number, none"),
        ("fl_small_blind_overrides", {"x": 10}, "an object of whole numbers"),
        ("rake", "some", "none, an object with per_mille and cap"),
        ("chip_unit", "cents", "1 minor unit (integers only)"),
    ],
)
def test_a_value_that_is_none_is_refused_with_those_that_are(
    option: str, value: Any, allowed: str
) -> None:
    assert refused(**{option: value}) == (
        f"{option}: {value!r} is no value of it; allowed: {allowed}"
    )


def test_an_ante_of_unknown_words_is_refused() -> None:
    said = refused(ante={"fraction": "1/10"})
    assert said.startswith("ante: object contains unknown field `fraction`; allowed: big_blind")


def test_an_unknown_option_is_refused_with_the_names_of_all() -> None:
    said = refused(mucking="show_all")
    assert said.startswith("mucking: no such option; options are allowed_structures, ")
    assert all(option in said for option in OPTION_NAMES)
