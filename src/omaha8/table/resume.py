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
    Mucked,
    Raised,
    Shown,
)
from omaha8.hand.hand import Hand, SetupError
from omaha8.hand.legal import IllegalAction
from omaha8.rules.game import Seat
from omaha8.rules.house import RulesError
from omaha8.table.between_hands import AnyEvent, BlindsAssigned
from omaha8.table.next_hand import NextHand, next_hand
from omaha8.table.state import PublicTable

if TYPE_CHECKING:
    from omaha8.table.machine import Table


class CannotResume(ValueError):
    """The hand that was going on cannot go on. The message names no card.

    ``why`` is a clause for people: "its deck is not known". ``table`` is as its events left it; its
    hand takes no action and is to be voided (`VoidHand`).
    """

    def __init__(self, why: str, table: Table) -> None:
        super().__init__(f"a hand is going on: {why}")
        self.why = why
        self.table = table


class BrokenRecord(ValueError):
    """Events that cannot be those of one table. The message names no card."""


class OtherHand(ValueError):
    """A record and a deck do not belong together; the message names no card."""


def last_deal(events: Sequence[AnyEvent]) -> int:
    """The place of the last `BlindsAssigned`; past the end if there is none."""
    for i in range(len(events) - 1, -1, -1):
        if isinstance(events[i], BlindsAssigned):
            return i
    return len(events)


def fold_into(public: PublicTable, events: Sequence[AnyEvent], first: int = 0) -> None:
    """Fold ``events`` in, the first of which is number ``first``. Raises `BrokenRecord`."""
    for number, event in enumerate(events, first):
        if public.hand is None and isinstance(event, Shown) and event.voluntary:
            continue  # of the last hand, which a checkpoint leaves out
        try:
            public.evolve(event)
        except (ValueError, LookupError, AssertionError, AttributeError, TypeError):
            # Their messages may name a card.
            raise BrokenRecord(
                f"event {number} of the record, {_kind(event)}, cannot follow those before it"
            ) from None


def due(public: PublicTable, events: Sequence[AnyEvent]) -> NextHand | None:
    """The hand that is due before ``events``, which begin with its `BlindsAssigned`."""
    if not events:
        return None
    recorded = events[0]
    assert isinstance(recorded, BlindsAssigned)
    return next_hand(public, recorded.positions.button if public.places is None else None)


def replayed(events: Sequence[AnyEvent], following: NextHand | None, deck: Sequence[Card]) -> Hand:
    """The hand whose events, among others of the table, these are, as far as they go.

    ``following`` is the hand that was `due` before them. Every event must be the one that rules,
    deck and actions make. Raises `OtherHand`.
    """
    recorded = events[0]
    assert isinstance(recorded, BlindsAssigned)
    if following is None or recorded != following.assigned(recorded.number):
        raise OtherHand("other blinds are due than are recorded")
    try:
        hand = following.deal(deck)
    except (CardError, SetupError, RulesError):
        # Their messages may name a card.
        raise OtherHand("no such hand can be dealt from its deck") from None
    made, told = hand.events, 0
    for event in events[1:]:
        if not isinstance(event, Event):
            if told < len(made):
                raise _cut(made[told])
            continue
        if told == len(made):
            _go_on(hand, event)
        if made[told] != event:
            comes = "another one" if type(event) is type(made[told]) else _kind(made[told])
            raise OtherHand(
                f"event {told} of the hand is recorded as {_kind(event)} and comes out as {comes}"
            )
        told += 1
    if told < len(made):
        raise _cut(made[told])
    return hand


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


def _kind(event: AnyEvent) -> str:
    return str(event.__struct_config__.tag)
