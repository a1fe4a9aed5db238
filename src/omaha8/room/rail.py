"""Who only watches may have to wait: the same frames, so many seconds later (floor 5)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from omaha8.room.client import Client


class Rail:
    """``delay`` is in seconds. Who comes gets the snapshot of so long ago, then what followed."""

    __slots__ = ("_frames", "_newcomers", "_snapshot", "delay")

    def __init__(self, delay: float) -> None:
        self.delay = delay
        self._frames: deque[tuple[float, bytes, bytes | None]] = deque()
        self._snapshot: bytes | None = None
        self._newcomers: set[Client] = set()

    def push(self, frame: bytes, snapshot: bytes | None, now: float) -> None:
        """A frame that is told everybody else now, and the state after it (``None``: the same)."""
        self._frames.append((now + self.delay, frame, snapshot))

    @property
    def due(self) -> float | None:
        """When the next frame is told."""
        return self._frames[0][0] if self._frames else None

    def join(self, client: Client) -> None:
        """He sees the table as it was, as soon as there is anything to see."""
        if self._snapshot is None:
            self._newcomers.add(client)
        else:
            client.send(self._snapshot)

    def leave(self, client: Client) -> None:
        """He is gone, or sits now."""
        self._newcomers.discard(client)

    def release(self, now: float, watchers: Iterable[Client]) -> None:
        """Tell what is due."""
        watchers = list(watchers)
        while self._frames and self._frames[0][0] <= now:
            _, frame, snapshot = self._frames.popleft()
            if snapshot is not None:
                self._snapshot = snapshot
            for client in watchers:
                if client not in self._newcomers:
                    client.tell(frame)
                elif snapshot is not None:
                    client.send(snapshot)
            if snapshot is not None:
                self._newcomers.clear()
