"""A hand that does what happened, not what the rules allow (floor 3)."""

from __future__ import annotations

from collections.abc import Iterable

from omaha8.hand.actions import Action
from omaha8.hand.events import Event, Mucked
from omaha8.hand.hand import Hand
from omaha8.hand.turns import legal_bets
from omaha8.history.deviations import RecordFault
from omaha8.rules.game import Seat


class ReplayedHand(Hand):
    """A hand that also takes what the rules forbid: for replay only.

    The events are those that an allowed action would make. The state folds them in like any other
    (`PublicHand` validates nothing), and the hand goes on by the rules.
    """

    __slots__ = ()

    def force(self, action: Action, seat: Seat) -> None:
        """``seat`` does ``action``, legal or not and in turn or not, and all that follows."""
        self.force_event(self._event_of(action, legal_bets(self.public, seat)))

    def force_event(self, event: Event) -> None:
        """Let ``event`` happen, and all that follows from it."""
        self._emit(event)
        if self.public.betting_closed:
            self._advance()

    def muck(self, seats: Iterable[Seat]) -> None:
        """Let ``seats`` go at a showdown that unknown hands hold up, and end the hand."""
        for seat in seats:
            self._emit(Mucked(seat))
        self.unresolved = None
        self._showdown()

    def _settle(self) -> None:
        if self._rake and self._rake > self.public.pot:
            raise RecordFault(f"a rake of {self._rake} from a pot of {self.public.pot}")
        super()._settle()
