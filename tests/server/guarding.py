"""A server with guarded connections, and sockets that keep to nothing."""

from __future__ import annotations

import asyncio
import base64
import os
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Final

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from omaha8.server.addresses import Addresses
from omaha8.server.connections import Connections, Patience
from omaha8.server.guarded import guarded

WITHIN: Final = 90.0
"""Seconds after which something does not happen any more."""
BIG: Final = 3_000_000
"""Bytes of the page that nobody can read at once."""
PINGS: Final = 0x9
TEXT: Final = 0x1
HURRY: Final = Patience(head=0.3, body=0.3, read=0.5)
"""So that it is cut without anybody moving the clock."""


class OneAddress(Addresses):
    """Who is on this machine is counted, too."""

    def counted(self, address: str) -> str | None:
        return "all"


class Guarded:
    """What is behind ``port``.

    ``let_go`` ends what waits at ``/late`` and ``/deaf``; ``waiting`` is set when somebody does.
    """

    def __init__(
        self, addresses: Addresses | None, each: int, most: int | None, patience: Patience | None
    ) -> None:
        self._clock = 0.0
        now = None if patience else lambda: self._clock
        self.connections = Connections(addresses, each=each, most=most, patience=patience, now=now)
        self.port = 0
        self.let_go = asyncio.Event()
        self.waiting = asyncio.Event()
        self.heard = 0
        self.peers: list[socket.socket] = []

    def connect(self, *, narrow: bool = False, window: int = 0) -> Peer:
        """A connection on which nothing has been said; a ``narrow`` one is soon full.

        ``window`` is how many bytes it takes before they are read, 0 for many.
        """
        window = 2048 if narrow else window
        peer = socket.socket()
        self.peers.append(peer)
        if window:
            peer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
        peer.settimeout(WITHIN)
        peer.connect(("127.0.0.1", self.port))
        return Peer(peer)

    async def upgraded(self, path: str = "/echo", *, narrow: bool = False) -> Peer:
        """A WebSocket."""
        peer = self.connect(narrow=narrow)
        peer.say(handshake(path))
        assert (await peer.hear_until(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
        return peer

    async def becomes(self, fact: Callable[[], bool]) -> None:
        """Wait until it is so."""
        async with asyncio.timeout(WITHIN):
            while not fact():
                await asyncio.sleep(0.01)

    def passes(self, seconds: float) -> None:
        """So much time, in which nobody does anything."""
        self.connections.look()
        self._clock += seconds
        self.connections.look()

    async def passes_until(self, fact: Callable[[], bool]) -> None:
        """As much time as it takes."""

        def in_a_while() -> bool:
            self.passes(1.0)
            return fact()

        await self.becomes(in_a_while)

    async def _app(self, request: Request) -> Response:
        match request.url.path:
            case "/big":
                return PlainTextResponse(b"x" * BIG)
            case "/late":
                self.waiting.set()
                await self.let_go.wait()
                return PlainTextResponse("late")
            case "/body":
                return PlainTextResponse(str(len(await request.body())))
        return PlainTextResponse("here")

    async def _echo(self, socket: WebSocket) -> None:
        await socket.accept()
        with suppress(WebSocketDisconnect):
            while True:
                await socket.send_text(await socket.receive_text())

    async def _deaf(self, socket: WebSocket) -> None:
        await socket.accept()
        self.waiting.set()
        await self.let_go.wait()
        while (await socket.receive())["type"] == "websocket.receive":
            self.heard += 1

    async def _over(self, socket: WebSocket) -> None:
        await socket.accept()
        await socket.close()

    async def _curt(self, socket: WebSocket) -> None:
        await socket.accept()
        await socket.send_text("x" * BIG)
        await socket.close()

    async def _denied(self, socket: WebSocket) -> None:
        await socket.send_denial_response(PlainTextResponse("no", 429))

    @property
    def app(self) -> Starlette:
        """What is served."""
        return Starlette(
            routes=[
                WebSocketRoute("/echo", self._echo),
                WebSocketRoute("/deaf", self._deaf),
                WebSocketRoute("/curt", self._curt),
                WebSocketRoute("/over", self._over),
                WebSocketRoute("/denied", self._denied),
                Route("/{path}", self._app, methods=["GET", "POST"]),
            ]
        )


class Peer:
    """A socket in other hands; what waits does so beside the event loop."""

    def __init__(self, socket: socket.socket) -> None:
        self.socket = socket
        self._rest = b""

    def say(self, data: bytes) -> None:
        """Short enough not to wait."""
        self.socket.sendall(data)

    async def hear(self, most: int = 65_536) -> bytes:
        """What comes next; nothing if it is closed."""
        if self._rest:
            heard, self._rest = self._rest[:most], self._rest[most:]
            return heard
        return await asyncio.to_thread(self._hear, most)

    def _hear(self, most: int) -> bytes:
        try:
            return self.socket.recv(most)
        except ConnectionError:
            return b""

    async def hear_until(self, end: bytes) -> bytes:
        """All up to and with ``end``, or until it is closed."""
        while end not in self._rest:
            heard = await asyncio.to_thread(self._hear, 65_536)
            self._rest += heard
            if not heard:
                break
        upto, found, self._rest = self._rest.partition(end)
        return upto + found

    async def ask(self, path: str) -> bytes:
        """The head of the answer."""
        self.say(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        return await self.hear_until(b"\r\n\r\n")

    async def is_cut(self) -> None:
        """Wait until it is closed, and read what there is."""
        while await self.hear():
            pass

    async def pour(self, data: bytes, most: int = 64_000_000) -> int:
        """Send it again and again without reading, until that is cut; how much was sent."""

        def pour() -> int:
            sent = 0
            with suppress(ConnectionError):
                while sent < most:
                    self.socket.sendall(data)
                    sent += len(data)
            return sent

        return await asyncio.to_thread(pour)


def handshake(path: str) -> bytes:
    """The request to become a WebSocket."""
    key = base64.b64encode(os.urandom(16)).decode()
    return (
        f"GET {path} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()


def frame(kind: int, payload: bytes, *, final: bool = True) -> bytes:
    """A short frame of a client, masked by zeros."""
    return bytes([kind | (0x80 if final else 0), 0x80 | len(payload)]) + bytes(4) + payload


@asynccontextmanager
async def guarding(
    patience: Patience | None = None,
    *,
    addresses: Addresses | None = None,
    each: int = 0,
    most: int | None = None,
    config: uvicorn.Config | None = None,
) -> AsyncIterator[Guarded]:
    """A server on a port of this machine, in the loop of the test. In the end no place is taken.

    Its time stands still but for `Guarded.passes`, unless somebody's ``patience`` is given. With
    ``config`` another application and its own guard.
    """
    guard = Guarded(addresses, each, most, patience)
    http, ws = guarded(guard.connections)
    usual = uvicorn.Config(
        guard.app,
        http=http,
        ws=ws,
        log_config=None,
        lifespan="off",
        access_log=False,
        # Whatever the machine is busy with meanwhile.
        timeout_keep_alive=3600,
        ws_ping_interval=None,
    )
    server = uvicorn.Server(config or usual)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        # What waits for a peer waits in the server, not in the system.
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 65_536)
        guard.port = listening.getsockname()[1]
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        try:
            await guard.becomes(lambda: server.started)
            yield guard
        finally:
            guard.let_go.set()
            for peer in guard.peers:
                peer.close()
            for held in list(server.server_state.connections):
                held.transport.abort()
            server.should_exit = True
            await serving
    assert len(guard.connections) == 0
