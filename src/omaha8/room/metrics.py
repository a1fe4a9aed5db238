"""What a room counts while it plays (floor 5); `omaha8.server.metrics` tells it to Prometheus.

Plain numbers, as a table counts several times per action. Nothing in here knows a name or a card.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import Final

from omaha8.room.refusals import Why
from omaha8.table import Refusal

LATENCIES: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Seconds."""
GROUPS: Final = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0)
"""Writes in one transaction."""
CODES: Final = frozenset(
    {
        *(str(code) for code in Why),
        *(str(code) for code in Refusal),
        "illegal",
        "malformed",
        "hello_first",
    }
)
"""Codes of refusals that are counted by name; whatever else comes up is ``other``."""
OTHER: Final = "other"


class Histogram:
    """How many values lie up to each of ``bounds``, and above the last."""

    __slots__ = ("bounds", "counts", "total")

    def __init__(self, bounds: tuple[float, ...]) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        """One more than bounds; each counts only what lies between two of them."""
        self.total = 0.0

    def add(self, value: float) -> None:
        """One more value; one on a bound counts below it."""
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value


class RoomMetrics:
    """Counted since the room opened.

    ``action_seconds``: from the receipt of an action until what it did was handed to the last
    socket. ``commit_seconds`` and ``group_sizes`` are of the journal's transactions: one thread
    adds to them, and another may read.
    """

    __slots__ = (
        "action_seconds",
        "actions",
        "commit_seconds",
        "cut",
        "group_sizes",
        "hands",
        "refused",
        "voided",
    )

    def __init__(self) -> None:
        self.hands = 0
        """Hands that began."""
        self.voided = 0
        """Hands that were taken back."""
        self.actions = 0
        """Of people and bots, kept in the journal."""
        self.cut = 0
        """Sockets that did not read fast enough."""
        self.refused = dict.fromkeys(sorted({*CODES, OTHER}), 0)
        self.action_seconds = Histogram(LATENCIES)
        self.commit_seconds = Histogram(LATENCIES)
        self.group_sizes = Histogram(GROUPS)

    def refuse(self, code: str) -> None:
        """A message was answered with an error."""
        self.refused[code if code in CODES else OTHER] += 1

    def commit(self, writes: int, seconds: float) -> None:
        """A transaction is on disk, with so many writes."""
        self.group_sizes.add(writes)
        self.commit_seconds.add(seconds)
