"""All tables of a room: who may see and open them, what happens when the store fails or it ends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from omaha8.hand.actions import CALL
from omaha8.room import lobby as lobby_module
from omaha8.room.client import REVOKED, STOPPING, TABLE_CLOSED, Client
from omaha8.room.lobby import CreateTables, Lobby, Stored
from omaha8.room.messages import Act, ClientMessage, Hello, ServerMessage, Sit, TopUp
from omaha8.room.people import People
from omaha8.room.person import Person
from omaha8.room.refusals import RoomRefused
from omaha8.room.settings import AT_ONCE
from omaha8.room.spec import TableSpec
from omaha8.room.staffed import StaffedRoom
from omaha8.rules.game import Seat
from omaha8.rules.house import RulesError
from omaha8.store.interface import Done, StoreError, WrongEpoch
from omaha8.store.journal import SqliteJournal
from omaha8.store.memory import MemoryStore
from omaha8.store.records import Write, table_account
from omaha8.store.store import Store
from tests.room.persons import host, opened, player

_decode = msgspec.json.Decoder(ServerMessage).decode


class Flaky(SqliteJournal):
    """Keeps nothing while there is a ``fault``."""

    fault: StoreError | None = None

    def write(self, write: Write, done: Done) -> None:
        if self.fault is None:
            super().write(write, done)
        else:
            done(self.fault)


class Line:
    """Somebody's connection to a table."""

    def __init__(
        self, room: StaffedRoom, person: Person | None, session: str | None = None
    ) -> None:
        self.client = Client(256, person)
        self.client.session = session
        self.told: list[Any] = []
        self.asks = 0
        room.join(self.client)
        self.say(room, Hello())

    def say(self, room: StaffedRoom, message: ClientMessage) -> list[Any]:
        room.handle(self.client, message)
        return self.read()

    def read(self) -> list[Any]:
        fresh = [_decode(frame) for frame in self.client.waiting()]
        self.told += fresh
        return fresh

    def kinds(self) -> list[str]:
        return [type(message).__name__ for message in self.read()]


class House:
    """A lobby in memory, with Hal the host, Ann and Ben."""

    store: MemoryStore
    journal: Flaky
    people: People
    lobby: Lobby
    hal: Person
    ann: Person
    ben: Person

    async def open(self, create_tables: CreateTables = "host", credit: int | None = None) -> House:
        self.store = MemoryStore()
        self.journal = self.store.journal = Flaky(self.store.database)
        self.people = await opened(self.store)
        self.hal = await host(self.people)
        self.ann, self.ben = [await player(self.people, name) for name in ("Ann", "Ben")]
        self.lobby = await self.lobby_of(self.store, create_tables, credit)
        return self

    async def lobby_of(
        self, store: Stored, create_tables: CreateTables = "host", credit: int | None = None
    ) -> Lobby:
        return await Lobby.open(
            store,
            self.people,
            settings=AT_ONCE,
            credit=credit,
            create_tables=create_tables,
            random=Random(7).randbytes,
        )

    async def restart(self) -> None:
        """Everything in memory is lost."""
        await self.lobby.stop()
        self.lobby = await self.lobby_of(self.store, credit=self.lobby.bank.credit)


@pytest.fixture
async def house() -> AsyncIterator[House]:
    house = await House().open()
    yield house
    await house.lobby.stop()
    house.people.close()
    house.store.close()


async def until(true: Callable[[], object]) -> None:
    """Waits for what other tasks do."""
    async with asyncio.timeout(10):
        while not true():
            await asyncio.sleep(0.001)


def refused(what: Callable[[], object]) -> str:
    with pytest.raises(RoomRefused) as found:
        what()
    return f"{found.value.code}: {found.value}"


# who sees and opens which table


async def test_a_table_is_found_by_its_id_and_the_first_public_one_without(house: House) -> None:
    lobby = house.lobby
    assert refused(lambda: lobby.find(None, None)) == (
        "no_such_table: There is no public table here yet."
    )
    await lobby.create(TableSpec(name="Secret", private=True), house.hal)
    first = await lobby.create(TableSpec(name="First"))
    second = await lobby.create(TableSpec(name="Second"))
    assert lobby.find(None, None) is first
    assert lobby.find(second.id, None) is second
    assert refused(lambda: lobby.find("nowhere", house.hal)) == (
        "no_such_table: There is no such table (any more)."
    )


async def test_a_private_table_is_for_who_made_it_who_is_invited_and_the_staff(
    house: House,
) -> None:
    lobby = house.lobby
    table = await lobby.create(TableSpec(private=True), house.ann)
    for person in (house.ann, house.hal):
        assert lobby.find(table.id, person) is table
    for stranger in (house.ben, None):
        assert refused(lambda who=stranger: lobby.find(table.id, who)) == (  # type: ignore[misc]
            "not_allowed: This table is private: ask its host for an invitation."
        )
        assert lobby.seen_by(stranger) == []
    await lobby.invites.let_in(table.id, house.ben.id)
    assert lobby.find(table.id, house.ben) is table
    assert lobby.seen_by(house.ben) == [table]
    await house.restart()
    assert house.lobby.find(table.id, house.ben).id == table.id
    assert house.lobby.find(table.id, house.ann).id == table.id


@pytest.mark.parametrize(
    ("who_may", "names"),
    [("host", {"Hal"}), ("registered", {"Hal", "Ann"}), ("everybody", {"Hal", "Ann", "Gus"})],
)
async def test_who_may_open_tables(who_may: CreateTables, names: set[str]) -> None:
    house = await House().open(create_tables=who_may)
    gus = (await house.people.guest("Gus")).person
    found = {p.name for p in (house.hal, house.ann, gus) if house.lobby.may_create(p)}
    assert found == names
    await house.lobby.stop()


async def test_a_table_that_cannot_be_is_refused_before_anything_is_kept(house: House) -> None:
    with pytest.raises(RulesError, match="seats"):
        await house.lobby.create(TableSpec(seats=40))
    assert house.lobby.tables == {}
    assert await house.store.journal.tables() == []


async def test_tables_are_there_again_after_a_restart_with_all_they_had(house: House) -> None:
    spec = TableSpec(name="Nine", seats=9, bots=2, stakes="4/8", think_time=45, rules="robert")
    made = await house.lobby.create(spec, house.hal)
    Line(made, house.ann).say(made, Sit(0, 200))
    await house.restart()
    (again,) = house.lobby.tables.values()
    assert again is not made
    assert (again.id, again.name, again.spec) == (made.id, "Nine", made.spec)
    assert again.made_by == house.hal.id
    assert (again.settings.think_time, again.setup.stakes) == (45, "4/8")
    assert again.has_seat(house.ann.id)
    assert house.lobby.is_seated(house.ann.id)
    assert sorted(again.host.policies) == [1, 2]


async def test_a_changed_table_is_changed_for_good(house: House) -> None:
    table = await house.lobby.create(TableSpec(name="Old", stakes="2/4"))
    await house.lobby.change(table.id, TableSpec(name="New", stakes="4/8"), house.hal)
    await house.restart()
    (again,) = house.lobby.tables.values()
    assert (again.name, again.spec.stakes) == ("New", "4/8")


# chips


async def test_what_was_asked_for_counts_after_a_restart(house: House) -> None:
    house.lobby.bank.credit = 300
    table = await house.lobby.create(TableSpec())
    ann, ben = Line(table, house.ann), Line(table, house.ben)
    ann.say(table, Sit(0, 100))
    ben.say(table, Sit(1, 100))
    await until(lambda: table.table.public.playing)
    ann.say(table, TopUp(150))
    other = await house.lobby.create(TableSpec())
    await house.restart()
    other = house.lobby.tables[other.id]
    told = Line(other, house.ann).say(other, Sit(0, 100))
    assert told[-1].code == "no_funds"
    assert "you have 50" in told[-1].message


# the store fails


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_module, "FIRST_RETRY", 0.01)
    monkeypatch.setattr(lobby_module, "LAST_RETRY", 0.01)


async def seated(house: House) -> tuple[StaffedRoom, Line, Line]:
    """Ann and Ben in a hand."""
    table = await house.lobby.create(TableSpec())
    ann, ben = Line(table, house.ann), Line(table, house.ben)
    ann.say(table, Sit(0, 100))
    ben.say(table, Sit(1, 100))
    await until(lambda: table.table.public.playing)
    ann.read()
    ben.read()
    return table, ann, ben


def the_call(table: StaffedRoom) -> Act:
    return Act(table.table.public.hands, table.host.clock.turn_id, "call", CALL)


@pytest.mark.usefixtures("soon")
async def test_a_table_whose_move_was_not_saved_is_read_again_and_goes_on(house: House) -> None:
    table, ann, ben = await seated(house)
    actor = ann if table.table.turn == 0 else ben
    before = dict(house.lobby.bank._balances)
    house.journal.fault = StoreError("the disk is full")
    call = the_call(table)
    told = actor.say(table, call)
    assert [message.code for message in told] == ["not_saved"]
    assert house.lobby.store_fault() == "the disk is full"
    house.journal.fault = None
    await until(lambda: house.lobby.tables[table.id] is not table)
    fresh = house.lobby.tables[table.id]
    assert house.lobby.store_fault() is None
    # Everybody is told how the table stands.
    for line in (ann, ben):
        assert "Snapshot" in line.kinds()
        assert line.client.close_code is None
    assert fresh.table.public.playing
    assert dict(house.lobby.bank._balances) == before
    # What was not saved may be said again, and is not taken for a repeat.
    again = actor.say(fresh, call)
    assert [type(message).__name__ for message in again][:2] == ["Done", "Events"]
    assert len(fresh.keeper.fanout) == 2


@pytest.mark.usefixtures("soon")
async def test_as_long_as_the_disk_is_full_it_is_tried_again(house: House) -> None:
    table, ann, ben = await seated(house)
    house.journal.fault = StoreError("the disk is full")
    (ann if table.table.turn == 0 else ben).say(table, the_call(table))
    await until(lambda: house.lobby.tables[table.id] is not table)
    fresh = house.lobby.tables[table.id]
    # It can be read, and not be written.
    actor = ann if fresh.table.turn == 0 else ben
    actor.say(fresh, the_call(fresh))
    assert actor.told[-1].code == "not_saved"
    house.journal.fault = None
    await until(lambda: house.lobby.tables[table.id] is not fresh)
    last = house.lobby.tables[table.id]
    told = actor.say(last, the_call(last))
    assert "Done" in [type(message).__name__ for message in told]


async def test_who_has_lost_a_table_to_another_server_stops_there(house: House) -> None:
    table, ann, ben = await seated(house)
    await house.journal.own(table.id)
    actor = ann if table.table.turn == 0 else ben
    actor.say(table, the_call(table))
    assert isinstance(table.lost, WrongEpoch)
    assert table.frozen
    await asyncio.sleep(0.05)
    assert house.lobby.tables[table.id] is table
    assert actor.say(table, the_call(table))[-1].code == "frozen"


async def test_one_table_that_cannot_be_read_keeps_no_other_from_going_on(house: House) -> None:
    good, bad = await house.lobby.create(TableSpec()), await house.lobby.create(TableSpec())
    house.store.database.reader.execute(
        "DELETE FROM events WHERE table_id = ? AND seq = 0", (bad.id,)
    )
    await house.restart()
    assert list(house.lobby.tables) == [good.id]
    assert list(house.lobby.unreadable) == [bad.id]


async def test_a_task_that_fails_stops_its_table_and_leaves_nobody_without_an_answer(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, ann, _ = await seated(house)

    def fails() -> None:
        if not table.frozen:
            raise ZeroDivisionError("a fault")

    monkeypatch.setattr(table, "step", fails)
    table.wake()
    await until(lambda: table.frozen)
    assert table.why_frozen == "ZeroDivisionError: a fault"
    assert ann.read()[-1].code == "frozen"
    await table.post(ann.client, the_call(table))
    await until(lambda: ann.client.queued)
    assert ann.read()[-1].code == "frozen"


# the end


async def test_a_closed_table_is_gone_also_after_a_restart(house: House) -> None:
    table, ann, ben = await seated(house)
    await house.lobby.close_table(table.id, "Good night.")
    (ann if table.table.turn == 0 else ben).say(
        table, Act(table.table.public.hands, table.host.clock.turn_id, "f", CALL)
    )
    assert table.id in house.lobby.tables, "not before the hand is over"
    table.void_hand("It is late.")
    await until(lambda: table.id not in house.lobby.tables)
    await until(lambda: ann.client.close_code)
    assert [line.client.close_code for line in (ann, ben)] == [TABLE_CLOSED] * 2
    assert house.lobby.bank.balance(table_account(table.id)) == 0
    await house.restart()
    assert house.lobby.tables == {}


async def test_nobody_sits_down_at_a_table_that_closes(house: House) -> None:
    table, _, _ = await seated(house)
    await house.lobby.close_table(table.id, "Good night.")
    hal = Line(table, house.hal)
    assert hal.say(table, Sit(3, 100))[-1].code == "not_allowed"
    assert not table.has_seat(house.hal.id)


async def test_a_table_of_a_store_on_disk_closes_as_well(house: House, tmp_path: Path) -> None:
    store = Store.open(tmp_path / "data")
    lobby = await house.lobby_of(store)
    table = await lobby.create(TableSpec(bots=2))
    ann = Line(table, house.ann)
    ann.say(table, Sit(0, 100))
    await until(lambda: table.table.public.playing)
    await lobby.close_table(table.id, "Good night.")
    table.void_hand("It is late.")
    await until(lambda: table.id not in lobby.tables)
    await until(lambda: not lobby._others)
    assert "Bye" in ann.kinds()
    balances = await store.ledger.balances()
    assert balances[table_account(table.id)] == 0
    assert await store.journal.tables() == []
    await lobby.stop()
    store.close()


async def test_when_the_server_stops_everybody_is_told(house: House) -> None:
    _, ann, ben = await seated(house)
    watcher = Line(await house.lobby.create(TableSpec()), None)
    house.lobby.say_bye()
    house.lobby.say_bye()
    for line in (ann, ben, watcher):
        assert line.kinds() == ["Bye"]
        assert line.told[-1].message == "The server stops. Hands go on when it is back."
        assert line.client.close_code == STOPPING


async def test_the_hand_goes_on_when_the_server_is_back(house: House) -> None:
    table, ann, ben = await seated(house)
    actor = ann if table.table.turn == 0 else ben
    actor.say(table, the_call(table))
    held = table.table.hand
    assert held is not None
    await house.restart()
    again = house.lobby.tables[table.id]
    assert again.table.hand is not None
    assert again.table.hand.dealer.holes == held.dealer.holes
    assert again.table.turn == table.table.turn
    assert again.table.public.stack(Seat(0)) == table.table.public.stack(Seat(0))


async def test_sockets_of_a_session_that_ends_are_closed_and_no_others(house: House) -> None:
    table = await house.lobby.create(TableSpec())
    phone = (await house.people.login("Ann", "quad aces, no low")).cookie
    laptop = (await house.people.login("Ann", "quad aces, no low")).cookie
    sessions = []
    for cookie in (phone, laptop):
        session = house.people.session(cookie)
        assert session is not None
        sessions.append(session.id)
    lines = [Line(table, house.ann, session) for session in sessions]
    ben = Line(table, house.ben, "another")
    await house.people.revoke(house.ann.id, sessions[0])
    assert [line.client.close_code for line in (*lines, ben)] == [REVOKED, None, None]
