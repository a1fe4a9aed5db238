"""RULES, mixed: games in turn, the blinds go up on the change from pot limit to limit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from omaha8.rules.game import Seat
from omaha8.rules.house import ROBERT, HouseRules, RulesError, replace
from omaha8.rules.options import Structure
from omaha8.rules.presets import find_rules
from omaha8.table.between_hands import BlindsAssigned, GameChanged
from omaha8.table.commands import ComeBack, SitOut, TellMinute
from omaha8.table.machine import Table
from omaha8.table.mixed import mixed_games
from tests.table.at_the_table import hand, kinds, table_of

DATA: Final = Path(__file__).parents[1] / "data"
WORKED: Final = json.loads((DATA / "vectors.json").read_text("utf-8"))["mixed"]
NAMES: Final = {"fixed_limit": "fl", "pot_limit": "pl"}


def mixed(switch: str, players: str = "ABCD", rules: HouseRules = ROBERT) -> Table:
    rules = replace(rules, mixed_switch=switch)
    return table_of(players, rules, mixed_games(rules, 1, 2))


@pytest.mark.parametrize("worked", WORKED, ids=str)
def test_worked_numbers(worked: dict[str, Any]) -> None:
    multiplier = worked["mixed_fl_stake_multiplier"]
    rules = replace(
        ROBERT,
        mixed_order=tuple(NAMES[name] for name in worked["sequence"]),
        mixed_fl_stake_multiplier=multiplier,
    )
    limit, pot_limit = mixed_games(rules, *worked["pot_limit_blinds"])
    assert [limit.small_bet, limit.big_bet] == worked["fixed_limit_stakes"]
    assert [pot_limit.small_blind, pot_limit.big_blind] == worked["pot_limit_blinds"]
    assert limit.big_blind > pot_limit.big_blind


def test_where_no_factor_is_named_the_blinds_rise_all_the_same() -> None:
    # RULES, mixed: on the change from pot limit to limit the blinds go up.
    limit, pot_limit = mixed_games(find_rules("pokerstars"), 1, 2)
    assert (limit.big_blind, pot_limit.big_blind) == (4, 2)
    assert (limit.structure, limit.small_bet, limit.big_bet) == ("fl", 4, 8)


def test_a_mix_without_pot_or_no_limit_has_nothing_to_even_out() -> None:
    rules = replace(ROBERT, mixed_order=("fl", "spread"), spread_range=(10, 30))
    assert mixed_games(rules, 5, 10)[0].big_blind == 10


def test_any_sequence_of_structures() -> None:
    rules = replace(ROBERT, mixed_order=("nl", "spread", "fl", "pl"), spread_range=(10, 30))
    games = mixed_games(rules, 5, 10)
    assert [game.structure for game in games] == ["nl", "spread", "fl", "pl"]
    assert (games[1].small_bet, games[1].spread_max) == (10, 30)


def test_stakes_that_name_bets() -> None:
    rules = replace(ROBERT, pl_nl_stakes="bets", mixed_fl_stake_multiplier=2)
    limit, pot_limit = mixed_games(rules, 10, 20)
    assert (pot_limit.small_blind, pot_limit.big_blind) == (5, 10)
    assert (limit.small_bet, limit.big_bet) == (20, 40)


def test_not_where_the_house_deals_no_mix() -> None:
    with pytest.raises(RulesError, match="allowed_structures: mixed is not played here"):
        mixed_games(find_rules("community"), 1, 2)
    with pytest.raises(RulesError, match="spread_range"):
        mixed_games(replace(ROBERT, mixed_order=("spread",)), 1, 2)
    with pytest.raises(RulesError, match="games do not rotate here"):
        Table(find_rules("community"), mixed_games(ROBERT, 1, 2))


def structures(table: Table, hands: int) -> str:
    return " ".join(hand(table).game.structure for _ in range(hands))


def test_so_many_hands() -> None:
    assert structures(mixed("hands:2"), 7) == "fl fl pl pl fl fl pl"


@pytest.mark.parametrize("players", ["AB", "ABC", "A.B.C", "ABCDEF"])
def test_an_orbit_gives_everybody_both_blinds_of_each_game(players: str) -> None:
    table = mixed("orbit", players)
    count = len(players.replace(".", ""))
    games = structures(table, 2 * count + 1).split()
    assert games == ["fl"] * count + ["pl"] * count + ["fl"]


def test_an_orbit_is_over_when_the_big_blind_passes_where_it_was() -> None:
    table = mixed("orbit")  # the first big blind is C's
    assert structures(table, 2) == "fl fl"
    table.apply(SitOut(Seat(2)))
    # C is away: the orbit ends on its way over his seat.
    assert structures(table, 3) == "fl fl pl"


def test_minutes_are_told() -> None:
    table = mixed("minutes:10")
    assert structures(table, 3) == "fl fl fl"
    table.apply(TellMinute(9))
    assert structures(table, 1) == "fl"
    table.apply(TellMinute(10))
    assert structures(table, 2) == "pl pl"
    table.apply(TellMinute(21))
    assert structures(table, 1) == "fl"


def test_the_change_is_announced_before_the_hand() -> None:
    table = mixed("hands:1")
    assert "GameChanged" not in kinds(hand(table).events)
    following = table.following
    assert following is not None
    assert following.plain.structure is Structure.POT_LIMIT
    events = hand(table).events
    (change,) = [event for event in events if isinstance(event, GameChanged)]
    assert (change.index, change.game) == (1, following.plain)
    assert kinds(events).index("GameChanged") < kinds(events).index(BlindsAssigned.__name__)
    assert table.public.game == following.plain


def test_offers_are_in_the_stakes_of_the_hand_to_come() -> None:
    rules = replace(ROBERT, mixed_fl_stake_multiplier=2, mixed_order=("pl", "fl"))
    table = mixed("hands:2", "ABCDEF", rules)
    hand(table)
    hand(table, SitOut(Seat(3)))
    table.apply(ComeBack(Seat(3)))
    (offer,) = table.offers
    assert "post 6 (4 live, 2 dead)" in offer.text
