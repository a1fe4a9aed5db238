"""Chips that moved in events that are cut off: they are where they were, in memory as well."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest

from omaha8.room import lobby as lobby_module
from omaha8.room.audit import audit
from omaha8.room.lobby import Lobby
from omaha8.room.messages import Done, Sit, Stand
from omaha8.room.people import People
from omaha8.room.person import Person
from omaha8.room.settings import AT_ONCE
from omaha8.room.spec import TableSpec
from omaha8.room.staffed import StaffedRoom
from omaha8.store.interface import StoreError
from omaha8.store.records import PersonId, person_account, table_account
from omaha8.store.store import Store
from tests.room.house import Line, a_house, seated, the_call, until
from tests.room.persons import opened, player
from tests.store.keeping import spoil

LAST: Final = (
    "UPDATE events SET at = at + 1 WHERE table_id = ?1 AND seq = "
    "(SELECT max(seq) FROM events WHERE table_id = ?1)"
)
"""Its mark does not fit any more."""


class Club:
    """A room in a folder, where everybody may owe 100 chips: Ann and Ben are in a hand."""

    store: Store
    people: People
    lobby: Lobby
    table: StaffedRoom

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ids: dict[str, PersonId] = {}

    async def open(self) -> None:
        self.store = Store.open(self.folder)
        self.people = await opened(self.store)
        self.lobby = await Lobby.open(self.store, self.people, settings=AT_ONCE, credit=100)

    async def close(self) -> None:
        await self.lobby.stop()
        self.people.close()
        self.store.close()

    async def begin(self) -> None:
        await self.open()
        for name in ("Ann", "Ben", "Cat"):
            self.ids[name] = (await player(self.people, name)).id
        self.table = await self.lobby.create(TableSpec())
        self.line("Ann").say(self.table, Sit(0, 100))
        self.line("Ben").say(self.table, Sit(1, 100))
        await until(lambda: self.table.table.public.playing and not self.table.keeper.unsaved)

    async def lose_the_last_event(self) -> None:
        """The server stops, and the file is damaged."""
        await until(lambda: not self.table.keeper.unsaved)
        await self.close()
        spoil(self.folder, LAST, self.table.id)
        await self.open()
        self.table = self.lobby.tables[self.table.id]

    def person(self, name: str) -> Person:
        found = self.people.by_id(self.ids[name])
        assert found is not None
        return found

    def line(self, name: str) -> Line:
        return Line(self.table, self.person(name))

    async def check(self, *, cat: int, on_table: int) -> None:
        """What Cat has and what lies on the table: in memory, in the ledger, and by the audit."""
        bank, table, ledger = self.lobby.bank, self.table, await self.store.ledger.balances()
        assert {account: bank.balance(account) for account in ledger} == ledger
        assert sum(ledger.values()) == 0
        assert ledger.get(person_account(self.ids["Cat"]), 0) == cat
        assert ledger[table_account(table.id)] == table.table.chips == on_table
        assert audit(self.folder).sound

    async def goes_on(self) -> bool:
        """A call is kept, and the chips add up."""
        line = self.line("Ann" if self.table.table.turn == 0 else "Ben")
        line.say(self.table, the_call(self.table))
        await until(lambda: not self.table.keeper.unsaved)
        return any(isinstance(message, Done) for message in line.read()) and not self.table.frozen


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    club = Club(tmp_path / "data")
    await club.begin()
    yield club
    await club.close()


async def test_a_buy_in_that_is_cut_off(club: Club) -> None:
    club.line("Cat").say(club.table, Sit(2, 80))
    await club.lose_the_last_event()
    assert not club.table.has_seat(club.ids["Cat"])
    await club.check(cat=0, on_table=200)
    assert await club.goes_on()


async def test_a_cash_out_that_is_cut_off(club: Club) -> None:
    cat = club.line("Cat")
    cat.say(club.table, Sit(2, 80))
    cat.say(club.table, Stand())
    await until(lambda: not club.table.has_seat(club.ids["Cat"]))
    await club.lose_the_last_event()
    assert club.table.has_seat(club.ids["Cat"])
    await club.check(cat=-80, on_table=280)
    assert await club.goes_on()
    # The 80 that lie here cannot be brought to another table as well.
    other = await club.lobby.create(TableSpec())
    cat = Line(other, club.person("Cat"))
    cat.say(other, Sit(0, 80))
    await until(lambda: not other.keeper.unsaved)
    assert cat.read()[-1].code == "no_funds"


async def test_a_table_that_has_lost_its_opening_with_its_chips_stays_as_it_is(
    club: Club,
) -> None:
    """Also at the next start, when its account is empty."""
    table = club.table.id
    await club.close()
    spoil(club.folder, "DELETE FROM events WHERE seq = 0")
    spoil(club.folder, "DELETE FROM checkpoints")
    for _ in range(2):
        await club.open()
        assert list(club.lobby.unreadable) == [table]
        assert club.lobby.bank.outstanding == 0
        assert club.lobby.bank.of(club.ids["Ann"]) == 0
        assert audit(club.folder).sound
        await club.close()
    await club.open()


async def test_chips_of_a_table_that_is_read_again_while_the_others_play(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lobby_module, "FIRST_RETRY", 0.01)
    async with a_house() as house:
        table, ann, ben = await seated(house)
        Line(table, house.hal).say(table, Sit(2, 80))
        house.store.database.reader.execute(LAST, (table.id,))
        house.journal.fault = StoreError("the disk is full")
        actor = ann if table.table.turn == 0 else ben
        actor.say(table, the_call(table))
        house.journal.fault = None
        await until(lambda: house.lobby.tables[table.id] is not table)
        fresh, bank = house.lobby.tables[table.id], house.lobby.bank
        ledger = await house.store.ledger.balances()
        assert {account: bank.balance(account) for account in ledger} == ledger
        assert (bank.of(house.hal.id), bank.outstanding) == (0, 200)
        actor.say(fresh, the_call(fresh))
        assert not fresh.frozen
