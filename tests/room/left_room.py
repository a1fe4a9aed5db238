"""A room as a server leaves it in the middle of a hand, as SQL.

``python -m tests.room.left_room`` writes that of today's version into ``tests/data/rooms``: before
the version of the file is raised, and never again afterwards.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import apsw

from omaha8.hand.actions import CALL, CHECK
from omaha8.room.messages import Act, Say
from omaha8.store.schema import VERSION
from tests.server.club import club

ROOMS: Final = Path(__file__).parents[1] / "data" / "rooms"
OTHERS: Final = "type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY rowid"


async def leave(folder: Path) -> None:
    """Ann and Bob have played two hands; in the third whose turn it is has checked or called."""
    async with club(folder) as room:
        ann, bob = (room.persons[name].id for name in ("Ann", "Bob"))
        spec = {"name": "Thursday", "rules": "robert", "stakes": "2/4", "think_time": 0}
        table = str((await room.post("Hal", "/api/tables", spec))["id"])
        await room.post("Hal", f"/api/people/{ann}/grant", {"amount": 500, "note": "a gift"})
        await room.asks("Ann").put(f"/api/notes/{bob}", json={"text": "Draws to the low."})
        await room.post("Ann", "/api/bots", {"name": "Robo"})
        await room.play(table, 2, leave=False)
        await room.post("Hal", "/api/settlements", {"after": None})
        played = room.lobby.find(table, room.persons["Hal"])
        while played.table.public.hands < 3 or played.table.legal is None:
            await asyncio.sleep(0)
        legal = played.table.legal
        player = played.players.by_seat(legal.seat)
        assert player is not None
        client = next(iter(player.clients))
        action = CALL if legal.to_call else CHECK
        played.handle(client, Act(3, played.host.clock.turn_id, "third", action))
        played.handle(client, Say("Good evening"))


def as_sql(file: Path) -> str:
    """All rows of all tables."""
    connection = apsw.Connection(str(file))
    names = connection.execute(f"SELECT name FROM sqlite_schema WHERE {OTHERS}").fetchall()
    lines = [
        f"INSERT INTO {name} VALUES ({','.join(map(apsw.format_sql_value, row))});\n"
        for (name,) in names
        for row in connection.execute(f"SELECT * FROM {name}").fetchall()
    ]
    connection.close()
    return "".join(lines)


def main() -> None:
    """Today's version."""
    with TemporaryDirectory() as place:
        asyncio.run(leave(Path(place) / "data"))
        text = as_sql(Path(place) / "data" / "omaha8.db")
    (ROOMS / f"{VERSION}.sql").write_text(text, "utf-8")


if __name__ == "__main__":
    main()
