"""Damage: it is seen, what follows on it is cut off, and the chips are as before."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from random import Random

import pytest

from omaha8.room.audit import audit
from omaha8.store.faults import DamagedFile
from omaha8.store.interface import StoreError
from omaha8.store.records import person_account, table_account
from omaha8.store.soundness import ledger_faults
from omaha8.store.store import Store
from tests.store.keeping import (
    ANN,
    ONE,
    TWO,
    ask,
    buy_in,
    cash_out,
    keep,
    numbers,
    open_tables,
    rows,
    spoil,
    write,
)
from tests.store.test_journal import hand


async def filled(folder: Path) -> None:
    """Table one: events 0 to 9 in writes of 2, Ann buys in with each; then 50 are cashed out."""
    store = Store.open(folder)
    await open_tables(store, ONE, TWO)
    for n in range(5):
        await keep(store, write(n * 2, 2, transfers=(buy_in(100),), deal=(n, b"secret")))
    await keep(store, write(10, transfers=(cash_out(50),), checkpoint=b"late"))
    await keep(store, write(0, 4, table=TWO, transfers=(buy_in(7, TWO),)))
    store.close()


DAMAGE = {
    "a byte of an event": "UPDATE events SET body = CAST(replace(body, '5', '6') AS BLOB)",
    "who asked": "UPDATE events SET person = 2",
    "what it was called": "UPDATE events SET ask = NULL",
    "when": "UPDATE events SET at = at + 1",
    "its mark": "UPDATE events SET mark = zeroblob(16)",
    "its kind": "UPDATE events SET mark = zeroblob(0)",
    "it is gone": "DELETE FROM events",
}


@pytest.mark.parametrize("what", DAMAGE)
async def test_what_follows_on_damage_is_cut_off_with_its_chips(
    folder: Path, what: str, caplog: pytest.LogCaptureFixture
) -> None:
    await filled(folder)
    spoil(folder, f"{DAMAGE[what]} WHERE table_id = 'one' AND seq = 5")
    store = Store.open(folder)
    # Event 5 is the second of its write, which was kept whole and goes whole.
    assert await numbers(store) == [0, 1, 2, 3]
    assert "events from 4 on were cut off (cut 1), and 4 transfers taken back" in caplog.text
    here, anns = table_account(ONE), person_account(ANN)
    assert await store.ledger.balances() == {here: 200, anns: -207, table_account(TWO): 7}
    latest = await store.ledger.transfers(here, limit=4)
    assert {(t.kind, t.seq) for t in latest} == {("cut", 4), ("cut", 6), ("cut", 8), ("cut", 10)}
    assert list(ledger_faults(store.database.reader)) == []
    assert await store.journal.checkpoint(ONE) is None
    await keep(store, write(4, transfers=(buy_in(1),)))
    assert await numbers(store) == [0, 1, 2, 3, 4]
    assert await numbers(store, table=TWO) == [0, 1, 2, 3]
    store.close()
    lost = 6 if what == "it is gone" else 7
    assert ask(folder, "SELECT count(*), min(seq), max(seq) FROM cut_events") == [(lost, 4, 10)]
    assert ask(folder, "SELECT table_id, seq FROM cuts") == [("one", 4)]


async def test_the_first_event_of_a_write_is_cut_with_what_follows(folder: Path) -> None:
    await filled(folder)
    spoil(folder, "UPDATE events SET body = x'7b7d' WHERE table_id = 'one' AND seq = 6")
    store = Store.open(folder)
    assert await numbers(store) == [0, 1, 2, 3, 4, 5]
    store.close()


async def test_an_event_from_another_table_does_not_fit(folder: Path) -> None:
    await filled(folder)
    spoil(
        folder,
        "UPDATE events SET body = o.body, person = o.person, ask = o.ask, at = o.at, mark = o.mark,"
        " first = 0 FROM events o WHERE events.table_id = 'one' AND events.seq = 0 "
        "AND o.table_id = 'two' AND o.seq = 0",
    )
    store = Store.open(folder)
    assert await numbers(store) == []
    store.close()


async def test_a_look_at_an_old_hand_cuts_nothing(folder: Path) -> None:
    await filled(folder)
    spoil(folder, "UPDATE events SET at = 0 WHERE table_id = 'one' AND seq = 3")
    store = Store.open(folder)
    with pytest.raises(StoreError, match="table one: event 3 is damaged: its mark does not fit"):
        [row async for row in store.journal.rows(ONE, 2, 5)]
    assert [row.seq async for row in store.journal.rows(ONE, 4, 7)] == [4, 5, 6, 7]
    # Nor does a table that goes on from a later state.
    assert [row.seq for row in await rows(store, 10)] == [10]
    store.close()
    assert ask(folder, "SELECT count(*) FROM cut_events") == [(0,)]


async def test_hands_of_the_cut_tail_leave_the_index(folder: Path) -> None:
    store = Store.open(folder)
    await open_tables(store)
    await keep(store, write(0, 20, hand=hand(1, last=19, ended=5)))
    await keep(store, write(20, 2, hand=hand(2), deal=(2, b"secret")))
    store.close()
    spoil(folder, "UPDATE events SET at = 0 WHERE seq = 20")
    store = Store.open(folder)
    assert len(await numbers(store)) == 20
    assert [(h.hand, h.last) for h in await store.journal.hands(ONE)] == [(1, 19)]
    assert await store.journal.deal(ONE, 2) is None
    store.close()


async def test_a_hand_whose_end_was_cut_off_goes_on(folder: Path) -> None:
    store = Store.open(folder)
    await open_tables(store)
    over = hand(1, last=19, ended=5, results=(3, -3))
    await keep(store, write(0, 15, hand=hand(1)), write(15, 5, hand=over))
    assert await store.journal.hand(ONE, 1) == over
    store.close()
    spoil(folder, "UPDATE events SET at = 0 WHERE seq = 19")
    store = Store.open(folder)
    assert len(await numbers(store)) == 15
    assert await store.journal.hand(ONE, 1) == hand(1)
    store.close()


@pytest.mark.parametrize("what", ["checkpoint", "deal"])
async def test_damaged_states_and_secrets_are_none(
    folder: Path, what: str, caplog: pytest.LogCaptureFixture
) -> None:
    await filled(folder)
    if what == "checkpoint":
        spoil(folder, "UPDATE checkpoints SET state = x'00'")
    else:
        spoil(folder, "UPDATE deals SET secrets = x'00'")
    store = Store.open(folder)
    if what == "checkpoint":
        assert await store.journal.checkpoint(ONE) is None
    else:
        assert await store.journal.deal(ONE, 2) is None
    assert "damaged" in caplog.text
    store.close()


async def test_any_bytes_of_the_file_may_be_wrong(folder: Path, tmp_path: Path) -> None:
    store = Store.open(folder)
    await open_tables(store, ONE, TWO)
    await keep(store, *[write(n * 4, 4, table=t) for n in range(200) for t in (ONE, TWO)])
    store.close()
    whole, random, ends = (folder / "omaha8.db").read_bytes(), Random(11), set()
    for number in range(40):
        content, size = bytearray(whole), random.choice((1, 1, 20, 400))
        start = random.randrange(len(content) - size)
        content[start : start + size] = random.randbytes(size)
        copy = tmp_path / f"copy{number}"
        copy.mkdir()
        (copy / "omaha8.db").write_bytes(content)
        try:
            found = audit(copy)
            store = Store.open(copy)
        except DamagedFile:
            ends.add("refused")
            continue
        try:
            read = [*await rows(store), *await rows(store, table=TWO)]
            await store.journal.hands(ONE)
            ends.add("whole" if len(read) == 1600 else "cut")
            # What the server finds, the audit has found.
            assert len(read) == 1600 or not found.sound
        except DamagedFile:
            ends.add("damaged")
            assert not found.sound
        store.close()
    assert ends >= {"whole", "cut", "damaged"}


async def test_a_truncated_log_is_a_shorter_journal(folder: Path, tmp_path: Path) -> None:
    store = Store.open(folder)
    await open_tables(store)
    for n in range(60):
        await keep(store, write(n, transfers=(buy_in(1),)))
    crashed = tmp_path / "crashed"
    shutil.copytree(folder, crashed)
    store.close()
    whole = (crashed / "omaha8.db-wal").stat().st_size
    random, lengths = Random(8), []
    for number in range(12):
        copy = tmp_path / f"copy{number}"
        shutil.copytree(crashed, copy)
        (copy / "omaha8.db-shm").unlink()
        # Not into the making of the tables: without those there is nothing to look for.
        os.truncate(copy / "omaha8.db-wal", random.randint(whole // 2, whole))
        store = Store.open(copy)
        there = await numbers(store)
        assert there == list(range(len(there)))
        assert (await store.ledger.balances())[table_account(ONE)] == len(there)
        lengths.append(len(there))
        epoch = await store.journal.own(ONE)
        await keep(store, write(len(there), epoch=epoch))
        store.close()
    assert 0 < min(lengths) < max(lengths) <= 60
