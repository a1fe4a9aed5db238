"""Sockets of a whole server on the loopback: who comes in by which, and who is cut off."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import httpx2
import pytest
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from omaha8.room import people_directory
from omaha8.room.client import REVOKED
from omaha8.room.lobby import Lobby
from omaha8.room.people import People
from omaha8.room.settings import AT_ONCE
from omaha8.room.spec import TableSpec
from omaha8.server import create_app
from omaha8.server.limits import NO_LIMITS, Limits
from omaha8.store.memory import MemoryStore
from tests.room.persons import SECRET, opened, player


class Club:
    """A server with one table."""

    def __init__(self, people: People, port: int) -> None:
        self.people = people
        self.address = f"127.0.0.1:{port}"
        self.web = httpx2.AsyncClient(base_url=f"http://{self.address}")

    async def sit_by(self, **headers: str) -> ClientConnection:
        """A socket that has said hello."""
        line = await connect(f"ws://{self.address}/ws", additional_headers=headers)
        await line.send(json.dumps({"type": "hello"}))
        return line

    async def cookie(self, name: str) -> str:
        """Of somebody who has logged in just now."""
        return f"omaha8={(await self.people.login(name, SECRET)).cookie}"


@asynccontextmanager
async def club() -> AsyncIterator[Club]:
    store = MemoryStore()
    people = await opened(store)
    lobby = await Lobby.open(store, people, settings=AT_ONCE)
    await lobby.create(TableSpec(name="Table 1"))
    app = create_app(lobby, limits=Limits(NO_LIMITS))
    listening = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(app, log_config=None, lifespan="off", proxy_headers=False)
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve([listening]))
    async with asyncio.timeout(90):
        while not server.started:
            await asyncio.sleep(0.01)
    made = Club(people, listening.getsockname()[1])
    try:
        yield made
    finally:
        await made.web.aclose()
        server.should_exit = True
        await serving
        await lobby.stop()
        people.close()
        store.close()


async def viewer(line: ClientConnection) -> int | None:
    """The id of whom the server takes the other end for."""
    async with asyncio.timeout(90):
        while True:
            message = json.loads(await line.recv())
            if message["type"] == "welcome":
                person: int | None = message["person"]
                return person


async def code_of_end(line: ClientConnection) -> int:
    """With which code the server closes it."""
    async with asyncio.timeout(90):
        with suppress(ConnectionClosed):
            while True:
                await line.recv()
    assert line.close_code is not None
    return line.close_code


async def test_a_cookie_a_token_or_nothing() -> None:
    async with club() as here:
        ann = await player(here.people, "Ann")
        robbie, token = await here.people.bots.make(ann, "Robbie")
        known = [
            ({"cookie": await here.cookie("Ann")}, ann.id),
            ({"authorization": f"Bearer {token}"}, robbie.id),
            ({}, None),
            ({"cookie": "omaha8=forged.forged"}, None),
        ]
        for headers, person in known:
            line = await here.sit_by(**headers)
            assert await viewer(line) == person
            await line.close()


async def test_a_token_that_is_worth_nothing_is_told_so() -> None:
    async with club() as here:
        line = await connect(
            f"ws://{here.address}/ws", additional_headers={"authorization": "Bearer x.x"}
        )
        assert await code_of_end(line) == REVOKED


async def test_a_session_that_ends_takes_its_sockets_along() -> None:
    async with club() as here:
        ann = await player(here.people, "Ann")
        cookies = [await here.cookie("Ann") for _ in range(2)]
        gone, stays = [await here.sit_by(cookie=cookie) for cookie in cookies]
        for line in (gone, stays):
            await viewer(line)
        answer = await here.web.post("/api/logout", json={}, headers={"cookie": cookies[0]})
        assert answer.status_code == 200
        assert await code_of_end(gone) == REVOKED
        await stays.send(json.dumps({"type": "ping"}))
        robbie, token = await here.people.bots.make(ann, "Robbie")
        bot = await here.sit_by(authorization=f"Bearer {token}")
        await viewer(bot)
        await here.people.bots.end(ann, robbie.id)
        assert await code_of_end(bot) == REVOKED
        await here.people.revoke_all(ann.id)
        assert await code_of_end(stays) == REVOKED


async def test_who_changes_his_password_has_the_new_cookie_before_his_socket_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(people_directory, "LINGER", 0.1)
    async with club() as here:
        ann = await player(here.people, "Ann")
        cookie = await here.cookie("Ann")
        line = await here.sit_by(cookie=cookie)
        await viewer(line)
        body = {"old": SECRET, "password": "another one"}
        answer = await here.web.post("/api/me/password", json=body, headers={"cookie": cookie})
        fresh = answer.headers["set-cookie"].partition(";")[0]
        assert fresh != cookie
        assert await code_of_end(line) == REVOKED
        again = await here.sit_by(cookie=fresh)
        assert await viewer(again) == ann.id


async def test_one_form_of_errors_and_no_token_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    async with club() as here:
        with caplog.at_level(logging.DEBUG):
            ann = await player(here.people, "Ann")
            token = (await here.people.bots.make(ann, "Robbie")).token
            headers = {"authorization": f"Bearer {token}"}
            found = [
                await here.web.get("/api/nothing", headers=headers),
                await here.web.get("/nothing.html"),
                await here.web.put("/api/login", json={}),
                await here.web.post("/", json={}),
            ]
        got = [(answer.status_code, answer.json()["error"]) for answer in found]
        assert got == [(404, "not_found")] * 2 + [(405, "method_not_allowed")] * 2
        own = [r.getMessage() for r in caplog.records if r.name.startswith(("omaha8", "uvicorn"))]
        assert own
        assert not any(token in message or SECRET in message for message in own)
