"""What is asked for twice is done once, and answered alike: a lost connection loses no answer."""

from __future__ import annotations

from typing import Any

import msgspec

from omaha8.hand.actions import CALL, FOLD
from omaha8.room.messages import (
    Act,
    ComeBack,
    Done,
    Error,
    Rebuy,
    Sit,
    SitOut,
    Stand,
    TopUp,
)
from omaha8.rules.game import Seat
from tests.room.guests import QUICK, Guest, TimedRoom
from tests.room.kept import Kept


def answers(guest: Guest, since: int = 0) -> list[Done | Error]:
    """What he was answered, by `Done` or `Error`."""
    guest.read()
    return [message for message in guest.told[since:] if isinstance(message, Done | Error)]


async def seated(**options: Any) -> tuple[Kept, Guest, Guest]:
    """Ann and Ben in the middle of a hand, at a table whose journal is in memory."""
    table = Kept(**options)
    await table.begin()
    ann, ben = table.guest("Ann"), table.guest("Ben")
    ann.say(Sit(0, 100, id="sit"))
    ben.say(Sit(1, 100, id="sit"))
    table.room.wait(2)
    return table, ann, ben


def the_call(room: TimedRoom) -> Act:
    return Act(
        hand=room.table.public.hands, turn=room.host.clock.turn_id, id="the call", action=CALL
    )


async def test_an_action_that_comes_twice_is_done_once() -> None:
    table, ann, ben = await seated()
    actor = ann if ann.to_act else ben
    actor.read()
    call = the_call(table.room)
    before = len(actor.told)
    actor.say(call)
    events = table.room.host.log.next
    actor.say(call)
    first, second = answers(actor, before)
    assert isinstance(first, Done)
    assert first == second
    assert table.room.host.log.next == events


async def test_the_answer_is_the_same_after_a_restart() -> None:
    table, ann, ben = await seated()
    actor = ann if ann.to_act else ben
    call = the_call(table.room)
    actor.say(call)
    (first,) = [m for m in answers(actor) if m.id == "the call"]
    for _ in range(2):
        await table.again()
        back = table.back(actor)
        events = table.room.host.log.next
        back.say(call)
        assert answers(back) == [first]
        assert table.room.host.log.next == events


async def test_nobody_buys_in_twice_also_after_a_restart() -> None:
    table, ann, _ = await seated(credit=100)
    assert table.bank.of(ann.person.id) == -100
    ann.say(Sit(0, 100, id="sit"))
    assert len(answers(ann)) == 2
    await table.again()
    back = table.back(ann)
    back.say(Sit(0, 100, id="sit"))
    (done,) = answers(back)
    assert isinstance(done, Done)
    assert table.bank.of(ann.person.id) == -100
    # What is another message is no repeat.
    back.say(Sit(0, 100, id="sit again"))
    refused = answers(back)[-1]
    assert isinstance(refused, Error)
    assert (refused.code, refused.id) == ("already_seated", "sit again")


async def test_nobody_is_topped_up_twice_after_a_restart() -> None:
    table, ann, ben = await seated()
    actor, other = (ann, ben) if ann.to_act else (ben, ann)
    actor.act(FOLD)
    other.read()
    # Between hands chips come at once.
    actor.say(TopUp(40, id="more"))
    assert table.bank.of(actor.person.id) == -140
    await table.again()
    back = table.back(actor)
    back.say(TopUp(40, id="more"))
    (done,) = answers(back)
    assert isinstance(done, Done)
    assert table.bank.of(actor.person.id) == -140


async def test_a_rebuy_that_is_asked_for_in_the_hand_comes_once() -> None:
    table, ann, ben = await seated()
    actor, other = (ann, ben) if ann.to_act else (ben, ann)
    for _ in range(2):
        other.say(TopUp(30, id="in the hand"))
    await table.again()
    actor, other = table.back(actor), table.back(other)
    other.say(TopUp(30, id="in the hand"))
    table.room.wait()
    actor.act(FOLD)
    assert table.bank.of(other.person.id) == -130


async def test_names_of_messages_are_each_persons_own() -> None:
    _, ann, ben = await seated()
    assert all(isinstance(answers(guest)[0], Done) for guest in (ann, ben))
    ben.say(SitOut(id="out"))
    ann.say(SitOut(id="out"))
    first, second = answers(ben)[-1], answers(ann)[-1]
    assert isinstance(first, Done)
    assert isinstance(second, Done)
    assert first.seq != second.seq


async def test_what_was_refused_may_be_asked_for_again() -> None:
    _, ann, ben = await seated()
    actor, other = (ann, ben) if ann.to_act else (ben, ann)
    other.say(Rebuy(id="chips"))
    refused = answers(other)[-1]
    assert isinstance(refused, Error)
    assert refused.id == "chips"
    # His bet is gone, and with it the hand: now he has less than he may buy.
    actor.gambles()
    other.act(FOLD)
    other.say(Rebuy(1, id="chips"))
    told = answers(other)[-1]
    assert told.id == "chips"
    assert isinstance(told, Done), told


async def test_only_the_last_are_remembered() -> None:
    table, ann, _ = await seated(settings=msgspec.structs.replace(QUICK, answers=4))
    for number in range(4):
        ann.say(
            ComeBack(id=f"{number}") if number % 2 else SitOut("next_big_blind", id=f"{number}")
        )
    firsts = answers(ann)[-4:]
    for number in range(4):
        ann.say(SitOut(id=f"{number}"))
    assert answers(ann)[-4:] == firsts
    assert table.room.table.public.player(Seat(0)).active
    ann.say(Sit(0, 100, id="sit"))
    assert isinstance(answers(ann)[-1], Error), "so long ago that it is no repeat any more"


async def test_a_seat_that_was_left_is_not_taken_again_by_a_repeat() -> None:
    table, ann, _ = await seated()
    ann.say(Stand(id="stand"))
    ann.say(Sit(0, 100, id="sit"))
    assert isinstance(answers(ann)[-1], Done)
    table.room.wait(1)
    assert not table.room.has_seat(ann.person.id) or 0 in table.room.table.public.leavers
