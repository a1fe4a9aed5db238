"""A room that an earlier version left in mid-hand goes on with this one.

``tests/data/rooms`` has what stood in the file of each version, written by a server of it
(`tests.room.left_room`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import apsw
import pytest

from omaha8.hand.actions import CALL, CHECK
from omaha8.room.audit import audit
from omaha8.room.lobby import Lobby
from omaha8.room.messages import Act, Hello
from omaha8.room.settings import AT_ONCE
from omaha8.store import schema
from omaha8.store.store import Store
from tests.room.persons import SECRET, opened

DATA: Final = Path(__file__).parents[1] / "data"
LEFT: Final = sorted(int(path.stem) for path in (DATA / "rooms").glob("*.sql"))


@pytest.fixture(params=LEFT)
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """As that server left it: Ann has just called in the third hand, Bob is to act."""
    version = int(request.param)
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    connection = apsw.Connection(str(folder / "omaha8.db"))
    for part in ("schemas", "rooms"):
        connection.execute((DATA / part / f"{version}.sql").read_text("utf-8"))
    connection.execute(f"PRAGMA application_id = {schema.APPLICATION}")
    connection.execute(f"PRAGMA user_version = {version}")
    connection.close()
    return folder


def test_every_version_before_todays_is_here() -> None:
    """Before it is raised: ``python -m tests.room.left_room``."""
    assert set(range(1, schema.VERSION)) <= set(LEFT)


async def test_a_hand_goes_on_and_its_chips_add_up(folder: Path) -> None:
    store = Store.open(folder)
    people = await opened(store)
    bob = (await people.login("Bob", SECRET)).person
    lobby = await Lobby.open(store, people, settings=AT_ONCE)
    assert lobby.unreadable == {}
    (room,) = lobby.tables.values()
    assert (room.name, room.table.public.hands, room.table.public.playing) == ("Thursday", 3, True)
    assert [line.text for line in room.chat.lines] == ["Good evening"]
    legal = room.table.legal
    legal = room.table.legal
    assert legal is not None
    player = room.players.by_seat(legal.seat)
    assert player is not None
    assert player.id == bob.id
    client = room.connect(bob)
    room.handle(client, Hello(room.id))
    room.handle(client, Act(3, room.host.clock.turn_id, "b", CALL if legal.to_call else CHECK))
    assert room.table.legal != legal
    found = [hand async for hand in store.journal.hands_ended(0)]
    assert [hand.hand for hand in found] == [1, 2]
    await lobby.stop()
    people.close()
    store.close()
    assert audit(folder).differences == []
