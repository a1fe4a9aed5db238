"""A table that is thrown away at any moment goes on from the journal as if nothing had been."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from omaha8.fairness.choice import hash_nonce
from omaha8.fairness.shuffle import shuffle_from_json
from omaha8.room import checkpoint
from omaha8.room.messages import AutoRebuy, ComeBack, Commit, Events, Reveal, Straddle
from omaha8.rules.game import Seat
from omaha8.rules.house import replace
from omaha8.rules.presets import find_rules
from omaha8.store.interface import WrongEpoch
from omaha8.store.records import table_account
from tests.room.guests import QUICK, Guest, play_on
from tests.room.kept import TABLE, Kept
from tests.room.sessions import PATIENT, Session, picture

NAMES = ("Ann", "Ben", "Cat", "Dan")
NONCE = bytes(range(32))


async def played(seed: int, moments: int, **options: Any) -> Session:
    """A session in which the room is thrown away after random numbers of steps."""
    kept = Kept(seed=seed, **options)
    await kept.begin()
    session = Session(kept, NAMES, seed)
    for _ in range(moments):
        for _ in range(session.random.randrange(1, 40)):
            session.step()
        # Whose line is lost is forgotten, when he has no seat.
        read = await kept.read()
        before = picture(kept.room, read.first)
        await kept.again()
        after = picture(kept.room, read.first)
        assert read.void is None
        if read.state is not None and not kept.room.table.public.playing:
            # How the last hand ended need not be known any more.
            for seen in (before, after):
                seen["table"].update(hand=None, dealt=frozenset(), chop={})
                seen.update(chopped=None)
        for name, value in before.items():
            assert after[name] == value, name
        session.everybody_back()
    return session


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("every", [0, 1, 3])
async def test_after_a_restart_the_table_stands_as_it_stood(seed: int, every: int) -> None:
    settings = msgspec.structs.replace(PATIENT, checkpoint_every=every)
    rules = find_rules(("community", "card-room", "pokerstars")[seed % 3])
    structure = "pl" if seed % 2 else "fl"
    session = await played(
        seed, 8, settings=settings, rules=rules, structure=structure, bots=1 + seed % 2
    )
    assert session.room.table.public.hands > 3


async def test_checkpoints_change_nothing() -> None:
    """But how far back a start has to read."""
    pictures = []
    for every in (0, 1, 4):
        settings = msgspec.structs.replace(PATIENT, checkpoint_every=every, sit_out_after=1)
        session = await played(7, 8, settings=settings, rules=find_rules("card-room"), bots=2)
        read = await session.kept.read()
        assert (read.first == 0) == (every == 0)
        made = picture(session.room, session.room.host.log.next)
        pictures.append({name: made[name] for name in ("table", "hand", "turn", "next", "offers")})
    assert pictures[0] == pictures[1] == pictures[2]


@pytest.mark.parametrize("seed", range(3))
async def test_a_checkpoint_between_hands_changes_nothing(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever the table stands just then."""
    monkeypatch.setattr(checkpoint, "EVENTS", 1 + seed % 3)
    settings = msgspec.structs.replace(PATIENT, checkpoint_every=1000)
    rules = find_rules(("community", "card-room", "pokerstars")[seed % 3])
    session = await played(seed, 12, settings=settings, rules=rules, bots=seed % 2)
    read = await session.kept.read()
    assert read.first > 0
    assert session.room.table.public.hands > 3


async def test_what_is_wished_at_an_empty_table_is_not_read_again_at_every_start() -> None:
    kept = Kept(settings=PATIENT)
    await kept.begin()
    ann = kept.guest("Ann")
    ann.sit(0, 100)
    for n in range(1500):
        ann.say(AutoRebuy(below=1 + n % 2, to=100))
        ann.read()
    assert not ann.errors
    assert kept.room.host.log.next > 1500
    before = picture(kept.room, kept.room.host.log.next - 10)
    read = await kept.read()
    assert len(read.rows) < checkpoint.EVENTS <= read.first
    await kept.again()
    assert picture(kept.room, kept.room.host.log.next - 10) == before


async def a_hand(**options: Any) -> tuple[Kept, Guest, Guest]:
    """Ann and Ben on the flop."""
    kept = Kept(**options)
    await kept.begin()
    ann, ben = kept.guest("Ann"), kept.guest("Ben")
    ann.sit(0, 100)
    ben.sit(1, 100)
    kept.room.wait(2)
    while kept.room.table.hand is None or not kept.room.table.hand.public.board:
        (ann if ann.to_act else ben).passes()
    return kept, ann, ben


def own_cards(guest: Guest) -> list[str]:
    """As he was told them."""
    return [e["cards"] for e in guest.hand_events if e["type"] == "hole_dealt" and e["cards"]]


async def test_the_hand_goes_on_with_the_same_cards() -> None:
    kept, ann, ben = await a_hand()
    before = kept.room.table.hand
    assert before is not None
    held = [own_cards(ann), own_cards(ben)]
    await kept.again()
    after = kept.room.table.hand
    assert after is not None
    assert after is not before
    assert (after.dealer.holes, after.dealer.board) == (before.dealer.holes, before.dealer.board)
    ann, ben = kept.back(ann), kept.back(ben)
    assert [own_cards(ann), own_cards(ben)] == held
    assert all(len(cards) == 1 for cards in held)
    while kept.room.is_playing():
        (ann if ann.to_act else ben).passes()
    assert after.public.board == list(before.dealer.board)


async def test_everybody_gets_more_time_after_a_restart() -> None:
    settings = msgspec.structs.replace(PATIENT, restart_grace=60)
    kept, ann, ben = await a_hand(settings=settings)
    await kept.again()
    # Nobody is there: nobody's time runs for a minute, then that of who is away.
    turn = kept.room.host.clock.turn_id
    kept.room.wait(60 + settings.away_time - 1)
    assert kept.room.host.clock.turn_id == turn
    kept.room.wait(2)
    assert kept.room.host.clock.turn_id > turn
    assert kept.room.has_seat(ann.person.id)
    assert kept.room.has_seat(ben.person.id)


async def test_who_is_back_after_a_restart_has_his_usual_time() -> None:
    settings = msgspec.structs.replace(PATIENT, restart_grace=60)
    kept, ann, ben = await a_hand(settings=settings)
    await kept.again()
    back = kept.back(ann if ann.to_act else ben)
    assert back.view.acting_ms == settings.think_time * 1000
    assert back.view.bank_ms > 0


async def test_decks_that_are_committed_to_stay_so() -> None:
    kept, ann, ben = await a_hand(settings=PATIENT)
    while kept.room.is_playing():
        (ann if ann.to_act else ben).passes()
    ann.say(Commit(2, hash_nonce(NONCE).hex()))
    kept.room.wait(0.5)
    ann.read()
    told = [event for m in ann.told if isinstance(m, Events) for event in m.events]
    committed = told[-1]
    assert (committed["type"], committed.get("hand")) == ("decks_committed", 2)
    assert kept.room.table.public.hands == 1
    await kept.again()
    ann, ben = kept.back(ann), kept.back(ben)
    ann.say(Reveal(2, NONCE.hex()))
    kept.room.wait(10)
    assert kept.room.table.public.hands == 2
    secret = await kept.store.journal.deal(TABLE, 2)
    assert secret is not None
    shuffle = shuffle_from_json(secret)
    assert list(shuffle.committed.roots) == committed["roots"]
    assert shuffle.nonces == {"Ann": NONCE}


async def test_a_hand_whose_deck_is_lost_is_void_and_everybody_has_his_chips() -> None:
    kept, _, _ = await a_hand(credit=100)
    assert kept.room.table.public.stack(Seat(0)) < 100

    def lose_the_deck() -> None:
        kept.store.database.reader.execute("DELETE FROM deals")

    await kept.again(lose_the_deck)
    public = kept.room.table.public
    assert not public.playing
    assert [public.stack(Seat(seat)) for seat in (0, 1)] == [100, 100]
    record = await kept.store.journal.hand(TABLE, 1)
    assert record is not None
    assert record.note == (
        "The server was stopped, and the hand cannot go on: its deck is not known."
    )
    assert (record.ended is not None, record.pot) == (True, 0)
    balances = await kept.store.ledger.balances()
    assert balances[table_account(TABLE)] == 200
    assert sum(balances.values()) == 0


async def test_after_a_void_hand_the_next_is_dealt_also_after_one_more_restart() -> None:
    kept, ann, ben = await a_hand()
    await kept.again(lambda: kept.store.database.reader.execute("DELETE FROM deals"))
    await kept.again()
    ann, ben = kept.back(ann), kept.back(ben)
    kept.room.wait(10)
    assert kept.room.table.public.hands == 2
    assert kept.room.is_playing()
    assert {ann.to_act, ben.to_act} == {True, False}


async def test_another_writer_has_taken_the_table_over() -> None:
    kept, ann, ben = await a_hand()
    old = kept.room
    await kept.again()
    actor = ann if ann.to_act else ben
    # He is still at the old one, which has no say any more.
    actor.passes()
    assert isinstance(old.lost, WrongEpoch)
    assert actor.errors[-1].code == "not_saved"
    assert kept.room.lost is None
    kept.back(actor).passes()
    assert kept.room.lost is None


async def test_a_damaged_checkpoint_is_no_loss() -> None:
    settings = msgspec.structs.replace(PATIENT, checkpoint_every=1)
    session = await played(3, 3, settings=settings, bots=1)
    kept = session.kept
    before = picture(kept.room, kept.room.host.log.next - 10)
    await kept.again(
        lambda: kept.store.database.reader.execute("UPDATE checkpoints SET state = x'00'")
    )
    assert kept.room.host.log.since(0) is not None, "read from its first event on"
    assert picture(kept.room, kept.room.host.log.next - 10) == before


async def test_who_straddles_whenever_he_may_still_does() -> None:
    """What was answered is kept, also a standing wish."""
    kept = Kept(rules=replace(find_rules("card-room"), straddle="utg"))
    await kept.begin()
    ann = kept.guest("Ann")
    ann.sit(0, 100)
    ann.say(Straddle(on=True, id="always"))
    await kept.again()
    back = kept.back(ann)
    assert back.view.own.straddles
    back.say(Straddle(on=False))
    await kept.again()
    assert not kept.back(back).view.own.straddles


@pytest.mark.parametrize("checkpoint_every", [0, 1])
@pytest.mark.parametrize("sleeps", [True, False])
async def test_whom_the_room_put_out_says_himself_that_he_is_back_after_a_restart(
    checkpoint_every: int, sleeps: bool
) -> None:
    """What it was for is forgotten, and every page is loaded again by itself."""
    settings = msgspec.structs.replace(
        QUICK, think_time=20, away_time=5, checkpoint_every=checkpoint_every
    )
    kept = Kept(settings=settings)
    await kept.begin()
    guests = [kept.guest(name) for name in ("Ann", "Ben", "Cat")]
    for at, guest in enumerate(guests):
        guest.sit(at, 100)
    kept.room.wait(2)
    (turn,) = [guest for guest in guests if guest.to_act]
    seat = guests.index(turn)
    if sleeps:
        kept.room.wait(21)
    else:
        play_on(kept.room, *guests)
        turn.hang_up()
        kept.room.wait(3)
    assert kept.room.table.public.player(seat).sitting_out
    await kept.again()
    back = kept.back(turn)
    assert kept.room.table.public.player(seat).sitting_out
    back.say(ComeBack())
    assert not kept.room.table.public.player(seat).sitting_out
