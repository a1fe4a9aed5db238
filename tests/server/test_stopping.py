"""A server that is told to stop says so to everybody, and goes on with the hand when it is back."""

from __future__ import annotations

import asyncio
import json
import signal
from pathlib import Path
from typing import Any, Final

import pytest
import websockets

from omaha8.client import Client
from omaha8.room.client import STOPPING
from omaha8.server.auth import COOKIE
from tests.serving import ChildServer

pytestmark = pytest.mark.slow

OPTIONS: Final = ("--bots", "2", "--pace", "0", "--think-time", "0")


async def last_words(socket: websockets.ClientConnection) -> list[dict[str, Any]]:
    """All that is said until the connection is closed."""
    said = []
    try:
        async with asyncio.timeout(90):
            while True:
                said.append(json.loads(await socket.recv()))
    except websockets.ConnectionClosed:
        return said


@pytest.mark.parametrize("kind", [signal.SIGTERM, signal.SIGINT])
async def test_everybody_is_told_that_the_server_stops(
    tmp_path: Path, kind: signal.Signals
) -> None:
    with ChildServer(tmp_path, *OPTIONS) as server:
        ann = await asyncio.to_thread(server.guest, "Ann")
        client = await Client.connect(server.url, cookie=ann.cookie)
        await client.sit()
        turn = await asyncio.wait_for(client.turn(), 90)
        hole = client.state.hole
        await client.close()
        address = f"{server.url.replace('http', 'ws')}ws"
        headers = {"cookie": f"{COOKIE}={ann.cookie}"}
        async with (
            websockets.connect(address, proxy=None, additional_headers=headers) as player,
            websockets.connect(address, proxy=None) as rail,
        ):
            for socket, seat in ((player, client.state.viewer), (rail, None)):
                await socket.send('{"type":"hello"}')
                assert json.loads(await socket.recv())["type"] == "welcome"
                assert json.loads(await socket.recv())["viewer"] == seat
            server.signal(kind)
            for socket in (player, rail):
                said = await last_words(socket)
                assert said[-1]["type"] == "bye"
                assert "Hands go on" in said[-1]["message"]
                assert socket.close_code == STOPPING == 1012
        assert await asyncio.to_thread(server.wait) == 0
        await asyncio.to_thread(server.start)
        async with await Client.connect(server.url, cookie=ann.cookie) as back:
            assert back.state.hole == hole
            assert (back.state.view.hand, back.state.view.turn_id) == (turn.hand, turn.turn)
