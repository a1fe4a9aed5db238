"""What one seat sees of a hand: all that a player, a bot or a client decides on (floor 3)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from omaha8.cards import Card
from omaha8.hand.events import Event, HoleDealt
from omaha8.hand.hand import Hand
from omaha8.hand.legal import Legal
from omaha8.hand.project import view
from omaha8.hand.public import PublicHand
from omaha8.rules.game import Seat


class SeatView(msgspec.Struct, frozen=True, eq=False):
    """The public state, and the hole cards of ``seat`` alone; ``None`` before they are dealt."""

    seat: Seat
    public: PublicHand
    hole: tuple[Card, ...] | None

    @classmethod
    def fold(cls, events: Iterable[Event], seat: Seat) -> SeatView:
        """The view that the projected events of a seat add up to."""
        seen = view(events, seat)
        hole = next(
            (e.cards for e in seen if isinstance(e, HoleDealt) and e.seat == seat),
            None,
        )
        return cls(seat, PublicHand.fold(seen), hole)

    @classmethod
    def of(cls, hand: Hand, seat: Seat) -> SeatView:
        """The view of ``seat`` now, with a copy of the public state."""
        return cls(seat, hand.public.copy(), hand.dealer.holes.get(seat))

    @property
    def legal(self) -> Legal | None:
        """The choices of this seat; ``None`` when it is not to act."""
        legal = self.public.legal
        return legal if legal is not None and legal.seat == self.seat else None
