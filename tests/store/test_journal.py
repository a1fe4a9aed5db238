"""The journal: events numbered without gaps, kept whole or not at all, by one owner."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import apsw
import msgspec
import pytest

from omaha8.rules.game import Chips, Seat
from omaha8.store.interface import StoreError, WrongEpoch
from omaha8.store.memory import MemoryStore
from omaha8.store.records import HandRecord, Row, StoredRow, TableId, TableRecord
from omaha8.store.store import Store
from tests.store.keeping import (
    ANN,
    ONE,
    TWO,
    AnyStore,
    body,
    buy_in,
    cash_out,
    changed,
    keep,
    numbers,
    open_tables,
    outcomes,
    rows,
    write,
)


def hand(number: int, **more: object) -> HandRecord:
    seats = ((Seat(0), ANN, "Ann"), (Seat(4), None, "Bea"))
    return HandRecord(hand=number, first=number * 10, started=5, seats=seats, **more)  # type: ignore[arg-type]


async def test_rows_come_back_as_they_were_written(store: AnyStore) -> None:
    await open_tables(store)
    asked = (Row(b'{"name":"Zo\xc3\xab \\u0000 \\"q\\""}', ANN, "x\0'"), Row(b"{}"), Row(b"\0\xff"))
    await keep(store, changed(write(0), rows=asked))
    assert await rows(store) == [
        StoredRow(0, 1000, asked[0].body, ANN, "x\0'"),
        StoredRow(1, 1000, b"{}", None, None),
        StoredRow(2, 1000, b"\0\xff", None, None),
    ]


async def test_rows_are_read_from_a_number_to_a_number(store: AnyStore) -> None:
    await open_tables(store)
    await keep(store, *[write(n * 7, 7) for n in range(200)])
    assert await numbers(store, 3) == list(range(3, 1400))
    between = [row.seq async for row in store.journal.rows(ONE, 500, 1000)]
    assert between == list(range(500, 1001))
    assert [row.seq async for row in store.journal.rows(ONE, 1399, 5000)] == [1399]
    assert await numbers(store, 1400) == []


async def test_tables_do_not_mix(store: AnyStore) -> None:
    await open_tables(store, ONE, TWO)
    await keep(store, write(0, 2), write(0, 3, table=TWO), write(2, 2))
    assert await numbers(store) == [0, 1, 2, 3]
    assert await numbers(store, table=TWO) == [0, 1, 2]


async def test_writes_are_told_in_their_order(store: AnyStore) -> None:
    await open_tables(store, ONE, TWO)
    told: list[tuple[TableId, int]] = []

    def tell(table: TableId, n: int, error: StoreError | None) -> None:
        assert error is None
        told.append((table, n))

    for n in range(500):
        for table in (ONE, TWO):
            store.journal.write(write(n, table=table), partial(tell, table, n))
    await store.journal.checkpoint(ONE)
    assert told == [(table, n) for n in range(500) for table in (ONE, TWO)]


async def test_in_memory_a_write_is_done_at_once() -> None:
    store = MemoryStore()
    told: list[StoreError | None] = []
    await open_tables(store)
    store.journal.write(write(0), told.append)
    assert told == [None]
    store.close()


@pytest.mark.parametrize("first", [0, 1, 3, 7])
async def test_only_the_next_event_may_follow(store: AnyStore, first: int) -> None:
    await open_tables(store)
    await keep(store, write(0, 2))
    (error,) = await outcomes(store, write(first))
    assert str(error) == f"table one: event {first} is not the next one, 2"
    assert await numbers(store) == [0, 1]


async def test_what_follows_on_a_failed_write_fails_until_the_table_is_read_anew(
    store: AnyStore,
) -> None:
    await open_tables(store, ONE, TWO)
    await keep(store, write(0))
    # The second has no rows: its number alone would not tell that something is missing.
    bad = changed(write(1, transfers=(cash_out(5),)), rows=())
    first, second, other = await outcomes(store, bad, write(1), write(0, table=TWO))
    assert str(first) == "table:one has fewer than 5 chips"
    assert str(second).startswith("table one: it follows event 1, which was not kept: table:one ha")
    assert other is None
    assert [str(e) for e in await outcomes(store, write(1))] == [str(second)]
    assert await store.journal.checkpoint(ONE) is None
    await keep(store, write(1))
    assert await numbers(store) == [0, 1]


async def test_a_failed_write_leaves_nothing_and_takes_no_other_with_it(store: AnyStore) -> None:
    await open_tables(store, ONE, TWO)
    everything: dict[str, Any] = {
        "transfers": (buy_in(200), cash_out(201)),
        "hand": hand(1),
        "deal": (1, b"secret"),
        "checkpoint": b"state",
    }
    told = await outcomes(
        store, write(0, table=TWO), write(0, 3, **everything), write(1, table=TWO)
    )
    assert [error is None for error in told] == [True, False, True]
    assert await numbers(store, table=TWO) == [0, 1]
    assert await numbers(store) == []
    assert await store.ledger.balances() == {}
    assert await store.journal.hand(ONE, 1) is None
    assert await store.journal.deal(ONE, 1) is None
    assert await store.journal.checkpoint(ONE) is None


async def test_a_former_owner_writes_nothing(store: AnyStore) -> None:
    await open_tables(store)
    await keep(store, write(0))
    assert await store.journal.own(ONE) == 2
    (error,) = await outcomes(store, write(1, epoch=1))
    assert isinstance(error, WrongEpoch)
    assert str(error) == "table one: its owner has epoch 2, this writer 1"
    assert await store.journal.own(ONE) == 3
    await keep(store, write(1, epoch=3))


async def test_a_table_without_an_owner_takes_no_writes(store: AnyStore) -> None:
    await store.journal.create(TableRecord(id=ONE, created=0, info=b"{}"))
    (error,) = await outcomes(store, write(0))
    assert isinstance(error, WrongEpoch)
    with pytest.raises(StoreError, match="table two: there is none"):
        await store.journal.own(TWO)


@pytest.mark.parametrize(
    "more", [{"at": -1}, {"at": 2**63}, {"rows": (Row(b"{}", None, "\ud800"),)}], ids=str
)
async def test_what_cannot_be_kept_is_refused_alone(
    store: AnyStore, more: dict[str, object]
) -> None:
    await open_tables(store, ONE, TWO)
    told = await outcomes(store, changed(write(0), **more), write(0, table=TWO))
    assert [error is None for error in told] == [False, True]


async def test_tables_that_are_not_closed_oldest_first(store: AnyStore) -> None:
    records = [
        TableRecord(id=TableId(name), created=at, info=b"{}")
        for name, at in (("c", 1), ("a", 3), ("b", 2))
    ]
    for record in records:
        await store.journal.create(record)
    with pytest.raises(StoreError, match="table a: there is one of that name"):
        await store.journal.create(records[1])
    closed = TableRecord(id=TableId("b"), created=2, info=b"{}", closed=9)
    await store.journal.update(closed, await store.journal.own(closed.id))
    renamed = TableRecord(id=TableId("a"), created=3, info=b'{"name":"A"}')
    await store.journal.update(renamed, await store.journal.own(renamed.id))
    assert await store.journal.tables() == [records[0], renamed]
    assert await store.journal.table(closed.id) == closed
    assert await store.journal.table(TableId("x")) is None
    with pytest.raises(StoreError, match="table x: there is none"):
        await store.journal.update(TableRecord(id=TableId("x"), created=0, info=b""), 1)


async def test_who_owns_a_table_no_longer_neither_renames_nor_closes_it(store: AnyStore) -> None:
    first = TableRecord(id=ONE, created=0, info=b"{}")
    await store.journal.create(first)
    with pytest.raises(WrongEpoch, match="table one: nobody owns it yet"):
        await store.journal.update(msgspec.structs.replace(first, closed=5), 1)
    old = await store.journal.own(ONE)
    new = await store.journal.own(ONE)
    for other in ({"closed": 5}, {"info": b"mine"}):
        with pytest.raises(WrongEpoch, match=f"owner has epoch {new}, this writer {old}"):
            await store.journal.update(msgspec.structs.replace(first, **other), old)
        assert await store.journal.tables() == [first]
    renamed = msgspec.structs.replace(first, info=b"ours")
    await store.journal.update(renamed, new)
    assert await store.journal.tables() == [renamed]


async def test_the_latest_checkpoint_is_that_before_its_rows(store: AnyStore) -> None:
    await open_tables(store)
    await keep(store, write(0, 3, checkpoint=b"empty"))
    assert await store.journal.checkpoint(ONE) == (0, b"empty")
    await keep(store, write(3, 3, checkpoint=b""))
    assert await store.journal.checkpoint(ONE) == (3, b"")
    assert await numbers(store, 3) == [3, 4, 5]


async def test_secrets_of_a_hand_replace_earlier_ones(store: AnyStore) -> None:
    await open_tables(store)
    await keep(store, write(0, deal=(1, b"first")), changed(write(1, deal=(1, b"second")), rows=()))
    await keep(store, write(1, deal=(2, b"other")))
    assert await store.journal.deal(ONE, 1) == b"second"
    assert await store.journal.deal(ONE, 2) == b"other"
    assert await store.journal.deal(ONE, 3) is None


async def test_the_index_of_hands_newest_first(store: AnyStore) -> None:
    await open_tables(store, ONE, TWO)
    for n in range(5):
        await keep(store, write(n, hand=hand(n + 1)))
    ended = hand(5, last=4, ended=77, pot=Chips(30), note="voided", results=(0, -30))
    await keep(store, write(5, hand=ended), write(0, table=TWO, hand=hand(9)))
    assert await store.journal.hand(ONE, 5) == ended
    assert await store.journal.hand(ONE, 9) is None
    assert [one.hand for one in await store.journal.hands(ONE, limit=2)] == [5, 4]
    assert [one.hand for one in await store.journal.hands(ONE, before=4)] == [3, 2, 1]


async def test_work_is_done_in_the_order_of_the_writes_or_not_at_all(store: AnyStore) -> None:
    await open_tables(store)
    told: list[StoreError | None] = []

    def count(connection: apsw.Connection) -> int:
        return int(connection.execute("SELECT count(*) FROM events").get)

    def half(connection: apsw.Connection) -> None:
        connection.execute("DELETE FROM events")
        raise KeyError("no")

    def same_again(connection: apsw.Connection) -> None:
        connection.execute("INSERT INTO tables (id, created, info) VALUES ('one', 0, x'')")

    def nonsense(connection: apsw.Connection) -> None:
        connection.execute("SELECT * FROM nothing")

    store.journal.write(write(0), told.append)
    before = store.database.run(count)
    failing = [store.database.run(work) for work in (half, same_again, nonsense)]
    store.journal.write(write(1), told.append)
    assert await before == 1
    assert await store.database.run(count) == 2
    assert told == [None, None]
    for future, kind in zip(failing, (KeyError, apsw.ConstraintError, StoreError), strict=True):
        with pytest.raises(kind):
            await future


async def test_a_callback_that_fails_keeps_no_other_from_being_told(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = Store.open(folder)
    await open_tables(store)
    told: list[StoreError | None] = []

    def fails(_: StoreError | None) -> None:
        raise KeyError(body(1))

    def fails_to_count(writes: int, seconds: float) -> None:
        raise KeyError(writes, seconds)

    store.database.on_commit = fails_to_count
    store.journal.write(write(0), fails)
    store.journal.write(write(1), told.append)
    await store.journal.checkpoint(ONE)
    assert told == [None]
    assert "a callback of the store failed" in caplog.text
    assert "whoever counts transactions failed" in caplog.text
    store.close()
