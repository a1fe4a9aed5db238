"""What a client knows of a table: the messages of the server, added up (floor 6)."""

from __future__ import annotations

from collections import deque
from typing import Any, Final, get_args

import msgspec

from omaha8.cards import Card
from omaha8.fairness.events import Opening
from omaha8.hand.events import BoardDealt, Event, HandEnded, HandStarted, HoleDealt
from omaha8.hand.view import SeatView
from omaha8.room.messages import Events, Said, Snapshot, Welcome
from omaha8.room.room_events import NumberedEvent, RoomEvent, event_of
from omaha8.room.shown import Me, SeatInfo, TableInfo, View
from omaha8.rules.game import Chips, Seat
from omaha8.table.between_hands import (
    BlindsAssigned,
    Chopped,
    ClearAsked,
    HandVoided,
    SeatChanged,
    TableEvent,
)
from omaha8.table.events import CameBack, Leaving, Left, Rebought, SatOut, Seated

CHAT: Final = 50
HAND_EVENTS: Final = get_args(Event)
KNOWN: Final = frozenset(
    str(kind.__struct_config__.tag)
    for kind in (*HAND_EVENTS, *get_args(TableEvent), *get_args(RoomEvent))
)


class TableState:
    """A table as its viewer sees it after event ``seq``.

    ``viewer`` is the seat he has, ``None`` on the rail. ``hand`` are the events of the hand in
    progress, or of the last one; ``names`` are of who was dealt into it. Of what was told since the
    client connected: ``paid_in`` is what the viewer brought to the table and ``paid_out`` what he
    took from it, ``dealt`` in how many hands he was dealt in.
    """

    def __init__(self, welcome: Welcome, snapshot: Snapshot) -> None:
        self.hand: list[Event] = []
        self.openings: dict[int, Opening] = {}
        self.chat: deque[Said] = deque(maxlen=CHAT)
        self.me: Me | None = None
        self.paid_in = self.paid_out = self.dealt = 0
        self.welcome(welcome)
        self.snapshot(snapshot)

    def welcome(self, message: Welcome) -> None:
        """Connected, once more."""
        self.stream = message.stream
        self.person = message.person
        self.name = message.name
        self.role = message.role
        self.viewer = message.viewer
        self.table: TableInfo = message.table

    def snapshot(self, message: Snapshot) -> list[NumberedEvent]:
        """How everything stands, whatever was known before; the events that it brings."""
        self.seq = message.seq
        self.viewer = message.viewer
        self.table = message.table
        self.names = message.names
        self.hand.clear()
        events = [event for form in message.events if (event := _event(form)) is not None]
        for event in events:
            self._fold_hand(event)
        self.seats: list[SeatInfo | None] = list(message.seats)
        self.openings = {opening.slot: opening for opening in message.openings}
        self._see(message.view, message.me)
        return events

    def events(self, message: Events) -> list[NumberedEvent] | None:
        """Fold the next events in; ``None`` where some in between are missing."""
        known = self.seq + 1 - message.seq
        if known < 0:
            return None
        if known > len(message.events):
            return []
        new = [event for form in message.events[known:] if (event := _event(form)) is not None]
        for event in new:
            self._fold_hand(event)
            self._count(event)
            self._fold_chairs(event)
        self.seq = message.seq + len(message.events) - 1
        self.openings |= {opening.slot: opening for opening in message.openings}
        self._see(message.view, message.me)
        return new

    def said(self, message: Said) -> None:
        """A line of the chat."""
        self.chat.append(message)

    # what it says

    @property
    def turn(self) -> tuple[int, int]:
        """Which decision the table waits for: the number of the hand, and of the turn."""
        return self.view.hand or 0, self.view.turn_id

    @property
    def is_my_turn(self) -> bool:
        """The viewer is to act."""
        return self.me is not None and self.me.legal is not None

    @property
    def playing(self) -> bool:
        """A hand is going on."""
        return bool(self.hand) and not isinstance(self.hand[-1], HandEnded)

    @property
    def hole(self) -> tuple[Card, ...] | None:
        """The viewer's own cards in the last hand."""
        seen = (e.cards for e in self.hand if isinstance(e, HoleDealt) and e.cards is not None)
        return next(seen, None)

    @property
    def board(self) -> tuple[Card, ...]:
        """The cards on the board."""
        return tuple(card for e in self.hand if isinstance(e, BoardDealt) for card in e.cards)

    @property
    def stack(self) -> Chips | None:
        """What lies in front of the viewer."""
        return None if self.viewer is None else self.view.stacks[self.viewer]

    def seat_view(self) -> SeatView:
        """The hand as a policy sees it. Raises `ValueError` without a seat or a hand."""
        if self.viewer is None or not self.hand:
            raise ValueError("the viewer has no seat" if self.hand else "no hand was dealt yet")
        return SeatView.fold(self.hand, self.viewer)

    # how it changes

    def _see(self, view: View, me: Me | None) -> None:
        self.view = view
        # Events tell it only when it has changed, and the state of a table that is seen later than
        # it is never does.
        self.me = me or self.me
        if me is not None:
            self.viewer = me.seat
        for seat, stack in enumerate(view.stacks):
            info = self.seats[seat]
            if info is not None and stack is not None:
                self.seats[seat] = msgspec.structs.replace(info, stack=stack)

    def _fold_hand(self, event: NumberedEvent) -> None:
        if isinstance(event, HandStarted):
            self.hand.clear()
            self.openings.clear()
        elif isinstance(event, Chopped | HandVoided):
            self.hand.clear()
        if isinstance(event, HAND_EVENTS):
            self.hand.append(event)

    def _count(self, event: NumberedEvent) -> None:
        """Chips of the viewer, and hands; somebody sits by his name."""
        match event:
            case Seated(name=name, stack=stack) if name == self.name:
                self.paid_in += stack
            case Rebought(seat, amount) if seat == self._own_seat:
                self.paid_in += amount
            case Left(seat, stack) if seat == self._own_seat:
                self.paid_out += stack
            case HandStarted(stacks=stacks):
                own = self._own_seat
                self.dealt += own is not None and stacks[own] is not None
            case _:
                pass

    @property
    def _own_seat(self) -> Seat | None:
        """Where the viewer sits by the events so far."""
        for seat, info in enumerate(self.seats):
            if info is not None and info.name == self.name:
                return Seat(seat)
        return None

    def _fold_chairs(self, event: NumberedEvent) -> None:
        match event:
            case Seated(seat, name, stack, bot):
                self.seats[seat] = SeatInfo(
                    seat=seat,
                    name=name,
                    stack=stack,
                    bot=bot,
                    sitting_out=False,
                    leaving=False,
                    dealt=False,
                )
            case Left(seat):
                self.seats[seat] = None
            case SeatChanged(seat, to):
                moved, self.seats[seat] = self.seats[seat], None
                if moved is not None:
                    self.seats[to] = msgspec.structs.replace(moved, seat=to, dealt=False)
            case SatOut(seat):
                self._set(seat, sitting_out=True)
            case CameBack(seat):
                self._set(seat, sitting_out=False, leaving=False)
            case Leaving(seat):
                self._set(seat, leaving=True)
            case ClearAsked(seat):
                self._set(seat, cleared=True)
            case BlindsAssigned(positions=positions):
                self.names = tuple(
                    None if info is None or info.seat not in positions.dealt else info.name
                    for info in self.seats
                )
                for chair in range(len(self.seats)):
                    self._set(Seat(chair), dealt=chair in positions.dealt)
            case _:
                pass

    def _set(self, seat: Seat, **changes: Any) -> None:
        info = self.seats[seat]
        if info is not None:
            self.seats[seat] = msgspec.structs.replace(info, **changes)


def _event(form: dict[str, Any]) -> NumberedEvent | None:
    """``None`` for a kind that this client does not know: a later server has more of them."""
    return event_of(form) if form.get("type") in KNOWN else None
