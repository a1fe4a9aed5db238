"""Free chairs that are kept for the first on the waiting list, for a while (floor 5)."""

from __future__ import annotations

from collections.abc import Callable

from omaha8.table import Table


class KeptChairs:
    """``now`` is a clock in seconds."""

    __slots__ = ("_now", "_since", "_table")

    def __init__(self, table: Table, now: Callable[[], float]) -> None:
        self._table = table
        self._now = now
        self._since: dict[str, float] = {}

    @property
    def since(self) -> dict[str, float]:
        """From when on somebody may take a chair, by name."""
        public = self._table.public
        if self._since or public.waiting:
            now = self._now()
            offered = public.offered if public.waiting else ()
            self._since = {name: self._since.get(name, now) for name in offered}
        return self._since

    def put_off(self, seconds: float) -> None:
        """For so long nobody's time ran."""
        now = self._now()
        self._since = {name: min(at + seconds, now) for name, at in self._since.items()}

    def left(self, offer_time: float) -> dict[str, int]:
        """For how many ms yet, where each is kept for ``offer_time`` seconds."""
        found = self.since
        if not found:
            return {}
        until = offer_time - self._now()
        return {name: max(0, round((since + until) * 1000)) for name, since in found.items()}
