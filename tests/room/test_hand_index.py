"""Which events are of which hand, and how the table goes."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest

from omaha8.hand.actions import FOLD
from omaha8.room.hand_index import HOUR
from omaha8.room.messages import ShowHand
from omaha8.store.records import HandRecord
from tests.room.guests import QUICK, Guest
from tests.room.kept import NOON, TABLE, Kept

SLOW = msgspec.structs.replace(QUICK, pause=20, showdown_pause=20, reveal_time=0)


async def begun() -> tuple[Kept, Guest, Guest]:
    kept = Kept(settings=SLOW, bots=1)
    await kept.begin()
    ann, ben = kept.guest("Ann"), kept.guest("Ben")
    ann.sit(0)
    ben.sit(5)
    kept.room.wait()
    return kept, ann, ben


def play(kept: Kept, *guests: Guest) -> None:
    """Until the hand is over."""
    while kept.room.is_playing():
        for guest in guests:
            if guest.to_act:
                guest.passes()
        kept.room.wait()


async def record(kept: Kept, hand: int) -> HandRecord:
    found = await kept.store.journal.hand(TABLE, hand)
    assert found is not None
    return found


async def kinds_of(kept: Kept, hand: int) -> list[str]:
    """The kinds of the events between the first and the last of a hand."""
    found = await record(kept, hand)
    rows = [row async for row in kept.store.journal.rows(TABLE, found.first, found.last)]
    return [msgspec.json.decode(row.body)["type"] for row in rows]


async def test_a_hand_is_from_its_shuffle_to_its_end() -> None:
    kept, ann, ben = await begun()
    going = await record(kept, 1)
    assert (going.last, going.ended) == (None, None)
    assert [(seat, name) for seat, _, name in going.seats] == [(0, "Ann"), (1, "Bea"), (5, "Ben")]
    assert [person for _, person, _ in going.seats] == [ann.person.id, None, ben.person.id]
    assert going.started == round((NOON + kept.clock.time) * 1000)
    play(kept, ann, ben)
    over = await record(kept, 1)
    assert over.ended is not None
    assert over.pot > 0
    kinds = await kinds_of(kept, 1)
    assert (kinds[0], kinds[-1]) == ("decks_committed", "hand_ended")


@pytest.mark.parametrize("restart", [False, True])
async def test_who_shows_afterwards_makes_his_hand_longer(restart: bool) -> None:
    kept = Kept(settings=SLOW)
    await kept.begin()
    ann, ben = kept.guest("Ann"), kept.guest("Ben")
    ann.sit(0)
    ben.sit(1)
    kept.room.wait()
    folds, wins = (ann, ben) if ann.to_act else (ben, ann)
    folds.act(FOLD)
    assert (await kinds_of(kept, 1))[-1] == "hand_ended"
    if restart:
        await kept.again()
        wins = kept.back(wins)
    wins.say(ShowHand())
    wins.read()
    assert wins.errors == []
    assert (await kinds_of(kept, 1))[-1] == "shown"


async def test_the_average_pot_and_how_fast_it_goes() -> None:
    kept, ann, ben = await begun()
    assert (kept.room.average_pot, kept.room.hands_per_hour) == (0, 0)
    pots = []
    for hand in range(1, 6):
        while not kept.room.is_playing():
            kept.room.wait(60)
        play(kept, ann, ben)
        pots.append((await record(kept, hand)).pot)
    assert kept.room.average_pot == round(sum(pots) / len(pots))
    assert 50 <= kept.room.hands_per_hour <= 80
    speed = kept.room.average_pot, kept.room.hands_per_hour
    await kept.again()
    assert (kept.room.average_pot, kept.room.hands_per_hour) == speed
    kept.clock.time += HOUR / 1000
    assert kept.room.hands_per_hour == 0
    assert kept.room.average_pot == speed[0]


async def test_a_hand_that_is_void_counts_for_nothing() -> None:
    kept, _, _ = await begun()
    kept.room.void_hand("A card was seen.")
    assert kept.room.average_pot == 0
    assert kept.room.hands_per_hour == 0
    assert (await kinds_of(kept, 1))[-1] == "hand_voided"
    assert (await record(kept, 1)).results == (0, 0, 0)


async def stacks_of(kept: Kept, hand: int, kind: str) -> list[int | None]:
    """Those of an event in the journal."""
    found = await record(kept, hand)
    rows = [row async for row in kept.store.journal.rows(TABLE, found.first, found.last)]
    bodies = [msgspec.json.decode(row.body) for row in rows]
    (stacks,) = [body["stacks"] for body in bodies if body["type"] == kind]
    return list(stacks)


@pytest.mark.parametrize("restart", [False, True])
async def test_what_each_won_or_lost_is_what_his_stack_grew_by(restart: bool) -> None:
    kept, ann, ben = await begun()
    assert (await record(kept, 1)).results == ()
    if restart:
        await kept.again()
        ann, ben = kept.back(ann), kept.back(ben)
    play(kept, ann, ben)
    over = await record(kept, 1)
    assert len(over.results) == 3
    assert sum(over.results) == 0
    assert any(over.results)
    before, after = [await stacks_of(kept, 1, kind) for kind in ("hand_started", "hand_ended")]
    for (seat, _, _), result in zip(over.seats, over.results, strict=True):
        assert (after[seat] or 0) - (before[seat] or 0) == result


async def test_every_hand_of_a_table_is_in_the_index_and_no_event_is_in_two() -> None:
    kept, ann, ben = await begun()
    for _ in range(4):
        while not kept.room.is_playing():
            kept.room.wait(10)
        play(kept, ann, ben)
        if kept.room.table.public.hands == 2:
            await kept.again()
            ann, ben = kept.back(ann), kept.back(ben)
    found = list(reversed(await kept.store.journal.hands(TABLE)))
    assert [each.hand for each in found] == [1, 2, 3, 4]
    for before, after in pairwise(found):
        assert before.last is not None
        assert before.first < before.last < after.first
    for each in found:
        kinds = await kinds_of(kept, each.hand)
        assert [k for k in kinds if k in ("decks_committed", "hand_started", "hand_ended")] == [
            "decks_committed",
            "hand_started",
            "hand_ended",
        ]
