"""A data folder with many hands, played through the room itself; made once, and kept.

.venv/bin/python -m bench.room_history 100000      # about three minutes
"""

from __future__ import annotations

import asyncio
import shutil
import sys
import time
from pathlib import Path
from random import Random
from tempfile import gettempdir
from typing import Final

from bench.room_folder import CONFIG, HUMAN
from omaha8.hand.actions import FOLD
from omaha8.room.lobby import Lobby
from omaha8.room.messages import Act, AutoRebuy, Hello, Sit
from omaha8.room.people import People
from omaha8.room.settings import AT_ONCE
from omaha8.room.spec import TableSpec
from omaha8.room.staffed import StaffedRoom
from omaha8.store.schema import VERSION
from omaha8.store.store import Store

TABLES: Final = 20
PLAYERS: Final = 3
FOLDS: Final = 0.6
"""How often somebody folds: short hands, as there are many."""


class Nowhere:
    """Whom nobody listens to."""

    def write(self, frame: bytes) -> bool:
        return True

    async def writable(self) -> None:
        """It always is."""

    def listen(self, hear: object) -> None:
        """Nothing is ever said."""


def folder_with(hands: int) -> Path:
    """Where such a folder is kept."""
    return Path(gettempdir()) / f"omaha8-bench-{hands}-hands-{VERSION}"


async def make(hands: int) -> Path:
    """The folder, made if it is not there."""
    folder = folder_with(hands)
    if folder.exists():
        return folder
    making = folder.with_suffix(".making")
    shutil.rmtree(making, ignore_errors=True)
    making.mkdir()
    (making / "omaha8.toml").write_text(CONFIG.format(room=HUMAN), "utf-8")
    store = Store.open(making / "data")
    people = await People.open(store)
    lobby = await Lobby.open(store, people, settings=AT_ONCE)
    await asyncio.gather(*(_play(lobby, number, hands // TABLES) for number in range(TABLES)))
    await lobby.stop()
    people.close()
    store.close()
    making.rename(folder)
    return folder


async def _play(lobby: Lobby, number: int, hands: int) -> None:
    spec = TableSpec(name=f"Table {number}", seats=6, stakes="2/4", think_time=0)
    room, random = await lobby.create(spec), Random(number)
    clients = []
    for seat in range(PLAYERS):
        person = (await lobby.people.guest(f"p{number}x{seat}")).person
        client = room.connect(person)
        client.wire = Nowhere()
        await room.post(client, Hello(room.id))
        await room.post(client, Sit(seat=seat, id="sit"))
        await room.post(client, AutoRebuy(below=100, to=400, id="rebuy"))
        clients.append(client)
    acted = (0, -1)
    while room.table.public.hands < hands:
        turn = _turn(room)
        if turn is None or turn == acted:
            await asyncio.sleep(0)
            continue
        legal = room.table.legal
        assert legal is not None
        folds = legal.to_call and random.random() < FOLDS
        action = FOLD if folds else legal.passive
        act = Act(hand=turn[0], turn=turn[1], id=f"a{turn[1]}", action=action)
        await room.post(clients[legal.seat], act)
        acted = turn


def _turn(room: StaffedRoom) -> tuple[int, int] | None:
    assert not room.frozen, room.why_frozen
    table = room.table
    return None if table.legal is None else (table.public.hands, room.host.clock.turn_id)


def main() -> None:
    import uvloop

    started = time.perf_counter()
    folder = uvloop.run(make(int(sys.argv[1])))
    size = sum(file.stat().st_size for file in (folder / "data").iterdir())
    print(f"{folder}: {size / 1e6:,.0f} MB, in {time.perf_counter() - started:,.0f} s")


if __name__ == "__main__":
    main()
