"""Queues, numbers, names and times by themselves."""

from __future__ import annotations

import pytest

from omaha8.cards import DECK
from omaha8.room import Client, RoomSettings
from omaha8.room.client import TOO_SLOW
from omaha8.room.decks import FairDecks
from omaha8.room.log import EventLog
from omaha8.room.messages import Hello, Pong
from omaha8.rules.game import Seat, stakes
from omaha8.rules.house import RulesError
from omaha8.store.records import TableId
from omaha8.table.events import SatOut
from tests.room.guests import Guest, TimedRoom, a_person


async def test_a_client_that_does_not_read_is_dropped_with_a_code() -> None:
    client = Client(3)
    codes = []
    for _ in range(4):
        client.say(Pong())
        codes.append(client.close_code)
    assert codes == [None, None, None, TOO_SLOW]
    assert [len(await client.frames()), await client.frames()] == [3, []]


def test_a_slow_client_is_dropped_and_the_others_play_on() -> None:
    room = TimedRoom(bots=3, settings=RoomSettings(pace=0, first_deal=0, queue=20))
    sleeper, ann = Guest(room, "Zoe"), Guest(room, "Ann")
    ann.sit()
    while sleeper.client.close_code is None:
        room.wait(1)
        if ann.to_act:
            ann.passes(fold=True)
        assert room.table.public.hands < 50
    assert sleeper.client.close_code == TOO_SLOW
    assert ann.client.close_code is None


def test_who_looks_at_another_table_before_he_is_heard_is_no_ghost_at_this_one() -> None:
    """Two greetings in one breath: the first table has not taken his up yet."""
    here, there = TimedRoom(), TimedRoom()
    there.id = TableId("elsewhere")
    ann = a_person("Ann")
    client = here.connect(ann)
    here.disconnect(client)
    there.join(client)
    here.handle(client, Hello())
    assert list(here.keeper.fanout) == []
    assert here.players.get(ann.id) is None
    there.handle(client, Hello())
    assert list(there.keeper.fanout) == [client]
    there.disconnect(client)
    client.table = None
    there.handle(client, Hello())
    assert list(there.keeper.fanout) == []


def test_the_log_keeps_the_last_events() -> None:
    log = EventLog(kept=3)
    for seat in range(5):
        log.append(SatOut(Seat(seat)), {})
    assert log.next == 5
    tail = log.since(2)
    assert tail is not None
    assert [entry.event for entry in tail] == [SatOut(Seat(seat)) for seat in (2, 3, 4)]
    assert log.since(5) == []
    assert log.since(1) is None
    assert log.since(6) is None


@pytest.mark.parametrize("name", RoomSettings.__struct_fields__)
@pytest.mark.parametrize("value", [-1, float("inf"), float("nan")])
def test_times_are_not_negative_and_end(name: str, value: float) -> None:
    with pytest.raises(ValueError, match=f"{name}: 0 or more, not {value}"):
        RoomSettings(**{name: value})  # type: ignore[arg-type]


def test_a_buy_in_that_outgrows_the_wire_is_refused() -> None:
    with pytest.raises(RulesError, match="buy_in: up to 10000000000 chips, not 20000000000"):
        TimedRoom(structure="nl", games=[stakes("nl", 10**8, 10**8)])


def test_decks_are_whole_and_never_the_same() -> None:
    decks = []
    for hand in range(1, 6):
        fair = FairDecks("a table")
        fair.offer(hand, [], ["Bea"])
        chosen, deck = fair.choose()
        assert chosen is not None
        decks.append(tuple(deck))
    assert len(set(decks)) == 5
    assert all(sorted(deck) == list(DECK) for deck in decks)
