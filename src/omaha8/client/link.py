"""The WebSocket itself: connects, says hello, connects again (floor 6)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from random import random
from typing import Final, get_args

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from omaha8.client.address import Address
from omaha8.client.errors import Closed, Unreachable
from omaha8.room.messages import ClientMessage, Hello, ServerMessage

_log: Final = logging.getLogger(__name__)
_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(ServerMessage).decode

KNOWN: Final = {str(kind.__struct_config__.tag) for kind in get_args(ServerMessage)}

FOR_GOOD: Final = {
    1008: "the server refuses connections from here",
    4003: "the table is closed",
    4004: "the session is revoked",
    4005: "there is no such table, or not for this player",
    4006: "the player has too many connections to this table, and this was the oldest",
}
"""Close codes after which nothing is to be gained by another try."""
TRY_AGAIN: Final = (403, 429)
"""Answers to a handshake that tell of too many connections; 403 may be for good."""
FIRST_PAUSE: Final = 0.05
LONGEST_PAUSE: Final = 3.0
LARGEST: Final = 1 << 22
"""Bytes of a message."""
Tap = Callable[[str | bytes], None]


class Link:
    """Messages of a server, over as many connections as it takes.

    ``patience`` is how many seconds it tries to connect, ``None`` for as long as it takes. ``tap``
    is called with every text as it comes.
    """

    def __init__(self, address: Address, patience: float | None, tap: Tap | None = None) -> None:
        self.address = address
        self.patience = patience
        self.tap = tap
        self.connections = 0
        self._socket: ClientConnection | None = None

    @property
    def connected(self) -> bool:
        """There is a connection now."""
        return self._socket is not None

    async def send(self, message: ClientMessage) -> None:
        """Send if there is a connection; else it is lost."""
        if self._socket is not None:
            try:
                await self._socket.send(_encode(message).decode())
            except ConnectionClosed:
                self._socket = None

    async def drop(self) -> None:
        """Lose the connection."""
        if self._socket is not None:
            self._socket.transport.abort()

    async def messages(self, greeting: Callable[[], Hello]) -> AsyncIterator[ServerMessage]:
        """All that the server says; ``greeting`` is asked on every new connection.

        Raises `Unreachable` and `Closed`.
        """
        pause = FIRST_PAUSE
        while True:
            socket = await self._connect()
            self.connections += 1
            try:
                self._socket = socket
                await self.send(greeting())
                async for text in socket:
                    pause = FIRST_PAUSE
                    if self.tap is not None:
                        self.tap(text)
                    if (message := _message(text)) is not None:
                        yield message
            except ConnectionClosed as closed:
                _log.debug("the connection is lost: %s", closed)
            finally:
                self._socket = None
                await _close(socket)
            code = socket.close_code
            if code in FOR_GOOD:
                raise Closed(f"{FOR_GOOD[code]} (close code {code})", code)
            await asyncio.sleep(pause * (0.5 + random() / 2))
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _connect(self) -> ClientConnection:
        loop = asyncio.get_running_loop()
        started, pause = loop.time(), FIRST_PAUSE
        while True:
            try:
                return await connect(
                    self.address.socket,
                    additional_headers=self.address.headers,
                    compression=None,
                    max_size=LARGEST,
                    proxy=None,
                    open_timeout=10,
                    user_agent_header=None,
                )
            except InvalidStatus as refusal:
                status = refusal.response.status_code
                if 400 <= status < 500 and status not in TRY_AGAIN:
                    raise Closed(f"{self.address} refuses the connection ({status})") from None
                error: Exception = refusal
            except (OSError, InvalidHandshake, TimeoutError) as failure:
                error = failure
            if self.patience is not None and loop.time() - started + pause > self.patience:
                raise Unreachable(f"no connection to {self.address}: {error}") from error
            await asyncio.sleep(pause * (0.5 + random() / 2))
            pause = min(2 * pause, LONGEST_PAUSE)


def _message(text: str | bytes) -> ServerMessage | None:
    """``None`` for a kind that this client does not know: a later server has more of them."""
    try:
        return _decode(text)
    except msgspec.ValidationError:
        kind = msgspec.json.decode(text).get("type")
        if kind in KNOWN:
            raise
        _log.info("a message of an unknown kind: %s", kind)
        return None


async def _close(socket: ClientConnection) -> None:
    try:
        async with asyncio.timeout(1):
            await socket.close()
    except TimeoutError:
        socket.transport.abort()
