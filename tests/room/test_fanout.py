"""Another way to the sockets, as a message bus would be, behind the same interface."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from omaha8.room.client import Client
from omaha8.room.fanout import Audience, in_process
from omaha8.room.frames import Told
from omaha8.room.lobby import Lobby
from omaha8.room.messages import Events
from omaha8.room.settings import AT_ONCE
from omaha8.room.spec import TableSpec
from omaha8.store.memory import MemoryStore
from omaha8.store.records import TableId
from tests.room.guests import Guest, TimedRoom, kinds, play_on
from tests.room.persons import opened


class Bus:
    """Everything goes through it as one piece of text; sockets are on the other side."""

    def __init__(self, table: TableId) -> None:
        self.table = table
        self.listening: list[Client] = []
        self.published: list[bytes] = []

    def join(self, client: Client) -> None:
        if client not in self.listening:
            self.listening.append(client)

    def leave(self, client: Client) -> None:
        if client in self.listening:
            self.listening.remove(client)

    def tell(self, told: Told, audience: Audience | None = None) -> None:
        self.published.append(msgspec.json.encode(told))
        come = msgspec.json.decode(self.published[-1], type=Told)
        for client in self:
            if audience is None or audience(client):
                client.tell(come.to(None if client.person is None else client.person.id))

    def __iter__(self) -> Iterator[Client]:
        return iter(list(self.listening))

    def __contains__(self, client: object) -> bool:
        return client in self.listening

    def __len__(self) -> int:
        return len(self.listening)


def test_a_hand_is_told_by_a_bus_as_it_is_in_one_process() -> None:
    made: list[Bus] = []

    def bus(table: TableId) -> Bus:
        made.append(Bus(table))
        return made[-1]

    told = []
    for fanouts in (bus, in_process):
        room = TimedRoom(table=TableId("high"), fanouts=fanouts)
        ann, ben, rail = Guest(room, "Ann"), Guest(room, "Ben"), Guest(room, watches=True)
        ann.sit(0)
        ben.sit(1)
        room.wait(2)
        play_on(room, ann, ben)
        for guest in (ann, ben, rail):
            guest.read()
        told.append([kinds(guest.told) for guest in (ann, ben, rail)])
        events = [message for message in rail.told if isinstance(message, Events)]
        assert "hand_ended" in kinds(events)
    assert told[0] == told[1]
    (through,) = made
    assert through.table == "high"
    assert len(through.published) > 5
    assert len(through) == 3


async def test_a_room_makes_one_for_every_table() -> None:
    store = MemoryStore()
    people = await opened(store)
    lobby = await Lobby.open(store, people, settings=AT_ONCE, fanouts=Bus)
    tables = [await lobby.create(TableSpec()) for _ in range(2)]
    buses = [table.keeper.fanout for table in tables]
    assert [bus.table for bus in buses if isinstance(bus, Bus)] == [table.id for table in tables]
    await lobby.stop()
    people.close()
    store.close()
