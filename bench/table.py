"""Table and hand together, beside the bare hand, in hands per second; and a signature.

A session of six players at random is recorded once, deals, actions and top-ups; then, in turn, its
commands are given to a fresh table, and its hands are played by themselves from the same stacks,
posts, decks and actions. The ratio is the median over the rounds: at most 1.25 is wanted. The
signature is a hash of the events of 10,000 fixed hands of restless sessions at all presets.

    .venv/bin/python -m bench.table
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from hashlib import sha256
from random import Random
from time import process_time
from typing import Final, NamedTuple

from omaha8.cards import Card
from omaha8.hand.actions import FOLD, Action
from omaha8.hand.hand import Hand
from omaha8.hand.posts import Post
from omaha8.rules.game import Chips, Game, Seat, stakes
from omaha8.rules.house import ROBERT
from omaha8.rules.presets import PRESET_NAMES
from omaha8.table.commands import Act, AutoRebuy, Command, Deal, Sit
from omaha8.table.event_codec import to_json
from omaha8.table.machine import Table
from tests.random_hands import shuffled
from tests.random_tables import Session, play, random_table

ROUNDS: Final = 15
HANDS: Final = 300
PLAYERS: Final = 6
STACK: Final = Chips(200)
SIGNED: Final = 10_000


class Bare(NamedTuple):
    """A hand as it was played."""

    stacks: Sequence[int | None]
    button: int
    deck: tuple[Card, ...]
    posts: tuple[Post, ...]
    actions: list[Action]


def new_table(game: Game) -> Table:
    return Table(ROBERT, game, PLAYERS)


def record(game: Game) -> tuple[list[Command], list[Bare]]:
    """A session: its commands, and its hands by themselves."""
    random = Random("table and hand")
    table = new_table(game)
    commands: list[Command] = []
    hands: list[Bare] = []

    def do(command: Command) -> None:
        table.apply(command)
        commands.append(command)

    for seat in range(PLAYERS):
        do(Sit("ABCDEF"[seat], STACK, Seat(seat)))
        do(AutoRebuy(Seat(seat), Chips(STACK // 2), STACK))
    first: Seat | None = Seat(0)
    for _ in range(HANDS):
        deck = shuffled(random)
        do(Deal(deck, first))
        first = None
        assert table.hand is not None
        start = table.hand.public.start
        posts = tuple(
            Post(posted.seat, posted.kind, posted.live, posted.dead)
            for posted in table.hand.public.posts
        )
        actions: list[Action] = []
        while (legal := table.legal) is not None:
            choices = [legal.passive]
            if legal.to_call:
                choices.append(FOLD)
            if legal.max_to:
                choices.append(legal.wager(legal.min_to))
            actions.append(random.choice(choices))
            do(Act(legal.seat, actions[-1]))
        hands.append(Bare(start.stacks, start.button, deck, posts, actions))
    return commands, hands


def with_table(game: Game, commands: list[Command]) -> float:
    table = new_table(game)
    start = process_time()
    for command in commands:
        table.apply(command)
    return process_time() - start


def bare(game: Game, hands: list[Bare]) -> float:
    start = process_time()
    for played in hands:
        hand = Hand(ROBERT, game, played.stacks, played.button, played.deck, posts=played.posts)
        for action in played.actions:
            hand.apply(action)
    return process_time() - start


def signature() -> str:
    digest = sha256()
    hands = 0
    for number in range(SIGNED // 100):
        random = Random(f"signature {number}")
        session = Session(random, random_table(random, PRESET_NAMES[number % len(PRESET_NAMES)]))
        for events in play(session, 100):
            for event in events:
                digest.update(to_json(event))
        hands += session.table.public.hands
    assert hands == SIGNED
    return digest.hexdigest()[:16]


def main() -> None:
    for structure, low, high in (("fl", 2, 4), ("pl", 1, 2)):
        game = stakes(structure, low, high)
        commands, hands = record(game)
        actions = sum(len(played.actions) for played in hands) / len(hands)
        both, alone = [], []
        for _ in range(ROUNDS):
            both.append(with_table(game, commands))
            alone.append(bare(game, hands))
        ratio = statistics.median(b / a for b, a in zip(both, alone, strict=True))
        print(
            f"{structure}: table and hand {HANDS / statistics.median(both):,.0f} hands/s, "
            f"bare hand {HANDS / statistics.median(alone):,.0f}, ratio {ratio:.3f} "
            f"({actions:.1f} actions a hand)"
        )
    print(f"signature {signature()} of {SIGNED:,} hands")


if __name__ == "__main__":
    main()
