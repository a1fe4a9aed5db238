"""The numbered events of a table, and for whom each may be projected (floor 5)."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Final

import msgspec

from omaha8.hand.events import BETTING
from omaha8.room.room_events import ROOM_EVENTS, NumberedEvent
from omaha8.rules.game import Seat
from omaha8.store.records import PersonId
from omaha8.table import project_event
from omaha8.table.event_codec import to_json

KEPT: Final = 1000
"""More than two hands of ten players."""

_OPEN: Final = BETTING | frozenset(ROOM_EVENTS)
"""Kinds that everybody sees, and that have no cards in them."""

Owners = Mapping[PersonId, Seat]
"""By person, the seat in which he was dealt into a hand."""

_encode = msgspec.json.Encoder().encode


class Entry:
    """An event and who was dealt into its hand; ``body`` is its whole JSON, for the journal."""

    __slots__ = ("body", "event", "owners", "public")

    def __init__(self, event: NumberedEvent, owners: Owners) -> None:
        self.event = event
        self.owners = owners
        if type(event) in _OPEN:
            self.body = self.public = _encode(event)
            return
        self.body = to_json(event)  # type: ignore[arg-type]
        seen = project_event(event, None)  # type: ignore[arg-type]
        self.public = self.body if seen is event else to_json(seen)
        """Its JSON as the rail may see it."""

    def form(self, person: PersonId | None) -> bytes:
        """The JSON of the event as a person may see it; ``None`` is the rail."""
        if self.public is self.body or person is None:
            return self.public
        seat = self.owners.get(person)
        if seat is None:
            return self.public
        return to_json(project_event(self.event, seat))  # type: ignore[arg-type]


class EventLog:
    """Events with gap-free numbers; only the last are kept. ``next`` is the number of the next."""

    __slots__ = ("_entries", "next")

    def __init__(self, first: int = 0, kept: int = KEPT) -> None:
        self._entries: deque[Entry] = deque(maxlen=kept)
        self.next = first

    def append(self, event: NumberedEvent, owners: Owners) -> Entry:
        """Give an event the next number."""
        entry = Entry(event, owners)
        self._entries.append(entry)
        self.next += 1
        return entry

    def since(self, number: int) -> list[Entry] | None:
        """The events from ``number`` on; ``None`` where they are not there any more, or yet."""
        count = self.next - number
        if not 0 <= count <= len(self._entries):
            return None
        return list(self._entries)[len(self._entries) - count :]
