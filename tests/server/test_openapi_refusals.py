"""What a server answers that can do nothing: the description has it, of every route."""

from __future__ import annotations

import asyncio
import re
from collections import defaultdict
from collections.abc import AsyncIterator
from typing import Any, Final

import pytest

from omaha8.room.people_passwords import AT_ONCE, WAITING
from omaha8.server.endpoints import Endpoint
from omaha8.server.openapi import document, operation_id
from omaha8.store.database import MemoryDatabase, Work
from omaha8.store.interface import Done, StoreError
from omaha8.store.records import Write
from tests.room.persons import SECRET
from tests.server.club import Club, club
from tests.server.http_api_page import endpoints

FIELDS: Final[dict[str, Any]] = {
    "amount": 5,
    "old": SECRET,
    "on": True,
    "password": SECRET,
    "role": "floor",
    "seat": 0,
    "text": "raises with nothing",
    "token": "none",
}


@pytest.fixture
async def room() -> AsyncIterator[Club]:
    async with club() as made:
        yield made


@pytest.fixture
async def changing() -> list[Endpoint[Any]]:
    return [endpoint for endpoint in await endpoints() if endpoint.changes]


def declared(endpoints: list[Endpoint[Any]]) -> dict[str, dict[int, str]]:
    """What each may answer, with its codes in words."""
    return {
        operation["operationId"]: {
            int(status): answer["description"] for status, answer in operation["responses"].items()
        }
        for methods in document(endpoints)["paths"].values()
        for operation in methods.values()
    }


def test_every_route_that_changes_something_says_that_it_may_not_be_saved(
    changing: list[Endpoint[Any]],
) -> None:
    for operation, answers in declared(changing).items():
        assert "not_saved" in answers.get(503, ""), operation


async def test_a_server_that_is_busy_and_whose_disk_is_full_answers_as_described(
    room: Club, changing: list[Endpoint[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = str((await room.post("Hal", "/api/tables", {"bots": 2}))["id"])
    code = (await room.people.new_codes(room.persons["Ann"], SECRET))[0]

    def run(_: MemoryDatabase, work: Work[Any]) -> asyncio.Future[Any]:
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        future.set_exception(StoreError("the disk is full"))
        return future

    def write(_: MemoryDatabase, what: Write, done: Done) -> None:
        done(StoreError("the disk is full"))

    monkeypatch.setattr(MemoryDatabase, "run", run)
    monkeypatch.setattr(MemoryDatabase, "write", write)
    monkeypatch.setattr(room.people.passwords, "_under_way", AT_ONCE + WAITING)
    described, codes = declared(changing), defaultdict[str, set[str]](set)
    for who in ("", "Gus", "Hal"):
        for endpoint in changing:
            operation = operation_id(endpoint)
            path = endpoint.path.replace("/tables/{id}", f"/tables/{table}")
            path = re.sub(r"\{\w+:int\}", str(room.persons["Ann"].id), path)
            name = "Zoe" if operation == "post_register" else "Ann"
            known = {**FIELDS, "name": name, "code": code}
            body = {name: known[name] for name in endpoint.body.__struct_fields__ if name in known}
            answer = await room.asks(who).request(endpoint.method, path, json=body)
            refused = answer.json().get("error", "")
            assert refused in described[operation].get(answer.status_code, ""), operation
            codes[refused].add(operation)
    assert codes["busy"] == {
        "post_register",
        "post_login",
        "post_recover",
        "post_me_password",
        "post_me_recovery_codes",
    }
    assert len(codes["not_saved"]) > 12
