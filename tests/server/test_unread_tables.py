"""A table that could not be taken up is told to host and floor, and to nobody else."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from omaha8.room.lobby import Lobby
from omaha8.room.settings import AT_ONCE
from omaha8.store.interface import StoreError
from omaha8.store.records import Row, TableId, Write
from tests.server.club import Club, club

STRANGE = b'{"type":"hole_dealt","seat":0,"count":2,"cards":"AsKx"}'
"""Whose fault is a card."""


@pytest.fixture
async def room() -> AsyncIterator[Club]:
    """Started again, with an event that this version does not know at one of two tables."""
    async with club() as before:
        lost, _ = [
            TableId((await before.post("Hal", "/api/tables", {"name": name, "bots": 2}))["id"])
            for name in ("Lost", "Kept")
        ]
        await before.lobby.stop()
        journal, told = before.store.journal, list[StoreError | None]()
        first = before.lobby.tables[lost].host.log.next
        epoch = await journal.own(lost)
        journal.write(
            Write(table=lost, epoch=epoch, at=1, first=first, rows=(Row(STRANGE),)), told.append
        )
        assert told == [None]
        lobby = await Lobby.open(before.store, before.people, settings=AT_ONCE)
        after = Club(before.store, before.people, lobby)
        after.persons, after.cookies = before.persons, before.cookies
        yield after
        await lobby.stop()


async def test_the_host_is_told_which_it_is_and_what_lies_there(
    room: Club, caplog: pytest.LogCaptureFixture
) -> None:
    told = await room.get("Hal", "/api/lobby")
    assert [table["name"] for table in told["tables"]] == ["Kept"]
    (lost,) = told["unreadable"]
    assert (lost["name"], lost["chips"]) == ("Lost", 400)
    assert "log of the server" in lost["why"]
    why = room.lobby.unreadable[lost["id"]].why
    assert f" of table {lost['id']} is none that this version can read" in why
    logged = [record.getMessage() for record in caplog.get_records("setup")]
    assert any(why in line for line in logged)
    assert "Kx" not in f"{told} {why} {logged}"
    health = await room.asks().get("/healthz")
    assert health.status_code == 503


@pytest.mark.parametrize("name", ["Ann", "Gus", ""])
async def test_others_are_not(room: Club, name: str) -> None:
    assert (await room.get(name, "/api/lobby"))["unreadable"] == []
