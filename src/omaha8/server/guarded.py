"""Connections of uvicorn that cost no more than what they ask for is worth (floor 6).

What uvicorn keeps and answers before the application hears of it has no bounds: heads of requests,
requests behind requests, fragments, pings. Where a later uvicorn works otherwise, a connection
still counts, and is served as uvicorn does it.
"""

from __future__ import annotations

from asyncio import BaseTransport, Transport
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from omaha8.server.connections import Connections, Due
from omaha8.server.errors import ErrorBody
from omaha8.server.socket import Throttle

if TYPE_CHECKING:
    from uvicorn._types import ASGIReceiveEvent, ASGISendEvent

SLICE: Final = 512
"""Bytes that are taken in at once: so much may come before a bound is looked at.

What is asked and said is mostly shorter; of frames that say nothing it holds 85.
"""
LONGEST_HEAD: Final = 32 * 1024
"""The first line of a request and its fields. A browser sends 1 KiB, with many cookies 8."""
MOST_FIELDS: Final = 100
"""Whoever looks for one of them looks at all."""
LONGEST_REQUEST: Final = 256 * 1024
"""Head, body and all. What the API takes is a small part of it."""
MOST_IN_LINE: Final = 32
"""Requests behind one that is not answered yet."""
ASIDE: Final = 50.0
"""Frames a second that say nothing by themselves: pings, pongs, fragments, and whatever comes
behind the end. At first twice as many are let through at once.
"""
MOST_FRAGMENTS: Final = 64
"""Of one message. The longest may have 8 KiB."""

USED_OF_HTTP: Final = ("flow", "cycle", "pipeline", "headers", "_start_asgi_task")
USED_OF_SOCKET: Final = (
    *("conn", "writable", "queue", "frames", "read_paused", "curr_msg_data_type"),
    *("close_sent", "handshake_complete"),
)
"""What is used of uvicorn's protocol objects beyond the methods that asyncio calls."""


def _last_words(status: HTTPStatus, code: str, message: str) -> bytes:
    body = msgspec.json.encode(ErrorBody(code, message))
    head = (
        f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-type: application/json\r\n"
        f"content-length: {len(body)}\r\nconnection: close\r\n\r\n"
    )
    return head.encode() + body


FULL: Final = _last_words(
    HTTPStatus.SERVICE_UNAVAILABLE, "too_many_connections", "Too many connections."
)
LONG_HEAD: Final = _last_words(
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
    "too_large",
    "Too much before the request itself.",
)
NOT_TEXT: Final = 1007
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
    _head: int | None = 0
    """Bytes of a head that is not complete; ``None`` behind one that is."""
    _answered: RequestResponseCycle | None = None
    """The request that is being answered, with others behind it maybe."""

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
        # Uvicorn tells the last request of it alone, and the first one would be answered.
        if self._answered is not None and not self._answered.response_complete:
            self._answered.disconnected = True
            self._answered.message_event.set()
        super().connection_lost(exc)
        if self._known:
            # They hold this, and it them: thousands of long heads would wait for the collector.
            self.pipeline.clear()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answered = cycle
        super()._start_asgi_task(cycle, app)

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
            if self._head is not None:
                self._head += len(piece)
                if self._head > LONGEST_HEAD:
                    self._refuse_head()
                    return

    def on_message_begin(self) -> None:
        """The first line of a request."""
        self._head = 0
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """A field of the head, or behind the body."""
        super().on_header(name, value)
        if self._known and len(self.headers) > MOST_FIELDS:
            # The parser goes no further, and uvicorn says so below.
            raise ValueError(f"more than {MOST_FIELDS} fields")

    def on_headers_complete(self) -> None:
        """What is asked for is known."""
        self._head = None
        super().on_headers_complete()

    def send_400_response(self, msg: str) -> None:
        """It was no request, or one with too many fields."""
        if self._known and len(self.headers or ()) > MOST_FIELDS:
            self._refuse_head()
        else:
            super().send_400_response(msg)

    def _refuse_head(self) -> None:
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is not None and not cycle.response_complete:
            # It would be read as a part of that answer.
            self.transport.abort()
            return
        self.transport.write(LONG_HEAD)
        self.transport.close()

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
    _rest = b""
    """What has come behind messages that are still to be heard; nothing more is read meanwhile."""

    def connection_made(self, transport: BaseTransport) -> None:
        """It has the place of the request that it came with."""
        super().connection_made(transport)
        self._known = _has(self, USED_OF_SOCKET)
        self._aside = Throttle(ASIDE, self.loop.time)
        self.guard.made(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Its place is free."""
        self._rest = b""
        self.guard.lost(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Bit by bit, so that nothing grows far before it is cut."""
        if not self._known:
            super().data_received(data)
            return
        if self._rest:
            # The application has closed it meanwhile, and reads what comes until the peer does.
            data, self._rest = self._rest + data, b""
        for start in range(0, len(data), SLICE):
            if not self.queue.empty() and not self.close_sent:
                self._rest = data[start:]
                if not self.read_paused:
                    self.read_paused = True
                    self.transport.pause_reading()
                return
            super().data_received(data[start : start + SLICE])
            if self.transport.is_closing():
                return

    async def receive(self) -> ASGIReceiveEvent:
        """The next message. When none waits any more, what came behind it is looked at."""
        if not self._known:
            return await super().receive()
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            # Not at once: this message is to be heard before the next.
            self.loop.call_soon(self._go_on)
        return message

    async def send(self, message: ASGISendEvent) -> None:
        """What the application says."""
        await super().send(message)
        if self._known and self.close_sent:
            # Also where the handshake was answered by a page that says why not; else uvicorn takes
            # the application for broken and logs an error, as often as somebody knocks.
            self.handshake_complete = True

    def _go_on(self) -> None:
        if self.transport.is_closing() or not self.read_paused or not self.queue.empty():
            return
        rest, self._rest = self._rest, b""
        self.read_paused = False
        if rest:
            self.data_received(rest)
        if not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

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
        if (event.fin and not self.close_sent) or self._counts():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """Whole, or the first fragment."""
        if (event.fin and not self.close_sent) or self._counts():
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        """A further fragment; an empty one adds nothing to what the longest message may have."""
        if not self._counts():
            return
        if self._known and len(self.frames) >= MOST_FRAGMENTS:
            self._cut()
        else:
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """A whole message. One that is no text is the peer's fault, and none that is logged."""
        if self._known and self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self._cut(NOT_TEXT, "not UTF-8")
                return
        super().send_receive_event_to_app()

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

    def _cut(self, code: int = POLICY, why: str = "too much at once") -> None:
        if self.close_sent or not self.writable.is_set():
            self.transport.abort()
            return
        self.conn.fail(code, why)
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
