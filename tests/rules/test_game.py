"""From what a room calls its stakes to blinds and bets in chips."""

from __future__ import annotations

from typing import Any

import pytest

from omaha8.rules.game import Game, parse_stakes, stakes
from omaha8.rules.house import ROBERT, HouseRules, RulesError, replace
from omaha8.rules.options import Kill, Structure
from omaha8.rules.presets import find_rules

CARD_ROOM = find_rules("card-room")
TDA = find_rules("tda")


def numbers(game: Game) -> tuple[int, int, int, int]:
    """Small and big blind, small and big (or least) bet."""
    return game.small_blind, game.big_blind, game.small_bet, game.big_bet


def refused(structure: str, low: int, high: int, rules: HouseRules = ROBERT, **more: Any) -> str:
    with pytest.raises(RulesError) as refusal:
        stakes(structure, low, high, rules, **more)
    return str(refusal.value)


# what the stakes name


@pytest.mark.parametrize(
    ("structure", "named", "preset", "blinds_and_bets"),
    [
        ("fl", (2, 4), "robert", (1, 2, 2, 4)),
        ("fl", (15, 30), "pokerstars", (10, 15, 15, 30)),
        ("fl", (5, 10), "community", (2, 5, 5, 10)),
        ("pl", (1, 2), "robert", (1, 2, 2, 2)),
        ("pl", (5, 10), "community", (5, 10, 10, 10)),
        ("nl", (25, 50), "tda", (25, 50, 50, 50)),
        # `pl_nl_stakes: bets`: 10-20 names the least bets, then the blinds are 5 and 10.
        ("pl", (10, 20), "card-room", (5, 10, 10, 20)),
        ("nl", (10, 20), "card-room", (5, 10, 10, 20)),
        ("spread", (10, 30), "card-room", (5, 10, 10, 10)),
    ],
)
def test_blinds_and_bets_of_a_room(
    structure: str, named: tuple[int, int], preset: str, blinds_and_bets: tuple[int, ...]
) -> None:
    low, high = named
    game = stakes(structure, low, high, find_rules(preset))
    assert numbers(game) == blinds_and_bets
    assert game.structure == structure


def test_the_spread_is_the_largest_bet() -> None:
    assert stakes("spread", 10, 30).spread_max == 30


@pytest.mark.parametrize(
    ("named", "by_street", "least_bets"),
    [
        ("blinds", "bb", (10, 10)),
        ("blinds", "small_then_big", (10, 20)),
        ("bets", "bb", (10, 10)),
        ("bets", "small_then_big", (10, 25)),
    ],
)
def test_least_bets_of_pot_limit(named: str, by_street: str, least_bets: tuple[int, int]) -> None:
    rules = replace(ROBERT, pl_nl_stakes=named, min_bet_by_street=by_street)
    low, high = (5, 10) if named == "blinds" else (10, 25)
    game = stakes("pl", low, high, rules)
    assert (game.small_blind, game.big_blind) == (5, 10)
    assert (game.bet_unit(0), game.bet_unit(4)) == least_bets


def test_the_bet_doubles_on_the_turn() -> None:
    game = stakes("fl", 2, 4)
    assert [game.bet_unit(board) for board in (0, 3, 4, 5)] == [2, 2, 4, 4]


def test_big_o_is_the_same_game_with_five_cards() -> None:
    assert stakes("pl", 1, 2, hole_cards=5).hole_cards == 5
    assert stakes("pl", 1, 2).hole_cards == 4
    assert stakes("pl", 1, 2).spread_max == 0


# fixed-limit blinds


@pytest.mark.parametrize(
    ("rule", "small_bet", "dollar", "small_blind"),
    [
        ("half_exact", 2, 1, 1),
        ("half_exact", 500, 100, 250),
        ("half_floor", 5, 1, 2),
        ("half_floor", 500, 100, 200),
        ("half_floor", 300, 100, 100),
        ("half_floor", 1, 1, 1),  # at least one unit
        ("half_ceil", 5, 1, 3),
        ("half_ceil", 500, 100, 300),
        ("half_ceil", 400, 100, 200),
        ("two_thirds", 15, 1, 10),
        ("two_thirds", 1500, 100, 1000),
    ],
)
def test_small_blind_of_limit(rule: str, small_bet: int, dollar: int, small_blind: int) -> None:
    rules = replace(ROBERT, fl_small_blind=rule)
    game = stakes("fl", small_bet, 2 * small_bet, rules, dollar=dollar)
    assert (game.small_blind, game.big_blind) == (small_blind, small_bet)


def test_an_override_is_in_dollars_whatever_the_unit() -> None:
    stars = find_rules("pokerstars")
    assert stakes("fl", 1500, 3000, stars, dollar=100).small_blind == 1000
    assert stakes("fl", 1600, 3200, stars, dollar=100).small_blind == 800


# antes


def test_a_tournament_has_one_ante_of_a_big_blind() -> None:
    assert stakes("pl", 50, 100, TDA).ante == 100
    assert stakes("fl", 100, 200, TDA).ante == 100


def test_a_fraction_of_the_small_bet_from_everybody() -> None:
    always = replace(ROBERT, ante={"fraction_of_small_bet": "1/10", "where": "always"})
    assert stakes("fl", 20, 40, always).ante == 2
    assert stakes("fl", 20, 40, CARD_ROOM).ante == 0  # normally tournaments only
    assert refused("fl", 2, 4, always) == (
        "ante: 1/10 of 2 is no whole number of chips; count in a smaller unit"
    )


# kills


@pytest.mark.parametrize(
    ("kill", "bets"), [(Kill.FULL, (40, 80)), (Kill.HALF, (30, 60)), (Kill.OFF, (20, 40))]
)
def test_a_kill_changes_the_bets_and_leaves_the_blinds(kill: Kill, bets: tuple[int, int]) -> None:
    assert numbers(stakes("fl", 20, 40).killed(kill)) == (10, 20, *bets)


def test_an_optional_kill_doubles_the_limits() -> None:
    assert numbers(stakes("fl", 2, 4).killed(Kill.OPTIONAL)) == (1, 2, 4, 8)


def test_a_half_kill_that_does_not_divide_is_refused_before_anybody_sits() -> None:
    half = replace(ROBERT, kill="half", fl_small_blind="half_floor")
    assert refused("fl", 5, 10, half) == (
        "kill: a half kill of 5/10 is no whole number of chips; count in a smaller unit"
    )
    assert stakes("fl", 5, 10, replace(half, kill="full")).killed(Kill.FULL).small_bet == 10
    assert stakes("fl", 500, 1000, half).killed(Kill.HALF).small_bet == 750
    assert stakes("pl", 5, 10, half).small_blind == 5  # pot limit has no kill pots to divide


@pytest.mark.parametrize("structure", ["pl", "nl", "spread"])
def test_kill_pots_need_fixed_limit(structure: str) -> None:
    with pytest.raises(RulesError, match=f"^kill: kill pots need fixed limit .*not {structure}"):
        stakes(structure, 2, 4).killed(Kill.FULL)


# refusals


def test_a_small_blind_of_nothing_or_above_the_big_blind_is_refused() -> None:
    assert refused("fl", 2, 4, small_blind=0) == "small_blind: at least 1 chip, not 0"
    assert refused("fl", 2, 4, small_blind=3) == "small_blind: 3 is above the big blind of 2"
    assert stakes("pl", 2, 2).small_blind == 2


@pytest.mark.parametrize(
    ("structure", "low", "high", "refusal"),
    [
        ("pl", 0, 2, "stakes: two amounts, the smaller first, as in 2/4, not 0/2"),
        ("pl", 2, 1, "stakes: two amounts, the smaller first, as in 2/4, not 2/1"),
        ("spread", 30, 10, "stakes: two amounts, the smaller first, as in 2/4, not 30/10"),
        ("fl", 6, 11, "stakes: the big bet of limit is twice the small bet: 6/12"),
        ("draw", 2, 4, "structure: fl, pl, nl or spread, not 'draw'"),
        (
            "mixed",
            2,
            4,
            "structure: mixed is a table's rotation; one hand is fl, pl, nl or spread",
        ),
    ],
)
def test_stakes_that_cannot_be_played(structure: str, low: int, high: int, refusal: str) -> None:
    assert refused(structure, low, high) == refusal


def test_a_structure_that_a_room_does_not_deal_is_refused_with_those_it_does() -> None:
    assert refused("spread", 10, 30, find_rules("pokerstars")) == (
        "allowed_structures: spread is not played here; allowed: fl, pl, nl, mixed"
    )


@pytest.mark.parametrize("hole_cards", [3, 7])
def test_four_five_or_six_hole_cards(hole_cards: int) -> None:
    said = refused("pl", 1, 2, hole_cards=hole_cards)
    assert said == f"hole_cards: 4, 5 or 6, not {hole_cards}"


@pytest.mark.parametrize(
    ("amounts", "option"),
    [
        ({"small_blind": 0}, "small_blind"),
        ({"small_blind": 3}, "small_blind"),
        ({"small_bet": 0}, "small_bet"),
        ({"small_bet": 5}, "small_bet"),
        ({"ante": -1}, "ante"),
        ({"hole_cards": 2}, "hole_cards"),
        ({"structure": Structure.MIXED}, "structure"),
        ({"structure": "fl"}, "structure"),  # else it would be played as no limit
        ({"structure": Structure.SPREAD, "spread_max": 1}, "spread_range"),
    ],
)
def test_a_game_of_impossible_amounts_is_refused(amounts: dict[str, Any], option: str) -> None:
    fine = {
        "structure": Structure.FIXED_LIMIT,
        "small_blind": 1,
        "big_blind": 2,
        "small_bet": 2,
        "big_bet": 4,
    }
    with pytest.raises(RulesError, match=f"^{option}: "):
        Game(**{**fine, **amounts})


@pytest.mark.parametrize("text", ["2/4", "2-4", "$2/$4", " 2 / 4 "])
def test_stakes_as_they_are_written(text: str) -> None:
    assert parse_stakes(text) == (2, 4)


@pytest.mark.parametrize("text", ["", "2", "2/4/8", "two/four", "2.5/5", "-2/4"])
def test_stakes_that_are_none(text: str) -> None:
    with pytest.raises(RulesError) as refusal:
        parse_stakes(text)
    assert str(refusal.value) == f"stakes: two amounts, as in 2/4, not {text!r}"
