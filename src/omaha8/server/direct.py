"""Frames straight to a connection (floor 6).

On their way through the layers of the application and the server ten frames cost twice what they
cost without, and what all get alike is framed ten times. Where the server is another, or works
otherwise, frames take that way.
"""

from __future__ import annotations

from asyncio import Event, Queue, Transport, get_running_loop
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, Literal, Protocol, cast

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
    queue: Queue[Any]
    frames: list[bytes]
    curr_msg_data_type: Literal["text", "bytes"]
    close_sent: bool
    disconnected: bool

    def send_receive_event_to_app(self) -> None:
        """A whole message has come."""


class Turn:
    """Who has something to send at the end of this turn of the event loop."""

    __slots__ = ("_due",)

    def __init__(self) -> None:
        self._due: list[DirectWire] = []

    def add(self, wire: DirectWire) -> None:
        """It is flushed when whatever else is to be done now has been done."""
        if not self._due:
            get_running_loop().call_soon(self._flush)
        self._due.append(wire)

    def _flush(self) -> None:
        due, self._due = self._due, []
        for wire in due:
            # One that breaks just now keeps nobody else from what he is told.
            with suppress(OSError, RuntimeError):
                wire.flush()


class DirectWire:
    """Writes to one connection that is open, and hears it; see `omaha8.room.client.Wire`.

    All that is written in one turn of the event loop goes out at its end, in one piece.
    """

    __slots__ = ("_connection", "_hand_on", "_hear", "_pieces", "_turn")

    _last: tuple[bytes, bytes] = (b"", framed(b""))
    """The frame made last: most are sent to many."""

    def __init__(self, connection: _Connection, turn: Turn) -> None:
        self._connection = connection
        self._turn = turn
        self._pieces: list[bytes] = []
        self._hand_on = connection.send_receive_event_to_app

    def write(self, frame: bytes) -> bool:
        """Whether it is on its way, or there is nobody any more; ``False``: it has to wait."""
        connection = self._connection
        if not connection.writable.is_set():
            return self._is_over()
        last = DirectWire._last
        if last[0] is not frame:
            last = DirectWire._last = frame, framed(frame)
        pieces = self._pieces
        if not pieces:
            self._turn.add(self)
        pieces.append(last[1])
        return True

    def _is_over(self) -> bool:
        connection = self._connection
        over = connection.disconnected or connection.close_sent
        return over or connection.transport.is_closing()

    def flush(self) -> None:
        """Send what was written in this turn."""
        pieces, self._pieces = self._pieces, []
        if not self._is_over():
            frames = pieces[0] if len(pieces) == 1 else b"".join(pieces)
            self._connection.transport.write(frames)

    async def writable(self) -> None:
        """Until it can be written to again, or is gone."""
        await self._connection.writable.wait()

    def listen(self, hear: Callable[[str], bool]) -> None:
        """Each text is given to ``hear`` as it comes, and takes the long way if that says no."""
        self._hear = hear
        self._connection.send_receive_event_to_app = self._heard  # type: ignore[method-assign]

    def _heard(self) -> None:
        connection = self._connection
        if (
            len(connection.frames) == 1
            and connection.curr_msg_data_type == "text"
            and not connection.close_sent
            and connection.queue.empty()
        ):
            try:
                text = bytes(connection.frames[0]).decode()
            except UnicodeDecodeError:
                self._hand_on()
                return
            if self._hear(text):
                connection.frames = []
                return
        self._hand_on()


def wire_of(scope: Scope) -> DirectWire | None:
    """The way straight to the connection of ``scope``, where `WithWire` found one."""
    return cast("DirectWire | None", scope.get(KEY))


class WithWire:
    """Looks for the connection behind each socket, before anything is wrapped around it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._turn = Turn()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            scope[KEY] = _wire(send, self._turn)
        await self.app(scope, receive, send)


def _wire(send: Send, turn: Turn) -> DirectWire | None:
    connection: Any = getattr(send, "__self__", None)
    try:
        from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
    except ImportError:
        return None
    # With an extension, such as compression, frames are not ours to make.
    if not isinstance(connection, WebSocketsSansIOProtocol) or connection.conn.extensions:
        return None
    used = _Connection.__annotations__
    return DirectWire(connection, turn) if all(hasattr(connection, name) for name in used) else None
