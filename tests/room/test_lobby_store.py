"""What a room does when its store fails, and what it remembers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import msgspec
import pytest

from omaha8.room import lobby as lobby_module
from omaha8.room.kept_table import KeptTable, kept_table_to_json
from omaha8.room.messages import Say, Sit, SitOut, TopUp
from omaha8.room.spec import TableSpec
from omaha8.room.staffed import StaffedRoom
from omaha8.rules.house import RulesError
from omaha8.store.interface import StoreError, WrongEpoch
from omaha8.store.records import TableId, TableRecord, table_account
from tests.room.house import House, Line, a_house, seated, the_call, to, until


@pytest.fixture
async def house() -> AsyncIterator[House]:
    async with a_house() as house:
        yield house


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


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_module, "FIRST_RETRY", 0.01)
    monkeypatch.setattr(lobby_module, "LAST_RETRY", 0.01)


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


async def test_another_servers_table_is_not_changed_nor_closed_nor_talked_into(
    house: House,
) -> None:
    table = await house.lobby.create(TableSpec(name="Ours"))
    ann = Line(table, house.ann)
    ann.say(table, Say("before"))
    await house.journal.own(table.id)
    ann.say(table, Say("after"))
    with pytest.raises(WrongEpoch):
        await house.lobby.change(
            table.id, lambda spec: msgspec.structs.replace(spec, name="Mine"), house.hal
        )
    with pytest.raises(WrongEpoch):
        await house.lobby.close_table(table.id, "Good night.")
    assert table.name == "Ours"
    await house.restart()
    again = house.lobby.tables[table.id]
    assert (again.name, again.closed) == ("Ours", False)
    assert [said.text for said in again.chat.lines] == ["before"]


@pytest.mark.parametrize("playing", [True, False])
async def test_chips_that_do_not_add_up_are_noticed_at_the_start(
    house: House, playing: bool, caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody has to move first; nothing moves any more, and the other tables go on."""
    table, ann, ben = await seated(house)
    other = await house.lobby.create(TableSpec())
    if not playing:
        for line in (ann, ben):
            line.say(table, SitOut())
        table.void_hand("It is late.")
    await house.lobby.change(
        table.id, lambda spec: msgspec.structs.replace(spec, stakes="4/8"), house.hal
    )
    await house.lobby.stop()
    account = table_account(table.id)
    house.store.database.reader.execute(
        "UPDATE balances SET amount = amount + 7 WHERE account = ?", (account,)
    )
    await house.restart()
    again = house.lobby.tables[table.id]
    assert "by the ledger there should be" in again.why_frozen
    assert "the ledger does not add up to 0 but to 7" in caplog.text
    assert not house.lobby.tables[other.id].frozen
    assert Line(again, house.ann).told[-1].code == "frozen"


async def test_a_change_that_was_kept_and_cannot_be_made_keeps_no_table_from_going_on(
    house: House, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, *_ = await seated(house)
    spec = msgspec.structs.replace(table.spec, stakes="4/8")
    record = await house.journal.table(table.id)
    assert record is not None
    info = kept_table_to_json(KeptTable(spec=spec))
    await house.journal.update(msgspec.structs.replace(record, info=info), table.keeper.epoch)

    def refuse(*_: object) -> None:
        raise RulesError("stakes: no such thing")

    monkeypatch.setattr(StaffedRoom, "check_change", refuse)
    await house.restart()
    again = house.lobby.tables[table.id]
    assert again.table.public.playing
    assert not again.frozen
    assert "is not changed to what was kept: stakes: no such thing" in caplog.text


async def test_one_table_that_cannot_be_read_keeps_no_other_from_going_on(house: House) -> None:
    good, bad = await house.lobby.create(TableSpec()), await house.lobby.create(TableSpec(bots=2))
    house.store.database.reader.execute(
        "DELETE FROM events WHERE table_id = ? AND seq = 0", (bad.id,)
    )
    await house.restart()
    assert list(house.lobby.tables) == [good.id]
    assert list(house.lobby.unreadable) == [bad.id]


async def test_a_table_that_was_not_opened_any_more_is_opened_at_the_next_start(
    house: House,
) -> None:
    """Killed between the table's name and its first event."""
    spec = TableSpec(stakes="6/12", bots=3).checked()
    record = TableRecord(
        id=TableId("late"), created=1, info=kept_table_to_json(KeptTable(spec=spec))
    )
    await house.store.journal.create(record)
    await house.restart()
    table = house.lobby.tables[TableId("late")]
    assert (table.spec, len(table.host.policies)) == (spec, 3)
    await house.restart()
    assert list(house.lobby.tables) == [TableId("late")]


async def test_what_the_disk_did_not_take_of_a_change_is_not_half_there(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await house.lobby.create(TableSpec())
    before = table.spec

    async def full(record: TableRecord, epoch: int) -> None:
        raise StoreError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(house.journal, "update", full)
        with pytest.raises(StoreError):
            await house.lobby.change(table.id, to(TableSpec(stakes="6/12")), house.hal)
        with pytest.raises(StoreError):
            await house.lobby.close_table(table.id, "Good night.")
    assert (table.spec, table.setup.stakes, table.telling.info.stakes) == (before, "2/4", "2/4")
    await house.restart()
    again = house.lobby.tables[table.id]
    assert (again.spec, again.table.public.next_rules) == (before, None)


async def test_a_table_whose_end_was_not_kept_is_closed_at_the_next_start(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = await house.lobby.create(TableSpec())
    update = house.journal.update

    async def full(record: TableRecord, epoch: int) -> None:
        if record.closed is not None:
            raise StoreError("the disk is full")
        await update(record, epoch)

    with monkeypatch.context() as patch:
        patch.setattr(house.journal, "update", full)
        await house.lobby.close_table(table.id, "Good night.")
        await until(lambda: not house.lobby.tables)
        await until(lambda: "that it is closed is not kept: the disk is full" in caplog.text)
    assert [record.id for record in await house.journal.tables()] == [table.id]
    await house.restart()
    await until(lambda: not house.lobby.tables)
    async with asyncio.timeout(90):
        while await house.journal.tables():
            await asyncio.sleep(0.001)


async def test_a_store_that_keeps_nothing_is_no_healthy_one(house: House) -> None:
    """Also while no table has anything to keep."""
    await house.lobby.create(TableSpec())
    assert house.lobby.store_fault() is None
    house.store.database.fault = "the disk is full"
    assert house.lobby.store_fault() == "the disk is full"


async def test_a_change_of_which_only_the_words_were_kept_is_made_at_the_next_start(
    house: House,
) -> None:
    table = await house.lobby.create(TableSpec())
    await house.lobby._keep(table.id, spec=TableSpec(stakes="6/12").checked())
    await house.restart()
    again = house.lobby.tables[table.id]
    asked = again.table.public.next_rules
    assert asked is not None
    assert (again.setup.stakes, asked.games[0].big_bet) == ("6/12", 12)


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
