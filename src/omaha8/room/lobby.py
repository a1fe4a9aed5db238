"""All tables of a room, each with its task (floor 5)."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from secrets import token_bytes
from time import monotonic, time
from typing import Any, Final, Self

import msgspec

from omaha8.room.bank import Bank
from omaha8.room.chat_store import ChatStore
from omaha8.room.client import NO_ENTRY, REVOKED, STOPPING
from omaha8.room.decks import FairDecks, Random
from omaha8.room.fanout import Fanouts, in_process
from omaha8.room.histories import Histories
from omaha8.room.invites import Invites
from omaha8.room.kept_table import KeptTable, kept_table, kept_table_to_json
from omaha8.room.messages import Hello
from omaha8.room.metrics import RoomMetrics
from omaha8.room.open_tables import CreateTables, OpenTables
from omaha8.room.people import People
from omaha8.room.person import Person
from omaha8.room.recovery import NeverOpened, Read, Unreadable, read_table, take_up
from omaha8.room.refusals import RoomRefused, Why
from omaha8.room.settings import RoomSettings
from omaha8.room.spec import TableSpec
from omaha8.room.staffed import StaffedRoom
from omaha8.room.unread_table import UnreadTable, unread
from omaha8.store.interface import StoreError, WrongEpoch
from omaha8.store.records import PersonId, TableId, TableRecord, table_account
from omaha8.store.stored import Stored
from omaha8.table import Table

_log: Final = logging.getLogger(__name__)
FIRST_RETRY: Final = 1.0
LAST_RETRY: Final = 30.0
"""Seconds until a table whose journal failed is read again."""

Change = Callable[[TableSpec], TableSpec]
"""Makes out of what was asked for of a table what is asked for now."""


class Lobby(OpenTables):
    """``tables`` by their id; ``settings`` are those of all tables, but for what a table asked for.

    `open` it in a running event loop, and `stop` it.
    """

    def __init__(
        self,
        store: Stored,
        people: People,
        invites: Invites,
        bank: Bank,
        *,
        create_tables: CreateTables,
        settings: RoomSettings,
        metrics: RoomMetrics,
        fanouts: Fanouts,
        random: Random,
        wall: Callable[[], float],
        now: Callable[[], float],
    ) -> None:
        super().__init__(invites, create_tables)
        self.store = store
        self.people = people
        self._chat = ChatStore(store.database)
        self.histories = Histories(store.journal)
        self.bank = bank
        self.settings = settings
        self.metrics = metrics
        self.fanouts = fanouts
        self.random = random
        self.wall = wall
        self.now = now
        self.unreadable: dict[TableId, UnreadTable] = {}
        """Tables that are there, but could not be taken up."""
        self._specs: dict[TableId, tuple[TableRecord, KeptTable]] = {}
        self._turns: defaultdict[TableId, asyncio.Lock] = defaultdict(asyncio.Lock)
        """Who writes other words for a table: one after the other, each what the last one left."""
        self._tasks: dict[TableId, asyncio.Task[None]] = {}
        self._others: set[asyncio.Task[None]] = set()
        self._stopping = False
        store.database.on_commit = metrics.commit
        # What was cut off has not happened: the ledger has taken its chips back by then.
        store.journal.on_cut = partial(bank.apply, back=True)
        people.seated = self.is_seated
        people.on_revoked.append(self._revoked)
        people.on_role.append(self._has_role)

    @classmethod
    async def open(
        cls,
        store: Stored,
        people: People,
        *,
        settings: RoomSettings | None = None,
        credit: int | None = None,
        create_tables: CreateTables = "host",
        metrics: RoomMetrics | None = None,
        fanouts: Fanouts = in_process,
        random: Random = token_bytes,
        wall: Callable[[], float] = time,
        now: Callable[[], float] | None = None,
    ) -> Self:
        """The room as the store has it: every table goes on where it was. Raises `StoreError`."""
        invites = Invites(store.database, lambda: round(wall() * 1000))
        await invites.load()
        lobby = cls(
            store,
            people,
            invites,
            Bank(await store.ledger.balances(), credit),
            create_tables=create_tables,
            settings=settings or RoomSettings(),
            metrics=metrics or RoomMetrics(),
            fanouts=fanouts,
            random=random,
            wall=wall,
            now=now or monotonic,
        )
        records = await store.journal.tables()
        # Each has to be owned, which is a write: together they are one.
        rooms = await asyncio.gather(*map(lobby._taken_up, records))
        for room in rooms:
            if room is not None:
                lobby._start(room)
        return lobby

    # the tables

    async def create(self, spec: TableSpec, by: Person | None = None) -> StaffedRoom:
        """Open a table. Raises `RulesError`, `RoomRefused` and `StoreError`."""
        spec = spec.checked(0 if by is None else self.settings.least_think_time)
        with self.opening(by):
            table = TableId(self.random(5).hex())
            kept = KeptTable(spec=spec, by=None if by is None else by.id)
            record = TableRecord(id=table, created=self.now_ms(), info=kept_table_to_json(kept))
            await self.store.journal.create(record)
            epoch = await self.store.journal.own(table)
            room = self._room(record, kept, epoch)
            if by is not None and spec.private:
                await self.invites.let_in(table, by.id)
            self._start(room)
        return room

    async def change(self, table: TableId, change: Change, by: Person) -> StaffedRoom:
        """Another name and door at once, another clock and rules from the next hand on.

        Of several at once each changes what the others made of it. Whoever sits at a table that
        becomes private, or waits for a chair, is invited. Raises `RulesError`, `RoomRefused`,
        `Refused` and `StoreError`.
        """
        async with self._turns[table]:
            room, kept = self._open(table)
            if kept.closing is not None:
                raise RoomRefused(Why.NO_SUCH_TABLE, "That table closes after its hand.")
            spec = change(kept.spec).checked()
            room.check_change(spec)
            _log.info("table %s is changed by person %s", table, by.id)
            if spec.private and not room.private:
                for person in (by.id, *room.taking_part):
                    await self.invites.let_in(table, person)
            # First what it is to be: what comes after that is done again if it does not get done.
            await self._keep(table, **room.kept_with(spec))
            room.change(spec, by.name)
            self._show_out(room)
        return room

    def _open(self, table: TableId) -> tuple[StaffedRoom, KeptTable]:
        """A table whose turn it is; it may have been closed before that."""
        room = self.tables.get(table)
        if room is None:
            self._turns.pop(table, None)
            raise RoomRefused(Why.NO_SUCH_TABLE, "There is no such table (any more).")
        return room, self._specs[table][1]

    def _show_out(self, room: StaffedRoom) -> None:
        """Who may not look at a table any more looks at it no longer."""
        for client in room.keeper.fanout:
            if not self.may_see(room, client.person):
                client.close(NO_ENTRY)

    async def _keep(self, table: TableId, **changes: Any) -> None:
        """Other words for a table, when they are on disk; for whose turn it is."""
        record, kept = self._specs[table]
        kept = msgspec.structs.replace(kept, **changes)
        record = msgspec.structs.replace(record, info=kept_table_to_json(kept))
        await self.store.journal.update(record, self.tables[table].keeper.epoch)
        self._specs[table] = record, kept

    async def close_table(self, table: TableId, why: str) -> None:
        """After its hand; the chips go back to their owners.

        Raises `RoomRefused` for one that is not there or has stopped, and `StoreError`.
        """
        async with self._turns[table]:
            room, kept = self._open(table)
            if kept.closing is None:
                room.must_work()
                # Also after a restart.
                await self._keep(table, closing=why)
                room.close(why)

    def store_fault(self) -> str | None:
        """Why nothing can be kept, if that is so."""
        lost = next((str(room.lost) for room in self.tables.values() if room.lost), None)
        return lost or self.store.database.fault

    # their tasks

    def _room(
        self,
        record: TableRecord,
        kept: KeptTable,
        epoch: int,
        machine: Table | None = None,
        first: int = 0,
    ) -> StaffedRoom:
        spec, table = kept.spec, record.id
        room = StaffedRoom(
            spec.setup(),
            bots=spec.bots,
            rules=spec.rules,
            settings=self.settings.timed(spec.think_time, spec.time_bank),
            now=self.now,
            wall=self.wall,
            table=table,
            name=spec.name,
            private=spec.private,
            spectator_delay=spec.spectator_delay,
            journal=self.store.journal.write,
            fanouts=self.fanouts,
            epoch=epoch,
            bank=self.bank,
            metrics=self.metrics,
            muted=self.people.muted.__contains__,
            decks=FairDecks(table, self.random),
            machine=machine,
            first=first,
        )
        self.invites.own(table, epoch)
        room.chat.on_line = partial(self._chat.keep, table, epoch)
        room.desk.is_called = self.people.is_called
        room.on_change = partial(self._changed, room)
        room.is_kept_as(kept)
        self._specs[table] = record, kept
        return room

    def _start(self, room: StaffedRoom) -> None:
        self.tables[room.id] = room
        task = asyncio.create_task(room.run(), name=f"table {room.id}")
        self._tasks[room.id] = task
        task.add_done_callback(partial(self._ended, room))

    def _ended(self, room: StaffedRoom, task: asyncio.Task[None]) -> None:
        fault = None if task.cancelled() else task.exception()
        if isinstance(fault, Exception) and not room.frozen:
            # Nobody would be answered any more: now he is told that the table has stopped.
            room.freeze(fault)
            self._start(room)

    async def _taken_up(self, record: TableRecord, epoch: int | None = None) -> StaffedRoom | None:
        """The table as it was; ``None`` for one that cannot be read, which keeps its state."""
        journal = self.store.journal
        try:
            kept = kept_table(record.info)
            try:
                read = await self._read(record.id, again=epoch is not None)
            except NeverOpened:
                # One whose chips have moved was open, and has lost its first event.
                if await self.store.ledger.transfers(table_account(record.id), limit=1):
                    raise
                # The server was stopped in the moment between: it is opened now.
                return self._room(record, kept, await journal.own(record.id))
            owned = await journal.own(record.id) if epoch is None else epoch
            room = self._room(record, kept, owned, read.table, read.first)
            hands = await journal.hands(record.id)
            room.keeper.hands.remember(reversed(hands))
            room.keeper.hands.current = hands[0] if hands else None
            room.chat.lines.extend(self._chat.lines(record.id))
            self._resume(room, read)
            if not (room.frozen or room.is_as_asked(kept.spec)):
                room.take_up_change(kept.spec)
            if kept.closing is not None:
                room.close(kept.closing)
        except (Unreadable, ValueError) as error:
            # The others go on; this one keeps its state until somebody has looked at it.
            _log.error("table %s is not taken up: %s", record.id, error)
            self.unreadable[record.id] = unread(record, str(error))
            return None
        return room

    async def _read(self, table: TableId, *, again: bool) -> Read:
        try:
            return await read_table(self.store.journal, table)
        except StoreError as error:
            if again:
                raise
            # Damage to one table is no reason to keep the others from playing.
            raise Unreadable(str(error)) from error

    def _resume(self, room: StaffedRoom, read: Read) -> None:
        take_up(room, read, self.people.by_id)
        if read.void is not None:
            _log.warning("table %s: the hand is void: %s", room.id, read.void)

    def _changed(self, room: StaffedRoom) -> None:
        if room.closed:
            self._spawn(self._gone(room))
        elif room.lost is not None:
            if isinstance(room.lost, WrongEpoch):
                if not room.frozen:
                    room.freeze(room.lost)
            elif not self._stopping:
                self._spawn(self._again(room))

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.ensure_future(work)
        self._others.add(task)
        task.add_done_callback(self._others.discard)

    async def _gone(self, room: StaffedRoom) -> None:
        """A table that is closed."""
        self.tables.pop(room.id, None)
        async with self._turns[room.id]:
            record, _ = self._specs.pop(room.id)
            closed = msgspec.structs.replace(record, closed=self.now_ms())
            try:
                await self.store.journal.update(closed, room.keeper.epoch)
                await self.invites.close_table(room.id)
            except StoreError as error:
                # It closes again at the next start, or is another server's by now.
                _log.error("table %s: that it is closed is not kept: %s", room.id, error)
        self._turns.pop(room.id, None)
        self._tasks.pop(room.id, None)

    async def _again(self, room: StaffedRoom) -> None:
        """Read a table again whose last moves could not be kept, until that works."""
        wait = FIRST_RETRY
        while not self._stopping:
            await asyncio.sleep(wait)
            wait = min(2 * wait, LAST_RETRY)
            try:
                async with self._turns[room.id]:
                    record, _ = self._specs[room.id]
                    fresh = await self._taken_up(record, room.keeper.epoch)
                    if fresh is not None:
                        self._start(fresh)
            except StoreError as error:
                _log.error("table %s cannot be read again yet: %s", room.id, error)
                continue
            if fresh is not None:
                for client in room.keeper.fanout:
                    fresh.join(client)
                    fresh.handle(client, Hello(room.id))
            return

    def say_bye(self, why: str = "The server stops. Hands go on when it is back.") -> None:
        """Everybody is told that it ends, once."""
        if not self._stopping:
            self._stopping = True
            for room in self.tables.values():
                room.say_bye(why, STOPPING)

    async def stop(self) -> None:
        """Tell everybody; what goes on is in the journal, and goes on from there."""
        self.say_bye()
        tasks = [*self._tasks.values(), *self._others]
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError, StoreError):
                await task

    def _has_role(self, person: Person) -> None:
        for room in self.tables.values():
            for client in room.keeper.fanout:
                if client.person is not None and client.person.id == person.id:
                    client.person = person
            self._show_out(room)

    def _revoked(self, person: PersonId, session: str | None) -> None:
        """Sockets of a session that is no more are closed."""
        for room in self.tables.values():
            for client in room.keeper.fanout:
                who = client.person
                if who is not None and who.id == person and session in (None, client.session):
                    client.close(REVOKED)

    def now_ms(self) -> int:
        """Milliseconds since 1970."""
        return round(self.wall() * 1000)
