"""A server that says what a test tells it to, over a real socket on this machine."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import msgspec
from websockets.asyncio.server import ServerConnection, serve

from omaha8.room.messages import ClientMessage, Hello, ServerMessage

Script = Callable[["Line"], Awaitable[None]]


class Line:
    """One connection, from the server's end."""

    def __init__(self, socket: ServerConnection) -> None:
        self.socket = socket

    async def say(self, *messages: ServerMessage) -> None:
        for message in messages:
            await self.socket.send(msgspec.json.encode(message).decode())

    async def hear(self) -> ClientMessage:
        text = await self.socket.recv()
        message: ClientMessage = msgspec.json.decode(text, type=ClientMessage)
        return message

    async def hello(self) -> Hello:
        message = await self.hear()
        assert isinstance(message, Hello)
        return message

    async def hear_the_end(self) -> None:
        """Until the client hangs up, whatever it says before."""
        async for _ in self.socket:
            pass

    async def hang_up(self, code: int | None = None) -> None:
        """Close with a code, without one as a cable that is pulled."""
        if code is None:
            self.socket.transport.abort()
        else:
            await self.socket.close(code)


@asynccontextmanager
async def server(*scripts: Script) -> AsyncIterator[str]:
    """The URL of a server that follows one script per connection, in order."""
    faults: list[BaseException] = []
    waiting = list(scripts)

    async def handle(socket: ServerConnection) -> None:
        try:
            await waiting.pop(0)(Line(socket))
        except Exception as fault:
            faults.append(fault)

    async with serve(handle, "127.0.0.1", 0) as serving:
        port = next(iter(serving.sockets)).getsockname()[1]
        async with asyncio.timeout(90):
            yield f"http://127.0.0.1:{port}/"
    assert not faults, faults
    assert not waiting
