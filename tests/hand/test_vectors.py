"""Worked numbers of the rulebook: betting and side pots, played (``vectors.json``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from omaha8.hand.notation import play
from omaha8.rules.game import stakes
from omaha8.rules.presets import find_rules
from tests.hand.reading import bounds, legal, levels, payouts
from tests.vectors import Readers, described

BETTING, SIDE_POTS = Readers("betting"), Readers("side_pots")
GAMES = {"fixed_limit": "flo8", "pot_limit": "plo8", "no_limit": "nlo8", "spread_limit": "so8"}
NAMES = "ABCD"


def flop(entry: Mapping[str, Any], stacks: list[int], actions: str) -> str:
    """A flop at small blinds, everybody in for the least bet; ``stacks`` are what is left.

    The first player to act is seat 1, the last seat 0.
    """
    game = GAMES[entry["structure"]]
    bet = entry["bet"]
    before = ",".join(str(stack + bet) for stack in stacks)
    limps = " ".join("c" * len(stacks))
    return f"{game} {bet // 2}/{bet} b0 {before} | {limps} / {actions}"


def may_raise(line: str) -> bool:
    return legal(line).max_to > 0


# pot limit


@BETTING.of("structure", "blinds", "first_raise_to_max")
def first_raise(entry: Mapping[str, Any]) -> None:
    small, big = entry["blinds"]
    line = f"{GAMES[entry['structure']]} {small}/{big} b0 {100 * big}*4 |"
    assert bounds(line)[1] == entry["first_raise_to_max"]


@BETTING.of("structure", "pot", "bet", "raise_to")
def raise_of_a_pot_sized_bet(entry: Mapping[str, Any]) -> None:
    pot = entry["pot"]
    line = f"{GAMES[entry['structure']]} {pot // 4}/{pot // 2} b0 {100 * pot}*2 | c c /"
    assert play(line).pot == pot
    least, most = bounds(f"{line} r{entry['bet']}")
    assert {"min": least, "max": most} == entry["raise_to"]


# no limit


@BETTING.of("structure", "bet", "raise_to_min")
def least_raise(entry: Mapping[str, Any]) -> None:
    line = f"{GAMES[entry['structure']]} 1/2 b0 200*3 | c c c / r{entry['bet']}"
    assert bounds(line)[0] == entry["raise_to_min"]


@BETTING.of("structure", "bet", "all_in_to", "next_raise_to_min", "first_bettor_may_raise")
def short_all_in(entry: Mapping[str, Any]) -> None:
    bet, all_in = entry["bet"], entry["all_in_to"]
    line = flop(entry, [50 * bet, 50 * bet, all_in], f"r{bet} r{all_in}")
    assert bounds(line)[0] == entry["next_raise_to_min"]
    called = f"{line} c"
    assert legal(called).seat == 1
    assert may_raise(called) is entry["first_bettor_may_raise"]


@BETTING.of(
    "structure",
    "bet",
    "all_ins_to",
    "callers_between",
    "first_bettor_may_raise",
    "caller_of_125_may_raise_after_first_bettor_calls",
)
def all_ins_that_add_up(entry: Mapping[str, Any]) -> None:
    bet, (first, second) = entry["bet"], entry["all_ins_to"]
    assert entry["callers_between"]
    deep = 50 * bet
    line = flop(entry, [deep, deep, first, deep, second], f"r{bet} r{first} c r{second} c")
    assert legal(line).seat == 1
    assert may_raise(line) is entry["first_bettor_may_raise"]
    called = f"{line} c"
    assert legal(called).seat == 3
    assert may_raise(called) is entry["caller_of_125_may_raise_after_first_bettor_calls"]


@BETTING.of("structure", "bet", "all_ins_to", "raise_to_min")
def raise_after_short_all_ins(entry: Mapping[str, Any]) -> None:
    bet, all_ins = entry["bet"], entry["all_ins_to"]
    wagers = " ".join(f"r{to}" for to in [bet, *all_ins])
    line = flop(entry, [50 * bet, 50 * bet, *all_ins], wagers)
    assert legal(line).seat == 0  # who has not acted
    assert bounds(line)[0] == entry["raise_to_min"]


@BETTING.of(
    "structure",
    "big_blind",
    "limp",
    "all_in_to",
    "big_blind_raise_to_min",
    "limper_may_raise_if_big_blind_calls",
)
def all_in_over_a_limp(entry: Mapping[str, Any]) -> None:
    big, all_in = entry["big_blind"], entry["all_in_to"]
    assert entry["limp"]
    deep = 50 * big
    game = GAMES[entry["structure"]]
    line = f"{game} {big // 2}/{big} b0 {all_in},{deep},{deep},{deep} | c r{all_in} f"
    assert legal(line).seat == 2
    assert bounds(line)[0] == entry["big_blind_raise_to_min"]
    called = f"{line} c"
    assert legal(called).seat == 3
    assert may_raise(called) is entry["limper_may_raise_if_big_blind_calls"]


@BETTING.of("structure", "blinds", "limp", "all_in_to", "limper_may_raise")
def limper_facing_a_short_all_in(entry: Mapping[str, Any]) -> None:
    (small, big), all_in = entry["blinds"], entry["all_in_to"]
    assert entry["limp"]
    game = GAMES[entry["structure"]]
    line = f"{game} {small}/{big} b0 {all_in},200,200,200 | c r{all_in} f c"
    assert legal(line).seat == 3
    assert may_raise(line) is entry["limper_may_raise"]


@BETTING.of("structure", "preset", "stakes", "min_bet")
def least_bets_by_street(entry: Mapping[str, Any]) -> None:
    rules = find_rules(entry["preset"])
    assert entry["structure"] == "no_limit"
    low, high = entry["stakes"]
    game = stakes("nl", low, high, rules)
    blinds = f"{game.small_blind}/{game.big_blind}:{game.small_bet}/{game.big_bet}"
    line = f"{GAMES[entry['structure']]} {blinds} b0 1000*3 {entry['preset']} |"
    found = {"preflop": bounds(line)[0] - game.big_blind}  # the least raise of the blind
    for street in ("flop", "turn", "river"):
        line += " c c c /"
        found[street] = bounds(line)[0]
    assert found == entry["min_bet"]


# any structure


@BETTING.of("structure", "big_blind", "big_blind_stack", "to_call_for_others")
def short_big_blind(entry: Mapping[str, Any]) -> None:
    assert entry["structure"] == "any"
    big, stack = entry["big_blind"], entry["big_blind_stack"]
    for game in GAMES.values():
        line = f"{game} {big // 2}/{big} b0 500,500,{stack},500 |"
        assert legal(line).to_call == entry["to_call_for_others"]
        assert legal(f"{line} c").to_call == entry["to_call_for_others"]


# fixed limit


@BETTING.of("structure", "bet", "short_all_in_to", "opens_round", "full_raise_to")
def all_in_of_half_a_bet(entry: Mapping[str, Any]) -> None:
    assert entry["opens_round"]
    all_in = entry["short_all_in_to"]
    line = flop(entry, [500, 500, all_in], f"c r{all_in}")
    assert bounds(line) == (entry["full_raise_to"], entry["full_raise_to"])


@BETTING.of("structure", "bet", "short_all_in_to", "opens_round", "may_complete_to")
def all_in_below_half_a_bet(entry: Mapping[str, Any]) -> None:
    assert entry["opens_round"]
    all_in = entry["short_all_in_to"]
    assert entry["may_complete_to"] == entry["bet"]
    line = flop(entry, [500, 500, all_in], f"c r{all_in}")
    assert bounds(line) == (entry["may_complete_to"], entry["may_complete_to"])


@BETTING.of("structure", "stakes", "preflop_levels", "then")
def levels_before_the_flop(entry: Mapping[str, Any]) -> None:
    low, high = entry["stakes"]
    game = stakes("fl", low, high)
    line = f"{GAMES[entry['structure']]} {game.small_blind}/{game.big_blind} b0 500*6 |"
    raises = levels(line)
    assert [game.big_blind, *raises] == entry["preflop_levels"]
    assert entry["then"] == "capped"
    assert legal(line + "".join(f" r{to}" for to in raises)).capped


@BETTING.of("structure", "stakes", "preset", "two_players_left", "levels", "then")
def levels_of_two_players(entry: Mapping[str, Any]) -> None:
    assert entry["two_players_left"]
    preset = entry["preset"]
    low, high = entry["stakes"]
    game = stakes("fl", low, high, find_rules(preset))
    room = f"{GAMES[entry['structure']]} {game.small_blind}/{game.big_blind}"
    dealt_two = f"{room} b0 500*2 {preset} |"
    assert [game.big_blind, *levels(dealt_two)] == entry["levels"]
    assert entry["then"] == "capped"
    assert legal(dealt_two + "".join(f" r{to}" for to in levels(dealt_two))).capped
    third_folded = f"{room} b0 500*3 {preset} | f c c /"
    assert levels(third_folded) == entry["levels"]


@BETTING.of("structure", "stakes", "preset", "blinds")
def blinds_of_a_room(entry: Mapping[str, Any]) -> None:
    assert entry["structure"] == "fixed_limit"
    low, high = entry["stakes"]
    game = stakes("fl", low, high, find_rules(entry["preset"]))
    assert [game.small_blind, game.big_blind] == entry["blinds"]


# spread limit


@BETTING.of("structure", "range", "bet", "call", "all_in_below", "first_bettor_may_raise")
def short_all_in_of_spread_limit(entry: Mapping[str, Any]) -> None:
    (low, high), bet = entry["range"], entry["bet"]
    assert entry["call"]
    game = f"{GAMES[entry['structure']]} {low // 2}/{low}:{low}/{low}..{high}"
    for all_in in range(bet + 1, entry["all_in_below"]):
        line = f"{game} b0 {low + all_in},500,500 | c c c / r{bet} c r{all_in}"
        assert legal(line).seat == 1
        assert may_raise(line) is entry["first_bettor_may_raise"]


# side pots; the splits of given pots are tested with the rules


@SIDE_POTS.of("pots", "pays")
def given_pots(entry: Mapping[str, Any]) -> None:
    assert sum(pot["amount"] for pot in entry["pots"]) == sum(entry["pays"].values())


@SIDE_POTS.of("stacks_all_in", "best_low_only", "high_order_best_first", "pays")
def all_in_for_unequal_stacks(entry: Mapping[str, Any]) -> None:
    assert entry["best_low_only"] == "A"
    assert entry["high_order_best_first"] == ["B", "C", "D"]
    # On this board A has the only low, B set of kings, C set of queens, D a pair of aces.
    cards = "board:KsQs7h6d2c 0:As3c4c5d 1:KhKdJcTc 2:QhQdJhTh 3:AhAd9h9d"
    stacks = ",".join(str(entry["stacks_all_in"][name]) for name in NAMES)
    hand = play(f"nlo8 1/2 b3 {stacks} {cards} | r300 c c c")
    paid = {name: payouts(hand).get(seat, 0) for seat, name in enumerate(NAMES)}
    assert paid == entry["pays"]


@pytest.mark.parametrize("entry", BETTING.entries, ids=described)
def test_betting(entry: Mapping[str, Any]) -> None:
    BETTING.read(entry)


@pytest.mark.parametrize("entry", SIDE_POTS.entries, ids=described)
def test_side_pots(entry: Mapping[str, Any]) -> None:
    SIDE_POTS.read(entry)


def test_every_reader_has_an_entry() -> None:
    assert BETTING.unused() == []
    assert SIDE_POTS.unused() == []
