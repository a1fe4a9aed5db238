"""A lobby in memory with people, whose journal may fail."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import msgspec
import pytest

from omaha8.hand.actions import CALL
from omaha8.room.client import Client
from omaha8.room.lobby import Change, Lobby
from omaha8.room.messages import Act, ClientMessage, Hello, ServerMessage, Sit
from omaha8.room.open_tables import CreateTables
from omaha8.room.people import People
from omaha8.room.person import Person
from omaha8.room.refusals import RoomRefused
from omaha8.room.settings import AT_ONCE
from omaha8.room.spec import TableSpec
from omaha8.room.staffed import StaffedRoom
from omaha8.store.interface import Done, StoreError
from omaha8.store.journal import SqliteJournal
from omaha8.store.memory import MemoryStore
from omaha8.store.records import TableRecord, Write
from omaha8.store.stored import Stored
from tests.room.persons import host, opened, player

_decode = msgspec.json.Decoder(ServerMessage).decode


class Flaky(SqliteJournal):
    """Keeps nothing while there is a ``fault``; tables take a moment, in which others come in."""

    fault: StoreError | None = None

    async def create(self, record: TableRecord) -> None:
        await asyncio.sleep(0)
        await super().create(record)

    async def update(self, table: TableRecord, epoch: int) -> None:
        await asyncio.sleep(0)
        await super().update(table, epoch)

    def write(self, write: Write, done: Done) -> None:
        if self.fault is None:
            super().write(write, done)
        else:
            done(self.fault)


class Line:
    """Somebody's connection to a table."""

    def __init__(
        self, room: StaffedRoom, person: Person | None, session: str | None = None
    ) -> None:
        self.client = Client(256, person)
        self.client.session = session
        self.told: list[Any] = []
        self.asks = 0
        room.join(self.client)
        self.say(room, Hello())

    def say(self, room: StaffedRoom, message: ClientMessage) -> list[Any]:
        room.handle(self.client, message)
        return self.read()

    def read(self) -> list[Any]:
        fresh = [_decode(frame) for frame in self.client.waiting()]
        self.told += fresh
        return fresh

    def kinds(self) -> list[str]:
        return [type(message).__name__ for message in self.read()]


class House:
    """A lobby in memory, with Hal the host, Ann and Ben."""

    store: MemoryStore
    journal: Flaky
    people: People
    lobby: Lobby
    hal: Person
    ann: Person
    ben: Person

    async def open(self, create_tables: CreateTables = "host", credit: int | None = None) -> House:
        self.store = MemoryStore()
        self.journal = self.store.journal = Flaky(self.store.database)
        self.people = await opened(self.store)
        self.hal = await host(self.people)
        self.ann, self.ben = [await player(self.people, name) for name in ("Ann", "Ben")]
        self.lobby = await self.lobby_of(self.store, create_tables, credit)
        return self

    async def lobby_of(
        self, store: Stored, create_tables: CreateTables = "host", credit: int | None = None
    ) -> Lobby:
        return await Lobby.open(
            store,
            self.people,
            settings=AT_ONCE,
            credit=credit,
            create_tables=create_tables,
            random=Random(7).randbytes,
        )

    async def restart(self) -> None:
        """Everything in memory is lost."""
        await self.lobby.stop()
        self.lobby = await self.lobby_of(self.store, credit=self.lobby.bank.credit)


@asynccontextmanager
async def a_house() -> AsyncIterator[House]:
    house = await House().open()
    yield house
    await house.lobby.stop()
    house.people.close()
    house.store.close()


def to(spec: TableSpec) -> Change:
    """The change to a table that is to be so, however it was."""
    return lambda _: spec


async def until(true: Callable[[], object]) -> None:
    """Waits for what other tasks do."""
    async with asyncio.timeout(90):
        while not true():
            await asyncio.sleep(0.001)


def refused(what: Callable[[], object]) -> str:
    with pytest.raises(RoomRefused) as found:
        what()
    return f"{found.value.code}: {found.value}"


async def seated(house: House) -> tuple[StaffedRoom, Line, Line]:
    """Ann and Ben in a hand."""
    table = await house.lobby.create(TableSpec())
    ann, ben = Line(table, house.ann), Line(table, house.ben)
    ann.say(table, Sit(0, 100))
    ben.say(table, Sit(1, 100))
    await until(lambda: table.table.public.playing)
    ann.read()
    ben.read()
    return table, ann, ben


def the_call(table: StaffedRoom) -> Act:
    return Act(table.table.public.hands, table.host.clock.turn_id, "call", CALL)
