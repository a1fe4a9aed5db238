"""Who only watches a table with a delay is told nothing sooner, by no way."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import Final

import pytest

from omaha8.client import Api, HttpError
from tests.actors import Actor
from tests.serving import ChildServer, configured

pytestmark = pytest.mark.slow

DELAY: Final = 5.0
"""Seconds; on a machine that is busy players may hear late, too."""
AT_LEAST: Final = DELAY / 4


class Stopwatch(Actor):
    """Notes when it heard of each event, and when it first heard of a hand's end."""

    def __init__(self, name: str, seed: int) -> None:
        super().__init__(name, seed, quiet=True)
        self.heard: dict[int, float] = {}
        self.ended: dict[int, float] = {}
        self.first_hand: int | None = None

    def hear(self, text: str | bytes) -> None:
        super().hear(text)
        message, now = json.loads(text), time.monotonic()
        if message["type"] == "events":
            for seq, event in enumerate(message["events"], message["seq"]):
                self.heard.setdefault(seq, now)
                if event["type"] == "hand_started" and self.first_hand is None:
                    self.first_hand = seq
                if event["type"] == "hand_ended":
                    self.ended.setdefault(message["view"]["hand"], now)
        elif message["type"] == "snapshot" and message["seq"] > 10:
            self.heard.setdefault(message["seq"], now)


async def calmly(player: Stopwatch) -> None:
    """At a pace at which hands can be listed."""
    while True:
        await player.step()
        await asyncio.sleep(0.02)


def histories(api: Api, table: str) -> list[int]:
    """The hands whose history one gets."""
    return [line["hand"] for line in api.hands(table)["hands"]]


async def test_the_rail_sees_it_later(tmp_path: Path) -> None:
    pace = configured(pause=0.3, showdown_pause=0.3)
    with ChildServer(tmp_path, "--bots", "0", "--pace", "0", config=pace) as server:
        host = await asyncio.to_thread(server.host)
        made = await asyncio.to_thread(
            lambda: host.create_table(rules="robert", spectator_delay=DELAY, name="Late")
        )
        table = str(made.get("table", made)["id"])
        players = [Stopwatch(name, i) for i, name in enumerate(("Ann", "Bob"))]
        for player in players:
            api = await asyncio.to_thread(server.guest, player.name)
            await player.connect(server.url, cookie=api.cookie, table=table)
        rail, hal = Stopwatch("Rail", 3), Stopwatch("Hal", 4)
        playing = [asyncio.create_task(calmly(player)) for player in players]
        await rail.connect(server.url, table=table)
        await hal.connect(server.url, cookie=host.cookie, table=table)
        ann, stranger = players[0], Api(server.url)
        listed: dict[int, float] = {}
        for _ in range(600):
            await asyncio.sleep(0.2)
            if len(listed) > 5:
                break
            for api in (stranger, host):
                for hand in await asyncio.to_thread(histories, api, table):
                    listed.setdefault(hand, time.monotonic())
            going = ann.client.state.view.hand or 1
            with pytest.raises(HttpError):
                await asyncio.to_thread(stranger.hand, table, going + 1)
        for task in playing:
            task.cancel()
        outcomes = await asyncio.gather(*playing, return_exceptions=True)
        assert all(isinstance(each, asyncio.CancelledError) for each in outcomes), outcomes
        for actor in (*players, rail, hal):
            assert actor.faults == []
            await actor.client.close()
    for watcher in (rail, hal):
        # Who sits there before the first hand is no secret.
        assert ann.first_hand is not None
        both = {seq for seq in watcher.heard.keys() & ann.heard.keys() if seq >= ann.first_hand}
        assert len(both) > 30
        sooner = {seq: watcher.heard[seq] - ann.heard[seq] for seq in both}
        assert {seq: by for seq, by in sooner.items() if by < AT_LEAST} == {}, watcher.name
    known = listed.keys() & ann.ended.keys()
    assert len(known) > 3
    sooner = {hand: listed[hand] - ann.ended[hand] for hand in known}
    assert {hand: by for hand, by in sooner.items() if by < AT_LEAST} == {}
