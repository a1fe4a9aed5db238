"""Journals for tests: one whose writes are kept when the test says so, and one to read again."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, Final

from omaha8.room.bank import Bank
from omaha8.room.decks import FairDecks
from omaha8.room.outbox import Writer
from omaha8.room.person import Person
from omaha8.room.recovery import Read, read_table, take_up
from omaha8.room.settings import RoomSettings
from omaha8.rules.house import ROBERT, HouseRules
from omaha8.store.interface import Done, StoreError
from omaha8.store.memory import MemoryStore
from omaha8.store.records import PersonId, TableId, TableRecord, Write
from tests.room.guests import QUICK, Clock, Guest, TimedRoom

TABLE: Final = TableId("table1")
NOON: Final = 1_900_000_000.0


class Held:
    """Writes wait until they are told to be kept, or not to be."""

    def __init__(self) -> None:
        self.waiting: deque[tuple[Write, Done]] = deque()
        self.kept: list[Write] = []
        self.open = True
        """Keeps all at once, as long as that."""

    def __call__(self, write: Write, done: Done) -> None:
        if self.open and not self.waiting:
            self.kept.append(write)
            done(None)
        else:
            self.waiting.append((write, done))

    def keep(self, count: int = 1) -> None:
        """The next are on disk."""
        for _ in range(count):
            write, done = self.waiting.popleft()
            self.kept.append(write)
            done(None)

    def keep_last(self) -> None:
        """The last is on disk, before those that came first."""
        write, done = self.waiting.pop()
        self.kept.append(write)
        done(None)

    def fail(self, error: StoreError) -> None:
        """The next is not kept, and none that waits behind it."""
        waiting, self.waiting = self.waiting, deque()
        for _, done in waiting:
            done(error)


class Disk:
    """Writes at once; or, where it is ``slow``, when it is told to, or not at all."""

    def __init__(self, write: Writer, *, slow: bool) -> None:
        self.waiting: deque[tuple[Write, Done]] = deque()
        self.slow = slow
        self._write = write

    def __call__(self, write: Write, done: Done) -> None:
        if self.slow:
            self.waiting.append((write, done))
        else:
            self._write(write, done)

    def keep(self, count: int | None = None) -> None:
        """The next of them, or all."""
        while self.waiting and count != 0:
            self._write(*self.waiting.popleft())
            count = None if count is None else count - 1

    @contextmanager
    def fast(self) -> Iterator[None]:
        """All is kept at once, for a while."""
        slow, self.slow = self.slow, False
        self.keep()
        yield
        self.slow = slow

    def fail(self) -> None:
        """Nothing that waits is kept, and everybody is told so."""
        waiting, self.waiting = self.waiting, deque()
        for _, done in waiting:
            done(StoreError("the disk is full"))

    def die(self) -> None:
        """Nothing that waits is kept, and nobody is told."""
        self.waiting.clear()


class Kept:
    """A table on a store in memory: `begin` it, throw it away, and read it `again`.

    ``slow``: see `Disk`.
    """

    def __init__(
        self,
        *,
        settings: RoomSettings = QUICK,
        rules: HouseRules = ROBERT,
        structure: str = "fl",
        bots: int = 0,
        seats: int = 6,
        credit: int | None = None,
        seed: int = 1,
        slow: bool = False,
        **others: Any,
    ) -> None:
        self.store = MemoryStore()
        self.disk = Disk(self.store.journal.write, slow=slow)
        self.bank = Bank(credit=credit)
        self.clock = Clock()
        self.people: dict[PersonId, Person] = {}
        self._bots = bots
        self._random = Random(seed)
        self._options: dict[str, Any] = {
            "settings": settings,
            "rules": rules,
            "structure": structure,
            "seats": seats,
            **others,
        }
        self.room: TimedRoom

    async def begin(self) -> TimedRoom:
        """A new table."""
        await self.store.journal.create(TableRecord(id=TABLE, created=0, info=b"{}"))
        epoch = await self.store.journal.own(TABLE)
        self.room = self._room(epoch=epoch, bots=self._bots)
        return self.room

    def _room(self, **others: Any) -> TimedRoom:
        return TimedRoom(
            **self._options,
            clock=self.clock,
            table=TABLE,
            bank=self.bank,
            journal=self.disk,
            decks=FairDecks(TABLE, self._random.randbytes),
            wall=self.wall,
            **others,
        )

    def wall(self) -> float:
        """The time of day."""
        return NOON + self.clock.time

    def guest(self, name: str) -> Guest:
        """Somebody new."""
        guest = Guest(self.room, name)
        self.people[guest.person.id] = guest.person
        return guest

    def back(self, guest: Guest) -> Guest:
        """The same person, with another connection, at the table as it is now."""
        return Guest(self.room, person=guest.person)

    async def read(self) -> Read:
        """What the journal has of the table."""
        return await read_table(self.store.journal, TABLE)

    async def again(self, change: Callable[[], object] = lambda: None) -> TimedRoom:
        """Whatever was in memory is lost, and the table goes on; ``change`` happens between."""
        change()
        said = list(self.room.chat.lines)
        read = await self.read()
        epoch = await self.store.journal.own(TABLE)
        self.bank = Bank(await self.store.ledger.balances(), self.bank.credit)
        self.room = self._room(epoch=epoch, machine=read.table, first=read.first)
        hands = await self.store.journal.hands(TABLE)
        self.room.keeper.hands.remember(reversed(hands))
        self.room.keeper.hands.current = hands[0] if hands else None
        self.room.chat.lines.extend(said)
        take_up(self.room, read, self.people.get)
        return self.room
