"""The audit: the ledger is proved from the journal, and the first difference is named."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import apsw
import pytest

from omaha8.hand.events import Raked
from omaha8.room.audit import Audit, audit
from omaha8.rules.game import Chips
from omaha8.store.interface import StoreError
from omaha8.store.records import BANK, PersonId, TableId, Transfer, person_account
from omaha8.store.store import Store
from omaha8.table.events import Left, Rebought, Seated
from tests.store.keeping import ask, keep, open_tables, spoil, write
from tests.store.sessions_kept import PRESETS, keep_session, messages


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a session at a table of several presets, and a grant."""
    folder = tmp_path_factory.mktemp("kept") / "data"

    async def fill() -> None:
        store = Store.open(folder)
        for preset in PRESETS:
            await keep_session(store, preset)
        someone = person_account(PersonId(1))
        await store.ledger.transfer(Transfer(BANK, someone, Chips(1000), "grant"), 5)
        store.close()

    asyncio.run(fill())
    return folder


@pytest.fixture
def folder(kept: Path, tmp_path: Path) -> Path:
    """A copy of it, to be spoilt."""
    return shutil.copytree(kept, tmp_path / "data")


def all_events() -> Iterator[Any]:
    return (event for preset in PRESETS for message in messages(preset) for event in message)


def only(found: Audit) -> str:
    """The one difference."""
    (difference,) = found.differences
    return difference.text


def test_a_ledger_that_fits(kept: Path) -> None:
    found = audit(kept)
    assert found.differences == []
    assert found.sound
    assert found.tables == len(PRESETS)
    assert found.hands == 12 * len(PRESETS)
    assert found.events == sum(1 for _ in all_events())
    moved = [
        e
        for e in all_events()
        if isinstance(e, Seated | Rebought)
        or (isinstance(e, Left) and e.stack)
        or (isinstance(e, Raked) and any(e.by_pot))
    ]
    assert {type(event) for event in moved} == {Seated, Rebought, Left, Raked}
    assert found.transfers == len(moved) + 1
    on_tables = "SELECT sum(amount) FROM balances WHERE account GLOB 'table:*'"
    assert ask(kept, on_tables) == [(found.on_tables,)]


def test_events_are_counted_as_they_are_read(kept: Path) -> None:
    seen: list[int] = []
    found = audit(kept, seen.append)
    assert seen == list(range(1, found.events + 1))


BUY_IN = "(SELECT min(id) FROM transfers WHERE kind = 'buy_in' AND table_id = 'tda')"


def test_a_transfer_of_another_amount(folder: Path) -> None:
    ((seq, source, amount),) = ask(
        folder, f"SELECT seq, source, amount FROM transfers WHERE id = {BUY_IN}"
    )
    spoil(folder, f"UPDATE transfers SET amount = amount + 5 WHERE id = {BUY_IN}")
    first, *others = audit(folder).differences
    assert first.table == "tda"
    assert first.event == seq
    assert first.account == source
    assert (first.expected, first.found) == (amount, amount + 5)
    assert first.text.startswith(
        f"table tda, event {seq}: the event moved {amount} chips from {source} to table:tda "
        f"(buy-in), the ledger has {amount + 5} chips from {source} to table:tda (buy-in) (tra"
    )
    # The balances do not fit either.
    assert {other.account for other in others} == {source, "table:tda"}


def test_a_transfer_that_is_missing(folder: Path) -> None:
    cash_out = "(SELECT max(id) FROM transfers WHERE kind = 'cash_out' AND table_id = 'robert')"
    ((target, amount),) = ask(folder, f"SELECT target, amount FROM transfers WHERE id = {cash_out}")
    spoil(folder, f"DELETE FROM transfers WHERE id = {cash_out}")
    first = audit(folder).differences[0]
    assert first.table == "robert"
    assert first.account == target
    assert (first.expected, first.found) == (amount, 0)
    assert first.text.endswith(
        f": the event moved {amount} chips from table:robert to {target} (cash-out), "
        "the ledger has not"
    )


def test_a_transfer_that_no_event_made(folder: Path) -> None:
    spoil(
        folder,
        "INSERT INTO transfers (at, source, target, amount, kind, table_id, seq) "
        "VALUES (0, 'table:tda', 'person:666', 7, 'cash_out', 'tda', 0)",
    )
    spoil(folder, "UPDATE balances SET amount = amount - 7 WHERE account = 'table:tda'")
    spoil(folder, "INSERT INTO balances VALUES ('person:666', 7)")
    assert only(audit(folder)).startswith(
        "table tda, event 0: the ledger has 7 chips from table:tda to person:666 (cash-out) "
    )


def test_a_balance_that_is_not_what_its_transfers_add_up_to(folder: Path) -> None:
    spoil(folder, "UPDATE balances SET amount = amount + 1 WHERE account = 'person:1'")
    balance, total = audit(folder).differences
    assert balance.account == "person:1"
    assert balance.found == (balance.expected or 0) + 1
    assert total.text == "all accounts together have 1 chips, not 0"


def test_chips_on_a_table_that_are_not_in_its_account(folder: Path) -> None:
    spoil(folder, "UPDATE balances SET amount = amount + 1 WHERE account = 'table:tda'")
    first = audit(folder).differences[0]
    assert first.account == "table:tda"
    assert first.found == (first.expected or 0) + 1
    assert first.text.endswith(f"chips lie on the table, table:tda has {first.found}")


def test_an_event_that_was_changed(folder: Path) -> None:
    spoil(folder, "UPDATE events SET person = 5 WHERE table_id = 'community' AND seq = 40")
    first = audit(folder).differences[0]
    assert first.text == "table community, event 40: its mark does not fit"
    assert (first.table, first.event) == ("community", 40)


def test_a_table_that_nobody_knows(folder: Path) -> None:
    spoil(folder, "DELETE FROM tables WHERE id = 'tda'")
    assert audit(folder).tables == len(PRESETS)


async def test_what_was_cut_off_is_in_no_account(folder: Path) -> None:
    before = audit(folder)
    spoil(folder, "UPDATE events SET at = 0 WHERE table_id = 'pokerstars' AND seq = 60")
    store = Store.open(folder)
    assert len([row async for row in store.journal.rows(TableId("pokerstars"), 0)]) <= 60
    store.close()
    found = audit(folder)
    assert found.differences == []
    assert found.cuts == 1
    assert found.hands < before.hands


def test_chips_of_a_cut_that_stayed_where_they_were(folder: Path) -> None:
    spoil(
        folder,
        "INSERT INTO transfers (at, source, target, amount, kind, table_id, seq, cut) "
        "VALUES (0, 'house:bank', 'person:666', 7, 'cut', 'tda', 0, 1)",
    )
    spoil(folder, "UPDATE balances SET amount = amount - 7 WHERE account = 'house:bank'")
    spoil(folder, "INSERT INTO balances VALUES ('person:666', 7)")
    texts = [difference.text for difference in audit(folder).differences]
    assert "cut 1: person:666 keeps 7 chips of transfers that were taken back" in texts


async def test_an_event_that_no_table_could_have(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    await open_tables(store)
    await keep(store, write(0, 2))
    store.close()
    assert only(audit(tmp_path)).startswith("table one, event 0: ")


async def test_a_server_may_be_writing(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    await keep_session(store, "tda")
    assert audit(tmp_path).sound
    await keep_session(store, "robert")
    found = audit(tmp_path)
    assert found.sound
    assert found.tables == 2
    copy = tmp_path.parent / "copy"
    shutil.copytree(tmp_path, copy)
    assert audit(copy).events == found.events
    store.close()
    with pytest.raises(StoreError, match="there is no such file"):
        audit(tmp_path / "nowhere")


def test_a_file_whose_structure_is_damaged(folder: Path) -> None:
    connection = apsw.Connection(str(folder / "omaha8.db"))
    connection.execute("PRAGMA writable_schema = ON")
    connection.execute("DELETE FROM sqlite_schema WHERE name = 'transfers_source'")
    connection.close()
    assert only(audit(folder)).startswith("the file is damaged: ")
