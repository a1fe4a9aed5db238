"""How the first round opens: what the posts ask, who acts first and who last (floor 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from omaha8.hand.events import PostKind
from omaha8.rules.game import Seat
from omaha8.rules.options import BlindsCount, ShortBlinds, Structure

if TYPE_CHECKING:
    from omaha8.hand.public import PublicHand

_LIMITS = (Structure.FIXED_LIMIT, Structure.SPREAD)
_BLINDS = (PostKind.SMALL_BLIND, PostKind.BIG_BLIND, PostKind.STRADDLE, PostKind.KILL)


def open_first_round(hand: PublicHand) -> None:
    """Set the price, the bets of the cap that are used up, and what short blinds add to the pot.

    RULES, short blind: a blind all-in for less does not lower the price. Who posts twice, as a
    killer on top of his own blind, asks for both together.
    """
    rules, game, betting = hand.rules, hand.game, hand.betting
    asked = [0] * len(hand.bets)
    bets = 1
    if rules.preflop_blinds_count is BlindsCount.NO_BET and game.structure in _LIMITS:
        bets = 0  # big_bet_max_raises counts raises, and a blind is none anyhow
    for posted in hand.posts:
        asked[posted.seat] += posted.price
        if posted.kind is PostKind.STRADDLE and rules.straddle_counts_for_cap:
            bets += 1
        if posted.kind in _BLINDS and rules.pl_preflop_short_blinds is ShortBlinds.ASSUME_FULL:
            hand.unpaid_blinds += posted.price - posted.live
    # A live ante is part of everybody's bet, so it is part of the price, but of no raise.
    ante = game.ante if rules.ante_live else 0
    price = max(game.big_blind, *asked)
    betting.open_blind(max(price + ante, *hand.bets), price, bets)
    if not rules.straddle_live:
        for posted in hand.posts:
            if posted.kind is PostKind.STRADDLE:
                betting.faced[posted.seat] = betting.price


def last_blind(hand: PublicHand) -> Seat:
    """The seat after which the first round begins.

    That is the last straddle, else the big blind; in a kill pot whose killer sits in the big
    blind, the killer, who posts in its place. With nothing posted the button.
    """
    found: dict[PostKind, Seat] = {}
    for posted in hand.posts:
        found[posted.kind] = posted.seat
    for kind in (PostKind.STRADDLE, PostKind.BIG_BLIND):
        if kind in found:
            return found[kind]
    small = found.get(PostKind.SMALL_BLIND)
    killer = found.get(PostKind.KILL)
    if small is not None:
        after = hand.order[(hand.order.index(small) + 1) % len(hand.order)]
        return after if after == killer else small
    if killer is not None:
        return killer
    return hand.button if hand.button in hand.order else hand.order[-1]


def killer_last(hand: PublicHand, last: Seat) -> tuple[list[Seat], Seat]:
    """The acting order of a first round in which the killer acts last, and who comes before first.

    RULES, optional kill: the killer acts last in the first round only.
    """
    killer = next((p.seat for p in hand.posts if p.kind is PostKind.KILL), last)
    if killer == last:
        return hand.order, last
    order = [seat for seat in hand.order if seat != killer]
    order.insert(order.index(last) + 1, killer)
    return order, killer
