"""One task that owns a table: what people say comes in by a bounded queue (floor 5)."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from typing import Final

from omaha8.room.client import Client
from omaha8.room.messages import ClientMessage

AT_A_TIME: Final = 32
"""Messages, before others get a turn."""


class TableTask(ABC):
    """Everything happens in `handle` and `step`, which never wait; `run` calls them."""

    def __init__(self, now: Callable[[], float], most: int) -> None:
        self._now = now
        self._most = most
        self._inbox: deque[tuple[Client, ClientMessage, float]] = deque()
        self._awake = asyncio.Event()
        self._space = asyncio.Event()

    @property
    @abstractmethod
    def over(self) -> bool:
        """There is nothing more to do here."""

    @abstractmethod
    def handle(self, client: Client, message: ClientMessage, received: float | None = None) -> None:
        """Do what a client says, or tell him why not; ``received`` is when it came."""

    @abstractmethod
    def step(self) -> float | None:
        """Do one thing if it is due; how many seconds until the next, ``None`` for none."""

    @property
    def queued(self) -> int:
        """How many messages wait for the table."""
        return len(self._inbox)

    def wake(self) -> None:
        """Something has changed: look again what is due."""
        self._awake.set()

    def post_now(self, client: Client, message: ClientMessage) -> bool:
        """As `post`; ``False`` if that has to wait."""
        if len(self._inbox) >= self._most:
            return False
        self._inbox.append((client, message, self._now()))
        self._awake.set()
        return True

    async def post(self, client: Client, message: ClientMessage) -> None:
        """What a client says, in the order of arrival; waits while too much is waiting."""
        while len(self._inbox) >= self._most and not self.over:
            self._space.clear()
            await self._space.wait()
        self._inbox.append((client, message, self._now()))
        self._awake.set()

    async def run(self) -> None:
        """Do what people say and whatever is due, until it is over."""
        inbox, loop = self._inbox, asyncio.get_running_loop()
        while not self.over:
            self._awake.clear()
            for _ in range(min(len(inbox), AT_A_TIME)):
                self.handle(*inbox.popleft())
            if len(inbox) < self._most:
                self._space.set()
            delay = self.step()
            if inbox or delay == 0:
                # Everybody gets a word in edgeways, also where nothing has to wait.
                await asyncio.sleep(0)
                continue
            timer = None if delay is None else loop.call_later(delay, self._awake.set)
            try:
                await self._awake.wait()
            finally:
                if timer is not None:
                    timer.cancel()
        self._space.set()
