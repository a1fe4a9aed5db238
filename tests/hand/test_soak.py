"""Twenty thousand random hands, each checked as a whole. `bench.soak` plays a million of them."""

from __future__ import annotations

import pytest

from bench.soak import Broken, check, numbered, soak
from omaha8.hand.events import PostKind
from omaha8.hand.hand import Hand
from omaha8.hand.notation import play
from omaha8.rules.options import Structure
from omaha8.rules.presets import PRESET_NAMES, find_preset
from tests.random_hands import structures

HANDS = 20_000


def test_twenty_thousand_hands_hold_together() -> None:
    soaked = soak(range(HANDS))
    assert not soaked.broken, "\n".join(soaked.broken[:3])
    assert soaked.hands == HANDS
    # Nothing is left out: each of these in a hundred hands at least.
    wanted = {str(kind) for kind in PostKind} | {str(s) for s in Structure if s != "mixed"}
    wanted |= {f"{players} players" for players in range(2, 11)}
    wanted |= {"at showdown", "uncontested", "mucked", "raked", "side pots", "odd chips"}
    wanted |= {"split high and low", "uncalled bet returned", "awarded"}
    assert {name for name in wanted if soaked.seen[name] < 100} == set()


def test_equal_numbers_play_equal_hands() -> None:
    assert soak(range(100)).signature == soak(range(100)).signature != soak(range(1, 101)).signature


def test_every_preset_deals_every_structure_it_allows() -> None:
    wanted = {(name, structure) for name in PRESET_NAMES for structure in structures(name)}
    dealt = set()
    for number in range(600):
        setup, _ = numbered(number)
        dealt.add((PRESET_NAMES[number % len(PRESET_NAMES)], setup.game.structure))
    assert dealt == wanted
    assert all(structures(name) for name in PRESET_NAMES)
    assert find_preset("poker-room").rules.allowed_structures == (Structure.FIXED_LIMIT,)


def cheated(hand: Hand) -> Hand:
    """The hand with a chip more in seat 0's stack at the end of it."""
    hand.public.stacks[0] += 1
    return hand


def test_a_soak_that_finds_nothing_could_have_found_something() -> None:
    check(play("nlo8 1/2 b0 99*2 | f"), again=True)
    with pytest.raises(Broken, match="the events add up to something else"):
        check(cheated(play("nlo8 1/2 b0 99*2 | f")), again=False)
    with pytest.raises(Broken, match="the hand does not end"):
        check(play("nlo8 1/2 b0 99*2 |"), again=False)
