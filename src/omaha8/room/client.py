"""One connection as the room sees it: a bounded queue of messages (floor 5)."""

from __future__ import annotations

import asyncio
from typing import Final

from omaha8.room.messages import ServerMessage

TOO_SLOW: Final = 4000
NO_HELLO: Final = 4001
TOO_MANY: Final = 4002
"""Close codes."""


class Client:
    """Messages for one connection. A client that lets ``limit`` of them wait is dropped."""

    __slots__ = ("_closed", "_queue", "close_code", "player")

    def __init__(self, limit: int) -> None:
        self._queue: asyncio.Queue[ServerMessage] = asyncio.Queue(limit)
        self._closed = asyncio.Event()
        self.close_code: int | None = None
        self.player: int | None = None

    def send(self, message: ServerMessage) -> None:
        """Queue a message; never waits."""
        if self.close_code is not None:
            return
        try:
            self._queue.put_nowait(message)
        except asyncio.QueueFull:
            self.close(TOO_SLOW)

    def close(self, code: int) -> None:
        """No more messages; the connection is to be closed."""
        if self.close_code is None:
            self.close_code = code
            self._closed.set()

    async def next(self) -> ServerMessage:
        """The next message."""
        return await self._queue.get()

    async def closed(self) -> None:
        """Returns when the connection is to be closed with ``close_code``."""
        await self._closed.wait()

    def waiting(self) -> list[ServerMessage]:
        """All messages that wait, taken out."""
        return [self._queue.get_nowait() for _ in range(self._queue.qsize())]
