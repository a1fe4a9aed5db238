"""Which events are of which hand, who played it, and how the table goes (floor 5)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Final

import msgspec

from omaha8.fairness.events import DecksCommitted
from omaha8.hand.events import HandEnded, HandStarted, Shown
from omaha8.room.players import Players
from omaha8.room.room_events import NumberedEvent
from omaha8.rules.game import Chips, Seat
from omaha8.store.records import HandRecord, PersonId
from omaha8.table import Table
from omaha8.table.between_hands import BlindsAssigned, Chopped, HandVoided

REMEMBERED: Final = 50
HOUR: Final = 3_600_000
"""Milliseconds."""


Seats = tuple[tuple[Seat, PersonId | None, str], ...]


class HandIndex:
    """``current`` is the record of the hand in progress, or of the last one."""

    __slots__ = ("_ended", "_first", "_offered", "current", "players", "table")

    def __init__(self, table: Table, players: Players) -> None:
        self.table = table
        self.players = players
        self.current: HandRecord | None = None
        self._offered: int | None = None
        self._first = 0
        self._ended: deque[tuple[int, int]] = deque(maxlen=REMEMBERED)

    def remember(self, hands: Iterable[HandRecord]) -> None:
        """Hands of former times, oldest first."""
        self._ended += [(hand.ended, hand.pot) for hand in hands if hand.ended is not None]

    def note(self, seq: int, event: NumberedEvent, at: int) -> HandRecord | None:
        """Event number ``seq`` has happened; the record if that changes it.

        The state of the table may be past it already, but not past its hand.
        """
        match event:
            case DecksCommitted():
                self._offered = seq
                return None
            case BlindsAssigned():
                self._first = seq if self._offered is None else self._offered
                self._offered = None
                return None
            case HandStarted(stacks=stacks):
                self.current = HandRecord(
                    hand=self.table.public.hands,
                    first=self._first,
                    started=at,
                    seats=self._seats(stacks),
                )
            case HandEnded(stacks):
                hand = self.table.hand
                assert hand is not None
                won = results(hand.public.start.stacks, stacks)
                self._end(seq, at, hand.pot, won)
            case Chopped(_, amounts):
                self._end(seq, at, Chips(sum(amounts)))
            case HandVoided(why=why):
                self._end(seq, at, Chips(0), note=why)
            case Shown() if self.current is not None and self.current.ended is not None:
                self.current = msgspec.structs.replace(self.current, last=seq)
            case _:
                return None
        return self.current

    def _seats(self, stacks: Iterable[Chips | None]) -> Seats:
        found = []
        for i, stack in enumerate(stacks):
            who = self.table.public.seats[i]
            if stack is not None and who is not None:
                player = self.players.by_seat(Seat(i))
                found.append((Seat(i), None if player is None else player.id, who.name))
        return tuple(found)

    def _end(
        self,
        seq: int,
        at: int,
        pot: Chips,
        won: tuple[int, ...] | None = None,
        note: str | None = None,
    ) -> None:
        """``won`` by who was dealt in; ``None`` where everybody has again what he had."""
        if self.current is None:
            return
        if won is None:
            won = (0,) * len(self.current.seats)
        self.current = msgspec.structs.replace(
            self.current, last=seq, ended=at, pot=pot, note=note, results=won
        )
        if note is None:
            self._ended.append((at, pot))

    def average_pot(self, at: int) -> int:
        """Of the last hands that were over then; 0 before the first."""
        pots = [pot for ended, pot in self._ended if ended <= at]
        return round(sum(pots) / len(pots)) if pots else 0

    def over(self, at: int) -> int:
        """How many hands were over then."""
        public = self.table.public
        return public.hands - public.playing - sum(ended > at for ended, _ in self._ended)

    def hands_per_hour(self, at: int) -> int:
        """How fast it goes now, from the hands of the last hour."""
        lately = [ended for ended, _ in self._ended if at - HOUR < ended <= at]
        if len(lately) < 2:
            return len(lately)
        span = max(at - lately[0], 60_000)
        return round(len(lately) * HOUR / span)


def results(before: Iterable[Chips | None], after: Iterable[Chips | None]) -> tuple[int, ...]:
    """What each who was dealt in won or lost, from the stacks that a hand began and ended with."""
    both = zip(before, after, strict=True)
    return tuple(left - had for had, left in both if had is not None and left is not None)
