"""Who only watches may have to wait: the same frames, so many seconds later (floor 5)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Final, NamedTuple

from omaha8.room.chat import KEPT
from omaha8.room.client import Client

FOLDED: Final = 1.0
"""Seconds: of views without an event the rail is told the last of so long."""
AT_ONCE: Final = 100
"""So many frames are told at once..."""
BREATH: Final = 0.01
"""...and no more for so many seconds, that those who read have time to."""


class _Held(NamedTuple):
    """A frame, when it is told, and its number. ``since``: when the first view was due
    that this one is told for."""

    due: float
    number: int
    frame: bytes | None
    snapshot: bytes | None
    line: bool
    view: bool
    since: float


class Rail:
    """``delay`` is in seconds. Who comes gets the snapshot of so long ago, then what followed.

    What has nothing to do with a hand waits only for what came before it: as long as none is going
    on, and none was within the delay, the rail sees the table as it is, and may sit down at it.
    Who gets up from the table has seen more than the rail has, and waits until it has caught up.
    """

    __slots__ = (
        "_ahead",
        "_began",
        "_frames",
        "_live",
        "_newcomers",
        "_next",
        "_snapshot",
        "_told",
        "delay",
        "lines",
    )

    def __init__(self, delay: float) -> None:
        self.delay = delay
        self._frames: deque[_Held] = deque()
        self._next = self._told = 0
        self._began = -BREATH
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
        wait: float | None = None,
        plain: bool = False,
        line: bool = False,
        view: bool = False,
    ) -> None:
        """A frame that is told everybody else now, and the state after it (``None``: the same).

        Without a frame the state is for newcomers alone. ``wait``: seconds, where it is older than
        ``now``; nothing comes before what came before it. ``plain``: no hand is going on, and it
        tells nothing of one. ``line``: it is one of the chat; ``view``: of the table as it stands,
        without an event, and one soon after it takes its place.
        """
        due = now + (self.delay if wait is None else wait)
        if plain or wait is not None:
            due = max(now if plain else due, self._frames[-1].due if self._frames else now)
        since, last = due, self._frames[-1] if self._frames else None
        if view and last is not None and last.view and due - last.since < FOLDED:
            self._frames.pop()
            since = last.since
        self._frames.append(_Held(due, self._next, frame, snapshot, line, view, since))
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
        """Tell what is due, or the first of it."""
        watchers = list(watchers)
        if now - self._began >= BREATH:
            self._began, self._told = now, 0
        while self._told < AT_ONCE and self._frames and self._frames[0].due <= now:
            self._told += 1
            _, number, frame, snapshot, line, *_ = self._frames.popleft()
            if line and frame is not None:
                self.lines.append(frame)
            if snapshot is not None:
                self._snapshot = snapshot
            for client in watchers:
                if client in self._newcomers:
                    if snapshot is not None:
                        client.send(snapshot)
                # Who was told it live waits from when he is told how the table stands then.
                elif (
                    frame is not None
                    and client not in self._live
                    and number >= self._ahead.get(client, 0)
                ):
                    client.tell(frame)
            if snapshot is not None:
                self._newcomers.clear()
