"""Malformed frames by the thousand: each is refused with a reason, and the table goes on."""

from __future__ import annotations

import asyncio
import json
import os
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, Final

import pytest
from websockets.asyncio.client import connect

from omaha8.client import Api
from omaha8.server.wire import Malformed, decode
from tests.actors import Actor
from tests.crash.journal import faults_in, read_journal
from tests.crash.storm import audit
from tests.fuzz.frames import frame
from tests.serving import ChildServer, configured

pytestmark = pytest.mark.slow

FRAMES: Final = 100_000 if os.environ.get("OMAHA8_LONG") else 10_000
BURST: Final = 36
"""Frames of one connection, which is as many as it may send without having to wait."""
AT_ONCE: Final = 12


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChildServer]:
    # Nonsense may be good enough to sit down with: nobody waits long for who does.
    pace = {"pause": 0.5, "showdown_pause": 0.5, "away_time": 0.1, "keep_seat": 1}
    calm = configured(**pace, messages_per_second=20, time_bank=0)
    folder = tmp_path_factory.mktemp("fuzz")
    with ChildServer(
        folder, "--bots", "1", "--pace", "0", "--think-time", "2", config=calm
    ) as server:
        yield server


def is_malformed(text: str | bytes) -> bool:
    try:
        decode(text)
    except Malformed:
        return True
    return False


async def spray(url: str, cookie: str | None, number: int, heard: Counter[str]) -> int:
    """One connection that says a burst of nonsense; how much of it was malformed."""
    random, wrong, bad = Random(number), 0, list[str]()
    headers = {} if cookie is None else {"Cookie": f"omaha8={cookie}"}
    socket = url.replace("http", "ws") + "ws"
    async with connect(
        socket, additional_headers=headers, proxy=None, compression=None, max_queue=None
    ) as line:
        await line.send('{"type":"hello"}')
        for _ in range(BURST):
            text = frame(random)
            wrong += is_malformed(text)
            await line.send(text)
        await line.send('{"type":"ping"}')
        malformed = pongs = 0
        async with asyncio.timeout(90):
            while not pongs or malformed < wrong:
                answer: dict[str, Any] = json.loads(await line.recv())
                heard[answer.get("code") or answer["type"]] += 1
                if answer["type"] == "error":
                    malformed += answer["code"] == "malformed"
                    if not 10 < len(answer["message"]) < 600:
                        bad.append(answer["message"])
                pongs += answer["type"] == "pong"
    assert malformed == wrong
    assert bad == []
    return wrong


async def test_frames(server: ChildServer) -> None:
    apis = [await asyncio.to_thread(server.guest, name) for name in ("Ann", "Bob", "Eve")]
    actors = [Actor(name, i, quiet=True) for i, name in enumerate(("Ann", "Bob"))]
    for actor, api in zip(actors, apis, strict=False):
        await actor.connect(server.url, cookie=api.cookie)
    table = actors[0].client.state.table.id
    playing = [asyncio.create_task(actor.run()) for actor in actors]
    await actors[0].until(lambda: actors[0].hands > 1)
    heard: Counter[str] = Counter()
    wrong = number = 0
    while wrong < FRAMES:
        hands = actors[0].hands
        # Nobody in particular, and somebody who has an account.
        cookies = [apis[2].cookie if i % 2 else None for i in range(AT_ONCE)]
        counts = await asyncio.gather(
            *(spray(server.url, cookie, number + i, heard) for i, cookie in enumerate(cookies))
        )
        wrong += sum(counts)
        number += AT_ONCE
        if number % (20 * AT_ONCE) == 0:
            await actors[0].until(lambda: actors[0].hands > hands)  # noqa: B023
    await actors[0].until(lambda: actors[0].hands > hands)
    for task in playing:
        task.cancel()
    outcomes = await asyncio.gather(*playing, return_exceptions=True)
    assert all(isinstance(outcome, asyncio.CancelledError) for outcome in outcomes), outcomes
    for actor in actors:
        assert actor.faults == []
        await actor.client.close()
    acked = [each for actor in actors for each in actor.acked]
    assert faults_in(read_journal(server.data, table), acked) == []
    assert audit(server.data) == []
    assert "frozen" not in heard
    assert heard["malformed"] >= FRAMES
    assert "Traceback" not in server.text()


@pytest.mark.parametrize(
    ("what", "code"),
    [(b"\xff\xfe{", 1007), ("x" * 9_000, 1009)],
    ids=["not UTF-8", "more than 8 KiB"],
)
async def test_what_is_no_frame_at_all_closes_the_connection(
    server: ChildServer, what: str | bytes, code: int
) -> None:
    socket = server.url.replace("http", "ws") + "ws"
    async with connect(socket, proxy=None, compression=None) as line:
        await line.send(what, text=True)
        async with asyncio.timeout(90):
            await line.wait_closed()
        assert line.close_code == code
    assert Api(server.url).lobby()["tables"]
