"""Who may see which event (floor 3): an allow-list that fails closed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

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
    UncalledReturned,
)
from omaha8.rules.game import Seat
from omaha8.rules.house import HouseRules
from omaha8.rules.options import HistoryShowsMucked


def project(event: Event, viewer: Seat | None) -> Event:
    """``event`` as ``viewer`` may see it; ``None`` is somebody without a seat.

    A new kind of event does not type-check here until it is decided who may see it.
    """
    match event:
        case HoleDealt(seat=seat, count=count):
            return event if seat == viewer else HoleDealt(seat, count, None)
        case (
            HandStarted()
            | Posted()
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
            return event
        case _:
            assert_never(event)


def view(events: Iterable[Event], viewer: Seat | None) -> list[Event]:
    """All ``events`` as ``viewer`` may see them."""
    return [project(event, viewer) for event in events]


def history(events: Iterable[Event], viewer: Seat | None, rules: HouseRules) -> list[Event]:
    """The finished hand as ``viewer`` may ask for it afterwards.

    RULES, showdown: with ``history_shows_mucked: showdown_players`` the hands mucked at the
    showdown are in the history. A hand that was folded never is. Raises `ValueError` while the
    hand is still going on.
    """
    events = list(events)
    if not any(isinstance(event, HandEnded) for event in events):
        raise ValueError("the history of a hand is there when the hand is over")
    mucked: set[Seat] = set()
    if rules.history_shows_mucked is HistoryShowsMucked.SHOWDOWN_PLAYERS:
        mucked = {event.seat for event in events if isinstance(event, Mucked)}
    return [
        event if isinstance(event, HoleDealt) and event.seat in mucked else project(event, viewer)
        for event in events
    ]
