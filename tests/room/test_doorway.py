"""Who finds room at a table, and who makes room for whom."""

from __future__ import annotations

from typing import Final

import pytest

from omaha8.room import Client, RoomSettings
from omaha8.room.client import REPLACED, TOO_MANY
from omaha8.room.messages import Hello
from omaha8.room.person import Person, Role
from omaha8.store.records import PersonId
from tests.room.guests import Guest, TimedRoom, a_person

HOST: Final = Person(PersonId(900_001), "Hal", Role.HOST, registered=True)
FLOOR: Final = Person(PersonId(900_002), "Flo", Role.FLOOR, registered=True)


def test_more_connections_than_a_room_takes() -> None:
    room = TimedRoom(settings=RoomSettings(most_clients=4))
    strangers = [Guest(room, watches=True) for _ in range(2)]
    # Half of the room is for who has a name...
    assert room.connect().close_code == TOO_MANY
    ann, ben = Guest(room, "Ann"), Guest(room, "Ben")
    ann.sit()
    Guest(room, "Cat")
    assert room.connect(a_person("Dan")).close_code == TOO_MANY
    # ...and who sits there is never locked out, nor who says hello again.
    again = Guest(room, person=ann.person)
    assert again.viewer == ann.viewer
    room.join(ben.client)
    assert ben.client.close_code is None
    for guest in (*strangers, again):
        guest.hang_up()
    assert room.connect().close_code is None


def test_one_person_does_not_fill_a_table() -> None:
    room = TimedRoom(settings=RoomSettings(most_clients=20, clients_each=3))
    ann = a_person("Ann")
    assert [Guest(room, person=ann).client.close_code for _ in range(3)] == [None] * 3
    assert room.connect(ann).close_code == TOO_MANY
    assert room.connect(a_person("Ben")).close_code is None


def test_who_sits_makes_room_for_himself_and_takes_none_from_others() -> None:
    room = TimedRoom(settings=RoomSettings(most_clients=4, clients_each=3))
    ann = Guest(room, "Ann")
    ann.sit()
    more = [Guest(room, person=ann.person).client for _ in range(50)]
    assert [ann.client.close_code, *(client.close_code for client in more)] == [
        *[REPLACED] * 48,
        *[None] * 3,
    ]
    for client in (ann.client, *more[:-3]):
        room.disconnect(client)
    assert room.players[ann.person.id].clients == set(more[-3:])
    assert room.has_seat(ann.person.id)
    assert [Guest(room).client.close_code for _ in range(4)] == [None] * 4
    assert room.connect(a_person("Bob")).close_code == TOO_MANY


@pytest.mark.parametrize("who", [HOST, FLOOR])
def test_who_runs_the_room_always_finds_room(who: Person) -> None:
    room = TimedRoom(settings=RoomSettings(most_clients=2, clients_each=2))
    others = [Guest(room).client for _ in range(2)]
    mine = [Guest(room, person=who).client for _ in range(3)]
    assert [client.close_code for client in mine] == [REPLACED, None, None]
    assert [client.close_code for client in others] == [None, None]


def test_who_opened_the_table_always_finds_room() -> None:
    room = TimedRoom(settings=RoomSettings(most_clients=1))
    Guest(room)
    maker = a_person("Max")
    assert room.connect(maker).close_code == TOO_MANY
    room.made_by = maker.id
    assert room.connect(maker).close_code is None


@pytest.mark.parametrize(("sits", "code"), [(True, REPLACED), (False, TOO_MANY)])
def test_many_who_come_in_before_the_first_says_hello_are_counted_all_the_same(
    sits: bool, code: int
) -> None:
    room = TimedRoom(settings=RoomSettings(most_clients=20, clients_each=3))
    ann = a_person("Ann")
    if sits:
        guest = Guest(room, person=ann)
        guest.sit()
        guest.hang_up()
    at_once = [room.connect(ann) for _ in range(8)]
    for client in at_once:
        room.handle(client, Hello())
    closed = [client.close_code for client in at_once]
    assert sorted(closed, key=str) == sorted([*[code] * 5, *[None] * 3], key=str)
    assert closed[0] == (code if sits else None)


def test_what_is_closed_already_takes_no_room() -> None:
    room = TimedRoom(settings=RoomSettings(most_clients=1, clients_each=1))
    first = Guest(room)
    first.client.close(TOO_MANY)
    assert room.connect(a_person("Ben")).close_code is None


def test_who_gets_up_keeps_his_connections() -> None:
    room = TimedRoom(settings=RoomSettings(most_clients=2, clients_each=5))
    ann = Guest(room, "Ann")
    ann.sit()
    more: list[Client] = [Guest(room, person=ann.person).client for _ in range(4)]
    seat = room.players[ann.person.id].seat
    assert seat is not None
    room.clear_seat(seat)
    room.wait()
    assert not room.has_seat(ann.person.id)
    assert [client.close_code for client in (ann.client, *more)] == [None] * 5
    assert room.connect(a_person("Ben")).close_code == TOO_MANY
