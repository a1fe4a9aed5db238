"""The order of the showdown and who may muck, from public facts (floor 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from omaha8.rules.game import Seat
from omaha8.rules.options import Muck, ShowdownFirst, ShowdownFirstChecked

if TYPE_CHECKING:
    from omaha8.hand.public import PublicHand

MUCK_BY_CHOICE = frozenset({Muck.OPTIONAL, Muck.OPTIONAL_NON_AGGRESSOR})
"""The rules under which mucking is the player's choice, not a fact of the cards."""


def showdown_order(hand: PublicHand) -> list[Seat]:
    """Who reached the showdown, in the order of showing, clockwise from the first.

    RULES, showdown: first the last to bet or raise on the river; if it was checked, left of the
    button or who acted last, by option.
    """
    seats = [seat for seat in hand.deal_order if hand.in_hand[seat]]
    first = -1
    if hand.last_aggressor >= 0:
        if hand.rules.showdown_first is ShowdownFirst.LAST_AGGRESSOR_RIVER:
            first = hand.last_aggressor
    elif hand.rules.showdown_first_checked is ShowdownFirstChecked.LAST_ACTOR:
        first = hand.last_actor
    if first in seats:
        place = seats.index(Seat(first))
        return seats[place:] + seats[:place]
    return seats


def may_muck(hand: PublicHand, seat: Seat) -> bool:
    """Whether ``seat``, whose turn it is at the showdown, may choose to muck.

    Under ``auto_reveal_unless_beaten`` that is no choice but a fact of the cards, and the dealer
    decides. The last claimant of a pot has nobody to muck to.
    """
    rule = hand.rules.muck
    if rule not in MUCK_BY_CHOICE:
        return False
    if rule is Muck.OPTIONAL_NON_AGGRESSOR and seat == showdown_order(hand)[0]:
        return False
    mucked = hand.mucked
    return not any(
        seat in pot.eligible and all(s == seat or s in mucked for s in pot.eligible)
        for pot in hand.pots
    )
