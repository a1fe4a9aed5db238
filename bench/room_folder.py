"""A data folder for the server to be measured: tables, and people who may sit down there."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from omaha8.room.lobby import Lobby
from omaha8.room.people import People
from omaha8.room.spec import TableSpec
from omaha8.store.store import Store

CONFIG = """\
[server]
port = 0
data = "data"
[room]
{room}
[limits]
requests_of_address = {{ burst = 1, every = 0 }}
requests_of_person = {{ burst = 1, every = 0 }}
[log]
level = "warning"
"""

AT_ONCE = """\
pace = 0
think_time = 0
first_deal = 0
entry_time = 0
answer_time = 0
pause = 0
showdown_pause = 0
line_pause = 0
absence = 0
messages_per_second = 0
"""
"""Nothing waits but for the players."""

HUMAN = """\
think_time = 60
pause = 1
showdown_pause = 2
line_pause = 0
"""


class Place(NamedTuple):
    """A table, and the cookies of its players."""

    table: str
    cookies: tuple[str, ...]


async def prepare(folder: Path, players: Sequence[int], room: str) -> list[Place]:
    """Makes ``folder``: one table for each number of players; `config_of` starts a server on it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "omaha8.toml").write_text(CONFIG.format(room=room), "utf-8")
    store = Store.open(folder / "data")
    people = await People.open(store)
    lobby = await Lobby.open(store, people)
    places = []
    for number, count in enumerate(players):
        spec = TableSpec(name=f"Table {number}", seats=6, stakes="2/4", think_time=0)
        room_at = await lobby.create(spec)
        names = [f"p{number}x{seat}" for seat in range(count)]
        admitted = await asyncio.gather(*(people.guest(name) for name in names))
        places.append(Place(room_at.id, tuple(each.cookie for each in admitted)))
    await lobby.stop()
    people.close()
    store.close()
    return places


def serve(folder: Path) -> list[str]:
    """The arguments of the server for a folder."""
    return ["-m", "omaha8", "serve", "--config", str(folder / "omaha8.toml")]
