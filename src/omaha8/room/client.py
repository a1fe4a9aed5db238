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

    __slots__ = ("_queue", "close_code", "player")

    def __init__(self, limit: int) -> None:
        self._queue: asyncio.Queue[ServerMessage | None] = asyncio.Queue(limit)
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
        """No more messages; what still waits is thrown away."""
        if self.close_code is None:
            self.close_code = code
            while not self._queue.empty():
                self._queue.get_nowait()
            self._queue.put_nowait(None)

    async def next(self) -> ServerMessage | None:
        """The next message, ``None`` when the connection is to be closed with ``close_code``."""
        return await self._queue.get()

    def waiting(self) -> list[ServerMessage]:
        """All messages that wait, taken out."""
        found = []
        while not self._queue.empty():
            message = self._queue.get_nowait()
            if message is not None:
                found.append(message)
        return found
