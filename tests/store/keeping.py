"""Short ways to write to a store."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, Final

import apsw
import msgspec

from omaha8.rules.game import Chips
from omaha8.store.interface import StoreError
from omaha8.store.memory import MemoryStore
from omaha8.store.records import (
    PersonId,
    Row,
    StoredRow,
    TableId,
    TableRecord,
    Transfer,
    Write,
    person_account,
    table_account,
)
from omaha8.store.store import Store

AnyStore = Store | MemoryStore
ONE: Final = TableId("one")
TWO: Final = TableId("two")
ANN: Final = PersonId(1)


def body(number: int) -> bytes:
    """The event of a number."""
    return b'{"type":"acted","number":%d}' % number


def write(first: int, rows: int = 1, *, table: TableId = ONE, epoch: int = 1, **more: Any) -> Write:
    """Rows that tell their own numbers."""
    asked = tuple(Row(body(n), ANN, f"a{n}") for n in range(first, first + rows))
    return Write(table=table, epoch=epoch, at=1000 + first, first=first, rows=asked, **more)


def buy_in(amount: int, table: TableId = ONE, person: PersonId = ANN) -> Transfer:
    """Ann brings chips."""
    return Transfer(person_account(person), table_account(table), Chips(amount), "buy_in")


def cash_out(amount: int, table: TableId = ONE, person: PersonId = ANN) -> Transfer:
    """Ann takes chips off the table."""
    return Transfer(table_account(table), person_account(person), Chips(amount), "cash_out")


async def open_tables(store: AnyStore, *tables: TableId) -> None:
    """New tables, each with an owner of epoch 1."""
    for number, table in enumerate(tables or (ONE,)):
        await store.journal.create(TableRecord(id=table, created=number, info=b"{}"))
        assert await store.journal.own(table) == 1


async def outcomes(store: AnyStore, *writes: Write) -> list[StoreError | None]:
    """Writes all at once, and returns what was told of them, in the order of the telling."""
    told: list[StoreError | None] = []
    ready = asyncio.Event()

    def done(error: StoreError | None) -> None:
        told.append(error)
        if len(told) == len(writes):
            ready.set()

    for one in writes:
        store.journal.write(one, done)
    await ready.wait()
    return told


async def keep(store: AnyStore, *writes: Write) -> None:
    """Writes that must be kept."""
    assert await outcomes(store, *writes) == [None] * len(writes)


async def rows(store: AnyStore, first: int = 0, table: TableId = ONE) -> list[StoredRow]:
    """All rows of a table."""
    return [row async for row in store.journal.rows(table, first)]


async def numbers(store: AnyStore, first: int = 0, table: TableId = ONE) -> list[int]:
    """The numbers of the rows, each of which has the body of its number."""
    found = await rows(store, first, table)
    assert [row.body for row in found] == [body(row.seq) for row in found]
    return [row.seq for row in found]


def spoil(folder: Path, sql: str, *values: Any) -> None:
    """Changes a file behind the back of its store, which is closed."""
    connection = apsw.Connection(str(folder / "omaha8.db"))
    connection.execute(sql, values)
    assert connection.changes()
    connection.close()


def ask(folder: Path, sql: str) -> list[Any]:
    """What a query finds in the file of a store."""
    connection = apsw.Connection(str(folder / "omaha8.db"))
    found = connection.execute(sql).fetchall()
    connection.close()
    return found


def changed(one: Write, **more: Any) -> Write:
    """The same write but for something."""
    return msgspec.structs.replace(one, **more)
