"""What a request is answered that the server does not wait for any more at its stop (floor 6)."""

from __future__ import annotations

import asyncio
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from omaha8.server.errors import ApiError, error_response

STOPPED: Final = "The server stops and did not come to that any more; ask again when it is back."


class CutShort:
    """Nobody's fault, and no trace in the log: what was begun is in the journal or has not been."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = False

        async def sending(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, sending)
        except asyncio.CancelledError:
            if begun:
                raise
            await error_response(ApiError(503, "stopping", STOPPED))(scope, receive, send)
