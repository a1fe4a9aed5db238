"""A start with a clock that is far ahead costs nobody his account, his chips or his name."""

from __future__ import annotations

from typing import Final

import pytest

from omaha8.room.people import Admission, People
from omaha8.rules.game import Chips
from omaha8.store.interface import Ledger
from omaha8.store.memory import MemoryStore
from omaha8.store.records import BANK, TableId, Transfer, person_account, table_account
from tests.room.persons import Clock, opened
from tests.store.keeping import changed, keep, open_tables, write

AHEAD: Final = (2, 40, 400, 20_000)
"""Days."""


class Evening:
    """Guests of a room: Al has no chips, Bo has some, all of Cy's lie on a table."""

    def __init__(self) -> None:
        self.store, self.clock = MemoryStore(), Clock()
        self.guests: dict[str, Admission] = {}

    async def open(self) -> Evening:
        people = await self.start()
        for name in ("Al", "Bo", "Cy"):
            self.guests[name] = await people.guest(name)
        await granted(self.store.ledger, self.guests["Bo"], 500)
        await granted(self.store.ledger, self.guests["Cy"], 500)
        await bought_in(self.store.ledger, self.guests["Cy"], 500)
        return self

    async def start(self) -> People:
        """Everything in memory is lost."""
        return await opened(self.store, self.clock)

    async def start_ahead(self, days: int) -> People:
        """With a clock so far ahead."""
        self.clock.days(days)
        return await self.start()

    async def start_right(self, days: int) -> People:
        """With the clock put right."""
        self.clock.days(-days)
        return await self.start()

    def known(self, people: People) -> list[str]:
        """Who of them is known by his cookie."""
        known = [people.by_cookie(guest.cookie) for guest in self.guests.values()]
        return [person.name for person in known if person is not None]

    def own(self, people: People) -> list[str]:
        """Who of them has his name to himself."""
        return [
            name
            for name, guest in self.guests.items()
            if people.by_name(name) == guest.person == people.by_id(guest.person.id)
        ]


async def granted(ledger: Ledger, guest: Admission, amount: int) -> None:
    account = person_account(guest.person.id)
    await ledger.transfer(Transfer(BANK, account, Chips(amount), "grant"), at=1)


async def bought_in(ledger: Ledger, guest: Admission, amount: int) -> None:
    account, table = person_account(guest.person.id), table_account(TableId("one"))
    await ledger.transfer(Transfer(account, table, Chips(amount), "buy_in"), at=1)


ALL: Final = ["Al", "Bo", "Cy"]


@pytest.mark.parametrize("days", AHEAD)
async def test_who_was_a_guest_is_one_while_the_clock_is_wrong_and_after(days: int) -> None:
    evening = await Evening().open()
    people = await evening.start_ahead(days)
    assert evening.known(people) == ALL
    for name in ALL:
        assert (await people.guest(name)).person.name == f"{name} 2"
    people = await evening.start_right(days)
    assert evening.known(people) == ALL
    assert evening.own(people) == ALL


@pytest.mark.parametrize("days", AHEAD)
async def test_nobody_is_lost_who_does_not_come_meanwhile(days: int) -> None:
    """While others do, who would like his name."""
    evening = await Evening().open()
    people = await evening.start_ahead(days)
    for name in ALL:
        await people.guest(name)
    people = await evening.start_right(days)
    assert evening.known(people) == ALL
    assert evening.own(people) == ALL


@pytest.mark.parametrize("days", AHEAD)
@pytest.mark.parametrize("by", ["a guest", "an event"])
async def test_what_happens_by_the_wrong_clock_costs_nobody_his_chips(days: int, by: str) -> None:
    """At a second such start the time seems to have passed."""
    evening = await Evening().open()
    people = await evening.start_ahead(days)
    if by == "a guest":
        await people.guest("Di")
    else:
        await open_tables(evening.store)
        await keep(evening.store, changed(write(0), at=evening.clock.now))
    people = await evening.start_ahead(0)
    for name in ALL:
        await people.guest(name)
    people = await evening.start_right(days)
    rich = ALL if days <= 60 else ["Bo", "Cy"]
    assert evening.known(people) == rich
    assert "Bo" in evening.own(people)
    assert days > 60 or evening.own(people) == ALL


async def test_a_guest_without_chips_is_forgotten_in_the_end() -> None:
    evening = await Evening().open()
    people = await evening.start()
    evening.clock.days(30)
    assert evening.known(people) == []
    evening.clock.days(60)
    await people.guest("Di")
    people = await evening.start()
    kept = people.database.reader.execute("SELECT person FROM sessions ORDER BY 1").fetchall()
    assert kept == [(evening.guests["Bo"].person.id,), (evening.guests["Cy"].person.id,), (4,)]
    assert [(await people.guest(name)).person.name for name in ALL] == ["Al", "Bo 2", "Cy"]


async def test_a_clock_that_was_ahead_and_is_right_again_ends_nothing_early() -> None:
    evening = await Evening().open()
    people = await evening.start_ahead(400)
    new = await people.guest("Di")
    people = await evening.start_right(400)
    assert people.by_cookie(new.cookie) == new.person
    evening.clock.days(29)
    assert evening.known(people) == ALL
