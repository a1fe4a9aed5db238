"""The betting agrees with a slow machine written from the rulebook, all along random hands."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec

from omaha8.hand.actions import BetTo, Fold, RaiseTo
from omaha8.hand.notation import write
from omaha8.rules.house import replace
from omaha8.rules.options import AnteRule, Structure
from tests.hand.reference_betting import FOLD, Choice, ReferenceBetting
from tests.random_hands import Policy, random_setup

HANDS = 350


def disagreement(seed: int, seen: Counter[Structure]) -> str:
    """Plays one random hand on both machines; where they part, if they do."""
    random = Random(seed)
    setup = random_setup(random, players=6)
    if setup.posts is None and setup.rules.ante != AnteRule.BIG_BLIND and seed % 2:
        live = replace(setup.rules, ante_live=True)
        setup = msgspec.structs.replace(setup, rules=live)
    hand, policy = setup.deal(), Policy(random)
    slow = ReferenceBetting.of(hand)
    while True:
        legal = hand.legal
        fast = None
        if legal is not None and not legal.showdown:
            call_to = hand.public.bets[legal.seat] + legal.to_call
            fast = Choice(legal.seat, call_to, legal.min_to, legal.max_to)
        said = slow.choice()
        if fast != said:
            return f"seed {seed}: {fast}, the rulebook {said}: {write(hand.events)}"
        if said is None or legal is None:
            return ""
        seen[setup.game.structure] += 1
        action = policy(legal)
        match action:
            case Fold():
                to = FOLD
            case BetTo(to=total) | RaiseTo(to=total):
                to = total
            case _:
                to = said.call_to
        hand.apply(action)
        slow.act(to)


def test_every_turn_of_random_hands_is_as_the_rulebook_has_it() -> None:
    seen: Counter[Structure] = Counter()
    parted = [text for seed in range(HANDS) if (text := disagreement(seed, seen))]
    assert not parted, "\n".join(parted)
    turns = {structure: seen[structure] for structure in Structure if structure != "mixed"}
    assert min(turns.values()) > 100, turns
