"""A full disk, a folder without rights, a second server, a clock that goes back."""

from __future__ import annotations

import asyncio
import os
import resource
from pathlib import Path

import pytest

from omaha8.client import Client, HttpError
from omaha8.hand.actions import FOLD
from omaha8.room.messages import Act
from tests.actors import Actor
from tests.crash.journal import faults_in, read_journal, told_otherwise
from tests.crash.storm import audit
from tests.crash.trouble import WallClock, without_rights
from tests.serving import ChildServer

pytestmark = pytest.mark.slow
OPTIONS = ("--bots", "1", "--pace", "0")


class Evening:
    """Two players at the table of a server, who play while a test does something to it."""

    def __init__(self, server: ChildServer) -> None:
        self.server = server
        self.actors = [Actor(name, i, quiet=True) for i, name in enumerate(("Ann", "Bob"))]
        self.table = ""

    async def begin(self) -> Evening:
        for actor in self.actors:
            api = await asyncio.to_thread(self.server.guest, actor.name)
            await actor.connect(self.server.url, cookie=api.cookie)
        self.table = self.actors[0].client.state.table.id
        self._playing = [asyncio.create_task(actor.run()) for actor in self.actors]
        return self

    async def hands(self, count: int) -> None:
        """So many more hands."""
        ann = self.actors[0]
        until = ann.hands + count
        await ann.until(lambda: ann.hands >= until, within=90)

    async def end(self) -> list[str]:
        """What was wrong with it."""
        for task in self._playing:
            task.cancel()
        outcomes = await asyncio.gather(*self._playing, return_exceptions=True)
        faults = [repr(o) for o in outcomes if not isinstance(o, asyncio.CancelledError)]
        for actor in self.actors:
            await actor.client.close()
        kept = read_journal(self.server.data, self.table)
        for actor in self.actors:
            faults += actor.faults + actor.client.faults
            faults += faults_in(kept, actor.acked) + told_otherwise(kept, actor.told)
        return faults + audit(self.server.data)


async def test_a_full_disk(tmp_path: Path) -> None:
    """Nothing is acknowledged that is not kept; with room on the disk the table goes on."""
    with ChildServer(tmp_path, *OPTIONS) as server:
        evening = await Evening(server).begin()
        await evening.hands(5)
        acked = [len(actor.acked) for actor in evening.actors]
        full = max(file.stat().st_size for file in server.data.iterdir())
        _, most = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (full, most))
        ann = evening.actors[0]
        told = [actor.client.complaints for actor in evening.actors]
        await ann.until(
            lambda: (
                any(error.code == "not_saved" for errors in told for error in errors)
                or any(actor.refusals.get("not_saved") for actor in evening.actors)
            ),
            within=90,
        )
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (most, most))
        await evening.hands(5)
        assert await evening.end() == []
        assert all(len(a.acked) > n for a, n in zip(evening.actors, acked, strict=True))
        assert "Traceback" not in server.text()


async def test_a_second_server_on_the_same_folder(tmp_path: Path) -> None:
    """It is refused with a sentence, and the first does not notice."""
    with ChildServer(tmp_path, *OPTIONS) as server:
        evening = await Evening(server).begin()
        await evening.hands(1)
        (tmp_path / "second").mkdir()
        second = ChildServer(tmp_path / "second", data=server.data)
        second.run()
        assert await asyncio.to_thread(second.wait) != 0
        said = second.text().strip()
        assert "\n" not in said
        assert "Traceback" not in said
        assert str(server.data) in said
        await evening.hands(2)
        assert await evening.end() == []


@pytest.mark.parametrize("what", ["no rights", "a file", "no rights above"])
def test_a_folder_that_cannot_be_written(tmp_path: Path, what: str) -> None:
    """One sentence, no trace, and an exit status."""
    data = tmp_path / "rooms" / "data"
    data.parent.mkdir()
    if what == "a file":
        data.write_text("this is no folder")
    else:
        if what == "no rights":
            data.mkdir()
        locked = data if what == "no rights" else data.parent
        locked.chmod(0o500)
    server = ChildServer(tmp_path, data=data)
    server.run(without_rights())
    status, said = server.wait(), server.text().strip()
    for folder in (data, data.parent):
        if folder.is_dir():
            os.chmod(folder, 0o700)
    assert status != 0
    assert str(data) in said
    assert "Traceback" not in said
    assert len(said.splitlines()) == 1


async def test_a_clock_that_goes_back(tmp_path: Path) -> None:
    """An hour earlier the game goes on, sessions hold, and a kill loses nothing."""
    clock = WallClock(tmp_path / "clock")
    with ChildServer(tmp_path, *OPTIONS, env=clock.env) as server:
        evening = await Evening(server).begin()
        await evening.hands(3)
        clock.jump(-3600)
        await evening.hands(3)
        server.kill()
        clock.jump(-7200)
        await asyncio.to_thread(server.start)
        await evening.hands(3)
        api = await asyncio.to_thread(server.guest, "Cid")
        lobby = await asyncio.to_thread(api.lobby)
        assert lobby["tables"]
        with pytest.raises(HttpError, match="[a-z]"):
            await asyncio.to_thread(api.table, "nosuch")
        kept = read_journal(server.data, evening.table)
        assert await evening.end() == []
    assert len(kept) > 50
    assert sum(row.form["type"] == "hand_voided" for row in kept) == 0


@pytest.mark.parametrize(("think_time", "jump"), [(2.0, -3600.0), (300.0, 3600.0)])
async def test_nobody_has_more_or_less_time_by_the_clock_on_the_wall(
    tmp_path: Path, think_time: float, jump: float
) -> None:
    """Who does not act checks or folds in time, and who has time keeps it."""
    clock = WallClock(tmp_path / "clock")
    with ChildServer(tmp_path, *OPTIONS, env=clock.env) as server:
        host = await asyncio.to_thread(server.host)
        table = await asyncio.to_thread(
            host.create_table, rules="robert", seats=4, bots=1, think_time=think_time, time_bank=0
        )
        ann = await Actor("Ann", 1).connect(server.url, cookie=host.cookie, table=table["id"])
        client = ann.client
        await client.sit()
        turn = await asyncio.wait_for(client.turn(), 90)
        clock.jump(jump)
        async with await Client.connect(server.url, table=client.state.table.id) as newcomer:
            view = newcomer.state.view
        if jump > 0:
            assert (view.hand, view.turn_id) == (turn.hand, turn.turn)
            assert view.acting_ms
            assert await ann.ask(Act(turn.hand, turn.turn, "x", FOLD))
        else:
            assert (view.acting_ms or 0) <= think_time * 1000
            own = f'"type":"{{}}","seat":{client.state.viewer}'
            ends = [own.format(kind) for kind in ("checked", "folded")]
            await ann.until(lambda: any(end in text for text in ann.raw for end in ends), within=90)
        await client.close()
