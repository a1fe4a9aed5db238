"""What happens at a table is kept, and only then told (floor 5)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from omaha8.hand.events import BETTING, HandEnded, HandStarted
from omaha8.room.answers import Answers
from omaha8.room.bank import Bank, transfer_of
from omaha8.room.chat import Chat
from omaha8.room.client import Client
from omaha8.room.fanout import Fanout
from omaha8.room.frames import Told, encode
from omaha8.room.hand_index import HandIndex
from omaha8.room.host import PROGRESS, Host
from omaha8.room.messages import Done, Error, Said, ServerMessage, Yours
from omaha8.room.metrics import RoomMetrics
from omaha8.room.outbox import Batch, Outbox, Send, Writer
from omaha8.room.players import Players
from omaha8.room.rail import Rail
from omaha8.room.refusals import Why
from omaha8.room.room_events import NumberedEvent
from omaha8.room.telling import Telling
from omaha8.rules.game import Seat
from omaha8.store.interface import StoreError
from omaha8.store.records import PersonId, TableId, Transfer, table_account
from omaha8.table import Table
from omaha8.table.between_hands import AutoRebuySet, HandVoided, SeatChanged, TopUpAsked
from omaha8.table.events import Left, Rebought

UNTOLD: Final = -1
"""Instead of the number of an event, to who is to see it only later."""


PROMISING: Final = frozenset((TopUpAsked, AutoRebuySet, Rebought, SeatChanged))
"""After these, chips come to somebody without another question, or no more."""


class ChipsWrong(ValueError):
    """The chips on a table are not those of the ledger; the message has both."""


class Asked:
    """Who asked for what is being done: his connection, the name of the message, when it came."""

    __slots__ = ("ask", "client", "received")

    def __init__(self, client: Client, ask: str | None, received: float | None) -> None:
        self.client = client
        self.ask = ask
        self.received = received


class Keeper:
    """Collects events (`add`), keeps them and tells them (`flush`).

    ``lost`` is called with what could not be kept; then this table has to be read again. ``wall``
    is the time of day in seconds since 1970.
    """

    def __init__(
        self,
        table_id: TableId,
        epoch: int,
        table: Table,
        host: Host,
        telling: Telling,
        players: Players,
        bank: Bank,
        chat: Chat,
        journal: Writer,
        *,
        fanout: Fanout,
        answers: Answers,
        spectator_delay: float,
        metrics: RoomMetrics,
        wall: Callable[[], float],
        lost: Callable[[StoreError], None],
        wake: Callable[[], None],
    ) -> None:
        self.table_id = table_id
        self._ledger = table_account(table_id)
        self.epoch = epoch
        self.table = table
        self.host = host
        self.telling = telling
        self.players = players
        self.bank = bank
        self.chat = chat
        self.answers = answers
        self.fanout = fanout
        self.rail = Rail(spectator_delay) if spectator_delay else None
        self.metrics = metrics
        self.hands = HandIndex(table, players)
        self.wall = wall
        self._lost = lost
        self._wake = wake
        self._outbox = Outbox(journal, self._not_saved)
        self.batch = Batch(host.log.next)
        host.on_event = self._account
        host.kept_chairs.refuse = self._refuse

    @property
    def unsaved(self) -> int:
        """How many writes are under way."""
        return len(self._outbox)

    @property
    def oldest_unsaved(self) -> float:
        """How many seconds the first of them has waited."""
        return self._outbox.oldest

    def begin_batch(self) -> None:
        """What was noted before has been kept already."""
        self.batch = Batch(self.host.log.next)

    # what happens

    def add(self, events: Sequence[NumberedEvent]) -> None:
        """Events that have happened; they are kept and told at the next `flush`."""
        batch, first, at = self.batch, self.host.log.next, self.now_ms()
        batch.entries += self.host.record(events)
        if any(type(event) in PROMISING for event in events):
            for player, seat in self.players.seated:
                promised = self.table.public.promised(seat)
                self.bank.promise(self.table_id, player.id, promised)
        for seq, event in enumerate(events, first):
            if type(event) in BETTING:
                continue
            record = self.hands.note(seq, event, at)
            if record is not None:
                batch.hand = record
            if isinstance(event, HandStarted):
                self.metrics.hands += 1
            elif isinstance(event, HandVoided):
                self.metrics.voided += 1

    def _account(self, event: NumberedEvent) -> None:
        """What an event that is about to be noted moves in the ledger."""
        transfer = transfer_of(self.table_id, event, self._person_in)
        if transfer is not None:
            self.batch.transfers.append(transfer)
            self.bank.apply((transfer,))
        if isinstance(event, Left) and (person := self._person_in(event.seat)) is not None:
            self.bank.promise(self.table_id, person, 0)

    def _person_in(self, seat: Seat) -> PersonId | None:
        player = self.players.by_seat(seat)
        return None if player is None else player.id

    def flush(self, asked: Asked | None = None, *, changed: bool = False) -> None:
        """Keep what has happened, then tell it; ``changed``: something has that is no event.

        Raises `ChipsWrong`, and then nothing of it is kept or told.
        """
        batch, host = self.batch, self.host
        host.readiness.note()
        if not batch.entries:
            batch.person = batch.ask = None
            if asked is not None and asked.ask is not None:
                self._done(asked, host.log.next)
            if changed:
                self.tell_view()
            return
        self.check_chips()
        told = self.telling.events(batch.entries, batch.first)
        moved, host.moved = host.moved, set()
        for player in moved:
            player.moved_at = host.log.next - 1
        snapshots = [(player, self.telling.snapshot(player)) for player in moved]
        for player in self.players:
            if player.seat is None and not player.connected:
                self.players.forget(player)
                self.telling.forget(player)
        rail = None if self.rail is None else self.telling.snapshot(None)
        plain = (
            rail is not None
            and self._idle
            and not any(type(entry.event) in PROGRESS for entry in batch.entries)
        )
        lines = self._dealer_lines(batch)
        write = batch.write(self.table_id, self.epoch, self.now_ms(), host.decks.take_secret())
        later = asked is not None and self.waits(asked.client)
        if asked is not None and asked.ask is not None and asked.client.person is not None:
            self.answers.add(asked.client.person.id, asked.ask, batch.first)

        # Until here a fault of the program undoes it all.
        self.batch = Batch(host.log.next)

        def send() -> None:
            if asked is not None and asked.ask is not None:
                asked.client.say(Done(asked.ask, UNTOLD if later else batch.first))
            self._deliver(told, rail, plain=plain)
            for player, frame in snapshots:
                for client in player.clients:
                    client.tell(frame)
                    if self.rail is not None:
                        self.rail.moved(client, live=not self.waits(client))
            for line in lines:
                self._deliver(Told(encode(line), {}), None, line=True)
            if asked is not None and asked.received is not None:
                self.metrics.actions += 1
                self.metrics.action_seconds.add(host.now() - asked.received)

        self._outbox.write(write, send)

    def undo(self) -> None:
        """What happened since the last `flush` is to be as if it had not."""
        self.bank.apply(self.batch.transfers, back=True)
        self.begin_batch()

    def check_chips(self) -> None:
        """Raises `ChipsWrong` where the table and the ledger do not agree."""
        there, due = self.table.chips, self.bank.balance(self._ledger)
        if there != due:
            raise ChipsWrong(f"{there} chips lie on the table, by the ledger there should be {due}")

    def _not_saved(self, error: StoreError, undo: list[Transfer]) -> None:
        self.bank.apply(undo, back=True)
        self._lost(error)

    # what is told

    def repeated(self, client: Client, person: PersonId, ask: str) -> bool:
        """Whether that was done before; then he gets the same answer."""
        seq = self.answers.find(person, ask)
        if seq is None:
            return False
        self.say_to(client, Done(ask, UNTOLD if self.waits(client) else seq))
        return True

    def _done(self, asked: Asked, seq: int) -> None:
        client, ask = asked.client, asked.ask
        if ask is not None and client.person is not None:
            self.answers.add(client.person.id, ask, seq)
            self.say_to(client, Done(ask, UNTOLD if self.waits(client) else seq))

    def send(self, client: Client, frame: bytes) -> None:
        """To one connection, behind what is not kept yet."""
        self._outbox.send(lambda: client.send(frame))

    def say_to(self, client: Client, message: ServerMessage) -> None:
        """A message to one connection, behind what is not kept yet."""
        self.send(client, encode(message))

    def _refuse(self, person: PersonId, code: Why, message: str) -> None:
        """To all connections of somebody, who did not ask for it."""
        player = self.players.get(person)
        for client in () if player is None else player.clients:
            self.say_to(client, Error(str(code), message))

    def when_kept(self, send: Send) -> None:
        """Do something as soon as all is kept that has happened so far."""
        self._outbox.send(send)

    def tell_view(self, but: Client | None = None) -> None:
        """Something has changed that is no event."""
        told = self.telling.events([], self.host.log.next)
        rail, plain = None if self.rail is None else self.telling.snapshot(None), self._idle
        self._outbox.send(lambda: self._deliver(told, rail, plain=plain, view=True, but=but))

    def say(self, said: Said) -> None:
        """A line of the chat, to everybody."""
        told, plain = Told(encode(said), {}), self._idle
        self._outbox.send(lambda: self._deliver(told, None, plain=plain, line=True))

    def show_rail(self) -> None:
        """The state that those see first who only watch, when it is time."""
        rail = self.rail
        if rail is None:
            return
        hand, wait, now = self.hands.current, rail.delay, self.host.now()
        if self._idle:
            ended = None if hand is None else hand.ended
            wait = 0.0 if ended is None else self._rail_waits(ended)
        rail.push(None, self.telling.snapshot(None), now, wait=wait)
        # What was said of the last hand is told when that was seen.
        for said in self.chat.lines:
            if wait := self._rail_waits(said.at):
                rail.push(encode(said), None, now, wait=wait, line=True)
            else:
                rail.lines.append(encode(said))
        self.release()
        self._wake()

    def _rail_waits(self, at: int) -> float:
        """How many seconds until the rail may know what was then, in ms since 1970."""
        assert self.rail is not None
        # A clock on the wall may have been set back.
        return min(self.rail.delay, max(0.0, self.rail.delay - (self.now_ms() - at) / 1000))

    def _hold(self, rail: Rail, frame: bytes | None, snapshot: bytes | None, **kinds: bool) -> None:
        """The rail is told it when it is time, which may be now."""
        rail.push(frame, snapshot, self.host.now(), **kinds)
        self.release()
        self._wake()

    def release(self) -> None:
        """Tell the rail what is due."""
        if self.rail is not None:
            self.rail.release(self.host.now(), filter(self.waits, self.fanout))

    def show(self, client: Client, frame: bytes) -> None:
        """The state of the table to somebody who comes, or as it was, if he only watches."""
        rail = self.rail
        if rail is None:
            self.send(client, frame)
        elif self.waits(client):
            self._outbox.send(lambda: rail.join(client))
            if client.person is not None:
                self.say_to(client, Yours(self.telling.me(self.players[client.person.id])))
        else:
            self.send(client, frame)
            self._outbox.send(lambda: rail.moved(client, live=True))

    def show_all(self) -> None:
        """To everybody: what no view and no event says has changed."""
        for client in self.fanout:
            if not self.waits(client):
                self.show(client, self.telling.snapshot(self.players.of(client)))
        rail = self.rail
        if rail is not None:
            snapshot, plain = self.telling.snapshot(None), self._idle
            self._outbox.send(lambda: self._hold(rail, snapshot, snapshot, plain=plain))

    def show_chat(self, client: Client) -> None:
        """The last lines to somebody who comes: they tell how hands ended, on the rail later."""
        rail = self.rail
        if rail is not None and self.waits(client):
            self._outbox.send(lambda: rail.show_chat(client))
        else:
            for said in self.chat.lines:
                self.say_to(client, said)

    @property
    def _idle(self) -> bool:
        """No hand is going on."""
        return not self.table.public.playing

    def waits(self, client: Client) -> bool:
        """He has no part in the game, and sees it later where the house says so."""
        if self.rail is None:
            return False
        player = self.players.of(client)
        return player is None or (player.seat is None and player.id not in self.host.owners)

    def _deliver(
        self,
        told: Told,
        rail: bytes | None,
        *,
        plain: bool = False,
        line: bool = False,
        view: bool = False,
        but: Client | None = None,
    ) -> None:
        """``plain``, ``line`` and ``view`` as the rail has them; not to who knows it, ``but``."""
        rail_of = self.rail
        if rail_of is None:
            self.fanout.tell(told, None if but is None else lambda client: client is not but)
            return
        self.fanout.tell(
            told,
            lambda client: client is not but and rail_of.is_live(client, not self.waits(client)),
        )
        self._hold(rail_of, told.shared, rail, plain=plain, line=line, view=view)
        if told.mine:
            # That a chair is offered to him, who is on the list, is no secret of the hand.
            for client in filter(self.waits, self.fanout):
                if client.person is not None and client.person.id in told.mine:
                    client.tell(told.mine[client.person.id])

    def _dealer_lines(self, batch: Batch) -> list[Said]:
        if not any(type(entry.event) is HandEnded for entry in batch.entries):
            return []
        number, at = self.table.public.hands, self.now_ms()
        return [self.chat.dealer(f"Hand {number}: {pot.text}", at) for pot in self.host.explained]

    def now_ms(self) -> int:
        """Milliseconds since 1970."""
        return round(self.wall() * 1000)
