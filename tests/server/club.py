"""A room with its HTTP API and people who ask it, without sockets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any, Final

import httpx2

from omaha8.hand.actions import CALL, CHECK, SHOW, Action
from omaha8.room.lobby import Lobby
from omaha8.room.messages import Act, Hello, Sit
from omaha8.room.people import People
from omaha8.room.person import Person
from omaha8.room.settings import AT_ONCE
from omaha8.server import create_app
from omaha8.server.auth import COOKIE
from omaha8.server.limits import NO_LIMITS, Limits
from omaha8.store.memory import MemoryStore
from omaha8.store.store import Store
from tests.room.persons import host, opened, player

ADDRESS: Final = "http://room"


class Club:
    """``lobby`` has no table yet; Hal is its host, Ann and Bob are registered, Gus is a guest."""

    def __init__(self, store: MemoryStore | Store, people: People, lobby: Lobby) -> None:
        self.store = store
        self.people = people
        self.lobby = lobby
        self.app = create_app(lobby, limits=Limits(NO_LIMITS))
        self.persons: dict[str, Person] = {}
        self.cookies: dict[str, str] = {}
        self._clients: dict[str, httpx2.AsyncClient] = {}

    def asks(self, name: str = "") -> httpx2.AsyncClient:
        """A browser: of somebody by name, or of a stranger."""
        found = self._clients.get(name)
        if found is None:
            found = self._clients[name] = httpx2.AsyncClient(
                transport=httpx2.ASGITransport(self.app),
                base_url=ADDRESS,
                headers={"cookie": f"{COOKIE}={self.cookies[name]}"} if name else {},
            )
        return found

    async def get(self, name: str, path: str) -> Any:
        """What somebody is answered, who must be."""
        answer = await self.asks(name).get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def post(self, name: str, path: str, body: dict[str, Any]) -> Any:
        """The same, of a request that changes something."""
        answer = await self.asks(name).post(path, json=body)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    async def play(self, table: str, hands: int, *, leave: bool = True) -> None:
        """Ann and Bob sit down and call or check until so many hands are over."""
        room = self.lobby.find(table, self.persons["Hal"])
        clients = {}
        for name in ("Ann", "Bob"):
            client = room.connect(self.persons[name])
            room.handle(client, Hello(room.id))
            if not room.has_seat(self.persons[name].id):
                room.handle(client, Sit())
            clients[self.persons[name].id] = client
        room.wake()
        public, asked = room.table.public, count()
        async with asyncio.timeout(90):
            while public.hands < hands or public.playing:
                await asyncio.sleep(0)
                legal = room.table.legal
                player = None if legal is None else room.players.by_seat(legal.seat)
                if legal is None or player is None:
                    continue
                action: Action = SHOW if legal.showdown else CALL if legal.to_call else CHECK
                turn = room.host.clock.turn_id
                act = Act(public.hands, turn, f"{turn} {next(asked)}", action)
                room.handle(clients[player.id], act)
                room.wake()
        for client in clients.values() if leave else ():
            room.disconnect(client)

    async def close(self) -> None:
        """Everybody goes."""
        for each in self._clients.values():
            await each.aclose()
        await self.lobby.stop()
        self.store.close()


@asynccontextmanager
async def club(folder: Path | None = None) -> AsyncIterator[Club]:
    """A club that is open; without a ``folder`` in memory."""
    store = MemoryStore() if folder is None else Store.open(folder)
    people = await opened(store)
    made = Club(store, people, await Lobby.open(store, people, settings=AT_ONCE))
    made.persons["Hal"] = await host(people)
    for name in ("Ann", "Bob"):
        made.persons[name] = await player(people, name)
    for name in ("Hal", "Ann", "Bob"):
        made.cookies[name] = (await people.login(name, "quad aces, no low")).cookie
    gus = await people.guest("Gus")
    made.persons["Gus"], made.cookies["Gus"] = gus.person, gus.cookie
    try:
        yield made
    finally:
        await made.close()
