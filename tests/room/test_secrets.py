"""Nobody is told a card before he may see it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from omaha8.cards import Card
from omaha8.hand.actions import FOLD
from omaha8.hand.events import HoleDealt
from omaha8.room.decks import GivenDecks
from omaha8.room.messages import Events, ServerMessage, Snapshot, Stand
from tests.room.guests import Guest, TimedRoom, play_on


def told(guest: Guest) -> list[bytes]:
    """Everything said about the hand, as bytes."""
    return [msgspec.json.encode(m) for m in guest.told if isinstance(m, Events | Snapshot)]


def play_to_the_river(swap: Sequence[tuple[Card, Card]]) -> tuple[TimedRoom, list[Guest]]:
    """Three people check to the river, where two fold; in the deck some cards are exchanged."""
    room = TimedRoom()
    shuffle = room.decks

    def deck() -> list[Card]:
        cards = list(shuffle())
        for one, other in swap:
            here, there = cards.index(one), cards.index(other)
            cards[here], cards[there] = other, one
        return cards

    decks = room.host.decks
    assert isinstance(decks, GivenDecks)
    decks.shuffle = deck
    rail = Guest(room, "Rail")
    guests = [Guest(room, name) for name in ("Ann", "Ben", "Cat")]
    for seat, guest in enumerate(guests):
        guest.sit(seat)
    room.wait()
    while room.table.hand is not None and len(room.table.hand.board) < 5:
        next(guest for guest in guests if guest.to_act).passes()
    for _ in range(2):
        next(guest for guest in guests if guest.to_act).act(FOLD)
    for guest in (rail, *guests):
        guest.read()
    assert not room.is_playing()
    return room, [rail, *guests]


def test_cards_that_a_viewer_cannot_see_change_no_byte_he_gets() -> None:
    room, before = play_to_the_river(())
    assert room.table.hand is not None
    holes = room.table.hand.dealer.holes
    unused = room.decks.dealt[0][-1]
    hole = {int(seat): cards for seat, cards in holes.items() if cards is not None}
    swaps = [(hole[1][0], hole[2][0]), (hole[1][1], unused), (hole[2][3], hole[1][2])]
    _, after = play_to_the_river(swaps)
    rail, ann, ben, cat = range(4)
    for who in (rail, ann):
        assert told(after[who]) == told(before[who])
    for who in (ben, cat):
        assert told(after[who]) != told(before[who])


def hole_cards_told(messages: Sequence[ServerMessage]) -> set[int]:
    """The seats whose cards were dealt face up in these messages."""
    return {
        event["seat"]
        for message in messages
        if isinstance(message, Events | Snapshot)
        for event in message.events
        if event["type"] == "hole_dealt" and event["cards"] is not None
    }


def test_who_takes_a_chair_after_a_hand_does_not_see_the_cards_that_lay_there() -> None:
    room = TimedRoom()
    ann, ben = Guest(room, "Ann"), Guest(room, "Ben")
    ann.sit(0)
    ben.sit(1)
    room.wait()
    play_on(room, ann, ben, fold=True)
    ann.say(Stand())
    eve = Guest(room, "Eve")
    eve.sit(0)
    assert hole_cards_told(eve.told) == set()
    assert eve.view is not None
    assert eve.view.readout is None
    ann.read()
    assert hole_cards_told(ann.told) == {0}
    assert ann.view is not None
    assert ann.view.readout is not None


def test_the_rail_sees_no_hole_cards_and_a_player_his_own() -> None:
    room = TimedRoom(bots=2)
    rail, ann = Guest(room, "Rail"), Guest(room, "Ann")
    ann.sit()
    room.wait()
    rail.read()
    ann.read()
    assert hole_cards_told(rail.told) == set()
    assert hole_cards_told(ann.told) == {0}
    assert room.table.hand is not None
    dealt = [e for e in room.table.hand.events if isinstance(e, HoleDealt)]
    assert len(dealt) == 3
    assert rail.view is not None
    assert (rail.view.readout, rail.view.legal) == (None, None)
