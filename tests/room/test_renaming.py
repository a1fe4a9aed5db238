"""Somebody takes another name and a chair at the same moment: both never happen."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any, Final

import pytest

from omaha8.room.messages import Error, JoinList, Sit
from omaha8.room.people_refusals import PeopleRefused
from omaha8.room.person import Person
from omaha8.room.refusals import RoomRefused
from omaha8.room.spec import TableSpec
from omaha8.room.staffed import StaffedRoom
from omaha8.store.database import Work
from omaha8.store.memory import MemoryStore
from tests.room.house import House, Line, a_house, until

PASSWORD: Final = "quad aces, no low"
MOMENTS: Final = ("hashing", "waiting", "kept", "told")
"""How far his registration is: the writer has not got to it, has kept it, has said so."""


class SlowDatabase:
    """Writes when told to, and says so when told to."""

    def __init__(self, store: MemoryStore) -> None:
        self._database = store.database
        self.reader = store.database.reader
        self._todo: list[tuple[Work[Any], asyncio.Future[Any]]] = []
        self._done: list[tuple[asyncio.Future[Any], asyncio.Future[Any]]] = []

    @property
    def busy(self) -> bool:
        return bool(self._todo or self._done)

    def run(self, work: Work[Any]) -> asyncio.Future[Any]:
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._todo.append((work, future))
        return future

    def keep(self) -> None:
        self._done += [(future, self._database.run(work)) for work, future in self._todo]
        self._todo.clear()

    def tell(self) -> None:
        for future, kept in self._done:
            if (error := kept.exception()) is None:
                future.set_result(kept.result())
            else:
                future.set_exception(error)
        self._done.clear()


def sits(table: StaffedRoom, line: Line, person: Person) -> bool:
    return not any(isinstance(told, Error) for told in line.say(table, Sit(2)))


def joins(table: StaffedRoom, line: Line, person: Person) -> bool:
    return not any(isinstance(told, Error) for told in line.say(table, JoinList()))


def asks_to_wait(table: StaffedRoom, line: Line, person: Person) -> bool:
    try:
        table.wait_for_chair(person, on=True)
    except RoomRefused:
        return False
    return True


Door = Callable[[StaffedRoom, Line, Person], bool]
DOORS: Final[dict[Door, int]] = {sits: 3, joins: 2, asks_to_wait: 2}
"""How somebody's name gets to a table of so many seats, at which two sit."""


@pytest.fixture
async def house() -> AsyncIterator[House]:
    async with a_house() as house:
        yield house


async def table_of(house: House, seats: int) -> StaffedRoom:
    table = await house.lobby.create(TableSpec(seats=seats, bots=0))
    for seat, person in enumerate((house.ann, house.ben)):
        assert Line(table, person).say(table, Sit(seat))
    return table


def names_at(table: StaffedRoom) -> list[str]:
    """Who sits or waits beside Ann and Ben."""
    public = table.table.public
    seated = [seat.name for seat in public.seats if seat is not None]
    return [name for name in (*seated, *public.waiting) if name not in ("Ann", "Ben")]


async def at(moment: str, disk: SlowDatabase) -> None:
    """Let the registration get so far."""
    if moment != "hashing":
        await until(lambda: disk.busy)
    if moment in ("kept", "told"):
        disk.keep()
    if moment == "told":
        disk.tell()
        await asyncio.sleep(0)


async def end(registering: asyncio.Future[Any], disk: SlowDatabase) -> str:
    """How it ends."""
    await until(lambda: registering.done() or disk.busy)
    disk.keep()
    disk.tell()
    try:
        await registering
    except PeopleRefused as why:
        return str(why.code)
    return "registered"


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("name", ["Zoe", "Gustav"])
async def test_nobody_takes_a_chair_by_a_name_that_he_loses(
    house: House, door: Door, moment: str, name: str
) -> None:
    table = await table_of(house, DOORS[door])
    gus = (await house.people.guest("Gus")).person
    await house.people.guest("Gustav")
    line = Line(table, gus)
    disk = SlowDatabase(house.store)
    house.people.database = disk  # type: ignore[assignment]
    registering = asyncio.ensure_future(house.people.register(gus, PASSWORD, name))
    await asyncio.sleep(0)
    await at(moment, disk)

    early = door(table, line, gus)
    ended = await end(registering, disk)

    # Only the writer finds that Gustav is somebody already.
    outcome = "registered" if name == "Zoe" else "name_taken"
    if moment == "hashing":
        assert (early, ended) == (True, "seated")
    else:
        assert (early, ended) == (moment == "told" and name != "Zoe", outcome)
        if ended == "registered":
            assert not door(table, line, gus)
        if not early:
            now = house.people.by_id(gus.id)
            assert now is not None
            assert door(table, Line(table, now), now)
    known = house.people.by_id(gus.id)
    assert known is not None
    assert names_at(table) == [known.name]


async def test_why_he_gets_no_chair(house: House) -> None:
    table = await table_of(house, 3)
    gus = (await house.people.guest("Gus")).person
    line = Line(table, gus)
    await house.people.register(gus, PASSWORD, "Zoe")
    (told,) = [message for message in line.say(table, Sit(2, id="a")) if isinstance(message, Error)]
    assert (told.code, told.id) == ("not_allowed", "a")
    assert "take a chair by your new name" in told.message


async def test_who_registers_by_his_own_name_keeps_his_chair(house: House) -> None:
    table = await table_of(house, 3)
    gus = (await house.people.guest("Gus")).person
    line = Line(table, gus)
    assert sits(table, line, gus)
    assert (await house.people.register(gus, PASSWORD, "Gus")).person.id == gus.id
    assert names_at(table) == ["Gus"]
