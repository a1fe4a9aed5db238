"""Frames straight to a connection (floor 6).

On their way through the layers of the application and the server ten frames cost twice what they
cost without, and what all get alike is framed ten times. Where the server is another, or works
otherwise, frames take that way.
"""

from __future__ import annotations

from asyncio import Event, Transport
from typing import Any, Final, Protocol, cast

from starlette.types import ASGIApp, Receive, Scope, Send

KEY: Final = "omaha8.wire"
_SHORT: Final = 126
_MEDIUM: Final = 1 << 16
_FINAL_TEXT: Final = 0x81


def framed(text: bytes) -> bytes:
    """A text of the server as one WebSocket frame (RFC 6455, 5.2: not masked)."""
    length = len(text)
    if length < _SHORT:
        return bytes((_FINAL_TEXT, length)) + text
    if length < _MEDIUM:
        return b"\x81\x7e" + length.to_bytes(2) + text
    return b"\x81\x7f" + length.to_bytes(8) + text


class _Connection(Protocol):
    """What is used of uvicorn's protocol object."""

    transport: Transport
    writable: Event
    close_sent: bool
    disconnected: bool


class DirectWire:
    """Writes to one connection that is open; see `omaha8.room.client.Wire`."""

    __slots__ = ("_connection",)

    _last: tuple[bytes, bytes] = (b"", framed(b""))
    """The frame made last: most are sent to many."""

    def __init__(self, connection: _Connection) -> None:
        self._connection = connection

    def write(self, frame: bytes) -> bool:
        """Whether it is on its way, or there is nobody any more; ``False``: it has to wait."""
        connection = self._connection
        if connection.disconnected or connection.close_sent or connection.transport.is_closing():
            return True
        if not connection.writable.is_set():
            return False
        last = DirectWire._last
        if last[0] is not frame:
            last = DirectWire._last = frame, framed(frame)
        connection.transport.write(last[1])
        return True

    async def writable(self) -> None:
        """Until it can be written to again, or is gone."""
        await self._connection.writable.wait()


def wire_of(scope: Scope) -> DirectWire | None:
    """The way straight to the connection of ``scope``, where `WithWire` found one."""
    return cast("DirectWire | None", scope.get(KEY))


class WithWire:
    """Looks for the connection behind each socket, before anything is wrapped around it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            scope[KEY] = _wire(send)
        await self.app(scope, receive, send)


def _wire(send: Send) -> DirectWire | None:
    connection: Any = getattr(send, "__self__", None)
    try:
        from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
    except ImportError:
        return None
    # With an extension, such as compression, frames are not ours to make.
    if type(connection) is not WebSocketsSansIOProtocol or connection.conn.extensions:
        return None
    used = ("transport", "writable", "close_sent", "disconnected")
    return DirectWire(connection) if all(hasattr(connection, name) for name in used) else None
