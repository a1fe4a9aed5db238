"""Who only looks something up waits for no write, and none waits for him."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import apsw

from omaha8.server.app import endpoints_of
from omaha8.server.auth import Doorman
from omaha8.server.limits import NO_LIMITS, Limits
from tests.server.club import Club, club


@contextmanager
def busy_writer(club: Club) -> Iterator[None]:
    """Meanwhile the thread that writes is at something that takes long."""
    done = Event()

    def work(_: apsw.Connection) -> None:
        done.wait()

    working = club.store.database.run(work)
    try:
        yield
    finally:
        assert not working.done()
        done.set()


async def table_of(club: Club) -> str:
    """A table whose first hands are over and on the disk."""
    table: str = (await club.post("Hal", "/api/tables", {"bots": 0, "seats": 2}))["id"]
    await club.play(table, 3)
    await club.store.database.run(lambda _: None)
    return table


def looked_up(club: Club, table: str) -> list[str]:
    """The address of everything that can be looked up."""
    endpoints = endpoints_of(club.lobby, Doorman(club.people), Limits(NO_LIMITS))
    of = {"{id}": table, "{id:int}": str(club.persons["Ann"].id), "{hand:int}": "2"}
    found = {endpoint.path for endpoint in endpoints if not endpoint.changes}
    for name, value in of.items():
        found = {path.replace(name, value) for path in found}
    return sorted(found)


async def test_whatever_is_looked_up_is_told_while_the_disk_is_busy(tmp_path: Path) -> None:
    async with club(tmp_path) as open_club:
        hal, table = open_club.asks("Hal"), await table_of(open_club)
        note = await hal.put(f"/api/notes/{open_club.persons['Ann'].id}", json={"text": "calls"})
        assert note.status_code == 200
        paths = looked_up(open_club, table)
        assert f"/api/tables/{table}/hands/2" in paths
        with busy_writer(open_club):
            for path in (*paths, f"/api/tables/{table}/hands/2?format=text"):
                async with asyncio.timeout(90):
                    answer = await hal.get(path)
                assert answer.status_code == 200, (path, answer.text)


async def test_a_list_of_hands_is_told_without_their_events(tmp_path: Path) -> None:
    """However many hands there are, and however long they were."""
    async with club(tmp_path) as open_club:
        path = f"/api/tables/{await table_of(open_club)}/hands?before=3"
        told = await open_club.get("Ann", path)
        assert [(line["hand"], line["seat"]) for line in told["hands"]] == [(2, 0), (1, 0)]
        await open_club.store.database.run(lambda db: db.execute("DELETE FROM events"))
        assert await open_club.get("Ann", path) == told
