"""The events of a table as JSON (floor 4): its own, and those of its hands."""

from __future__ import annotations

from typing import Any

import msgspec

from omaha8.hand.codec import CodecError, event_from_builtins, event_to_builtins
from omaha8.table.events import (
    AnyEvent,
    CameBack,
    Leaving,
    Left,
    Rebought,
    SatOut,
    Seated,
    TableEvent,
)

_TABLE_TAGS = frozenset(
    str(kind.__struct_config__.tag) for kind in (Seated, Rebought, SatOut, CameBack, Leaving, Left)
)


def any_event_to_builtins(event: AnyEvent) -> dict[str, Any]:
    """The JSON form of an event as a dict; ``type`` names its kind."""
    if isinstance(event, TableEvent):
        form: dict[str, Any] = msgspec.to_builtins(event)
        return form
    return event_to_builtins(event)


def any_event_from_builtins(form: object) -> AnyEvent:
    """The event of a decoded JSON object. Raises `CodecError`."""
    if not isinstance(form, dict) or form.get("type") not in _TABLE_TAGS:
        return event_from_builtins(form)
    try:
        event: TableEvent = msgspec.convert(form, TableEvent)
    except ValueError as error:
        raise CodecError(f"event: {error}") from None
    return event
