"""One connection as the room sees it: a bounded queue of frames (floor 5)."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final, Protocol

import msgspec

from omaha8.room.messages import ServerMessage
from omaha8.room.person import Person

TOO_SLOW: Final = 4000
NO_HELLO: Final = 4001
TOO_MANY: Final = 4002
TABLE_CLOSED: Final = 4003
REVOKED: Final = 4004
NO_ENTRY: Final = 4005
REPLACED: Final = 4006
STOPPING: Final = 1012
"""Close codes."""

encode: Final = msgspec.json.Encoder().encode


class Wire(Protocol):
    """Where frames go to one connection, if there is a way that needs no waiting."""

    def write(self, frame: bytes) -> bool:
        """Whether it is on its way, or there is nobody any more; ``False``: it has to wait."""

    async def writable(self) -> None:
        """Until it can be written to again, or is gone."""

    def listen(self, hear: Callable[[str], bool]) -> None:
        """Each text is given to ``hear`` as it comes, and takes the long way if that says no."""


class Client:
    """Frames for one connection. A client that lets ``limit`` of them wait is dropped.

    ``person`` is ``None`` for who has no account. A closed client still gets what waits for him,
    if he reads it.
    """

    __slots__ = (
        "_frames",
        "_limit",
        "_news",
        "close_code",
        "greeted",
        "on_close",
        "person",
        "session",
        "table",
        "wire",
    )

    def __init__(self, limit: int, person: Person | None = None) -> None:
        self._limit = limit
        self._frames: deque[bytes] = deque()
        self._news = asyncio.Event()
        self.person = person
        self.session: str | None = None
        self.table: str | None = None
        """Of which table he is told."""
        self.greeted = False
        """He has been told how the table stands, and can be told what changes."""
        self.wire: Wire | None = None
        self.close_code: int | None = None
        self.on_close: Callable[[], None] = lambda: None

    def send(self, frame: bytes) -> None:
        """Send a frame, or queue it; never waits."""
        if self.close_code is not None:
            return
        wire = self.wire
        if wire is not None and not self._frames and wire.write(frame):
            return
        if len(self._frames) >= self._limit:
            self.close(TOO_SLOW)
            return
        self._frames.append(frame)
        self._news.set()

    def tell(self, frame: bytes) -> None:
        """Send what changes; who is still to be told how the table stands will hear it with that.

        It may have to wait for the disk, and then must not come behind what it includes.
        """
        if self.greeted:
            self.send(frame)

    def say(self, message: ServerMessage) -> None:
        """Queue a message for this client alone."""
        self.send(encode(message))

    def close(self, code: int) -> None:
        """No more frames; the connection is to be closed."""
        if self.close_code is None:
            self.close_code = code
            self._news.set()
            self.on_close()

    async def drain(self, wire: Wire) -> None:
        """Wait for frames that had to wait, and send them as soon as that is possible."""
        while not self._frames and self.close_code is None:
            self._news.clear()
            await self._news.wait()
        await wire.writable()
        while self._frames and self.close_code is None and wire.write(self._frames[0]):
            self._frames.popleft()

    async def frames(self) -> list[bytes]:
        """All frames that wait, at least one; none when the connection is to be closed."""
        while not self._frames and self.close_code is None:
            self._news.clear()
            await self._news.wait()
        return self.waiting()

    @property
    def slow(self) -> bool:
        """He did not read fast enough."""
        return self.close_code == TOO_SLOW

    @property
    def queued(self) -> int:
        """How many frames wait."""
        return len(self._frames)

    def waiting(self) -> list[bytes]:
        """All frames that wait, taken out."""
        frames = list(self._frames)
        self._frames.clear()
        return frames
