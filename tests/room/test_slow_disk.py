"""Whatever the disk does, what somebody was told has happened, once, and all else has not."""

from __future__ import annotations

import msgspec
import pytest

from omaha8.room.messages import Done
from omaha8.rules.presets import find_rules
from omaha8.store.records import table_account
from tests.room.guests import Guest
from tests.room.kept import TABLE, Kept
from tests.room.sessions import PATIENT, SlowSession

SETTINGS = msgspec.structs.replace(PATIENT, answers=64)


def answered(guests: list[Guest]) -> set[tuple[int, str, int]]:
    """Who was told that what was done, and its number."""
    return {
        (guest.person.id, message.id, message.seq)
        for guest in guests
        for message in guest.told
        if isinstance(message, Done)
    }


@pytest.mark.parametrize("seed", range(6))
async def test_what_was_answered_is_there_after_the_disk_failed_or_the_server_died(
    seed: int,
) -> None:
    kept = Kept(
        settings=SETTINGS, rules=find_rules("card-room"), bots=1 + seed % 2, seed=seed, slow=True
    )
    await kept.begin()
    with kept.disk.fast():
        session = SlowSession(kept, ("Ann", "Ben", "Cat"), seed)
    ever: list[Guest] = []
    for _ in range(10):
        for _ in range(session.random.randrange(5, 40)):
            session.step()
        ever += session.guests
        told = answered(ever)
        seen = max(guest.seq for guest in session.guests)
        if session.random.random() < 0.5:
            kept.disk.fail()
            for guest in session.guests:
                guest.read()
        else:
            kept.disk.die()
        await kept.again()
        assert kept.room.host.log.next > seen, "what somebody has seen has happened"
        known = {
            (person, ask, seq)
            for person, asked in kept.room.keeper.answers
            for ask, seq in asked.items()
        }
        assert told - known == set()
        balances = await kept.store.ledger.balances()
        assert sum(balances.values()) == 0
        assert balances.get(table_account(TABLE), 0) == kept.room.table.public.chips
        session.everybody_back()
    assert kept.room.table.public.hands > 3
