"""All tables of a room: who may see and open them, and how they end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from omaha8.hand.actions import CALL
from omaha8.room.client import NO_ENTRY, REVOKED, STOPPING, TABLE_CLOSED
from omaha8.room.messages import Act, JoinList, Sit, Stand
from omaha8.room.open_tables import CreateTables
from omaha8.room.people_refusals import Because, PeopleRefused
from omaha8.room.person import Role
from omaha8.room.spec import TableSpec
from omaha8.rules.game import Seat
from omaha8.rules.house import RulesError
from omaha8.store.records import table_account
from omaha8.store.store import Store
from tests.room.house import House, Line, a_house, refused, seated, the_call, to, until


@pytest.fixture
async def house() -> AsyncIterator[House]:
    async with a_house() as house:
        yield house


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


async def test_who_loses_his_role_looks_on_no_longer(house: House) -> None:
    table = await house.lobby.create(TableSpec(private=True), house.hal)
    floor = await house.people.staff.set_role(house.hal, house.ann.id, Role.FLOOR)
    line = Line(table, floor)
    assert line.client.close_code is None
    await house.people.staff.set_role(house.hal, house.ann.id, Role.PLAYER)
    assert line.client.close_code == NO_ENTRY


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
    await house.lobby.change(table.id, to(TableSpec(name="New", stakes="4/8")), house.hal)
    await house.restart()
    (again,) = house.lobby.tables.values()
    assert (again.name, again.spec.stakes) == ("New", "4/8")


async def test_the_door_closes_behind_who_sits_and_opens_again(house: House) -> None:
    lobby, hal = house.lobby, house.hal
    table = await lobby.create(TableSpec(rules="robert"))
    (watching, sitting) = Line(table, house.ben), Line(table, house.ann)
    sitting.say(table, Sit(0, 200))
    await lobby.change(table.id, to(TableSpec(rules="robert", private=True)), hal)
    assert sitting.client.close_code is None
    assert watching.client.close_code == NO_ENTRY
    assert lobby.seen_by(house.ben) == []
    sitting.say(table, Stand())
    # Who had a seat may come back to it.
    assert lobby.seen_by(house.ann) == [table]
    await house.restart()
    (again,) = house.lobby.tables.values()
    assert house.lobby.seen_by(None) == []
    await house.lobby.change(again.id, to(TableSpec(rules="robert")), hal)
    assert house.lobby.seen_by(None) == [again]


@pytest.mark.parametrize("before", [45.0, 0.0])
async def test_a_hand_is_played_on_with_its_own_clock_after_a_restart(
    house: House, before: float
) -> None:
    """Who was promised time has it; another clock is the next hand's."""
    spec = TableSpec(rules="robert", think_time=before, time_bank=30)
    table = await house.lobby.create(spec, house.hal)
    for seat, person in enumerate((house.ann, house.ben)):
        Line(table, person).say(table, Sit(seat, 200))
    await until(lambda: table.table.public.playing)
    short = TableSpec(rules="robert", think_time=5, time_bank=0)
    await house.lobby.change(table.id, to(short), house.hal)
    await house.restart()
    (again,) = house.lobby.tables.values()
    assert again.table.public.playing
    clock = again.host.clock
    for person in (house.ann, house.ben):
        Line(again, person)
    turn = again.table.turn
    assert turn is not None
    acting_ms, bank_ms = clock.left(turn)
    assert acting_ms is not None
    assert acting_ms > 40_000
    assert bank_ms is not None
    assert (bank_ms > 20_000) == (before > 0)
    assert again.settings.think_time == 5


async def test_another_clock_is_there_after_a_restart(house: House) -> None:
    table = await house.lobby.create(TableSpec(rules="robert"))
    await house.lobby.change(table.id, to(TableSpec(rules="robert", think_time=15)), house.hal)
    assert table.settings.think_time == 15
    await house.restart()
    (again,) = house.lobby.tables.values()
    assert again.settings.think_time == 15


async def test_what_somebody_has_won_is_beside_the_tables_and_on_them(house: House) -> None:
    await seated(house)
    bank = house.lobby.bank
    for person in (house.ann, house.ben):
        assert house.lobby.at_tables(person.id) == 100
        assert bank.of(person.id) + house.lobby.at_tables(person.id) == 0
    assert house.lobby.at_tables(house.hal.id) == 0


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


async def test_a_table_that_is_to_be_closed_is_closed_also_after_a_kill(house: House) -> None:
    """What was answered is kept: the hand goes on, and then everybody is paid out."""
    table, _, _ = await seated(house)
    await house.lobby.close_table(table.id, "Good night.")
    await house.restart()
    again = house.lobby.tables[table.id]
    assert again.table.public.playing
    again.void_hand("It is late.")
    await until(lambda: table.id not in house.lobby.tables)
    assert house.lobby.bank.balance(table_account(table.id)) == 0
    assert house.lobby.bank.of(house.ann.id) == 0


async def test_a_table_is_closed_once_however_often_it_is_asked_for(house: House) -> None:
    table, _, _ = await seated(house)
    await asyncio.gather(*(house.lobby.close_table(table.id, f"{n} times") for n in range(5)))
    table.void_hand("It is late.")
    await until(lambda: table.id not in house.lobby.tables)
    await house.restart()
    assert house.lobby.tables == {}


async def test_who_left_a_while_ago_keeps_his_name(house: House) -> None:
    """RULES, sit out, leave: what he took he brings back, and nobody else has to in his place."""
    table, ann, _ = await seated(house)
    assert house.lobby.is_seated(house.ann.id)
    ann.say(table, Stand())
    table.void_hand("A card was exposed.")
    await until(lambda: not table.has_seat(house.ann.id))
    assert house.lobby.is_seated(house.ann.id)
    await house.restart()
    assert house.lobby.is_seated(house.ann.id)
    assert house.lobby.is_seated(house.ben.id)
    assert not house.lobby.is_seated(house.hal.id)
    # No hand is dealt any more that would tell the table the time.
    (again,) = house.lobby.tables.values()
    again.host.minutes_before += again.table.public.rules.ratholing_minutes
    assert not house.lobby.is_seated(house.ann.id)
    assert house.lobby.is_seated(house.ben.id)


async def test_where_nobody_has_to_bring_back_anything_a_name_is_free_at_once(
    house: House,
) -> None:
    table = await house.lobby.create(TableSpec(options={"ratholing_minutes": 0}))
    ann = Line(table, house.ann)
    ann.say(table, Sit(0, 100))
    assert house.lobby.is_seated(house.ann.id)
    ann.say(table, Stand())
    assert not house.lobby.is_seated(house.ann.id)


async def test_who_waits_for_a_chair_keeps_his_name_also_after_a_kill(house: House) -> None:
    """Or somebody else would have it, and with it the place on the list."""
    table = await house.lobby.create(TableSpec(seats=2))
    for chair, person in enumerate((house.ann, house.ben)):
        Line(table, person).say(table, Sit(chair, 100))
    cat, dan = [(await house.people.guest(name)).person for name in ("Cat", "Dan")]
    Line(table, cat).say(table, JoinList())
    table.wait_for_chair(dan, on=True)
    for _ in range(2):
        for guest in (cat, dan):
            with pytest.raises(PeopleRefused) as refused:
                await house.people.register(guest, "four aces, no low", "Zed")
            assert refused.value.code is Because.SEATED
        await house.restart()
    (again,) = house.lobby.tables.values()
    again.wait_for_chair(dan, on=False)
    assert not house.lobby.is_seated(dan.id)


async def test_observers_see_a_quiet_table_again_after_a_restart(house: House) -> None:
    table = await house.lobby.create(TableSpec(spectator_delay=0.05))
    await house.restart()
    again = house.lobby.tables[table.id]
    # No hand was ever played there: it is seen as it is.
    assert "Snapshot" in [type(message).__name__ for message in Line(again, None).told]


async def test_observers_see_a_table_again_after_a_restart_when_its_hands_are_old(
    house: House,
) -> None:
    table = await house.lobby.create(TableSpec(bots=2, spectator_delay=0.05))
    ann = Line(table, house.ann)
    ann.say(table, Sit(0, 100))
    await until(lambda: table.table.public.playing)
    table.void_hand("It is late.")
    await house.restart()
    rail = Line(house.lobby.tables[table.id], None)
    assert "Snapshot" not in [type(message).__name__ for message in rail.told]
    await until(lambda: "Snapshot" in rail.kinds())


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
    # Nothing of it is left in memory, however many come and go.
    assert table_account(table.id) not in lobby.bank._balances
    assert not lobby._specs
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
