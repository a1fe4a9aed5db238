"""A room with tables behind the whole application, in the loop of the test and without a disk."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import httpx2
from starlette.applications import Starlette

from omaha8.bots import HandStrength
from omaha8.cards import Card
from omaha8.fairness.shuffle import shuffle_from_json
from omaha8.room.lobby import Lobby
from omaha8.room.settings import AT_ONCE, RoomSettings
from omaha8.room.spec import TableSpec
from omaha8.room.staffed import StaffedRoom
from omaha8.server import create_app
from omaha8.server.limits import NO_LIMITS, Limits
from omaha8.server.origin import HostNames
from omaha8.store.memory import MemoryStore
from omaha8.store.store import Store
from tests.room.persons import opened
from tests.server.sockets import Socket


class Served:
    """``table`` is the first one."""

    def __init__(
        self, store: MemoryStore | Store, lobby: Lobby, app: Starlette, table: StaffedRoom
    ) -> None:
        self.store = store
        self.lobby = lobby
        self.app = app
        self.table = table

    @property
    def hands(self) -> int:
        """How many have been dealt."""
        return self.table.table.public.hands

    async def cookie(self, name: str) -> str:
        """Of somebody new."""
        return (await self.lobby.people.guest(name)).cookie

    def browser(self, **headers: str) -> httpx2.AsyncClient:
        """Asks for pages."""
        transport = httpx2.ASGITransport(self.app, raise_app_exceptions=False)
        return httpx2.AsyncClient(
            transport=transport, base_url="http://table.test", headers=headers
        )

    async def greeted(self, cookie: str | None = None, **hello: Any) -> Socket:
        """A connection that has been told everything."""
        socket = Socket(self.app, cookie=cookie)
        socket.say({"type": "hello", **hello})
        await socket.told(2)
        return socket

    async def deck(self, hand: int) -> tuple[Card, ...]:
        """The cards of a hand in the order in which they are dealt, as nobody else may see them."""
        secret = await self.store.journal.deal(self.table.id, hand)
        assert secret is not None
        return tuple(shuffle_from_json(secret).deck)


@asynccontextmanager
async def served(
    spec: TableSpec | None = None,
    *,
    settings: RoomSettings = AT_ONCE,
    names: HostNames | None = None,
    store: MemoryStore | Store | None = None,
) -> AsyncIterator[Served]:
    """A room that is open, with one table; it closes its store."""
    store = store or MemoryStore()
    people = await opened(store)
    # The same decks every time.
    lobby = await Lobby.open(store, people, settings=settings, random=Random(1).randbytes)
    table = await lobby.create(TableSpec() if spec is None else spec)
    # Bots that reckon less play as fast as the rest.
    policies = table.host.policies
    policies.update(dict.fromkeys(policies, HandStrength(deals=5)))
    app = create_app(lobby, names=names, limits=Limits(NO_LIMITS))
    try:
        yield Served(store, lobby, app, table)
    finally:
        await lobby.stop()
        people.close()
        store.close()
