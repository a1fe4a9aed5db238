"""Worked numbers of the rulebook: splits, kills, mixed games (``vectors.json``)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from omaha8.hand.events import PostKind
from omaha8.hand.posts import post
from omaha8.rules.game import Chips, Seat, stakes
from omaha8.rules.house import ROBERT, RulesError, replace
from omaha8.rules.options import Kill, Structure
from omaha8.rules.split import split_pot
from tests.vectors import VECTORS, Readers, described

STRUCTURES = {"fixed_limit": "fl", "pot_limit": "pl", "no_limit": "nl", "spread_limit": "spread"}
KILLS, MIXED = Readers("kill"), Readers("mixed")


def shares(amount: int, high: Sequence[str], low: Sequence[str]) -> dict[str, int]:
    """What each of the named players gets of a pot; A is the first left of the button."""
    names = sorted({*high, *low})
    eligible = [Seat(seat) for seat in range(len(names))]
    highs = {seat: 1 if names[seat] in high else 2 for seat in eligible}
    lows = {seat: 1 for seat in eligible if names[seat] in low}
    paid: Counter[str] = Counter()
    for share in split_pot(amount, eligible, highs, lows, ROBERT):
        paid[names[share.seat]] += share.amount
    return dict(paid)


def test_every_section_of_the_file_has_a_reader() -> None:
    # The hands and the ladder of lows are the evaluation's, the betting is the hand's.
    read = {"low_ladder_worst_to_best", "hands", "betting", "side_pots", "splits", "kill", "mixed"}
    assert set(VECTORS) - {"_about"} == read


# splits


@pytest.mark.parametrize("entry", VECTORS["splits"], ids=described)
def test_split(entry: Mapping[str, Any]) -> None:
    assert set(entry) - {"note"} == {"pot", "high", "low", "pays"}
    assert shares(entry["pot"], entry["high"], entry["low"]) == entry["pays"]


def test_each_pot_is_cut_on_its_own() -> None:
    (entry,) = [entry for entry in VECTORS["side_pots"] if "pots" in entry]
    assert set(entry) == {"pots", "pays"}
    paid: Counter[str] = Counter()
    for pot in entry["pots"]:
        assert set(pot) == {"amount", "high", "low"}
        paid.update(shares(pot["amount"], pot["high"], pot["low"]))
    assert paid == entry["pays"]


# kills


@KILLS.of("stakes", "kill", "next_hand_stakes", "killer_posts")
def kill(entry: Mapping[str, Any]) -> None:
    low, high = entry["stakes"]
    game = stakes("fl", low, high)
    killed = game.killed(Kill(entry["kill"]))
    assert [killed.small_bet, killed.big_bet] == entry["next_hand_stakes"]
    assert (killed.small_blind, killed.big_blind) == (game.small_blind, game.big_blind)
    posted = post(PostKind.KILL, Seat(3), killed, ROBERT)
    assert (posted.live, posted.dead) == (entry["killer_posts"], 0)


@KILLS.of("stakes", "kill", "unit", "next_hand_stakes")
def kill_in_a_smaller_unit(entry: Mapping[str, Any]) -> None:
    small, big = entry["stakes"]
    with pytest.raises(RulesError, match="^kill: a half kill of 5/10 is no whole number of chips"):
        stakes("fl", small, big, small_blind=2).killed(Kill(entry["kill"]))
    assert entry["unit"] == "cents"
    killed = stakes("fl", 100 * small, 100 * big).killed(Kill(entry["kill"]))
    assert [killed.small_bet / 100, killed.big_bet / 100] == entry["next_hand_stakes"]


# mixed


@MIXED.of("sequence", "pot_limit_blinds", "mixed_fl_stake_multiplier", "fixed_limit_stakes")
def mixed(entry: Mapping[str, Any]) -> None:
    multiplier = entry["mixed_fl_stake_multiplier"]
    order = tuple(Structure(STRUCTURES[name]) for name in entry["sequence"])
    rules = replace(ROBERT, mixed_order=order, mixed_fl_stake_multiplier=multiplier)
    assert rules.mixed_order == order
    small, big = entry["pot_limit_blinds"]
    pot_limit = stakes("pl", small, big, rules)
    small_bet = multiplier * pot_limit.big_blind
    limit = stakes("fl", small_bet, 2 * small_bet, rules)
    assert [limit.small_bet, limit.big_bet] == entry["fixed_limit_stakes"]
    # Blinds rise on the change from pot limit to limit, so that pots stay alike.
    assert (limit.small_blind, limit.big_blind) == (Chips(2), Chips(4))
    assert limit.big_blind > pot_limit.big_blind


@pytest.mark.parametrize("entry", KILLS.entries, ids=described)
def test_kill(entry: Mapping[str, Any]) -> None:
    KILLS.read(entry)


@pytest.mark.parametrize("entry", MIXED.entries, ids=described)
def test_mixed(entry: Mapping[str, Any]) -> None:
    MIXED.read(entry)


@pytest.mark.parametrize("readers", [KILLS, MIXED])
def test_every_reader_has_an_entry(readers: Readers) -> None:
    assert readers.unused() == []


def test_an_entry_that_nobody_reads_fails() -> None:
    with pytest.raises(AssertionError, match="nobody reads an entry of"):
        KILLS.read({"stakes": [2, 4], "kill": "double"})
