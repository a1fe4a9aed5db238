"""Hands of fixed-limit O8 per second, six players at random, beside PokerKit's, and a signature.

A round plays as many hands by each in turn; the ratios are medians over the rounds. Both follow the
same random policy: who faces a bet folds now and then, else it is as likely to check or call as to
bet or raise. The more of them see the showdown, the more of the time goes to the evaluation of
hands. PokerKit's own class of this game plays pot limit without a cap, so a corrected one stands
here. The signature is a hash of the events of 10,000 fixed hands: it changes only if what happens
in them does.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from random import Random
from time import process_time
from typing import Any, Final

from pokerkit import (
    Automation,
    BettingStructure,
    FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    Mode,
    State,
)

from omaha8.cards import DECK
from omaha8.hand.actions import FOLD
from omaha8.hand.codec import event_to_json
from omaha8.hand.hand import Hand
from omaha8.rules.game import stakes
from omaha8.rules.house import ROBERT
from omaha8.rules.house import replace as with_options

ROUNDS: Final = 15
PLAYERS: Final = 6
STACK: Final = 200
SIGNED: Final = 10_000
FOLDING: Final = (
    (1 / 3, 60, "one bet in three is folded to"),
    (1 / 5, 30, "one bet in five is folded to"),
    (0, 6, "nobody folds: six hands at every showdown"),
)
# The cap of four bets holds heads-up too, as PokerKit has it.
RULES: Final = with_options(ROBERT, fl_heads_up_trigger="none")
GAME: Final = stakes("fl", 2, 4, RULES)


class FixedLimit(FixedLimitOmahaHoldemHighLowSplitEightOrBetter):
    """Fixed bets, and four of them in a round: before the flop the big blind is the first."""

    betting_structure = BettingStructure.FIXED_LIMIT
    max_completion_betting_or_raising_count = 4

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        first = replace(self.streets[0], max_completion_betting_or_raising_count=3)
        self.streets = (first, *self.streets[1:])


def our_hand(random: Random, folding: float) -> tuple[Hand, int]:
    deck = list(DECK)
    random.shuffle(deck)
    hand = Hand(RULES, GAME, [STACK] * PLAYERS, 0, deck)
    actions = 0
    while (legal := hand.legal) is not None:
        if legal.to_call and random.random() < folding:
            hand.apply(FOLD)
        elif legal.max_to and random.random() < 0.5:
            hand.apply(legal.wager(legal.min_to))
        else:
            hand.apply(legal.passive)
        actions += 1
    return hand, actions


def their_hand(random: Random, folding: float) -> tuple[State, int]:
    state = FixedLimit.create_state(
        tuple(Automation), True, 0, (1, 2), 2, 4, STACK, PLAYERS, mode=Mode.CASH_GAME
    )
    actions = 0
    while state.status:
        if state.checking_or_calling_amount and random.random() < folding:
            state.fold()
        elif state.can_complete_bet_or_raise_to() and random.random() < 0.5:
            state.complete_bet_or_raise_to()
        else:
            state.check_or_call()
        actions += 1
    return state, actions


def timed(
    play: Callable[[Random, float], tuple[object, int]], seed: int, folding: float, hands: int
) -> Timed:
    """Hands per second of CPU, and actions a hand."""
    random = Random(seed)
    actions = 0
    start = process_time()
    for _ in range(hands):
        actions += play(random, folding)[1]
    return hands / (process_time() - start), actions / hands


Timed = tuple[float, float]


def compare(folding: float, hands: int, title: str) -> None:
    ours, theirs = list[Timed](), list[Timed]()
    for number in range(ROUNDS):
        theirs.append(timed(their_hand, number, folding, hands))
        ours.append(timed(our_hand, number, folding, hands))
    ratio = statistics.median(our[0] / their[0] for our, their in zip(ours, theirs, strict=True))
    print(title)
    for name, rounds in (("PokerKit", theirs), ("omaha8", ours)):
        rate = statistics.median(rate for rate, _ in rounds)
        actions = statistics.fmean(actions for _, actions in rounds)
        of_theirs = f"{ratio:>8.1f} x PokerKit" if rounds is ours else ""
        print(f"  {name:<12}{rate:>10,.0f}{actions:>8.1f} actions a hand{of_theirs}")


def signature() -> str:
    signed = sha256()
    for number in range(SIGNED):
        hand, _ = our_hand(Random(number), folding=FOLDING[number % 3][0])
        for event in hand.events:
            signed.update(event_to_json(event))
    return signed.hexdigest()[:16]


def main() -> None:
    their_hand(Random(0), 0)  # both build their tables
    our_hand(Random(0), 0)
    print(f"hands of six players per second of CPU, {ROUNDS} paired rounds, medians")
    for folding, hands, title in FOLDING:
        compare(folding, hands, title)
    print(f"signature of {SIGNED:,} hands: {signature()}")


if __name__ == "__main__":
    main()
