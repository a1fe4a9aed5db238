"""A hand dealt and played once more from its record, after which it goes on (floor 4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from omaha8.cards import Card, CardError
from omaha8.hand.actions import CALL, CHECK, FOLD, MUCK, SHOW, Action, BetTo, RaiseTo
from omaha8.hand.events import (
    Bet,
    Called,
    Checked,
    Event,
    Folded,
    HandStarted,
    Mucked,
    Posted,
    Raised,
    Shown,
)
from omaha8.hand.hand import Hand, SetupError
from omaha8.hand.legal import IllegalAction
from omaha8.hand.posts import Post
from omaha8.rules.game import Chips, Seat
from omaha8.table.between_hands import AnyEvent

if TYPE_CHECKING:
    from omaha8.table.machine import Table


class CannotResume(ValueError):
    """The hand that was going on cannot go on. The message names no card.

    ``table`` is as its events left it. Its hand takes no action; it is to be voided (`VoidHand`).
    """

    def __init__(self, why: str, table: Table) -> None:
        super().__init__(why)
        self.table = table


class OtherHand(ValueError):
    """A record and a deck do not belong together; the message names no card."""


def last_hand(events: Sequence[AnyEvent]) -> Sequence[AnyEvent]:
    """What happened from the beginning of the last hand on; nothing if no hand began."""
    for i in range(len(events) - 1, -1, -1):
        if isinstance(events[i], HandStarted):
            return events[i:]
    return ()


def replayed(events: Sequence[AnyEvent], deck: Sequence[Card]) -> Hand:
    """The hand whose events, among others of the table, these are, played as far as they go.

    Every event must be the one that rules, deck and actions make. Raises `OtherHand`.
    """
    start = events[0]
    assert isinstance(start, HandStarted)
    posts = [_owed(event) for event in events if isinstance(event, Posted)]
    try:
        hand = Hand(
            start.rules,
            start.game,
            start.stacks,
            start.button,
            deck,
            posts=posts,
            final_two=start.final_two,
        )
    except (CardError, SetupError):
        # Their messages may name a card.
        raise OtherHand("no such hand can be dealt from its deck") from None
    made, told = hand.events, 0
    for event in events:
        if not isinstance(event, Event):
            if told < len(made):
                raise _cut(made[told])
            continue
        if told == len(made):
            _go_on(hand, event)
        if made[told] != event:
            raise OtherHand(
                f"event {told} of the hand is recorded as {_kind(event)} and comes out as "
                f"{'another one' if type(event) is type(made[told]) else _kind(made[told])}"
            )
        told += 1
    if told < len(made):
        raise _cut(made[told])
    return hand


def _owed(event: Posted) -> Post:
    """The post that was asked for; its price is the live part in full, but antes have none."""
    return Post(event.seat, event.kind, Chips(max(event.live, event.price)), event.dead)


def _go_on(hand: Hand, event: Event) -> None:
    """Does what made ``event``, by whose turn it is."""
    try:
        if isinstance(event, Shown) and event.voluntary:
            hand.show(event.seat)
            return
        hand.apply(*_action(event))
    except IllegalAction:
        raise OtherHand(f"{_kind(event)} is recorded where it is not legal") from None


def _action(event: Event) -> tuple[Action, Seat]:
    match event:
        case Folded(seat=seat):
            return FOLD, seat
        case Checked(seat=seat):
            return CHECK, seat
        case Called(seat=seat):
            return CALL, seat
        case Bet(seat=seat, to=to):
            return BetTo(to), seat
        case Raised(seat=seat, to=to):
            return RaiseTo(to), seat
        case Shown(seat=seat):
            return SHOW, seat
        case Mucked(seat=seat):
            return MUCK, seat
    raise OtherHand(f"{_kind(event)} is recorded where somebody is to act")


def _cut(missing: Event) -> OtherHand:
    return OtherHand(f"the record ends, or goes on at the table, where {_kind(missing)} is due")


def _kind(event: Event) -> str:
    return str(event.__struct_config__.tag)
