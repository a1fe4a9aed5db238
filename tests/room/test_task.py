"""One task does everything at a table, in the order of arrival, and nobody floods it."""

from __future__ import annotations

import asyncio

import pytest

from omaha8.room.client import Client
from omaha8.room.messages import ClientMessage, Say
from omaha8.room.task import AT_A_TIME, TableTask

MOST = 5


class Notes(TableTask):
    """Writes down what it hears; steps are due as ``waits`` has it."""

    def __init__(self) -> None:
        super().__init__(asyncio.get_running_loop().time, MOST)
        self.heard: list[str] = []
        self.waits: list[float | None] = []
        self.steps = 0
        self.ended = False

    @property
    def over(self) -> bool:
        return self.ended

    def handle(self, client: Client, message: ClientMessage, received: float | None = None) -> None:
        assert isinstance(message, Say)
        assert received is not None
        self.heard.append(message.text)

    def step(self) -> float | None:
        self.steps += 1
        return self.waits.pop(0) if self.waits else None


@pytest.fixture
async def notes() -> Notes:
    return Notes()


async def say(notes: Notes, count: int, name: str = "") -> None:
    for number in range(count):
        await notes.post(Client(1), Say(f"{name}{number}"))


async def test_everything_is_heard_in_the_order_of_arrival(notes: Notes) -> None:
    running = asyncio.create_task(notes.run())
    await say(notes, 200)
    async with asyncio.timeout(90):
        while len(notes.heard) < 200:
            await asyncio.sleep(0)
    assert notes.heard == [str(number) for number in range(200)]
    running.cancel()


async def test_who_says_too_much_waits_until_there_is_room(notes: Notes) -> None:
    talks = asyncio.create_task(say(notes, MOST + 3))
    await asyncio.sleep(0.01)
    assert notes.queued == MOST
    assert not notes.post_now(Client(1), Say("me too"))
    assert not talks.done()
    running = asyncio.create_task(notes.run())
    await asyncio.wait_for(talks, 90)
    async with asyncio.timeout(90):
        while notes.queued:
            await asyncio.sleep(0)
    assert notes.heard == [str(number) for number in range(MOST + 3)]
    assert notes.post_now(Client(1), Say("me too"))
    running.cancel()


async def test_the_end_of_a_table_lets_go_of_who_waits(notes: Notes) -> None:
    talks = asyncio.create_task(say(notes, MOST + 1))
    await asyncio.sleep(0.01)
    notes.ended = True
    await notes.run()
    await asyncio.wait_for(talks, 90)


async def test_what_is_due_is_done_while_others_talk(notes: Notes) -> None:
    notes.waits = [0.0] * 50
    talks = asyncio.create_task(say(notes, 3 * AT_A_TIME))
    running = asyncio.create_task(notes.run())
    await asyncio.wait_for(talks, 90)
    async with asyncio.timeout(90):
        while notes.waits or len(notes.heard) < 3 * AT_A_TIME:
            await asyncio.sleep(0)
    assert notes.steps >= 50
    running.cancel()


async def test_what_is_due_later_is_not_forgotten_and_may_become_due_sooner(notes: Notes) -> None:
    notes.waits = [0.01, 3600.0, None]
    running = asyncio.create_task(notes.run())
    async with asyncio.timeout(90):
        while notes.steps < 2:
            await asyncio.sleep(0.001)
    notes.wake()
    async with asyncio.timeout(90):
        while notes.steps < 3:
            await asyncio.sleep(0.001)
    running.cancel()
