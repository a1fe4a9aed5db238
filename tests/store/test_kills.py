"""The server is killed at any moment: what was acknowledged is there, once."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Final

import pytest

from omaha8.store.losses import losses
from omaha8.store.records import TableId, table_account
from omaha8.store.soundness import ledger_faults
from omaha8.store.store import Store
from tests.store.keeping import numbers
from tests.store.killed_writer import TABLES

KILLS: Final = int(os.environ.get("OMAHA8_STORE_KILLS", "6"))
ROOT: Final = Path(__file__).parents[2]


def acknowledged(folder: Path, seconds: float) -> dict[TableId, int]:
    """Lets a child write for a while from its first answer on; the last number told of each."""
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.store.killed_writer", str(folder)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
    )
    assert child.stdout is not None
    first = child.stdout.readline()
    time.sleep(seconds)
    child.kill()
    last: dict[TableId, int] = {}
    for line in (first + child.stdout.read()).splitlines(keepends=True):
        if line.endswith(b"\n"):
            table, number = line.split()
            last[TableId(table.decode())] = int(number)
    child.stdout.close()
    assert child.wait() == -9
    return last


async def test_what_was_acknowledged_is_there_once(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    random, before = Random(2), 0
    for _ in range(KILLS):
        last = acknowledged(folder, random.uniform(0, 0.15))
        assert last
        store = Store.open(folder)
        balances, everything = await store.ledger.balances(), 0
        for number in range(TABLES):
            table = TableId(f"t{number}")
            there = await numbers(store, table=table)
            assert there == list(range(len(there)))
            assert len(there) > last.get(table, -1)
            assert balances.get(table_account(table), 0) == len(there)
            everything += len(there)
        assert everything > before
        before = everything
        assert sum(balances.values()) == 0
        assert list(ledger_faults(store.database.reader)) == []
        assert store.database.reader.execute("PRAGMA integrity_check").get == "ok"
        store.close()
        # A transaction that was under way is no loss.
        assert caplog.records == []
        assert losses(folder / "omaha8.db") == []
