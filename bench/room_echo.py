"""A bare Starlette echo: what one sends, everybody under the same path gets.

.venv/bin/python -m bench.room_echo        # prints its address
"""

from __future__ import annotations

import socket
from collections import defaultdict

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

_groups: defaultdict[str, list[WebSocket]] = defaultdict(list)


async def echo(socket: WebSocket) -> None:
    await socket.accept()
    group = _groups[socket.path_params["group"]]
    group.append(socket)
    try:
        while True:
            text = await socket.receive_text()
            for other in group:
                await other.send_text(text)
    except (WebSocketDisconnect, RuntimeError):
        group.remove(socket)


def main() -> None:
    listening = socket.create_server(("127.0.0.1", 0), backlog=4096)
    print(f"http://127.0.0.1:{listening.getsockname()[1]}/", flush=True)
    # As `omaha8 serve` has them.
    config = uvicorn.Config(
        Starlette(routes=[WebSocketRoute("/{group}", echo)]),
        log_level="warning",
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=1 << 16,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=1,
        server_header=False,
    )
    uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    main()
