"""The machine of a cash table: commands in, events out (floor 4)."""

from __future__ import annotations

from collections.abc import Sequence

from omaha8.cards import Card
from omaha8.hand.actions import CHECK, FOLD, SHOW, Action
from omaha8.hand.events import Event
from omaha8.hand.hand import Hand
from omaha8.hand.legal import IllegalAction, Legal
from omaha8.rules.game import Chips, Seat
from omaha8.table.button import next_button
from omaha8.table.events import (
    AnyEvent,
    CameBack,
    Leaving,
    Left,
    Rebought,
    SatOut,
    Seated,
)
from omaha8.table.public import Occupant, PublicTable
from omaha8.table.refusal import Refusal, Refused
from omaha8.table.setup import TableSetup


def absent_action(legal: Legal) -> Action:
    """What is done for somebody who is not there: check if it is free, else fold; never muck."""
    if legal.showdown:
        return SHOW
    return FOLD if legal.to_call else CHECK


class Table:
    """Chairs, stacks, and one hand after another.

    Every command returns the events it caused, in order, and folds them into ``public`` itself. A
    command that is not possible raises `Refused`, an action the rules refuse `IllegalAction`, and
    then nothing has changed. ``hand`` is the last hand begun.
    """

    __slots__ = ("hand", "public", "setup")

    def __init__(self, setup: TableSetup) -> None:
        self.setup = setup
        self.public = PublicTable(setup)
        self.hand: Hand | None = None

    # what it says

    @property
    def playing(self) -> bool:
        """A hand is going on."""
        return self.public.playing

    @property
    def legal(self) -> Legal | None:
        """The choices of whose turn it is; ``None`` when nobody is to act."""
        return self.hand.legal if self.hand is not None and self.playing else None

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is."""
        legal = self.legal
        return None if legal is None else legal.seat

    @property
    def ready(self) -> bool:
        """The next hand could be dealt now."""
        return not self.playing and len(self.public.active) >= 2

    def stack(self, seat: Seat) -> Chips:
        """What lies in front of an occupied seat now."""
        if self.hand is not None and self.playing and seat in self.public.dealt:
            return Chips(self.hand.public.stacks[seat])
        return self.public.occupant(seat).stack

    # between hands

    def sit(
        self, name: str, chips: int | None = None, seat: int | None = None, bot: bool = False
    ) -> list[AnyEvent]:
        """Take a chair: ``seat`` or the first free one, with ``chips`` or the usual buy-in.

        Whoever sits down is dealt in at the next hand.
        """
        chips = self.setup.buy_in if chips is None else chips
        free = self.public.free
        if seat is not None and not 0 <= seat < self.setup.seats:
            raise Refused(
                Refusal.NO_SUCH_SEAT, f"There is no seat {seat}: seats are 0 to {self._last}."
            )
        if not free:
            raise Refused(Refusal.TABLE_FULL, "Every seat is taken; wait until somebody gets up.")
        if seat is not None and seat not in free:
            listed = ", ".join(map(str, free))
            raise Refused(Refusal.SEAT_TAKEN, f"Seat {seat} is taken; free: {listed}.")
        self._check_stack(chips, "Bring")
        return self._emit(
            [Seated(free[0] if seat is None else Seat(seat), name, Chips(chips), bot)]
        )

    def leave(self, seat: int) -> list[AnyEvent]:
        """Get up: at once, or, dealt into a hand that goes on, when it is over.

        Until then he checks or folds when it is his turn.
        """
        who, at = self._occupant(seat), Seat(seat)
        if not (self.playing and at in self.public.dealt):
            return self._emit([Left(at, who.stack)])
        if who.leaving:
            raise Refused(Refusal.REFUSED, f"{who.name} leaves after this hand already.")
        return self._emit([Leaving(at)]) + self._act_for_leavers()

    def sit_out(self, seat: int) -> list[AnyEvent]:
        """Not to be dealt in from the next hand on."""
        if self._occupant(seat).sitting_out:
            raise Refused(Refusal.REFUSED, "You are sitting out already; come back when you like.")
        return self._emit([SatOut(Seat(seat))])

    def come_back(self, seat: int) -> list[AnyEvent]:
        """To be dealt in again, and not to leave."""
        who = self._occupant(seat)
        if not who.sitting_out and not who.leaving:
            raise Refused(Refusal.REFUSED, "You are not sitting out.")
        return self._emit([CameBack(Seat(seat))])

    def rebuy(self, seat: int, amount: int | None = None) -> list[AnyEvent]:
        """Bring more chips; without ``amount`` up to the usual buy-in.

        RULES, buy-in: top-ups between hands only.
        """
        who, at = self._occupant(seat), Seat(seat)
        if self.playing and at in self.public.dealt:
            raise Refused(
                Refusal.IN_HAND, "More chips come between hands; wait for this one to end."
            )
        if amount is None:
            amount = self.setup.buy_in - who.stack
            if amount <= 0:
                raise Refused(
                    Refusal.BUY_IN,
                    f"You have {who.stack}, the usual buy-in is {self.setup.buy_in}: "
                    f"say how much to add, up to {self.setup.max_buy_in - who.stack}.",
                )
        if amount <= 0:
            raise Refused(Refusal.BUY_IN, f"Bring 1 chip or more (you asked for {amount}).")
        self._check_stack(who.stack + amount, f"With the {who.stack} in front of you, have")
        return self._emit([Rebought(at, Chips(amount), Chips(who.stack + amount))])

    # a hand

    def start_hand(self, deck: Sequence[Card]) -> list[AnyEvent]:
        """Move the button, take antes and blinds, and deal ``deck``."""
        if self.playing:
            raise Refused(Refusal.IN_HAND, "A hand is going on.")
        public, setup = self.public, self.setup
        active = public.active
        if len(active) < 2:
            raise Refused(
                Refusal.TOO_FEW, f"A hand needs two players with chips; there is {len(active)}."
            )
        stacks: list[int | None] = [None] * setup.seats
        for seat in active:
            stacks[seat] = public.occupant(seat).stack
        button = next_button(active, public.button, public.last_big_blind, setup.rules)
        self.hand = Hand(setup.rules, setup.game, stacks, button, deck)
        return self._emit(self.hand.events) + self._after_action()

    def act(self, action: Action, seat: int | None = None) -> list[AnyEvent]:
        """Do ``action`` for whose turn it is, which must be ``seat`` where that is given."""
        if self.hand is None or not self.playing:
            raise IllegalAction(action, None)
        done = self.hand.apply(action, None if seat is None else Seat(seat))
        return self._emit(done) + self._after_action()

    def show(self, seat: int) -> list[AnyEvent]:
        """Turn up a hand that was not shown, when the hand is over."""
        self._occupant(seat)
        if self.hand is None or Seat(seat) not in self.public.dealt:
            raise Refused(Refusal.REFUSED, "You were not dealt in: there is nothing to show.")
        return self._emit(self.hand.show(Seat(seat)))

    def _after_action(self) -> list[AnyEvent]:
        events = self._act_for_leavers()
        if not self.playing:
            for seat, who in enumerate(self.public.seats):
                if who is not None and who.leaving:
                    events += self._emit([Left(Seat(seat), who.stack)])
        return events

    def _act_for_leavers(self) -> list[AnyEvent]:
        legal = self.legal
        if legal is None or not self.public.occupant(legal.seat).leaving:
            return []
        return self.act(absent_action(legal))

    def _emit(self, events: Sequence[AnyEvent] | Sequence[Event]) -> list[AnyEvent]:
        for event in events:
            self.public.evolve(event)
        return list(events)

    # refusals

    @property
    def _last(self) -> int:
        return self.setup.seats - 1

    def _occupant(self, seat: int) -> Occupant:
        who = self.public.seats[seat] if 0 <= seat < self.setup.seats else None
        if who is None:
            raise Refused(Refusal.NOT_SEATED, f"Nobody sits in seat {seat}.")
        return who

    def _check_stack(self, chips: int, verb: str) -> None:
        least, most = self.setup.min_buy_in, self.setup.max_buy_in
        if not least <= chips <= most:
            raise Refused(
                Refusal.BUY_IN, f"{verb} {least} to {most} chips (you asked for {chips})."
            )
