"""How transfers get into the file, and balances with them (floor 5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import apsw

from omaha8.store.interface import StoreError
from omaha8.store.records import AccountId, PersonId, TableId, Transfer


def add_transfers(
    connection: apsw.Connection,
    transfers: Sequence[Transfer],
    at: int,
    *,
    table: TableId | None = None,
    seq: int | None = None,
    by: PersonId | None = None,
) -> None:
    """Enter transfers in the caller's transaction.

    Raises `StoreError` where a table had to pay more than lies on it.
    """
    for one in transfers:
        if one.amount < 1 or one.source == one.target:
            raise StoreError(
                f"a transfer is 1 chip or more between two accounts, not {one.amount} from "
                f"{one.source} to {one.target}"
            )
        connection.execute(
            "INSERT INTO transfers (at, source, target, amount, kind, table_id, seq, by) "
            "VALUES (?,?,?,?,?,?,?,?)",
            (at, one.source, one.target, one.amount, one.kind, table, seq, by),
        )
    add_to_balances(connection, [(t.source, t.target, t.amount) for t in transfers])


def add_to_balances(
    connection: apsw.Connection, moved: Iterable[tuple[AccountId, AccountId, int]]
) -> None:
    """Move chips between balances: source, target, amount; only the outcome must be allowed."""
    changes: dict[AccountId, int] = {}
    for source, target, amount in moved:
        changes[source] = changes.get(source, 0) - amount
        changes[target] = changes.get(target, 0) + amount
    for account, change in changes.items():
        if not change:
            continue
        try:
            connection.execute(
                "UPDATE balances SET amount = amount + ? WHERE account = ?", (change, account)
            )
            # Not an upsert: that would hold a table's own check against the change alone.
            if not connection.changes():
                connection.execute(
                    "INSERT INTO balances (account, amount) VALUES (?,?)", (account, change)
                )
        except apsw.ConstraintError as error:
            raise StoreError(f"{account} has fewer than {-change} chips") from error
