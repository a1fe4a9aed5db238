"""The betting agrees with a slow machine written from the rulebook, all along random hands."""

from __future__ import annotations

from collections import Counter
from random import Random

from omaha8.hand.actions import BetTo, Fold, RaiseTo
from omaha8.hand.notation import write
from omaha8.hand.posts import standard_posts
from omaha8.rules.game import Seat
from omaha8.rules.options import Structure
from tests.hand.reference_betting import FOLD, Choice, ReferenceBetting
from tests.random_hands import Policy, Setup, random_setup

HANDS = 350


def reference(setup: Setup) -> ReferenceBetting:
    posts = setup.posts
    if posts is None:
        posts = standard_posts(setup.rules, setup.game, setup.stacks, Seat(setup.button))
    return ReferenceBetting(
        setup.rules, setup.game, setup.stacks, setup.button, posts, setup.final_two
    )


def disagreement(seed: int, seen: Counter[Structure]) -> str:
    """Plays one random hand on both machines; where they part, if they do."""
    random = Random(seed)
    setup = random_setup(random, players=6)
    hand, slow, policy = setup.deal(), reference(setup), Policy(random)
    while True:
        legal = hand.legal
        fast = None
        if legal is not None and not legal.showdown:
            fast = Choice(legal.seat, legal.to_call, legal.min_to, legal.max_to)
        said = slow.choice()
        if fast != said:
            return f"seed {seed}: {fast}, the rulebook {said}: {write(hand.events)}"
        if fast is None or legal is None:
            return ""
        seen[setup.game.structure] += 1
        action = policy(legal)
        match action:
            case Fold():
                to = FOLD
            case BetTo(to=total) | RaiseTo(to=total):
                to = total
            case _:
                to = hand.public.bets[legal.seat] + legal.to_call
        hand.apply(action)
        slow.act(to)


def test_every_turn_of_random_hands_is_as_the_rulebook_has_it() -> None:
    seen: Counter[Structure] = Counter()
    parted = [text for seed in range(HANDS) if (text := disagreement(seed, seen))]
    assert not parted, "\n".join(parted)
    turns = {structure: seen[structure] for structure in Structure if structure != "mixed"}
    assert min(turns.values()) > 100, turns
