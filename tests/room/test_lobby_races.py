"""Several people run the same tables at the same moment: what was answered holds, all of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from itertools import permutations

import msgspec
import pytest

from omaha8.room import lobby as lobby_module
from omaha8.room.lobby import Change
from omaha8.room.open_tables import MOST_OWN
from omaha8.room.refusals import RoomRefused
from omaha8.room.spec import TableSpec
from omaha8.room.staffed import StaffedRoom
from omaha8.store.interface import StoreError
from omaha8.store.records import TableRecord
from tests.room.house import House, a_house, seated, the_call, until


@pytest.fixture
async def house() -> AsyncIterator[House]:
    async with a_house() as house:
        yield house


def with_(**fields: object) -> Change:
    """What a request changes; all else stays as it is then."""
    return lambda spec: msgspec.structs.replace(spec, **fields)


CHANGES = (
    {"name": "Nine"},
    {"stakes": "8/16"},
    {"think_time": 15.0},
    {"time_bank": 45.0},
    {"rules": "robert"},
    {"private": True},
    {"max_buy_in": 900},
)


async def answered(what: Awaitable[object]) -> str:
    """``done``, or the code of the refusal."""
    try:
        await what
    except RoomRefused as refused:
        return str(refused.code)
    return "done"


def holds(table: StaffedRoom, changes: object) -> dict[str, object]:
    assert isinstance(changes, dict)
    return {name: getattr(table.spec, name) for name in changes}


async def test_changes_at_once_are_all_made(house: House) -> None:
    for order in (CHANGES, CHANGES[::-1]):
        table = await house.lobby.create(TableSpec())
        change = house.lobby.change
        await asyncio.gather(*(change(table.id, with_(**each), house.hal) for each in order))
        assert [holds(table, each) for each in CHANGES] == list(CHANGES)
    await house.restart()
    for again in house.lobby.tables.values():
        assert [holds(again, each) for each in CHANGES] == list(CHANGES)
        assert (again.name, again.private, again.settings.think_time) == ("Nine", True, 15)


@pytest.mark.parametrize("order", [*permutations(("close", "name", "stakes"))])
async def test_a_table_that_is_closed_while_it_is_changed_is_closed_for_good(
    house: House, order: tuple[str, ...]
) -> None:
    """What comes after the close is answered as for a table that is not there any more."""
    table, _, _ = await seated(house)
    lobby, hal, before = house.lobby, house.hal, table.spec
    work: dict[str, Callable[[], Awaitable[object]]] = {
        "close": lambda: lobby.close_table(table.id, "Good night."),
        "name": lambda: lobby.change(table.id, with_(name="Nine"), hal),
        "stakes": lambda: lobby.change(table.id, with_(stakes="8/16"), hal),
    }
    answers = await asyncio.gather(*(answered(work[each]()) for each in order))
    place = order.index("close")
    assert answers == ["done"] * (place + 1) + ["no_such_table"] * (2 - place)
    await house.restart()
    again = house.lobby.tables[table.id]
    assert again.host.readiness.closing
    assert again.name == ("Nine" if "name" in order[:place] else before.name)
    assert again.spec.stakes == ("8/16" if "stakes" in order[:place] else before.stakes)
    again.void_hand("It is late.")
    await until(lambda: table.id not in house.lobby.tables)
    await house.restart()
    assert house.lobby.tables == {}


async def test_a_table_that_closes_at_once_is_not_opened_by_a_change(house: House) -> None:
    for first in ("change", "close"):
        table = await house.lobby.create(TableSpec())
        lobby = house.lobby
        both = [
            answered(lobby.change(table.id, with_(name="Nine"), house.hal)),
            answered(lobby.close_table(table.id, "Good night.")),
            answered(lobby.change(table.id, with_(stakes="8/16"), house.hal)),
        ]
        answers = await asyncio.gather(*(both if first == "change" else both[::-1]))
        assert answers.count("no_such_table") in (1, 2)
        await until(lambda: table.id not in lobby.tables)  # noqa: B023
        assert await answered(lobby.close_table(table.id, "Again.")) == "no_such_table"
        assert await answered(lobby.change(table.id, with_(name="X"), house.hal)) == (
            "no_such_table"
        )
    await until(lambda: not house.lobby._others)
    assert not house.lobby._turns
    await house.restart()
    assert house.lobby.tables == {}


@pytest.mark.parametrize("what", ["change", "close"])
async def test_what_was_on_its_way_when_a_table_is_read_again_holds(
    house: House, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """Its words are on disk: the table is taken up as they say, whatever was answered."""
    monkeypatch.setattr(lobby_module, "FIRST_RETRY", 0.01)
    monkeypatch.setattr(lobby_module, "LAST_RETRY", 0.01)
    table, ann, ben = await seated(house)
    actor = ann if table.table.turn == 0 else ben
    lobby = house.lobby
    wish: Awaitable[object] = (
        lobby.close_table(table.id, "Good night.")
        if what == "close"
        else lobby.change(table.id, with_(name="Nine"), house.hal)
    )
    asked = asyncio.ensure_future(answered(wish))
    await asyncio.sleep(0)
    house.journal.fault = StoreError("the disk is full")
    actor.say(table, the_call(table))
    house.journal.fault = None
    assert table.lost is not None
    await asked
    await until(lambda: lobby.tables[table.id] is not table)
    fresh = lobby.tables[table.id]
    assert (fresh.host.readiness.closing, fresh.name == "Nine") == (
        what == "close",
        what == "change",
    )
    assert lobby._specs[table.id][1].spec == fresh.spec


async def test_nobody_opens_more_tables_at_once_than_one_after_the_other(house: House) -> None:
    lobby = house.lobby
    lobby.create_tables = "everybody"
    gus = (await house.people.guest("Gus")).person
    asked = [answered(lobby.create(TableSpec(), gus)) for _ in range(6 * MOST_OWN)]
    answers = await asyncio.gather(*asked)
    assert answers.count("done") == MOST_OWN
    assert set(answers) == {"done", "too_many"}
    assert len(lobby.tables) == MOST_OWN
    # Each counts his own, and the host's do not count.
    others = [answered(lobby.create(TableSpec(), who)) for who in [house.hal] * 7 + [house.ann]]
    assert await asyncio.gather(*others) == ["done"] * 8


async def test_a_table_that_could_not_be_kept_does_not_count(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = house.lobby
    gus = (await house.people.guest("Gus")).person

    async def full(record: TableRecord) -> None:
        raise StoreError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(house.journal, "create", full)
        for _ in range(MOST_OWN + 1):
            with pytest.raises(StoreError):
                await lobby.create(TableSpec(), gus)
    made = [await answered(lobby.create(TableSpec(), gus)) for _ in range(MOST_OWN + 1)]
    assert made == ["done"] * MOST_OWN + ["too_many"]
