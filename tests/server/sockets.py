"""WebSockets without a network: an ASGI application driven message by message."""

from __future__ import annotations

import asyncio
import json
from collections.abc import MutableMapping
from typing import Any

from starlette.applications import Starlette

from omaha8.server.auth import COOKIE

Message = MutableMapping[str, Any]


class Socket:
    """One connection to ``/ws`` of an application in the same event loop.

    ``cookie`` says who that is; who has none only watches. With ``stuck`` the client reads nothing
    more once it is connected, and every write to it waits for ever.
    """

    def __init__(
        self,
        app: Starlette,
        origin: str | None = None,
        host: str = "table.test",
        cookie: str | None = None,
    ) -> None:
        self._inbox: asyncio.Queue[Message] = asyncio.Queue()
        self._inbox.put_nowait({"type": "websocket.connect"})
        self.raw: list[str] = []
        self.close_code: int | None = None
        self.denied: tuple[int, dict[bytes, bytes]] | None = None
        """Status and headers of the answer to the handshake, where it was no connection."""
        self.stuck = False
        self._told = asyncio.Event()
        headers = [(b"host", host.encode())]
        if origin is not None:
            headers.append((b"origin", origin.encode()))
        if cookie is not None:
            headers.append((b"cookie", f"{COOKIE}={cookie}".encode()))
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "ws",
            "server": ("table.test", 80),
            "client": ("127.0.0.1", 1),
            "root_path": "",
            "path": "/ws",
            "raw_path": b"/ws",
            "query_string": b"",
            "headers": headers,
            "subprotocols": [],
            "extensions": {"websocket.http.response": {}},
        }
        self.task = asyncio.create_task(app(scope, self._inbox.get, self._send))

    async def _send(self, message: Message) -> None:
        if self.stuck:
            await asyncio.Event().wait()
        if message["type"] == "websocket.send":
            self.raw.append(message["text"])
        elif message["type"] == "websocket.close":
            self.close_code = message["code"]
        elif message["type"] == "websocket.http.response.start":
            self.denied = message["status"], dict(message["headers"])
        self._told.set()

    def say(self, text: str | bytes | dict[str, Any]) -> None:
        """Send text, bytes, or an object as JSON."""
        if isinstance(text, dict):
            text = json.dumps(text)
        kind = "text" if isinstance(text, str) else "bytes"
        self._inbox.put_nowait({"type": "websocket.receive", kind: text})

    def hang_up(self) -> None:
        self._inbox.put_nowait({"type": "websocket.disconnect", "code": 1006})

    async def told(self, count: int) -> list[dict[str, Any]]:
        """All messages so far, at least ``count``."""
        async with asyncio.timeout(90):
            while len(self.raw) < count:
                self._told.clear()
                await self._told.wait()
        return [json.loads(text) for text in self.raw]
