"""How often each person may do something (floor 5)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

from omaha8.store.records import PersonId

MINUTE: Final = 60.0
MOST_KNOWN: Final = 1000
"""Persons of whom more is known than is needed."""


class PerMinute:
    """``most`` times within any minute, at least 1; ``now`` is a clock in seconds."""

    __slots__ = ("_done", "_now", "most")

    def __init__(self, most: int, now: Callable[[], float]) -> None:
        self.most = most
        self._now = now
        self._done: dict[PersonId, deque[float]] = {}

    def wait(self, person: PersonId) -> int:
        """For how many seconds he has to wait, rounded; 0 if he may now."""
        done = self._done.get(person)
        if done is None:
            return 0
        now = self._now()
        while done and done[0] <= now - MINUTE:
            done.popleft()
        return max(1, round(done[0] + MINUTE - now)) if len(done) >= self.most else 0

    def count(self, person: PersonId) -> None:
        """He has done it."""
        now = self._now()
        self._done.setdefault(person, deque()).append(now)
        if len(self._done) > MOST_KNOWN:
            since = now - MINUTE
            self._done = {who: at for who, at in self._done.items() if at and at[-1] > since}
