"""Who talks without a pause is heard no faster than the room allows, and loses nothing."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from pathlib import Path

import pytest
import websockets

from tests.serving import ChildServer, configured

pytestmark = pytest.mark.slow
RATE = 20
BURST = 2
MORE = 20


async def flood(port: int) -> tuple[list[str], float]:
    """Pings beyond the burst, all at once; the kinds of the answers, and how long they took."""
    async with websockets.connect(f"ws://127.0.0.1:{port}/ws") as connection:
        await connection.send('{"type":"hello"}')
        while json.loads(await connection.recv())["type"] != "snapshot":
            pass
        started = time.monotonic()
        for number in range(RATE * BURST + MORE):
            kind = '{"type":"ping"}' if number % 3 else '{"type":"nonsense"}'
            await connection.send(kind)
        answers: list[str] = []
        while len(answers) < RATE * BURST + MORE:
            answer = json.loads(await connection.recv())["type"]
            if answer in ("pong", "error"):
                answers.append(answer)
        return answers, time.monotonic() - started


def test_who_floods_the_room_waits_and_loses_nothing(tmp_path: Path) -> None:
    config = configured(messages_per_second=RATE)
    with ChildServer(tmp_path, "--bots", "0", config=config) as server:
        answers, taken = asyncio.run(asyncio.wait_for(flood(server.port), 90))
    # What is no message is refused before it gets to the table, and may overtake what waits there.
    assert Counter(answers) == {"pong": len(answers) * 2 // 3, "error": len(answers) // 3}
    # Not how fast, but that it was not faster.
    assert taken > (MORE - 2) / RATE
