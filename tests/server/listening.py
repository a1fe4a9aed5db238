"""A club behind a real port of this machine, in a thread and an event loop of its own."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

import uvicorn

from tests.server.club import Club, club

WITHIN = 90.0
"""Seconds to start or to stop in."""


class Listening:
    """``url`` ends in no slash; on ``table`` some hands have been played."""

    def __init__(self, port: int, made: Club, table: str) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.club = made
        self.table = table


@contextmanager
def listening() -> Iterator[Listening]:
    """A server that answers as long as this is open."""
    loop = asyncio.new_event_loop()
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    started: list[Listening] = []
    servers: list[uvicorn.Server] = []

    async def serve() -> None:
        async with club() as made:
            config = uvicorn.Config(
                made.app, log_level="critical", lifespan="off", access_log=False, ws="none"
            )
            servers.append(uvicorn.Server(config))
            table = str((await made.post("Hal", "/api/tables", {"bots": 0}))["id"])
            await made.play(table, 3)
            started.append(Listening(listener.getsockname()[1], made, table))
            await servers[0].serve(sockets=[listener])

    thread = Thread(target=lambda: loop.run_until_complete(serve()), name="club")
    thread.start()
    try:
        # Connections wait in the socket's own queue until the server takes them.
        listener.listen()
        while thread.is_alive() and not started:
            thread.join(0.01)
        yield started[0]
    finally:
        for server in servers:
            server.should_exit = True
        thread.join(WITHIN)
        loop.close()
        listener.close()
