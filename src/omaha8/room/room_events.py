"""What happens around a table and is numbered with its events (floor 5): clocks and shuffles.

All of them are public.
"""

from __future__ import annotations

from typing import Any, Final, get_args

import msgspec

from omaha8.fairness.events import DeckChosen, DecksCommitted
from omaha8.hand.codec import CodecError
from omaha8.rules.game import Seat
from omaha8.table import AnyEvent, from_builtins, to_builtins


class ClocksStopped(msgspec.Struct, frozen=True, tag="clocks_stopped"):
    """Nobody's time runs and no hand is dealt; ``by`` is the name of who stopped them."""

    by: str


class ClocksStarted(msgspec.Struct, frozen=True, tag="clocks_started"):
    """Time runs again; whoever is to act has what was left of it.

    ``by`` is ``None`` where it runs as the table closes.
    """

    by: str | None = None


class TimeBank(msgspec.Struct, frozen=True, tag="time_bank"):
    """``left_ms`` is what is left of the time bank of a seat."""

    seat: Seat
    left_ms: int


class StraddlesWished(msgspec.Struct, frozen=True, tag="straddles_wished"):
    """From now on a seat straddles whenever it may, or no more."""

    seat: Seat
    on: bool


RoomEvent = StraddlesWished | ClocksStopped | ClocksStarted | TimeBank | DecksCommitted | DeckChosen
NumberedEvent = AnyEvent | RoomEvent
ROOM_EVENTS: Final = get_args(RoomEvent)
_TAGS: Final = frozenset(str(kind.__struct_config__.tag) for kind in ROOM_EVENTS)


def event_form(event: NumberedEvent) -> dict[str, Any]:
    """The JSON form of an event as a dict; ``type`` names its kind."""
    if isinstance(event, ROOM_EVENTS):
        form: dict[str, Any] = msgspec.to_builtins(event)
        return form
    return to_builtins(event)  # type: ignore[arg-type]


def event_of(form: object) -> NumberedEvent:
    """The event of a decoded JSON object. Raises `CodecError`."""
    if isinstance(form, dict) and form.get("type") in _TAGS:
        try:
            event: RoomEvent = msgspec.convert(form, RoomEvent)
        except ValueError as error:
            raise CodecError(f"event: {error}") from None
        return event
    return from_builtins(form)
