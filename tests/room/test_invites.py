"""Private tables: who has a link comes in, as often and as long as it is good for."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final

import pytest

from omaha8.room.invites import MOST_LINKS, Invites
from omaha8.room.refusals import RoomRefused, Why
from omaha8.store.interface import WrongEpoch
from omaha8.store.memory import MemoryStore
from omaha8.store.records import PersonId, TableId, TableRecord

HIGH, LOW = TableId("high"), TableId("low")
HOST, ANN, BOB, CLEO = (PersonId(n) for n in (1, 2, 3, 4))
HOUR: Final = 3_600_000


class Clock:
    def __init__(self) -> None:
        self.now = 1_000 * HOUR

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def store() -> AsyncIterator[MemoryStore]:
    made = MemoryStore()
    for table in (HIGH, LOW):
        await made.journal.create(TableRecord(id=table, created=0, info=b"{}"))
    yield made
    made.close()


@pytest.fixture
async def invites(store: MemoryStore, clock: Clock) -> Invites:
    return await opened(store, clock)


async def opened(store: MemoryStore, clock: Clock) -> Invites:
    """Of the server that owns the tables from now on."""
    made = Invites(store.database, clock)
    await made.load()
    for table in (HIGH, LOW):
        made.own(table, await store.journal.own(table))
    return made


async def refused(
    invites: Invites, token: str, person: PersonId, why: str = "does not let anybody in"
) -> bool:
    with pytest.raises(RoomRefused, match=why):
        invites.look(token)
    with pytest.raises(RoomRefused, match=why) as refusal:
        await invites.take(token, person)
    return refusal.value.code is Why.NOT_ALLOWED


async def test_a_link_lets_in_to_its_table_and_no_other(invites: Invites) -> None:
    _, token = await invites.make(HIGH, HOST, uses=2, hours=1)
    assert not invites.lets_in(HIGH, ANN)
    assert invites.look(token) == (HIGH, HOST)
    assert not invites.lets_in(HIGH, ANN)
    assert await invites.take(token, ANN) == HIGH
    assert invites.lets_in(HIGH, ANN)
    assert not invites.lets_in(LOW, ANN)
    assert not invites.lets_in(HIGH, BOB)
    assert not invites.lets_in(HIGH, None)


async def test_a_link_is_used_up_but_not_by_who_is_in_already(invites: Invites) -> None:
    made, token = await invites.make(HIGH, HOST, uses=2, hours=1)
    for person in (ANN, ANN, BOB, ANN, BOB):
        assert await invites.take(token, person) == HIGH
    assert made.uses == 2
    assert await invites.of_table(HIGH) == []
    # Also when there is another one; who comes too late is told why.
    for _ in range(2):
        assert await refused(invites, token, CLEO, "is used up")
        await invites.make(HIGH, HOST, uses=1, hours=1)


async def test_a_link_grows_old(invites: Invites, clock: Clock) -> None:
    made, token = await invites.make(HIGH, HOST, uses=5, hours=2)
    assert made.expires == clock.now + 2 * HOUR
    clock.now = made.expires - 1
    await invites.take(token, ANN)
    assert [link.uses for link in await invites.of_table(HIGH)] == [4]
    clock.now += 1
    assert await refused(invites, token, BOB, "is too old")
    assert await invites.of_table(HIGH) == []
    assert invites.lets_in(HIGH, ANN)
    await invites.make(HIGH, HOST, uses=1, hours=1)
    assert await refused(invites, token, BOB, "is too old")
    clock.now += 31 * 24 * HOUR
    await invites.make(HIGH, HOST, uses=1, hours=1)
    assert await refused(invites, token, BOB)


async def test_a_link_can_be_taken_back(invites: Invites) -> None:
    made, token = await invites.make(HIGH, HOST, uses=5, hours=2)
    other, _ = await invites.make(HIGH, HOST, uses=1, hours=2)
    assert not await invites.revoke(LOW, made.id)
    assert await invites.revoke(HIGH, made.id)
    assert not await invites.revoke(HIGH, made.id)
    assert await refused(invites, token, ANN)
    assert await invites.of_table(HIGH) == [other]


async def test_a_made_up_token_is_none(invites: Invites) -> None:
    await invites.make(HIGH, HOST, uses=5, hours=2)
    for token in ("", "x", "\ud800", "a" * 10_000):
        assert await refused(invites, token, ANN)


async def test_the_token_is_kept_nowhere(invites: Invites, store: MemoryStore) -> None:
    _, token = await invites.make(HIGH, HOST, uses=5, hours=2)
    rows = store.database.reader.execute("SELECT * FROM invites").fetchall()
    assert len(rows) == 1
    assert token not in repr(rows)
    assert token.encode() not in [bytes(v) for row in rows for v in row if isinstance(v, bytes)]


async def test_who_is_in_is_known_after_a_restart(
    invites: Invites, store: MemoryStore, clock: Clock
) -> None:
    _, token = await invites.make(HIGH, HOST, uses=1, hours=1)
    await invites.take(token, ANN)
    await invites.let_in(LOW, BOB)
    await invites.let_in(LOW, BOB)
    again = await opened(store, clock)
    assert [again.lets_in(HIGH, who) for who in (ANN, BOB)] == [True, False]
    assert [again.lets_in(LOW, who) for who in (ANN, BOB)] == [False, True]


async def test_a_table_has_only_so_many_links(invites: Invites, clock: Clock) -> None:
    for _ in range(MOST_LINKS):
        await invites.make(HIGH, HOST, uses=1, hours=1)
    # Those that nobody can use any more do not count.
    with pytest.raises(RoomRefused, match=f"has {MOST_LINKS} invitations .* revoke some"):
        await invites.make(HIGH, HOST, uses=1, hours=1)
    await invites.make(LOW, HOST, uses=1, hours=1)
    clock.now += HOUR
    await invites.make(HIGH, HOST, uses=1, hours=1)


async def test_nobody_comes_in_to_a_table_that_is_closed(
    invites: Invites, store: MemoryStore
) -> None:
    _, token = await invites.make(HIGH, HOST, uses=1, hours=1)
    closed = TableRecord(id=HIGH, created=0, info=b"{}", closed=5)
    epoch = await store.journal.own(HIGH)
    await store.journal.update(closed, epoch)
    assert await refused(invites, token, ANN)
    invites.own(HIGH, epoch)
    await invites.close_table(HIGH)
    assert await invites.of_table(HIGH) == []


async def test_nobody_comes_in_to_a_table_that_is_not_open_here(
    invites: Invites, store: MemoryStore, clock: Clock
) -> None:
    """As one whose journal cannot be read."""
    _, token = await invites.make(HIGH, HOST, uses=2, hours=1)
    again = Invites(store.database, clock)
    await again.load()
    with pytest.raises(RoomRefused, match="no such table") as refusal:
        await again.take(token, ANN)
    assert refusal.value.code is Why.NO_SUCH_TABLE


async def test_who_has_lost_a_table_to_another_server_lets_nobody_in(
    invites: Invites, store: MemoryStore, clock: Clock
) -> None:
    made, token = await invites.make(HIGH, HOST, uses=2, hours=1)
    theirs = await opened(store, clock)
    for late in (
        invites.take(token, ANN),
        invites.let_in(HIGH, ANN),
        invites.make(HIGH, HOST, uses=1, hours=1),
        invites.revoke(HIGH, made.id),
        invites.close_table(HIGH),
    ):
        with pytest.raises(WrongEpoch):
            await late
    assert not invites.lets_in(HIGH, ANN)
    assert await theirs.of_table(HIGH) == [made]
    assert await theirs.take(token, ANN) == HIGH
