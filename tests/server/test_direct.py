"""Frames straight to and from a connection: nothing is lost, doubled or overtaken."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
import uvicorn
import websockets
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from omaha8.server.connections import Connections
from omaha8.server.direct import DirectWire, WithWire, framed, wire_of
from omaha8.server.guarded import guarded
from tests.server.guarding import TEXT, frame

Endpoint = Callable[[WebSocket, DirectWire], Awaitable[None]]


@asynccontextmanager
async def served(
    endpoint: Endpoint, *, deflate: bool = False, queue: int = 16
) -> AsyncIterator[websockets.ClientConnection]:
    """A connection to a server that does only this."""

    async def accepted(socket: WebSocket) -> None:
        await socket.accept()
        wire = wire_of(socket.scope)
        if wire is None:
            await socket.send_text("the long way")
        else:
            await endpoint(socket, wire)

    app = Starlette(routes=[WebSocketRoute("/", accepted)], middleware=[Middleware(WithWire)])
    http, ws = guarded(Connections())
    config = uvicorn.Config(
        app, http=http, ws=ws, log_level="critical", ws_per_message_deflate=deflate
    )
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        address = f"ws://127.0.0.1:{listening.getsockname()[1]}/"
        compression = "deflate" if deflate else None
        async with websockets.connect(
            address, compression=compression, max_size=None, max_queue=queue
        ) as connection:
            yield connection
        server.should_exit = True
        await serving


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 200_000])
def test_a_frame_is_as_long_as_it_says(size: int) -> None:
    frame = framed(b"x" * size)
    assert frame[0] == 0x81
    head = {126: 4, 127: 10}.get(frame[1], 2)
    length = frame[1] if head == 2 else int.from_bytes(frame[2:head])
    assert (length, len(frame) - head) == (size, size)


async def test_what_is_written_in_one_turn_arrives_whole_and_in_order() -> None:
    texts = [f"{number}: {'x' * size}" for number, size in enumerate((0, 120, 130, 70_000, 3, 3))]

    async def tell(socket: WebSocket, wire: DirectWire) -> None:
        for text in texts[:4]:
            assert wire.write(text.encode())
        await asyncio.sleep(0)
        same = texts[4].encode()
        assert wire.write(same)
        assert wire.write(same)
        await socket.receive()

    async with served(tell) as connection:
        heard = [await connection.recv() for _ in range(6)]
    assert heard == [*texts[:4], texts[4], texts[4]]


async def test_who_does_not_read_has_to_wait_and_then_gets_it_all() -> None:
    size, sent = 20_000, 0
    full = asyncio.Event()

    async def tell(socket: WebSocket, wire: DirectWire) -> None:
        nonlocal sent
        while wire.write(b"x" * size):
            sent += 1
            await asyncio.sleep(0)
        full.set()
        await wire.writable()
        assert wire.write(b"the end")
        await socket.receive()

    async with served(tell, queue=1) as connection:
        await asyncio.wait_for(full.wait(), 90)
        heard = [await connection.recv() for _ in range(sent + 1)]
    assert [len(text) for text in heard[:-1]] == [size] * sent
    assert heard[-1] == "the end"


async def test_writing_to_who_is_gone_is_no_error() -> None:
    gone: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    async def tell(socket: WebSocket, wire: DirectWire) -> None:
        assert (await socket.receive())["type"] == "websocket.disconnect"
        gone.set_result(wire.write(b"too late"))

    async with served(tell) as connection:
        await connection.close()
        assert await gone is True


async def test_what_is_not_heard_at_once_takes_the_long_way_and_is_not_overtaken() -> None:
    heard: list[str] = []

    async def hear(socket: WebSocket, wire: DirectWire) -> None:
        busy = False

        def at_once(text: str) -> bool:
            if busy or text.startswith("slow"):
                return False
            heard.append(text)
            return True

        wire.listen(at_once)
        while True:
            text = await socket.receive_text()
            busy = True
            await asyncio.sleep(0.005)
            heard.append(text)
            busy = False
            if text == "slow end":
                wire.write(json.dumps(heard).encode())

    said = ["a", "slow b", "c", "d", "slow e", "slow f", "g", "käse ♠", "slow end"]
    async with served(hear) as connection:
        for text in said:
            await connection.send(text)
        assert json.loads(await connection.recv()) == said
        # A text in several frames, and one that is none, are for others to judge.
        heard.clear()
        await connection.send(["in ", "pieces"])
        await connection.send("slow end")
        assert json.loads(await connection.recv()) == ["in pieces", "slow end"]
        assert heard[0] == "in pieces"
        # All of it there before any of it is heard.
        heard.clear()
        said = [f"{'slow ' * (n % 3 == 0)}{n}{'.' * (n * 7 % 90)}" for n in range(150)]
        said.append("slow end")
        connection.transport.write(b"".join(frame(TEXT, text.encode()) for text in said))
        assert json.loads(await connection.recv()) == said


async def test_compressed_frames_are_left_to_the_server() -> None:
    async def never(socket: WebSocket, wire: DirectWire) -> None:
        raise AssertionError("there is a wire")

    async with served(never, deflate=True) as connection:
        assert await connection.recv() == "the long way"
