"""Connections of uvicorn that cost no more than what they ask for is worth (floor 6).

What uvicorn keeps and answers before the application hears of it has no bounds: heads of requests,
requests behind requests, fragments, pings. Where a later uvicorn works otherwise, a connection
still counts, and is served as uvicorn does it.
"""

from __future__ import annotations

from asyncio import BaseTransport, Transport
from typing import Any, ClassVar, Final, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from omaha8.server.connections import Connections, Due
from omaha8.server.socket import Throttle

SLICE: Final = 4096
"""Bytes that are taken in at once: so much may come before a bound is looked at."""
LONGEST_REQUEST: Final = 256 * 1024
"""Head, body and all. What the API takes is a small part of it."""
MOST_IN_LINE: Final = 32
"""Requests behind one that is not answered yet."""
MOST_QUEUED: Final = 1000
"""Messages of one socket that wait to be heard."""
ASIDE: Final = 50.0
"""Frames a second that say nothing by themselves: pings, pongs, fragments. At first twice as many
are let through at once.
"""

USED_OF_HTTP: Final = ("flow", "cycle", "pipeline")
USED_OF_SOCKET: Final = ("conn", "writable", "queue", "close_sent", "handshake_complete")
"""What is used of uvicorn's protocol objects beyond the methods that asyncio calls."""

FULL: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\n"
    b"content-length: 22\r\nconnection: close\r\n\r\nToo many connections.\n"
)
POLICY: Final = 1008


def guarded(connections: Connections) -> tuple[type[HttpGuarded], type[SocketGuarded]]:
    """What `uvicorn.Config` is given as ``http`` and as ``ws``."""

    class Http(HttpGuarded):
        guard = connections

    class Socket(SocketGuarded):
        guard = connections

    return Http, Socket


class HttpGuarded(HttpToolsProtocol):
    """A connection on which requests come."""

    guard: ClassVar[Connections]
    _said = 0
    """Bytes since the head of the request was complete that is answered or was last."""

    def connection_made(self, transport: BaseTransport) -> None:
        """There is a place for it, or it is told that there is none."""
        made = cast("Transport", transport)
        super().connection_made(made)
        self._known = _has(self, USED_OF_HTTP)
        if not self.guard.made(self):
            made.write(FULL)
            made.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Its place is free."""
        self.guard.lost(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Bit by bit, so that nothing grows far before it is cut."""
        if not self._known:
            super().data_received(data)
            return
        transport = self.transport
        for start in range(0, len(data), SLICE):
            cycle = self.cycle
            piece = data[start : start + SLICE]
            super().data_received(piece)
            if transport.is_closing() or transport.get_protocol() is not self:
                return
            # As long as no further request begins, it is all one.
            self._said = self._said + len(piece) if self.cycle is cycle else 0
            if self._said > LONGEST_REQUEST or len(self.pipeline) > MOST_IN_LINE:
                transport.abort()
                return

    def due(self) -> Due | None:
        """A request, or to read the answer."""
        if not self._known:
            return None
        if self.transport.is_closing() or self.flow.write_paused:
            return "read", self.transport.get_write_buffer_size()
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is None or cycle.response_complete:
            return "head", cycle
        return ("body", cycle) if cycle.more_body else None


class SocketGuarded(WebSocketsSansIOProtocol):
    """A connection that has asked to become a WebSocket."""

    guard: ClassVar[Connections]

    def connection_made(self, transport: BaseTransport) -> None:
        """It has the place of the request that it came with."""
        super().connection_made(transport)
        self._known = _has(self, USED_OF_SOCKET)
        self._aside = Throttle(ASIDE, self.loop.time)
        self.guard.made(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Its place is free."""
        self.guard.lost(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Bit by bit, so that nothing grows far before it is cut."""
        if not self._known:
            super().data_received(data)
            return
        for start in range(0, len(data), SLICE):
            super().data_received(data[start : start + SLICE])
            if self.transport.is_closing():
                return
            if self.queue.qsize() > MOST_QUEUED:
                self._cut()
                return

    def handle_ping(self, *event: Any) -> None:
        """Answered, unless there are too many, or nothing is read.

        RFC 6455, 5.5.3: only the latest of several pings has to be.
        """
        if not self._known or (self._counts() and self.writable.is_set()):
            super().handle_ping(*event)
        else:
            self.conn.data_to_send()

    def handle_pong(self, event: Frame) -> None:
        """Nobody has asked for many."""
        if self._counts():
            super().handle_pong(event)

    def handle_text(self, event: Frame) -> None:
        """Whole, or the first fragment."""
        if event.fin or self._counts():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """Whole, or the first fragment."""
        if event.fin or self._counts():
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        """A further fragment; an empty one adds nothing to what the longest message may have."""
        if self._counts():
            super().handle_cont(event)

    def _counts(self) -> bool:
        """Whether one more frame may come that says nothing by itself; else the socket is cut."""
        if not self._known:
            return True
        if self.transport.is_closing():
            return False
        if self._aside.delay() <= 0:
            return True
        self._cut()
        return False

    def _cut(self) -> None:
        if self.close_sent or not self.writable.is_set():
            self.transport.abort()
            return
        self.conn.fail(POLICY, "too much at once")
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()

    def due(self) -> Due | None:
        """To become a WebSocket, or to read."""
        if not self._known:
            return None
        if self.transport.is_closing() or not self.writable.is_set():
            return "read", self.transport.get_write_buffer_size()
        return None if self.handshake_complete else ("head", None)


def _has(connection: object, names: tuple[str, ...]) -> bool:
    return all(hasattr(connection, name) for name in names)
