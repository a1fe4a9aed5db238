"""Who only watches may have to wait: the same frames, so many seconds later (floor 5)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

from omaha8.room.chat import KEPT
from omaha8.room.client import Client


class _Held(NamedTuple):
    """A frame, when it is told, and its number."""

    due: float
    number: int
    frame: bytes | None
    snapshot: bytes | None
    line: bool


class Rail:
    """``delay`` is in seconds. Who comes gets the snapshot of so long ago, then what followed.

    What has nothing to do with a hand waits only for what came before it: as long as none is going
    on, and none was within the delay, the rail sees the table as it is, and may sit down at it.
    Who gets up from the table has seen more than the rail has, and waits until it has caught up.
    """

    __slots__ = ("_ahead", "_frames", "_live", "_newcomers", "_next", "_snapshot", "delay", "lines")

    def __init__(self, delay: float) -> None:
        self.delay = delay
        self._frames: deque[_Held] = deque()
        self._next = 0
        self._snapshot: bytes | None = None
        self._newcomers: set[Client] = set()
        self._live: set[Client] = set()
        self._ahead: dict[Client, int] = {}
        """Which frame is the first that somebody has not seen."""
        self.lines: deque[bytes] = deque(maxlen=KEPT)
        """Of the chat, what the rail has seen of it."""

    def push(
        self,
        frame: bytes | None,
        snapshot: bytes | None,
        now: float,
        *,
        plain: bool = False,
        line: bool = False,
    ) -> None:
        """A frame that is told everybody else now, and the state after it (``None``: the same).

        Without a frame the state is for newcomers alone. ``plain``: no hand is going on, and it
        tells nothing of one. ``line``: it is one of the chat.
        """
        due = now + self.delay
        if plain:
            due = max(now, self._frames[-1].due) if self._frames else now
        self._frames.append(_Held(due, self._next, frame, snapshot, line))
        self._next += 1

    @property
    def due(self) -> float | None:
        """When the next frame is told."""
        return self._frames[0].due if self._frames else None

    def join(self, client: Client) -> None:
        """He sees the table as it was, as soon as there is anything to see."""
        self.leave(client)
        if self._snapshot is None:
            self._newcomers.add(client)
        else:
            client.send(self._snapshot)

    def show_chat(self, client: Client) -> None:
        """He is told the last lines that the rail has seen."""
        for line in self.lines:
            client.send(line)

    def leave(self, client: Client) -> None:
        """He is gone."""
        self._newcomers.discard(client)
        self._live.discard(client)
        self._ahead.pop(client, None)

    def moved(self, client: Client, *, live: bool) -> None:
        """He has just been told how the table stands now."""
        self.leave(client)
        if live:
            self._live.add(client)
        else:
            self._ahead[client] = self._next

    def is_live(self, client: Client, plays: bool) -> bool:
        """Whether he is told the frame that comes next at once; ``plays``: he may be.

        Who sits down is first told how the table stands.
        """
        if plays:
            return client in self._live
        if client in self._live:
            self.moved(client, live=False)
        return False

    def release(self, now: float, watchers: Iterable[Client]) -> None:
        """Tell what is due."""
        watchers = list(watchers)
        while self._frames and self._frames[0].due <= now:
            _, number, frame, snapshot, line = self._frames.popleft()
            if line and frame is not None:
                self.lines.append(frame)
            if snapshot is not None:
                self._snapshot = snapshot
            for client in watchers:
                if client in self._newcomers:
                    if snapshot is not None:
                        client.send(snapshot)
                elif frame is not None and number >= self._ahead.get(client, 0):
                    client.tell(frame)
            if snapshot is not None:
                self._newcomers.clear()
