"""A hand that a room tells, played once more by the rules (floor 3).

Stacks, button, rules and cards are taken from the history; every bet, pot, payout and everything
else that follows from them is the engine's own, and compared event by event.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import Any, Final

import msgspec

from omaha8.cards import Card, CardError, format_cards
from omaha8.hand.actions import CALL, CHECK, FOLD, MUCK, SHOW, Action, BetTo, RaiseTo, describe
from omaha8.hand.dealer import Dealer
from omaha8.hand.events import (
    Awarded,
    Bet,
    BoardDealt,
    Called,
    Checked,
    Event,
    Folded,
    HandEnded,
    HandStarted,
    HoleDealt,
    Mucked,
    Posted,
    Raised,
    Raked,
    Shown,
)
from omaha8.hand.hand import Hand, SetupError
from omaha8.hand.legal import IllegalAction
from omaha8.hand.settle import beaten
from omaha8.history.deviations import PayoutFault, RecordFault
from omaha8.history.told import ToldChop, ToldHand, ToldVoid
from omaha8.history.told_posts import owed, unchecked_posts
from omaha8.rules.game import Seat
from omaha8.rules.house import RulesError
from omaha8.rules.options import Burn, ChopBlinds
from omaha8.rules.options import Muck as MuckRule

VOIDED: Final = "all of it: it was voided before it began"
WORDS: Final = ("why", "hand")
"""What an award says in words is for readers."""


class Retold(msgspec.Struct, frozen=True, kw_only=True):
    """How a hand fared: ``failure`` is the first difference from the rules.

    ``unchecked`` is what could not be compared, since nobody was told it; ``payout_exact`` tells
    whether every chip went where the rules put it, ``None`` where it did not come to that.
    """

    failure: str | None
    unchecked: tuple[str, ...] = ()
    payout_exact: bool | None = None


def retell(told: ToldHand) -> Retold:
    """Play a told hand by the rules and compare. Raises nothing on account of the hand."""
    if not told.events:
        return Retold(failure=None, unchecked=(VOIDED,))
    run = _Retelling(told)
    failure = None
    try:
        run.play()
    except (RecordFault, RulesError, SetupError, CardError) as error:
        failure = str(error)
        if isinstance(error, PayoutFault):
            run.payout_exact = False
    return Retold(failure=failure, unchecked=tuple(run.unchecked), payout_exact=run.payout_exact)


class RetoldHand(Hand):
    """A hand in which the cards of who mucked may be unknown."""

    __slots__ = ()

    @property
    def unseen(self) -> list[Seat]:
        """Who mucked a hand that nobody was told."""
        return [s for s in sorted(self.public.mucked) if self.dealer.holes.get(s) is None]

    def _face_up(self) -> None:
        unknown = [s for s in self.public.contesting if self.dealer.holes.get(s) is None]
        if unknown:
            raise RecordFault(
                f"seat {unknown[0]} does not show, where all-in hands are face up by the rules"
            )
        super()._face_up()

    def _showdown(self) -> None:
        """RULES, showdown: a hand that can win no share of any pot may be mucked."""
        public, dealer = self.public, self.dealer
        if public.rules.muck is not MuckRule.AUTO_REVEAL:
            super()._showdown()
            if self.unresolved is not None:
                raise RecordFault(f"{self.unresolved}, which has to show by the rules")
            return
        pots = public.pots
        while (seat := public.next_to_show()) is not None and public.contesting != [seat]:
            cards = dealer.holes.get(seat)
            if cards is None:
                for pot in pots:
                    if seat in pot.eligible and not public.shown.keys() & pot.eligible:
                        raise RecordFault(
                            f"seat {seat} does not show, and nobody has shown a hand that beats it"
                        )
                self._emit(Mucked(seat))
            elif public.shown and beaten(public, dealer, seat, pots):
                self._emit(Mucked(seat))
            else:
                self._emit(Shown(seat, cards))
        self._settle()


class _Retelling:
    def __init__(self, told: ToldHand) -> None:
        self.told = told
        self.payout_exact: bool | None = None
        self.unchecked: list[str] = []
        self._places = [place for place, _ in told.events]
        self._events = [event for _, event in told.events]
        self._compared = 0

    def play(self) -> None:
        """Raises `RecordFault` at the first difference, and what the engine raises."""
        told, events = self.told, self._events
        start = events[0]
        assert isinstance(start, HandStarted)
        if told.blinds is not None and told.blinds.number != told.number:
            raise RecordFault(f"blinds are those of hand {told.blinds.number}")
        posted = [event for event in events if isinstance(event, Posted)]
        self.unchecked += unchecked_posts(posted, told.blinds)
        posts = owed(start, posted, told.blinds)
        burns = start.rules.burn is Burn.BEFORE_EACH_BOARD_STREET
        dealer = Dealer.known(
            _holes(events, len(start.stacks)), _board(events), start.game.hole_cards, burns
        )
        hand = RetoldHand(
            start.rules,
            start.game,
            start.stacks,
            start.button,
            dealer,
            posts=posts,
            final_two=start.final_two,
        )
        self._compare(hand)
        while self._compared < len(events):
            self._do(hand, self._places[self._compared], events[self._compared])
            self._compare(hand)
        self._finish(hand, start)

    def _do(self, hand: RetoldHand, place: int, event: Event) -> None:
        """What is told next is a decision, or it is something that the rules do not say."""
        action, seat = _decision(event, hand), _seat(event)
        voluntary = isinstance(event, Shown) and event.voluntary
        if action is None or seat is None or (hand.turn is None and not voluntary):
            comes = "comes nothing more" if hand.over else f"seat {hand.turn} is to act"
            raise self._fault(
                event,
                f"events[{place}]: {_name(event)}, where by the rules {hand.unresolved or comes}",
            )
        try:
            if voluntary:
                hand.show(seat)
            else:
                hand.apply(action, seat)
        except IllegalAction as error:
            raise RecordFault(
                f"events[{place}]: seat {seat} is said to {describe(action)}: {error}"
            ) from None

    def _compare(self, hand: RetoldHand) -> None:
        """All that the engine has said and was not compared yet."""
        while self._compared < len(hand.events):
            ruled = hand.events[self._compared]
            if self._compared == len(self._events):
                if self.told.end is not None:
                    return
                raise self._fault(ruled, f"after the last event: {_name(ruled)} is missing")
            place, said = self._places[self._compared], self._events[self._compared]
            difference = _difference(said, ruled)
            if difference:
                raise self._fault(ruled, f"events[{place}]: {difference}")
            self._compared += 1

    def _fault(self, event: Event, text: str) -> RecordFault:
        paid = isinstance(event, Raked | Awarded | HandEnded)
        return (PayoutFault if paid else RecordFault)(text)

    def _finish(self, hand: RetoldHand, start: HandStarted) -> None:
        told, end = self.told, self.told.end
        if isinstance(end, ToldChop):
            _check_chop(hand, end, told.agreed)
        elif isinstance(end, ToldVoid):
            if hand.over and self._compared == len(hand.events):
                raise RecordFault("the hand was voided when all of it was paid out")
            if end.stacks != tuple(stack or None for stack in start.stacks):
                raise PayoutFault(
                    f"voided with stacks {list(end.stacks)}, begun with {list(start.stacks)}"
                )
            self.unchecked.append("who would have won: the hand was voided")
        elif not hand.over:
            turn = hand.turn
            why = hand.unresolved or f"seat {turn} is to act"
            raise RecordFault(f"the history ends on the {hand.public.street}, and {why}")
        self.payout_exact = True
        forced = start.rules.muck is MuckRule.AUTO_REVEAL
        for seat in hand.unseen:
            what = "whether it was beaten" if forced else "whether it would have won"
            self.unchecked.append(f"what seat {seat} mucked, unseen: {what}")


def _check_chop(hand: RetoldHand, end: ToldChop, agreed: Set[Seat]) -> None:
    """RULES, chop: all have folded to the blinds, and nothing but the blinds is in the pot."""
    public = hand.public
    paid = {posted.seat: posted.live for posted in public.posts}
    if public.rules.chop_blinds is ChopBlinds.OFF:
        raise RecordFault("the blinds were chopped, where the rules do not allow it")
    untouched = public.in_count == 2 and not public.board and public.pot == sum(paid.values())
    if not untouched or not all(public.in_hand[seat] for seat in paid):
        raise RecordFault("the blinds were chopped, and not all others had folded to them")
    if agreed != paid.keys():
        raise RecordFault(f"chopped: seats {sorted(agreed)} agreed, and not seats {sorted(paid)}")
    if dict(zip(end.seats, end.amounts, strict=False)) != paid or len(end.seats) != 2:
        raise PayoutFault(f"chopped: {list(end.amounts)} go back, and {paid} were posted")


def _decision(event: Event, hand: RetoldHand) -> Action | None:
    match event:
        case Folded():
            return FOLD
        case Checked():
            return CHECK
        case Called():
            return CALL
        case Bet(to=to):
            return BetTo(to)
        case Raised(to=to):
            return RaiseTo(to)
        case Shown(voluntary=True):
            return SHOW
        case Shown() | Mucked() if hand.legal is not None and hand.legal.showdown:
            return SHOW if isinstance(event, Shown) else MUCK
    return None


def _holes(events: Sequence[Event], seats: int) -> dict[Seat, tuple[Card, ...] | None]:
    """All hole cards that are told. Raises `RecordFault` where they are told in two ways."""
    found: dict[Seat, tuple[Card, ...] | None] = {}
    for event in events:
        if isinstance(event, HoleDealt | Shown) and event.cards is not None:
            if not 0 <= event.seat < seats:
                raise RecordFault(f"hole cards of seat {event.seat}: there are {seats} seats")
            before = found.setdefault(event.seat, event.cards)
            if before is not None and sorted(before) != sorted(event.cards):
                raise RecordFault(
                    f"seat {event.seat} shows {format_cards(event.cards)}, and was dealt "
                    f"{format_cards(before)}"
                )
    return found


def _board(events: Sequence[Event]) -> tuple[Card, ...]:
    return tuple(c for event in events if isinstance(event, BoardDealt) for c in event.cards)


def _difference(said: Event, ruled: Event) -> str | None:
    """In what an event is another one than by the rules."""
    if type(said) is not type(ruled):
        return f"{_name(said)}, where by the rules comes {_name(ruled)}"
    if isinstance(said, HoleDealt) and isinstance(ruled, HoleDealt) and said.cards is None:
        ruled = msgspec.structs.replace(ruled, cards=None)
    parts = [
        f"{field} is {_text(told)}, by the rules {_text(right)}"
        for field, told, right in _fields(said, ruled)
        if told != right
    ]
    return f"{_name(said)}: {'; '.join(parts)}" if parts else None


def _fields(said: Event, ruled: Event) -> Iterator[tuple[str, Any, Any]]:
    for field in said.__struct_fields__:
        if not (isinstance(said, Awarded) and field in WORDS):
            yield field, getattr(said, field), getattr(ruled, field)


def _text(value: object) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_text, value))}]"
    return "none" if value is None else str(value)


def _seat(event: Event) -> Seat | None:
    return getattr(event, "seat", None)


def _name(event: Event) -> str:
    """``awarded to seat 2``."""
    seat, tag = _seat(event), str(type(event).__struct_config__.tag)
    if isinstance(event, Awarded):
        return f"{tag} {event.amount} to seat {seat}"
    return tag if seat is None else f"{tag} by seat {seat}"
