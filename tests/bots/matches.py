"""Matches between policies: the same decks from every seat, stacks made equal before each hand."""

from __future__ import annotations

from collections.abc import Sequence

from omaha8.bots import Policy
from omaha8.cards import deck_from_seed
from omaha8.hand.hand import Hand
from omaha8.hand.view import SeatView
from omaha8.rules.game import stakes
from omaha8.rules.house import ROBERT, HouseRules

BUY_IN = 200


def play_out(hand: Hand, policies: Sequence[Policy]) -> Hand:
    """The hand, played to its end by the policy of each seat."""
    while (seat := hand.turn) is not None:
        hand.apply(policies[seat](SeatView.of(hand, seat)))
    return hand


def duplicate_match(
    first: Policy, second: Policy, structure: str, decks: int, rules: HouseRules = ROBERT
) -> float:
    """What ``first`` wins of ``second``, in big blinds per 100 hands, heads-up at 2/4.

    Every deck is played from both seats, so that the luck of the deal cancels out.
    """
    game = stakes(structure, 2, 4, rules)
    won = 0
    for number in range(decks):
        deck = deck_from_seed(number.to_bytes(32, "big"))
        for policies, seat in (((first, second), 0), ((second, first), 1)):
            hand = play_out(Hand(rules, game, [BUY_IN] * 2, number % 2, deck), policies)
            won += (hand.stacks[seat] or 0) - BUY_IN
    return won / game.big_blind / (2 * decks) * 100
