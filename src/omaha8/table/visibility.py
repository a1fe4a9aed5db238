"""Who may see which event of a table, and what they add up to (floor 4): an allow-list."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, get_args

import msgspec

from omaha8.cards import Card
from omaha8.hand.events import Event, HandStarted, HoleDealt
from omaha8.hand.project import project
from omaha8.rules.game import Seat
from omaha8.table.between_hands import (
    AnyEvent,
    AutoRebuySet,
    BlindsAssigned,
    ChopAnswered,
    Chopped,
    ClearAsked,
    ConnectionBack,
    ConnectionLost,
    EntryChosen,
    GameChanged,
    HandVoided,
    KillAsked,
    KillLapsed,
    KillOwed,
    Listed,
    MinuteTold,
    RulesChangeAsked,
    RulesChanged,
    SeatChangeAsked,
    SeatChanged,
    SitOutAtBigBlind,
    StraddleAsked,
    TableOpened,
    TopUpAsked,
    Unlisted,
)
from omaha8.table.events import CameBack, Leaving, Left, Rebought, SatOut, Seated
from omaha8.table.state import PublicTable

_OF_A_HAND: Final = frozenset(get_args(Event))


def project_event(event: AnyEvent, viewer: Seat | None) -> AnyEvent:
    """``event`` as ``viewer`` may see it; ``None`` is somebody without a chair.

    ``viewer`` must be the seat in which he was dealt into *that* hand: who takes a chair after a
    hand has no claim to the cards that lay there. A new kind of event does not type-check here
    until it is decided who may see it.
    """
    if type(event) in _OF_A_HAND:
        return project(event, viewer)  # type: ignore[arg-type]
    match event:
        case (
            TableOpened()
            | MinuteTold()
            | RulesChangeAsked()
            | RulesChanged()
            | GameChanged()
            | Listed()
            | Unlisted()
            | Seated()
            | Leaving()
            | Left()
            | ClearAsked()
            | SeatChangeAsked()
            | SeatChanged()
            | TopUpAsked()
            | Rebought()
            | AutoRebuySet()
            | SatOut()
            | SitOutAtBigBlind()
            | CameBack()
            | EntryChosen()
            | ConnectionLost()
            | ConnectionBack()
            | StraddleAsked()
            | KillAsked()
            | KillOwed()
            | KillLapsed()
            | ChopAnswered()
            | Chopped()
            | HandVoided()
            | BlindsAssigned()
        ):
            return event
        case _:
            # What is left are the events of a hand; for any other this call is ill-typed.
            return project(event, viewer)


class TableView(msgspec.Struct, frozen=True, eq=False):
    """What one viewer sees: the public state, and his own hole cards of the hand there."""

    viewer: Seat | None
    table: PublicTable
    hole: tuple[Card, ...] | None

    @classmethod
    def fold(cls, events: Iterable[AnyEvent], viewer: Seat | None) -> TableView:
        """The view that the projected events add up to, from `TableOpened` on."""
        seen = [project_event(event, viewer) for event in events]
        hole = None
        for event in seen:
            if isinstance(event, HandStarted | Chopped | HandVoided):
                hole = None
            elif isinstance(event, HoleDealt) and event.seat == viewer:
                hole = event.cards
        return cls(viewer, PublicTable.fold(seen), hole)
