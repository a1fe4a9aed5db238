"""A request that a server does not wait for at its stop is told so, and leaves no trace behind."""

from __future__ import annotations

import asyncio
import socket

import httpx2
import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from omaha8.server.cut_short import CutShort


async def test_what_takes_too_long_at_the_stop(caplog: pytest.LogCaptureFixture) -> None:
    asked = asyncio.Event()

    async def endless(_: Request) -> PlainTextResponse:
        asked.set()
        await asyncio.sleep(3600)
        return PlainTextResponse("at last")

    app = CutShort(Starlette(routes=[Route("/", endless)]))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = uvicorn.Server(
            uvicorn.Config(
                app,
                log_config=None,
                log_level=None,
                access_log=False,
                lifespan="off",
                timeout_graceful_shutdown=0,
            )
        )
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        async with httpx2.AsyncClient() as client:
            port = listening.getsockname()[1]
            asking = asyncio.create_task(client.get(f"http://127.0.0.1:{port}/", timeout=60))
            await asyncio.wait_for(asked.wait(), 90)
            server.should_exit = True
            answer = await asking
        await serving
    assert (answer.status_code, answer.json()["error"]) == (503, "stopping")
    assert [record for record in caplog.records if record.exc_info] == []
