"""Random hands of every kind, each checked as a whole; a signature of all of them, and the rate.

    .venv/bin/python -m bench.soak 20000
    .venv/bin/python -m bench.soak 500000 --first 500000

Hand number N is decided by N alone: its preset, structure, stakes, two to ten players, stacks,
posts, deck and how it is played. ``--first`` lets several processes play
a part each. The signature is a hash of all events in JSON. What fails is printed as a line of
notation that plays it again.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import sha256
from random import Random
from time import process_time

from omaha8.hand.codec import event_to_json
from omaha8.hand.events import Awarded, Event, Mucked, Raked, UncalledReturned
from omaha8.hand.hand import Hand
from omaha8.hand.notation import play, write
from omaha8.hand.project import view
from omaha8.hand.public import PublicHand
from omaha8.rules.presets import PRESET_NAMES
from tests.hand_state import public_state
from tests.random_hands import Policy, Setup, play_out, random_setup, show_some

REPORT_EVERY = 10_000
PLAYED_AGAIN_EVERY = 20


class Broken(AssertionError):
    """An invariant does not hold."""


class Soaked:
    """What was seen, so that a soak that tests little is noticed."""

    def __init__(self) -> None:
        self.hands = self.events = self.actions = 0
        self.seen: Counter[str] = Counter()
        self.hash = sha256()
        self.broken: list[str] = []

    @property
    def signature(self) -> str:
        return self.hash.hexdigest()[:16]


def numbered(number: int) -> tuple[Setup, Random]:
    """How hand ``number`` begins, and the random numbers that go on deciding it."""
    random = Random(number)
    return random_setup(random, preset=PRESET_NAMES[number % len(PRESET_NAMES)]), random


def soak(numbers: Iterable[int], into: Soaked | None = None) -> Soaked:
    """Plays and checks these hands. Stops at nothing; `Soaked.broken` says what failed."""
    soaked = into or Soaked()
    for number in numbers:
        setup, random = numbered(number)
        hand: Hand | None = None
        try:
            hand = setup.deal()
            soaked.actions += len(play_out(hand, Policy(random)))
            show_some(hand, random)
            check(hand, again=number % PLAYED_AGAIN_EVERY == 0)
        except Exception:
            line = write(hand.events) if hand is not None else repr(setup)
            soaked.broken.append(f"hand {number}: {line}\n{traceback.format_exc(limit=-2)}")
            continue
        soaked.hands += 1
        soaked.events += len(hand.events)
        soaked.seen.update(features(setup, hand))
        for event in hand.events:
            soaked.hash.update(event_to_json(event))
    return soaked


def check(hand: Hand, *, again: bool) -> None:
    """Chips after every event, the end of it, and the state that the events add up to.

    ``again`` also plays the hand's own line, and the line of what one seat saw.
    """
    start, *events = hand.events
    public = PublicHand.fold([start])
    total = sum(public.stacks)
    for event in events:
        # Raises ChipsLost by itself where stacks, pot and rake are not what they were.
        public.evolve(event)
        if min(public.stacks) < 0 or public.pot < 0 or public.in_count < 1:
            raise Broken(f"below zero after {event}")
    if not hand.over or hand.legal is not None or hand.unresolved is not None:
        raise Broken("the hand does not end")
    if public.pot or sum(public.stacks) + public.raked != total:
        raise Broken("chips came or went")
    if public.stacks != hand.public.stacks or public.board != hand.public.board:
        raise Broken("the events add up to something else")
    paid: Counter[int] = Counter()
    for award in public.awards:
        paid[award.pot] += award.amount
    if public.pots and sum(pot.amount for pot in public.pots) != sum(paid.values()) + public.raked:
        raise Broken("the awards are not the pots")
    if again:
        check_lines(hand)


def check_lines(hand: Hand) -> None:
    if public_state(PublicHand.fold(hand.events)) != public_state(hand.public):
        raise Broken("the events add up to something else")
    if play(write(hand.events)).events != hand.events:
        raise Broken("the line plays another hand")
    viewer = hand.public.deal_order[0]
    seen = view(hand.events, viewer)
    told = view(play(write(seen)).events, viewer)
    if told != seen[: len(told)]:
        raise Broken(f"the line of what seat {viewer} saw plays another hand")


def features(setup: Setup, hand: Hand) -> Iterator[str]:
    """What a hand had in it."""
    yield str(setup.game.structure)
    yield f"{len(hand.public.deal_order)} players"
    yield from {str(post.kind) for post in hand.public.posts}
    yield "at showdown" if hand.public.shown else "uncontested"
    kinds: set[type[Event]] = {type(event) for event in hand.events}
    yield from (name for kind, name in _KINDS.items() if kind in kinds)
    if len(hand.public.pots) > 1:
        yield "side pots"
    if any(award.half == "low" for award in hand.public.awards):
        yield "split high and low"
    if any(award.odd_chip for award in hand.public.awards):
        yield "odd chips"


_KINDS: dict[type[Event], str] = {
    Mucked: "mucked",
    Raked: "raked",
    UncalledReturned: "uncalled bet returned",
    Awarded: "awarded",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("hands", type=int, nargs="?", default=20_000, help="how many (20000)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first (0)")
    arguments = parser.parse_args()
    soaked = Soaked()
    first, end = arguments.first, arguments.first + arguments.hands
    started = process_time()
    for at in range(first, end, REPORT_EVERY):
        soak(range(at, min(at + REPORT_EVERY, end)), soaked)
        rate = (soaked.hands + len(soaked.broken)) / (process_time() - started)
        done = f"{soaked.hands:,} hands, {len(soaked.broken)} broken, {rate:,.0f} a second of CPU"
        print(done, file=sys.stderr, flush=True)
    taken = process_time() - started
    for broken in soaked.broken[:20]:
        print(broken)
    print(f"{soaked.hands:,} hands from number {first}, {len(soaked.broken)} broken")
    print(f"{soaked.actions:,} actions, {soaked.events:,} events, {taken:,.0f} s of CPU")
    for name, count in sorted(soaked.seen.items(), key=lambda item: -item[1]):
        print(f"{name:<26}{count:>10,}  {count / max(1, soaked.hands):6.1%}")
    print(f"signature {soaked.signature}")
    sys.exit(1 if soaked.broken else 0)


if __name__ == "__main__":
    main()
