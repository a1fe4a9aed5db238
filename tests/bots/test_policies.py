"""Policies: legal everywhere, a function of the view, and not afraid to show."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest

from omaha8.bots import AnyLegal, HandStrength, Policy, caller
from omaha8.hand.events import Mucked
from omaha8.hand.notation import play
from omaha8.hand.settle import beaten
from omaha8.hand.view import SeatView
from omaha8.rules.options import Muck
from omaha8.rules.presets import PRESET_NAMES
from tests.bots.matches import play_out
from tests.random_hands import Policy as RandomPolicy
from tests.random_hands import random_setup

POLICIES: Final[dict[str, Policy]] = {
    "caller": caller,
    "any legal": AnyLegal("a"),
    "hand strength": HandStrength(deals=2),
    "wild": HandStrength(deals=2, loose=3, bold=5, bluff=1),
}


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_every_action_is_legal_in_whatever_a_random_player_leads_to(preset: str) -> None:
    random = Random(preset)
    for _ in range(60):
        hand = random_setup(random, preset=preset).deal()
        others = RandomPolicy(random)
        while (seat := hand.turn) is not None:
            view = SeatView.of(hand, seat)
            actions = {name: policy(view) for name, policy in POLICIES.items()}
            for name, action in actions.items():
                assert hand.legal is not None
                assert action in hand.legal, f"{name}: {action}, allowed: {hand.legal.explain()}"
            # Half of the time one of the policies goes on: it must live with what it has done.
            ours = random.choice(list(actions.values()))
            assert hand.legal is not None
            hand.apply(ours if random.random() < 0.5 else others(hand.legal))
        assert hand.over


def test_a_policy_needs_nothing_but_the_projected_events() -> None:
    random = Random(1)
    for _ in range(20):
        hand = random_setup(random).deal()
        others = RandomPolicy(random)
        while (seat := hand.turn) is not None:
            seen = SeatView.fold(hand.events, seat)
            for policy in POLICIES.values():
                assert policy(seen) == policy(SeatView.of(hand, seat))
            assert hand.legal is not None
            hand.apply(others(hand.legal))


def test_whose_turn_it_is_not_has_nothing_to_decide() -> None:
    hand = play("flo8 1/2 b0 100*3 |")
    for policy in POLICIES.values():
        with pytest.raises(ValueError, match="seat 1 is not to act"):
            policy(SeatView.of(hand, 1))  # type: ignore[arg-type]


def test_salts_make_two_mixing_policies_differ() -> None:
    hand = play("nlo8 1/2 b0 100*3 |")
    view = SeatView.of(hand, hand.turn or hand.public.button)
    actions = {str(AnyLegal(str(salt))(view)) for salt in range(30)}
    assert len(actions) > 5
    assert AnyLegal("1")(view) == AnyLegal("1")(view)


@pytest.mark.parametrize("rule", [Muck.OPTIONAL, Muck.OPTIONAL_NON_AGGRESSOR])
def test_only_a_beaten_hand_is_mucked(rule: Muck) -> None:
    random, mucked, shown = Random(rule), 0, 0
    for _ in range(120):
        hand = random_setup(random, muck=rule, players=6).deal()
        play_out(hand, [caller] * len(hand.public.stacks))
        for at, event in enumerate(hand.events):
            if isinstance(event, Mucked):
                mucked += 1
                assert beaten(hand.public, hand.dealer, event.seat)
                assert at
        shown += len(hand.public.shown)
    assert mucked > 50
    assert shown > 100
