"""The numbered events of a table, and for whom each may be projected (floor 5)."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from omaha8.rules.game import Seat
from omaha8.table import AnyEvent, project_event, to_builtins

KEPT: Final = 1000
"""More than two hands of ten players."""

Owners = Mapping[int, Seat]
"""By player, the seat in which he was dealt into a hand."""


class Entry(msgspec.Struct, frozen=True):
    """An event and who was dealt into its hand."""

    event: AnyEvent
    owners: Owners

    def form(self, player: int | None) -> dict[str, Any]:
        """The JSON form of the event as a player may see it; ``None`` is the rail."""
        viewer = None if player is None else self.owners.get(player)
        return to_builtins(project_event(self.event, viewer))


class EventLog:
    """Events with gap-free numbers from 0; only the last are kept."""

    __slots__ = ("_entries", "next")

    def __init__(self, kept: int = KEPT) -> None:
        self._entries: deque[Entry] = deque(maxlen=kept)
        self.next = 0
        """The number of the next event."""

    def append(self, event: AnyEvent, owners: Owners) -> Entry:
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
