"""Who may see which event of a table (floor 4): an allow-list that fails closed."""

from __future__ import annotations

from typing import assert_never

from omaha8.hand.events import (
    Awarded,
    Bet,
    BoardDealt,
    Called,
    Checked,
    Folded,
    HandEnded,
    HandStarted,
    HoleDealt,
    Mucked,
    Posted,
    Raised,
    Raked,
    Shown,
    UncalledReturned,
)
from omaha8.hand.project import project
from omaha8.rules.game import Seat
from omaha8.table.events import AnyEvent, CameBack, Leaving, Left, Rebought, SatOut, Seated


def project_any(event: AnyEvent, viewer: Seat | None) -> AnyEvent:
    """``event`` as ``viewer`` may see it; ``None`` is the rail.

    ``viewer`` must be the seat in which he was dealt into *that* hand: who takes a chair after a
    hand has no claim to the cards that lay there.
    """
    match event:
        case Seated() | Rebought() | SatOut() | CameBack() | Leaving() | Left():
            return event
        case (
            HandStarted()
            | Posted()
            | HoleDealt()
            | BoardDealt()
            | Folded()
            | Checked()
            | Called()
            | Bet()
            | Raised()
            | UncalledReturned()
            | Shown()
            | Mucked()
            | Raked()
            | Awarded()
            | HandEnded()
        ):
            return project(event, viewer)
        case _:
            assert_never(event)
