"""``/metrics`` of a room that is played in: every sample is what can be counted there."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any, Final

import msgspec
import pytest
from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families

from omaha8.bots.policy import Policy
from omaha8.hand.actions import Action
from omaha8.hand.view import SeatView
from omaha8.room.messages import Ping
from omaha8.room.settings import AT_ONCE
from omaha8.room.spec import TableSpec
from omaha8.server import socket as socket_module
from omaha8.server.gauges import gauges_of
from omaha8.server.metrics import Metrics
from omaha8.store.interface import Done
from omaha8.store.journal import SqliteJournal
from omaha8.store.records import Write
from omaha8.store.store import Store
from tests.server.people import Person
from tests.server.served import Served, served

HANDS: Final = 3
Samples = dict[str, float]


class Disk:
    """While ``held`` is set, no write comes to its end."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.held = False
        self.waiting: list[Callable[[], None]] = []
        real = SqliteJournal.write

        def write(journal: SqliteJournal, what: Write, done: Done) -> None:
            if self.held:
                self.waiting.append(lambda: real(journal, what, done))
            else:
                real(journal, what, done)

        monkeypatch.setattr(SqliteJournal, "write", write)

    def let_go(self) -> None:
        self.held = False
        for write in self.waiting:
            write()
        self.waiting.clear()


class Evening:
    """Ann plays with two bots, and somebody looks on."""

    def __init__(self, room: Served, disk: Disk, cookie: str) -> None:
        self.room = room
        self.disk = disk
        self.ann = Person(room.app, cookie, seed=1)
        self.rail = Person(room.app, None, seed=2, plays=False)
        self._quiet = 0
        self.bots_decided = 0
        policies = room.table.host.policies
        policies.update({seat: self._counted(policy) for seat, policy in policies.items()})

    def _counted(self, policy: Policy) -> Policy:
        def decide(view: SeatView) -> Action:
            self.bots_decided += 1
            return policy(view)

        return decide

    async def play(self, hands: int) -> None:
        """So many more hands."""
        until = self.room.hands + hands
        async with asyncio.timeout(90):
            while self.room.hands < until:
                await self._move()

    async def _move(self) -> None:
        """Ann says something when she has heard something, and when it has been quiet for long."""
        self.rail.listen()
        if self.ann.listen():
            self._quiet = 0
        if self._quiet % 50 == 0:
            self.ann.speak()
        self._quiet += 1
        await asyncio.sleep(0.001)

    async def turn(self) -> dict[str, Any]:
        """It is Ann's turn, all is kept that came before, and so she calls or checks."""
        async with asyncio.timeout(90):
            while True:
                self.ann.listen()
                view, waiting = self.ann.view, self.samples()["journal_waiting_writes"]
                legal = view.get("legal")
                at = {"hand": view.get("hand"), "turn": view.get("turn_id")}
                if legal and not legal["showdown"] and not waiting and at["turn"] == self.turn_id:
                    kind = "call" if legal["to_call"] else "check"
                    return {"type": "act", "id": "a", "action": {"type": kind}, **at}
                await self._move()

    @property
    def turn_id(self) -> int:
        return self.room.table.host.clock.turn_id

    def acted(self) -> int:
        """How many of Ann's actions were answered with that they are done."""
        told = [json.loads(text) for text in self.ann.raw]
        return sum(said["type"] == "done" and said["id"].startswith("a") for said in told)

    def samples(self) -> Samples:
        """As they are at this very moment."""
        metrics = Metrics(self.room.lobby.metrics, gauges_of(self.room.lobby))
        return read(generate_latest(metrics.registry).decode())

    async def becomes(self, name: str, value: float) -> None:
        """A sample is at last what it should be."""
        with suppress(TimeoutError):
            async with asyncio.timeout(90):
                while self.samples()[name] != value:
                    await asyncio.sleep(0.001)
        assert self.samples()[name] == value, name


def read(text: str) -> Samples:
    """What a scraper reads: one value for each name, those with a label by name and label."""
    return {
        ":".join((sample.name.removeprefix("omaha8_"), *sample.labels.values())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


@pytest.fixture
async def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Evening]:
    disk, store = Disk(monkeypatch), Store.open(tmp_path)
    settings = msgspec.structs.replace(AT_ONCE, queue=64, chat_per_minute=0)
    async with served(TableSpec(bots=2), settings=settings, store=store) as room:
        yield Evening(room, disk, await room.cookie("Ann"))


async def test_who_is_there_and_with_how_many_chips(evening: Evening) -> None:
    other = await evening.room.lobby.create(TableSpec(bots=3))
    await evening.becomes("sockets", 2)
    before = evening.samples()
    assert (before["tables"], before["bots_seated"], before["players_seated"]) == (2, 5, 0)
    await evening.play(HANDS)
    now = evening.samples()
    assert (now["tables"], now["bots_seated"], now["players_seated"]) == (2, 5, 1)
    assert now["chips_outstanding"] == evening.room.table.table.chips + other.table.chips
    assert now["chips_outstanding"] > before["chips_outstanding"]
    evening.rail.socket.hang_up()
    await evening.becomes("sockets", 1)
    await evening.room.lobby.close_table(other.id, "That was it.")
    await evening.becomes("tables", 1)
    assert evening.samples()["bots_seated"] == 2


async def test_a_scraper_reads_the_numbers_of_this_room(evening: Evening) -> None:
    await evening.play(HANDS)
    evening.disk.held = True
    async with evening.room.browser() as browser:
        scraped = read((await browser.get("http://127.0.0.1/metrics")).text)
    now = evening.samples()
    assert scraped["hands_total"] >= HANDS
    for name in ("tables", "bots_seated", "players_seated", "sockets", "hands_total"):
        assert scraped[name] == now[name], name


async def test_what_is_played_is_counted(evening: Evening) -> None:
    await evening.play(HANDS)
    await evening.turn()
    now = evening.samples()
    assert now["hands_total"] == evening.room.hands >= HANDS
    assert evening.acted() > 0
    assert evening.bots_decided > 0
    assert now["actions_total"] == evening.acted() + evening.bots_decided
    assert now["action_seconds_count"] == now["action_seconds_bucket:+Inf"] == evening.acted()
    assert now["commit_seconds_count"] == now["commit_writes_count"] > 0
    # In one transaction there are the writes of one turn of the loop, or more.
    assert now["commit_writes_sum"] >= now["commit_writes_count"]
    assert now["commit_seconds_sum"] >= now["journal_last_commit_seconds"] > 0
    assert now["voided_hands_total"] == 0
    evening.room.table.void_hand("The deck was short.")
    assert evening.samples()["voided_hands_total"] == 1


async def test_what_is_refused_is_counted_by_its_reason(evening: Evening) -> None:
    await evening.becomes("sockets", 2)
    before = evening.samples()
    evening.rail.socket.say({"type": "sit"})
    evening.rail.socket.say("nonsense")
    evening.rail.socket.say("nonsense")
    await evening.becomes("refused_messages_total:malformed", 2)
    await evening.becomes("refused_messages_total:not_allowed", 1)
    rest = {"refused_messages_total:malformed", "refused_messages_total:not_allowed"}
    now = evening.samples()
    assert {name for name in now if "refused" in name and now[name] != before[name]} == rest


async def test_a_table_that_stands_still(evening: Evening) -> None:
    await evening.play(1)
    table = evening.room.table
    table.pause("Hal")
    assert evening.samples()["paused_tables"] == 1
    table.resume()
    assert evening.samples()["paused_tables"] == 0
    assert evening.samples()["frozen_tables"] == 0
    table.freeze(ValueError("Something is wrong here."))
    assert evening.samples()["frozen_tables"] == 1


async def test_a_disk_that_is_slow(evening: Evening) -> None:
    """What waits for it is counted, and the action that it held up took as long as that."""
    act = await evening.turn()
    before = evening.samples()
    assert before["journal_lag_seconds"] == 0
    evening.disk.held = True
    evening.ann.socket.say(act)
    async with asyncio.timeout(90):
        while not evening.disk.waiting:
            await asyncio.sleep(0.001)
    since = monotonic()
    await asyncio.sleep(0.02)
    now = evening.samples()
    assert now["journal_waiting_writes"] == len(evening.disk.waiting) > 0
    waited = monotonic() - since
    assert now["journal_lag_seconds"] >= waited / 2
    assert now["action_seconds_count"] == before["action_seconds_count"]
    evening.disk.let_go()
    await evening.becomes("action_seconds_count", before["action_seconds_count"] + 1)
    took = evening.samples()["action_seconds_sum"] - before["action_seconds_sum"]
    assert took >= waited
    await evening.becomes("journal_waiting_writes", 0)


async def test_messages_that_wait_for_their_table(evening: Evening) -> None:
    await evening.becomes("queued_messages", 0)
    table = evening.room.table
    client = table.connect()
    for _ in range(5):
        table.post_now(client, Ping())
    assert evening.samples()["queued_messages"] == 5
    await evening.becomes("queued_messages", 0)


async def test_a_socket_that_is_cut(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_module, "CLOSE_WITHIN", 0.01)
    await evening.becomes("sockets", 2)
    assert evening.samples()["cut_sockets_total"] == 0
    evening.rail.socket.stuck = True
    while not evening.rail.socket.task.done():
        await evening.play(1)
    await evening.becomes("cut_sockets_total", 1)
    assert evening.samples()["sockets"] == 1
