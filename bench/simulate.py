"""Hands per second of simulate, beside the same hands without a table, and without bots too.

A block of hands is played by `omaha8.simulation`; then, in turn, the same hands are played by the
same bots without a table, from the stacks, button and posts they began with; and their recorded
actions alone are given to the hand. Medians over the rounds, in processor time of one process. The
signature is a hash of the lines of those hands.

    .venv/bin/python -m bench.simulate
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from time import process_time
from typing import Final, NamedTuple

from omaha8.bots import Policy
from omaha8.cards import Card, deck_from_seed
from omaha8.hand.actions import Action
from omaha8.hand.hand import Hand
from omaha8.hand.posts import Post
from omaha8.hand.view import SeatView
from omaha8.rules.game import stakes
from omaha8.rules.presets import find_rules
from omaha8.simulation import BLOCK, Session, hands_of, play_block, seating

ROUNDS: Final = 9
LINEUPS: Final = (
    ("fl", 2, 4, ("calling",)),
    ("fl", 2, 4, ("random",)),
    ("fl", 2, 4, ("calling", "tight", "random")),
    ("pl", 1, 2, ("calling", "tight", "random")),
    ("fl", 2, 4, ("strength",)),
)


class Recorded(NamedTuple):
    """A hand as it was played."""

    hand: Hand
    deck: tuple[Card, ...]
    posts: tuple[Post, ...]
    policies: list[Policy]
    actions: list[Action]

    def again(self) -> Hand:
        """The same hand at its beginning."""
        start = self.hand.public.start
        return Hand(
            start.rules, start.game, start.stacks, start.button, self.deck, posts=self.posts
        )


def record(session: Session) -> list[Recorded]:
    """The hands of the first block."""
    found = []
    policies = [player.policy for player in seating(session, 0)]
    for i, played in enumerate(hands_of(session, 0)):
        posts = tuple(Post(p.seat, p.kind, p.live, p.dead) for p in played.hand.public.posts)
        deck = deck_from_seed(session.chance(0, f"deck {i}"))
        found.append(Recorded(played.hand, deck, posts, policies, []))
    return found


def with_bots(hands: list[Recorded]) -> None:
    for recorded in hands:
        hand, policies, actions = recorded.again(), recorded.policies, recorded.actions
        actions.clear()
        while (seat := hand.turn) is not None:
            action = policies[seat](SeatView(seat, hand.public, hand.dealer.holes[seat]))
            hand.apply(action)
            actions.append(action)
        assert hand.stacks == recorded.hand.stacks


def bare(hands: list[Recorded]) -> None:
    for recorded in hands:
        hand = recorded.again()
        for action in recorded.actions:
            hand.apply(action)


def timed(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start


def main() -> None:
    digest = sha256()
    print("hands per second        simulate  and lines  no table  no bots  simulate/no table")
    for structure, low, high, bots in LINEUPS:
        rules = find_rules("pokerstars")
        game = stakes(structure, low, high, rules)
        session = Session(rules=rules, game=game, seats=6, bots=bots, hands=BLOCK, seed="bench")
        block = play_block(session, 0, lines=True)
        assert block is not None
        digest.update(block.lines)
        hands = record(session)
        ways: tuple[Callable[[], object], ...] = (
            partial(play_block, session, 0),
            partial(play_block, session, 0, lines=True),
            partial(with_bots, hands),
            partial(bare, hands),
        )
        times = [[timed(way) for way in ways] for _ in range(ROUNDS)]
        ratio = statistics.median(full / alone for full, _, alone, _ in times)
        speeds = [BLOCK / statistics.median(column) for column in zip(*times, strict=True)]
        name = f"{structure} {','.join(bots)}"
        print(f"{name:<24}" + "".join(f"{s:>8,.0f}  " for s in speeds) + f"{ratio:>10.3f}")
    print(f"signature {digest.hexdigest()[:16]}")


if __name__ == "__main__":
    main()
