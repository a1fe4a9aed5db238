"""Hypothesis strategies for hands: how they begin, and hands played to any point or to the end."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from omaha8.hand.actions import Action
from omaha8.hand.hand import Hand
from omaha8.hand.notation import write
from omaha8.rules.options import Muck
from tests.random_hands import Policy, Setup, play_out, random_setup, show_some


class Played:
    """A hand, how it began and the actions taken; a failing one is printed in notation."""

    def __init__(self, setup: Setup, hand: Hand, actions: list[Action], random: Random) -> None:
        self.setup = setup
        self.hand = hand
        self.actions = actions
        self.random = random
        self.line = write(hand.events)

    def __repr__(self) -> str:
        return self.line


def randoms() -> st.SearchStrategy[Random]:
    """Seeded random numbers. (Those of `st.randoms` lean to all-in on the first turn.)"""
    return st.integers(0, 2**32 - 1).map(Random)


def setups(*, muck: Muck | None = None, players: int = 10) -> st.SearchStrategy[Setup]:
    """How a hand begins. A failing one shrinks to few players."""
    return st.builds(
        lambda random, most: random_setup(random, muck=muck, players=most),
        randoms(),
        st.integers(2, players),
    )


def hands(*, muck: Muck | None = None, players: int = 10) -> st.SearchStrategy[Played]:
    """Hands played to the end."""

    def played(setup: Setup, random: Random) -> Played:
        hand = setup.deal()
        actions = play_out(hand, Policy(random))
        return Played(setup, hand, actions, random)

    return st.builds(played, setups(muck=muck, players=players), randoms())


def shown_hands() -> st.SearchStrategy[Played]:
    """Hands played to the end, after which some show what nothing asked them to show."""

    def shown(played: Played) -> Played:
        show_some(played.hand, played.random)
        return Played(played.setup, played.hand, played.actions, played.random)

    return hands().map(shown)


def going_hands(players: int = 10) -> st.SearchStrategy[Played]:
    """Hands in which somebody is to act, after any number of actions."""

    def going(setup: Setup, random: Random) -> Played:
        hand, policy = setup.deal(), Policy(random)
        ahead = hand.copy()
        actions = play_out(ahead, policy)
        taken = actions[: random.randint(0, max(0, len(actions) - 1))]
        for action in taken:
            hand.apply(action)
        return Played(setup, hand, taken, random)

    played = st.builds(going, setups(players=players), randoms())
    return played.filter(lambda played: played.hand.legal is not None)
