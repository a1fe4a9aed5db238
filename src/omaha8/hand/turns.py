"""What a turn allows (floor 3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from omaha8.hand.events import PostKind
from omaha8.hand.legal import Legal
from omaha8.rules.betting import NoRaise
from omaha8.rules.game import Chips, Seat

if TYPE_CHECKING:
    from omaha8.hand.public import PublicHand


def legal_bets(hand: PublicHand, seat: Seat) -> Legal:
    """The choices of ``seat`` in the betting round as it stands."""
    betting = hand.betting
    bet, stack, price = hand.bets[seat], hand.stacks[seat], betting.price
    call = price - bet
    no_raise = None
    if stack <= call:
        no_raise = NoRaise.STACK_TOO_SHORT
    elif hand.able_count == 1:
        no_raise = NoRaise.NOBODY_CAN_CALL
    elif hand.is_capped():
        no_raise = NoRaise.CAPPED
    elif not betting.reopened(seat):
        no_raise = NoRaise.NOT_REOPENED
    if no_raise is not None:
        return Legal(
            seat=seat,
            to_call=Chips(min(call, stack)),
            price=Chips(price),
            no_raise=no_raise,
            all_in_to=Chips(bet + stack),
        )
    pot = hand.pot + hand.unpaid_blinds
    if hand.rules.pl_sb_rounded_to_bb and not hand.board:
        pot += _rounding(hand)
    least, largest = betting.bounds(bet, stack, pot)
    pot_to = half_pot_to = least
    if largest > least:
        pot_to = max(least, min(price + pot + call, largest))
        half_pot_to = max(least, min(price + (pot + call) // 2, largest))
    return _made(seat, call, price, least, largest, pot_to, half_pot_to, None, bet + stack)


_made: Callable[..., Legal] = Legal
"""Made at every turn: by place, in the order of the fields, and from plain ints."""


def _rounding(hand: PublicHand) -> int:
    """What the pot limit counts beyond the small blind, until that has become a big one.

    Robert: pot limit may treat the small blind as if it were of the big one's size.
    """
    for posted in hand.posts:
        if posted.kind is PostKind.SMALL_BLIND:
            paid = sum(p.live for p in hand.posts if p.seat == posted.seat)
            short = hand.game.big_blind - hand.game.small_blind
            return max(0, short - (hand.bets[posted.seat] - paid))
    return 0
