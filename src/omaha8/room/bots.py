"""The bots of a room: names and tempers (floor 5)."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Final

from omaha8.bots import HandStrength, Policy
from omaha8.hand.view import SeatView
from omaha8.rules.game import Chips, Seat
from omaha8.table import Table
from omaha8.table import commands as c
from omaha8.table.between_hands import AnyEvent

_log: Final = logging.getLogger(__name__)

NAMES: Final = ("Bea", "Carl", "Dora", "Emil", "Fay", "Gus", "Hana", "Ivo", "Jo")

_TEMPERS: Final = (
    (1.0, 1.0, 0.05),
    (1.3, 0.8, 0.02),
    (0.8, 1.2, 0.05),
    (1.1, 1.0, 0.1),
    (0.9, 0.9, 0.03),
)
"""How loose, how bold, how often a bluff."""


def bot(number: int) -> tuple[str, Policy]:
    """The name and the policy of a room's bots, counted from 0."""
    loose, bold, bluff = _TEMPERS[number % len(_TEMPERS)]
    name = NAMES[number % len(NAMES)]
    return name, HandStrength(loose=loose, bold=bold, bluff=bluff, salt=name)


def policy_of(name: str) -> Policy:
    """The policy of the bot of that name, which sat there before."""
    number = NAMES.index(name) if name in NAMES else 0
    return bot(number)[1]


class HouseBots:
    """Those at one table; ``policies`` has them by seat. Each function says what happened."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.policies: dict[Seat, Policy] = {}
        self._wanted: tuple[int, Chips] | None = None

    def take_seats(self, count: int, buy_in: Chips) -> list[AnyEvent]:
        """In the chairs from seat 1 on, so that the first is free. Broke, they buy again."""
        events: list[AnyEvent] = []
        apply, chairs = self.table.apply, len(self.table.public.seats)
        for number in range(count):
            name, policy = bot(number)
            seat = Seat((number + 1) % chairs)
            events += apply(c.Sit(name, buy_in, seat, bot=True))
            self.policies[seat] = policy
        return events + self.bring(buy_in)

    def bring(self, buy_in: Chips) -> list[AnyEvent]:
        """What they buy again for when they are broke, from now on."""
        events: list[AnyEvent] = []
        for seat in self.policies:
            events += self._refills(seat, buy_in)
        return events

    def _refills(self, seat: Seat, buy_in: Chips) -> Sequence[AnyEvent]:
        # Nothing is refused here: the table has been changed already.
        least, most = self.table.public.buy_ins
        to = Chips(max(least, min(buy_in, most)))
        return self.table.apply(c.AutoRebuy(seat, Chips(1), to))

    # how many

    def want(self, count: int, buy_in: Chips) -> None:
        """So many of them as soon as no hand goes on; new ones sit down with ``buy_in``."""
        self._wanted = count, buy_in

    @property
    def differ(self) -> bool:
        """Whether others are wanted, and no hand keeps them."""
        return self._wanted is not None and not self.table.public.playing

    def change(self) -> list[AnyEvent]:
        """Between hands: those in the last chairs get up, or more of them sit down.

        Only in chairs that are free, and that nobody on the waiting list may have.
        """
        assert self._wanted is not None
        (count, buy_in), self._wanted = self._wanted, None
        events: list[AnyEvent] = []
        for seat in sorted(self.policies)[count:]:
            events += self.table.apply(c.Leave(seat))
        public = self.table.public
        chairs = sorted(public.free, key=lambda seat: (seat == 0, seat))
        most = max(0, min(count - len(self.policies), len(chairs) - len(public.waiting)))
        for seat in chairs[:most]:
            taken = {*public.waiting, *(there.name for there in public.seats if there is not None)}
            name = next(name for name in NAMES if name not in taken)
            least, largest = public.buy_in(name)
            stack = Chips(max(least, min(buy_in, largest)))
            events += self.table.apply(c.Sit(name, stack, seat, bot=True))
            events += self._refills(seat, buy_in)
            self.policies[seat] = policy_of(name)
        return events

    def act(self, seat: Seat) -> tuple[Sequence[AnyEvent], bool]:
        """The decision of the one in ``seat``; and whether it was his own."""
        hand, legal = self.table.hand, self.table.legal
        assert hand is not None
        assert legal is not None
        try:
            action = self.policies[seat](SeatView.of(hand, seat))
            if action not in legal:
                raise ValueError(f"{action} is not legal: {legal.explain()}")
        except Exception:
            # One bot that fails must not stop a table of people. What it held stays unsaid.
            _log.error("the bot in seat %d failed; it checks or folds", seat)
            return self.table.apply(c.TimeOut(seat)), False
        return self.table.apply(c.Act(seat, action)), True
