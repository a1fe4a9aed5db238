"""One WebSocket: what it says goes to a table, what the table tells goes out (floor 6)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from omaha8.room.client import NO_HELLO, REVOKED, Client
from omaha8.room.lobby import Lobby
from omaha8.room.messages import ClientMessage, Error, Hello, JoinList, Ping, Pong, Sit
from omaha8.room.refusals import RoomRefused
from omaha8.room.staffed import StaffedRoom as Room
from omaha8.server.api import too_fast
from omaha8.server.auth import Doorman
from omaha8.server.direct import wire_of
from omaha8.server.errors import ApiError, error_response
from omaha8.server.limits import Limits
from omaha8.server.origin import same_origin
from omaha8.server.wire import Malformed, decode

HELLO_WITHIN: Final = 15.0
"""Seconds."""
AS_SOMEBODY: Final = (Hello, Sit, JoinList)
"""Where somebody's name goes to the table: it is asked for again, as it may have changed."""
CLOSE_WITHIN: Final = 2.0
BURST: Final = 2.0
AGAIN: Final = 10
"""Messages that another ``hello`` counts as: its answer may be a thousand events long."""
_GONE: Final = (WebSocketDisconnect, RuntimeError, OSError)
"""What writing to a connection that is lost may raise, by server."""


async def serve_socket(socket: WebSocket, lobby: Lobby, doorman: Doorman, limits: Limits) -> None:
    """Serve one connection until either end closes it."""
    addresses = doorman.addresses
    wait = limits.requests_of_address.wait(addresses.client(socket))
    if wait:
        await socket.send_denial_response(error_response(too_fast(wait)))
        return
    if not same_origin(socket.headers, https=addresses.secure(socket)):
        # Before a connection is accepted this is the status 403.
        await socket.close(1008)
        return
    try:
        known = doorman.who(socket)
    except ApiError:
        # A program with a token that is worth nothing is to be told so.
        await socket.accept()
        await socket.close(REVOKED)
        return
    await socket.accept()
    client = Client(lobby.settings.queue, known.person)
    client.session = known.session
    client.wire = wire_of(socket.scope)
    line = Line(socket, lobby, client, doorman)
    tasks = [
        asyncio.ensure_future(line.read()),
        asyncio.ensure_future(line.write()),
    ]
    waiting = asyncio.get_running_loop().call_later(HELLO_WITHIN, line.expect_hello)
    # Not left to the writer, who may be stuck with a client that does not read.
    client.on_close = line.end
    try:
        await line.ended.wait()
    finally:
        waiting.cancel()
        for task in tasks:
            task.cancel()
        line.leave()
        results = await asyncio.gather(*tasks, return_exceptions=True)
    if client.slow:
        lobby.metrics.cut += 1
    if client.close_code is not None:
        # A client that does not read may not let itself be closed either.
        with suppress(*_GONE, TimeoutError):
            await asyncio.wait_for(_last_words(socket, client), CLOSE_WITHIN)
    for result in results:
        if isinstance(result, Exception):
            raise result


async def _last_words(socket: WebSocket, client: Client) -> None:
    if not client.slow:
        for frame in client.waiting():
            await _send(socket, frame)
    await socket.close(client.close_code or 1000)


async def _send(socket: WebSocket, frame: bytes) -> None:
    await socket.send({"type": "websocket.send", "text": frame.decode()})


class Line:
    """A connection, and the table that it looks at."""

    def __init__(self, socket: WebSocket, lobby: Lobby, client: Client, doorman: Doorman) -> None:
        self.socket = socket
        self.lobby = lobby
        self.client = client
        self.doorman = doorman
        self.ended = asyncio.Event()
        self._throttle = Throttle(
            lobby.settings.messages_per_second, asyncio.get_running_loop().time
        )
        self._busy = False
        if client.wire is not None:
            client.wire.listen(self.hear_at_once)

    def end(self) -> None:
        """The connection is to be closed."""
        self.ended.set()

    def expect_hello(self) -> None:
        """Who says nothing is sent away."""
        if self.client.table is None:
            self.client.close(NO_HELLO)

    def leave(self) -> None:
        """It looks at no table any more."""
        room = self._room()
        if room is not None:
            room.disconnect(self.client)
        self.client.table = None

    def _room(self) -> Room | None:
        return None if self.client.table is None else self.lobby.room(self.client.table)

    async def read(self) -> None:
        """What it says, one after the other."""
        try:
            while True:
                message = await self.socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                # What comes while this one is on its way must not overtake it.
                self._busy = True
                if (delay := self._throttle.late) > 0:
                    await asyncio.sleep(delay)
                text: str | bytes | None = message.get("text")
                try:
                    decoded = decode(message.get("bytes") or b"" if text is None else text)
                except Malformed as malformed:
                    self._refuse("malformed", str(malformed), malformed.ask)
                else:
                    await self._hear(decoded)
                # Whoever talks without a pause must not keep the others from being served. What
                # he says meanwhile waits in his own connection.
                if (delay := self._throttle.delay()) > 0:
                    await asyncio.sleep(delay)
                self._busy = False
        finally:
            self.ended.set()

    def hear_at_once(self, text: str) -> bool:
        """Hand on what a table can take now, as most of what is said; else it waits its turn."""
        room = self._room()
        if room is None or self._busy or self.ended.is_set() or self._throttle.late > 0:
            return False
        try:
            message = decode(text)
        except Malformed:
            return False
        if isinstance(message, AS_SOMEBODY) or not room.post_now(self.client, message):
            return False
        self._throttle.delay()
        return True

    async def _hear(self, message: ClientMessage) -> None:
        room = self._room()
        if isinstance(message, AS_SOMEBODY) and not self._is_still_who_he_was():
            self.client.close(REVOKED)
            return
        if isinstance(message, Hello):
            try:
                asked = self.lobby.find(message.table, self.client.person)
            except RoomRefused as refused:
                self._refuse(str(refused.code), str(refused))
                return
            if room is not None:
                self._throttle.delay(AGAIN - 1)
            if room is not None and asked is not room:
                room.disconnect(self.client)
            asked.join(self.client)
            if self.client.close_code is None:
                await asked.post(self.client, message)
        elif room is not None:
            await room.post(self.client, message)
        elif isinstance(message, Ping):
            self.client.say(Pong())
        else:
            self._refuse("hello_first", "Say hello first.")

    def _is_still_who_he_was(self) -> bool:
        """A session may have ended since the socket was opened, a role or a name have changed."""
        client, was = self.client, self.client.person
        if was is None:
            return True
        try:
            known = self.doorman.who(self.socket)
        except ApiError:
            return False
        if known.person is None or known.person.id != was.id:
            return False
        client.person, client.session = known.person, known.session
        return True

    def _refuse(self, code: str, message: str, ask: str | None = None) -> None:
        room = self._room()
        if room is None:
            self.client.say(Error(code, message, id=ask))
        else:
            room.refuse(self.client, code, message, ask)

    async def write(self) -> None:
        """What it is told, as fast as it reads."""
        socket, client = self.socket, self.client
        with suppress(*_GONE):
            while client.close_code is None:
                if client.wire is not None:
                    await client.drain(client.wire)
                    continue
                for frame in await client.frames():
                    await _send(socket, frame)
        self.ended.set()


class Throttle:
    """Lets ``rate`` messages a second through, and at first as many as come in two seconds."""

    def __init__(self, rate: float, now: Callable[[], float]) -> None:
        self.interval = 1 / rate if rate else 0.0
        self.now = now
        self._paid = 0.0

    def delay(self, count: int = 1) -> float:
        """Counts a message, or as many; how many seconds the next has to wait."""
        now = self.now()
        self._paid = max(self._paid, now - BURST) + count * self.interval
        return max(0.0, self._paid - now)

    @property
    def late(self) -> float:
        """How many seconds the next message still has to wait."""
        return self._paid - self.now() if self.interval else 0.0
