"""One WebSocket: what it says goes to the room, what the room tells goes out (floor 6)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from omaha8.room import Client, Room
from omaha8.room.client import NO_HELLO
from omaha8.server.origin import same_origin
from omaha8.server.wire import Malformed, decode, encode

HELLO_WITHIN: Final = 15.0
"""Seconds."""
CLOSE_WITHIN: Final = 2.0
BURST: Final = 2.0
_GONE: Final = (WebSocketDisconnect, RuntimeError, OSError)
"""What writing to a connection that is lost may raise, by server."""


async def serve_socket(socket: WebSocket, room: Room) -> None:
    """Serve one connection until either end closes it."""
    if not same_origin(socket.headers):
        await socket.close(1008)
        return
    await socket.accept()
    client = room.connect()
    tasks = [
        asyncio.ensure_future(_read(socket, room, client)),
        asyncio.ensure_future(_write(socket, client)),
        asyncio.ensure_future(_expect_hello(client)),
        # Not left to the writer, who may be stuck with a client that does not read.
        asyncio.ensure_future(client.closed()),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        room.disconnect(client)
        await asyncio.wait(tasks)
    for task in tasks:
        if not task.cancelled():
            task.result()
    if client.close_code is not None:
        # A client that does not read may not let itself be closed either.
        with suppress(*_GONE, TimeoutError):
            await asyncio.wait_for(socket.close(client.close_code), CLOSE_WITHIN)


class Throttle:
    """Lets ``rate`` messages a second through, and at first as many as come in two seconds."""

    def __init__(self, rate: float, now: Callable[[], float]) -> None:
        self.interval = 1 / rate if rate else 0.0
        self.now = now
        self._paid = 0.0

    def delay(self) -> float:
        """Counts a message; how many seconds the next has to wait."""
        now = self.now()
        self._paid = max(self._paid, now - BURST) + self.interval
        return max(0.0, self._paid - now)


async def _read(socket: WebSocket, room: Room, client: Client) -> None:
    throttle = Throttle(room.settings.messages_per_second, asyncio.get_running_loop().time)
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        text: str | bytes | None = message.get("text")
        try:
            decoded = decode(message.get("bytes") or b"" if text is None else text)
        except Malformed as malformed:
            room.refuse(client, "malformed", str(malformed))
        else:
            room.handle(client, decoded)
        # Whoever talks without a pause must not keep the others from being served. What he says
        # meanwhile waits in his own connection.
        await asyncio.sleep(throttle.delay())


async def _write(socket: WebSocket, client: Client) -> None:
    with suppress(*_GONE):
        while True:
            await socket.send_text(encode(await client.next()))


async def _expect_hello(client: Client) -> None:
    await asyncio.sleep(HELLO_WITHIN)
    if client.player is None:
        client.close(NO_HELLO)
    await client.closed()
