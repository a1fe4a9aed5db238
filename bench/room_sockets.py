"""WebSockets for a load generator: nothing is parsed but the frame, nothing is masked but by 0."""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable
from typing import Final, cast

TEXT: Final = 0x1
CLOSE: Final = 0x8
PING: Final = 0x9
PONG: Final = 0xA


class Refused(ConnectionError):
    """The server does not take the connection; the message is its answer."""


class Peer(asyncio.Protocol):
    """One WebSocket; ``heard`` is called with each text as bytes.

    ``closed`` is set when the connection is over, ``code`` is then what the server said, or
    ``None`` where it said nothing.
    """

    heard: Callable[[bytes], None]

    def __init__(self, request: bytes) -> None:
        self._request = request
        self._rest = b""
        self._open = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed = False
        self.hung_up = False
        self.code: int | None = None
        self.frames = 0
        self.bytes = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # Not asserted: those of uvloop are no asyncio.Transport.
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed = True
        if not self.opened.done():
            self.opened.set_exception(Refused("closed before the handshake"))

    def hang_up(self) -> None:
        """Close without a word."""
        self.hung_up = True
        self._transport.close()

    def data_received(self, data: bytes) -> None:
        if self._rest:
            data = self._rest + data
            self._rest = b""
        at = 0
        if not self._open:
            end = data.find(b"\r\n\r\n")
            if end < 0:
                self._rest = data
                return
            if not data.startswith(b"HTTP/1.1 101"):
                if not self.opened.done():
                    self.opened.set_exception(Refused(data[:200].decode(errors="replace")))
                return
            self._open = True
            self.opened.set_result(None)
            at = end + 4
        self._frames(data, at)

    def _frames(self, data: bytes, at: int) -> None:
        size = len(data)
        while size - at >= 2:
            length = data[at + 1]
            start = at + 2
            if length == 126:
                length, start = int.from_bytes(data[at + 2 : at + 4]), at + 4
            elif length == 127:
                length, start = int.from_bytes(data[at + 2 : at + 10]), at + 10
            end = start + length
            if start > size or end > size:
                break
            kind = data[at] & 15
            if kind == TEXT:
                self.frames += 1
                self.bytes += length
                self.heard(data[start:end])
            elif kind == PING:
                self._transport.write(frame(data[start:end], PONG))
            elif kind == CLOSE:
                self.code = int.from_bytes(data[start : start + 2]) if length >= 2 else 1005
                self._transport.close()
            at = end
        if at < size:
            self._rest = data[at:]

    def say(self, text: bytes) -> None:
        """Send one text, if there is still somebody."""
        if not self._transport.is_closing():
            self._transport.write(frame(text))


def frame(payload: bytes, kind: int = TEXT) -> bytes:
    """A frame of a client. RFC 6455 wants it masked; by four zeros it stays as it is."""
    length = len(payload)
    if length < 126:
        return bytes((0x80 | kind, 0x80 | length, 0, 0, 0, 0)) + payload
    return bytes((0x80 | kind, 0xFE, length >> 8, length & 255, 0, 0, 0, 0)) + payload


def handshake(path: str, port: int, headers: dict[str, str] | None = None) -> bytes:
    """The request that opens a WebSocket."""
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        "Sec-WebSocket-Version: 13",
        *(f"{name}: {value}" for name, value in (headers or {}).items()),
    ]
    return "\r\n".join([*lines, "", ""]).encode()


async def connect(peer: Peer, port: int) -> None:
    """Open the connection of ``peer``. Raises `Refused`."""
    await asyncio.get_running_loop().create_connection(lambda: peer, "127.0.0.1", port)
    await peer.opened
