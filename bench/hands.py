"""Hands of fixed-limit O8 per second, six players at random, beside PokerKit's, and a signature.

A round plays as many hands by each in turn; the ratios are medians over the rounds. Both take the
same decisions from the same kind of random numbers: fold (where there is something to call), check
or call, bet or raise, each as likely; "to the showdown" never folds. PokerKit's own class of this
game plays pot limit without a cap, so a corrected one stands here. The signature is a hash of the
events of 10,000 fixed hands: it changes only if what happens in them does.
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
HANDS: Final = 40
PLAYERS: Final = 6
STACK: Final = 200
SIGNED: Final = 10_000
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


def our_hand(random: Random, folds: bool) -> tuple[Hand, int]:
    deck = list(DECK)
    random.shuffle(deck)
    hand = Hand(RULES, GAME, [STACK] * PLAYERS, 0, deck)
    actions = 0
    while (legal := hand.legal) is not None:
        choices = [legal.passive]
        if folds and legal.to_call:
            choices.append(FOLD)
        if legal.max_to:
            choices.append(legal.wager(legal.min_to))
        hand.apply(random.choice(choices))
        actions += 1
    return hand, actions


def their_hand(random: Random, folds: bool) -> tuple[State, int]:
    state = FixedLimit.create_state(
        tuple(Automation), True, 0, (1, 2), 2, 4, STACK, PLAYERS, mode=Mode.CASH_GAME
    )
    actions = 0
    while state.status:
        choices: list[Callable[[], object]] = [state.check_or_call]
        if folds and state.checking_or_calling_amount:
            choices.append(state.fold)
        if state.can_complete_bet_or_raise_to():
            choices.append(state.complete_bet_or_raise_to)
        random.choice(choices)()
        actions += 1
    return state, actions


def timed(play: Callable[[Random, bool], tuple[object, int]], seed: int, folds: bool) -> Timed:
    """Hands per second of CPU, and actions a hand."""
    random = Random(seed)
    actions = 0
    start = process_time()
    for _ in range(HANDS):
        actions += play(random, folds)[1]
    return HANDS / (process_time() - start), actions / HANDS


Timed = tuple[float, float]


def compare(folds: bool) -> None:
    ours, theirs = list[Timed](), list[Timed]()
    for number in range(ROUNDS):
        theirs.append(timed(their_hand, number, folds))
        ours.append(timed(our_hand, number, folds))
    ratio = statistics.median(our[0] / their[0] for our, their in zip(ours, theirs, strict=True))
    print("any of the choices at random" if folds else "to the showdown, nobody folds")
    for name, rounds in (("PokerKit", theirs), ("omaha8", ours)):
        rate = statistics.median(rate for rate, _ in rounds)
        actions = statistics.fmean(actions for _, actions in rounds)
        of_theirs = f"{ratio:>8.1f} x PokerKit" if rounds is ours else ""
        print(f"  {name:<12}{rate:>10,.0f}{actions:>8.1f} actions a hand{of_theirs}")


def signature() -> str:
    signed = sha256()
    for number in range(SIGNED):
        hand, _ = our_hand(Random(number), folds=number % 2 == 0)
        for event in hand.events:
            signed.update(event_to_json(event))
    return signed.hexdigest()[:16]


def main() -> None:
    their_hand(Random(0), folds=False)  # both build their tables
    our_hand(Random(0), folds=False)
    print(f"hands of six players per second of CPU, {ROUNDS} paired rounds, medians")
    compare(folds=True)
    compare(folds=False)
    print(f"signature of {SIGNED:,} hands: {signature()}")


if __name__ == "__main__":
    main()
