"""What can be checked of a file without knowing what its events mean (floor 5)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import apsw
import msgspec

from omaha8.store.faults import in_words
from omaha8.store.files import FILE, connect
from omaha8.store.interface import StoreError
from omaha8.store.journal import ROWS, fault_of
from omaha8.store.marks import first_mark, mark_of_blob
from omaha8.store.records import AccountId, StoredTransfer, TableId


class Difference(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing that does not fit; ``expected`` and ``found`` are chips of ``account``."""

    text: str
    table: TableId | None = None
    event: int | None = None
    account: AccountId | None = None
    expected: int | None = None
    found: int | None = None


class JournalRow(msgspec.Struct, frozen=True):
    """A row of the journal; ``first`` is the number of the first one of the same write."""

    seq: int
    first: int
    person: int | None
    body: bytes


class Damaged(Exception):
    """A row that is not what was written; ``difference`` says which."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(difference.text)
        self.difference = difference


def file_of(path: Path) -> Path:
    """The file of a folder, or a file itself: a backup."""
    return path / FILE if path.is_dir() else path


def open_snapshot(path: Path) -> apsw.Connection:
    """Reads a file, or that of a folder, as it is now, also while a server writes to it.

    Raises `StoreError`.
    """
    file = file_of(path)
    if not file.exists():
        raise StoreError(f"{file}: there is no such file")
    connection = connect(file, read_only=True)
    try:
        connection.execute("BEGIN")
        if int(connection.execute("PRAGMA user_version").get) == 0:
            raise StoreError(f"{file}: is empty; no server has used it yet")
    except BaseException as error:
        connection.close()
        if isinstance(error, apsw.Error):
            raise in_words(error, str(file)) from error
        raise
    return connection


def structure_faults(connection: apsw.Connection) -> list[Difference]:
    """What SQLite itself finds wrong; at most one."""
    found = str(connection.execute("PRAGMA integrity_check (1)").get)
    return [] if found == "ok" else [Difference(text=f"the file is damaged: {found}")]


def tables(connection: apsw.Connection) -> list[TableId]:
    """Every table, closed ones too, oldest first; then those that only events or transfers name."""
    rows: list[Any] = connection.execute("SELECT id FROM tables ORDER BY created, id").fetchall()
    known = dict.fromkeys(row[0] for row in rows)
    # One step of the index for each table, not one for each event.
    for source in ("events", "transfers"):
        sql = (
            f"SELECT table_id FROM {source} WHERE table_id > ? AND table_id IS NOT NULL "
            "ORDER BY table_id LIMIT 1"
        )
        table = ""
        while (found := connection.execute(sql, (table,)).get) is not None:
            table = str(found)
            known.setdefault(TableId(table))
    return list(known)


def journal(connection: apsw.Connection, table: TableId) -> Iterator[JournalRow]:
    """The events of a table in their order. Raises `Damaged`."""
    mark = first_mark(table)
    rows = connection.execute(
        f"{ROWS} WHERE table_id = ? ORDER BY seq",
        (table,),
    )
    row: Any
    for seq, row in enumerate(rows):
        fault = fault_of(row, seq, mark)
        if fault:
            text = f"table {table}, event {seq}: {fault}"
            raise Damaged(Difference(text=text, table=table, event=seq))
        mark = row[5]
        yield JournalRow(seq, row[1], row[3], row[6])


def blob_faults(connection: apsw.Connection, table: TableId) -> Iterator[Difference]:
    """A damaged checkpoint, damaged secrets of hands."""
    for what, sql in (
        ("its checkpoint at event", "SELECT seq, mark, state FROM checkpoints WHERE table_id = ?"),
        ("the secrets of hand", "SELECT hand, mark, secrets FROM deals WHERE table_id = ?"),
    ):
        row: Any
        for row in connection.execute(sql, (table,)):
            number, mark, blob = row
            if mark != mark_of_blob(number, blob):
                yield Difference(text=f"table {table}: {what} {number} is damaged", table=table)


def transfers_of(connection: apsw.Connection, table: TableId) -> dict[int, list[StoredTransfer]]:
    """By the first event of the write, what the ledger has of a table, without what was cut."""
    found: dict[int, list[StoredTransfer]] = {}
    row: Any
    for row in connection.execute(
        "SELECT id, at, source, target, amount, kind, table_id, seq FROM transfers "
        "WHERE table_id = ? AND cut IS NULL ORDER BY seq, id",
        (table,),
    ):
        found.setdefault(row[7], []).append(StoredTransfer(*row))
    return found


def balances(connection: apsw.Connection) -> dict[AccountId, int]:
    """Every account as it is kept."""
    return dict(connection.execute("SELECT account, amount FROM balances").fetchall())  # type: ignore[arg-type]


def ledger_faults(connection: apsw.Connection) -> Iterator[Difference]:
    """Where balances are not what the transfers add up to, or all accounts are not 0 together."""
    kept = balances(connection)
    sums: dict[AccountId, int] = dict(
        connection.execute(
            "SELECT account, sum(n) FROM (SELECT target AS account, amount AS n FROM transfers "
            "UNION ALL SELECT source, -amount FROM transfers) GROUP BY account"
        ).fetchall()  # type: ignore[arg-type]
    )
    for account in sorted({*kept, *sums}):
        expected, found = sums.get(account, 0), kept.get(account, 0)
        if expected != found:
            yield Difference(
                text=f"{account}: its transfers add up to {expected}, its balance is {found}",
                account=account,
                expected=expected,
                found=found,
            )
    total = sum(kept.values())
    if total:
        yield Difference(
            text=f"all accounts together have {total} chips, not 0", expected=0, found=total
        )
    row: Any
    for row in connection.execute(
        "SELECT cut, account, sum(n) FROM (SELECT cut, target AS account, amount AS n FROM "
        "transfers WHERE cut IS NOT NULL UNION ALL SELECT cut, source, -amount FROM transfers "
        "WHERE cut IS NOT NULL) GROUP BY cut, account HAVING sum(n) <> 0"
    ):
        cut, account, left = row
        yield Difference(
            text=f"cut {cut}: {account} keeps {left} chips of transfers that were taken back",
            account=account,
            expected=0,
            found=left,
        )
