"""The ledger: what one account gets another has given."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omaha8.rules.game import Chips
from omaha8.store.interface import StoreError
from omaha8.store.memory import MemoryStore
from omaha8.store.records import (
    BANK,
    BOTS,
    RAKE,
    AccountId,
    PersonId,
    StoredTransfer,
    Transfer,
    person_account,
    table_account,
)
from omaha8.store.soundness import ledger_faults
from tests.store.keeping import (
    ANN,
    ONE,
    TWO,
    AnyStore,
    buy_in,
    cash_out,
    changed,
    keep,
    open_tables,
    outcomes,
    write,
)

ANNS = person_account(ANN)
HERE = table_account(ONE)
ACCOUNTS = (BANK, BOTS, RAKE, ANNS, person_account(PersonId(2)), HERE, table_account(TWO))


async def test_a_transfer_belongs_to_its_event(store: AnyStore) -> None:
    await open_tables(store)
    await keep(store, write(0), write(1, 2, transfers=(buy_in(200),)))
    rake = Transfer(HERE, RAKE, Chips(3), "rake")
    await keep(store, write(3, transfers=(rake, cash_out(50))))
    assert await store.ledger.balances() == {ANNS: -150, HERE: 147, RAKE: 3}
    assert await store.ledger.transfers(ANNS) == [
        StoredTransfer(3, 1003, HERE, ANNS, Chips(50), "cash_out", ONE, 3),
        StoredTransfer(1, 1001, ANNS, HERE, Chips(200), "buy_in", ONE, 1),
    ]
    assert [t.id for t in await store.ledger.transfers(RAKE)] == [2]


async def test_a_table_pays_out_no_more_than_lies_on_it(store: AnyStore) -> None:
    await open_tables(store)
    await keep(store, write(0, transfers=(buy_in(200),)))
    assert [str(e) for e in await outcomes(store, write(1, transfers=(cash_out(201),)))] == [
        "table:one has fewer than 201 chips"
    ]
    assert await store.ledger.balances() == {ANNS: -200, HERE: 200}


async def test_transfers_of_one_write_are_allowed_by_what_they_come_to(store: AnyStore) -> None:
    await open_tables(store)
    await keep(store, write(0, transfers=(cash_out(5), buy_in(5))))
    assert await store.ledger.balances() == {}


async def test_the_host_grants_chips_that_come_from_the_bank(store: AnyStore) -> None:
    for number in (1, 2, 3):
        await store.ledger.transfer(Transfer(BANK, ANNS, Chips(number), "grant"), number, ANN)
    assert await store.ledger.balances() == {BANK: -6, ANNS: 6}
    latest = await store.ledger.transfers(BANK, limit=2)
    assert [(t.id, t.at, t.amount, t.table, t.seq) for t in latest] == [
        (3, 3, 3, None, None),
        (2, 2, 2, None, None),
    ]
    assert [t.id for t in await store.ledger.transfers(BANK, before=2)] == [1]


@pytest.mark.parametrize(
    ("target", "amount"), [(BOTS, 0), (BOTS, -3), (BANK, 1), (BOTS, 2**63)], ids=str
)
async def test_a_transfer_is_a_chip_or_more_between_two_accounts(
    store: AnyStore, target: AccountId, amount: int
) -> None:
    await open_tables(store)
    bad = Transfer(BANK, target, Chips(amount), "grant")
    with pytest.raises((StoreError, OverflowError)):
        await store.ledger.transfer(bad, 0)
    (error,) = await outcomes(store, write(0, transfers=(bad,)))
    assert error is not None
    assert await store.ledger.balances() == {}


transfers = st.builds(
    lambda pair, amount: Transfer(pair[0], pair[1], Chips(amount), "buy_in"),
    st.lists(st.sampled_from(ACCOUNTS), min_size=2, max_size=2, unique=True),
    st.integers(1, 50),
)


@given(st.lists(st.lists(transfers, min_size=1, max_size=4), max_size=12))
async def test_whatever_happens_all_accounts_add_up_to_0(writes: list[list[Transfer]]) -> None:
    store = MemoryStore()
    await open_tables(store)
    expected: Counter[AccountId] = Counter()
    seq = 0
    for several in writes:
        (error,) = await outcomes(store, changed(write(seq), transfers=tuple(several)))
        after = expected.copy()
        for one in several:
            after[one.source] -= one.amount
            after[one.target] += one.amount
        allowed = all(n >= 0 for account, n in after.items() if account.startswith("table:"))
        assert (error is None) == allowed
        if allowed:
            expected, seq = after, seq + 1
        else:
            await store.journal.checkpoint(ONE)
    kept = await store.ledger.balances()
    assert sum(kept.values()) == 0
    assert all(kept.get(account, 0) == expected[account] for account in ACCOUNTS)
    assert list(ledger_faults(store.database.reader)) == []
    store.close()
