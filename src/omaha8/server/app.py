"""The application: the page, ``/ws`` and ``/healthz`` around one room (floor 6)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket

from omaha8.room import Room
from omaha8.server.origin import HostNames, OnlyUnder
from omaha8.server.pages import PageHeaders, pages
from omaha8.server.socket import serve_socket


def create_app(room: Room, names: HostNames | None = None) -> Starlette:
    """An ASGI application that runs ``room`` as long as it is up.

    ``names`` are those under which it may be called, ``None`` for any.
    """

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        running = asyncio.create_task(room.run(), name="table")
        try:
            yield
        finally:
            running.cancel()
            with suppress(asyncio.CancelledError):
                await running

    async def health(_: Request) -> JSONResponse:
        state = "frozen" if room.frozen else "ok"
        return JSONResponse(
            {"status": state, "hands": room.table.public.hands},
            status_code=503 if room.frozen else 200,
        )

    async def websocket(socket: WebSocket) -> None:
        await serve_socket(socket, room)

    return Starlette(
        routes=[
            WebSocketRoute("/ws", websocket),
            Route("/healthz", health),
            Mount("/", pages()),
        ],
        middleware=[
            Middleware(PageHeaders),
            *([] if names is None else [Middleware(OnlyUnder, names=names)]),
        ],
        lifespan=lifespan,
    )
