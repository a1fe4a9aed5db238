"""People of a room for tests: cheap hashes, and a clock that one sets."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from omaha8.room.people import HasDatabase, People
from omaha8.room.people_directory import DAY
from omaha8.room.people_passwords import Cost, Passwords
from omaha8.room.person import Person
from omaha8.store.memory import MemoryStore

CHEAP: Final = Cost(passes=1, memory=8)
SECRET: Final = "quad aces, no low"


class Clock:
    """ms since 1970."""

    def __init__(self) -> None:
        self.now = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now

    def days(self, days: float) -> None:
        """Go on, or back."""
        self.now += round(days * DAY)


async def opened(
    store: HasDatabase | None = None,
    clock: Clock | None = None,
    reserved: Collection[str] = (),
) -> People:
    """The people of a store, by default of one in memory."""
    return await People.open(
        store or MemoryStore(),
        now=clock or Clock(),
        passwords=Passwords(CHEAP),
        reserved=reserved,
    )


async def player(people: People, name: str) -> Person:
    """Somebody registered, with the password `SECRET`."""
    return (await people.register(None, SECRET, name)).person


async def host(people: People, name: str = "Hal") -> Person:
    """Somebody registered who has used the host link."""
    link = await people.staff.host_link(again=True)
    assert link is not None
    return await people.staff.claim_host(link, await player(people, name))
