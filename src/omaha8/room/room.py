"""A table with people around it (floor 5): who says what, and what is done about it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from time import monotonic, time
from typing import Final

from omaha8.cards import Card
from omaha8.hand.legal import IllegalAction
from omaha8.room.answers import Answers
from omaha8.room.asking import in_words
from omaha8.room.bank import Bank
from omaha8.room.chat import Chat
from omaha8.room.checkpoint import Checkpoints
from omaha8.room.client import Client
from omaha8.room.clock import TurnClock
from omaha8.room.decks import Decks, FairDecks, GivenDecks
from omaha8.room.desk import Desk
from omaha8.room.doorway import find_room
from omaha8.room.fanout import Fanouts, in_process
from omaha8.room.host import Host
from omaha8.room.keeping import Asked, Keeper
from omaha8.room.messages import (
    Act,
    ClientMessage,
    Commit,
    Error,
    Hello,
    Next,
    Ping,
    Pong,
    React,
    Reveal,
    Say,
)
from omaha8.room.metrics import RoomMetrics
from omaha8.room.outbox import Writer, nowhere
from omaha8.room.person import Person
from omaha8.room.players import Players
from omaha8.room.refusals import RoomRefused, Why
from omaha8.room.room_events import NumberedEvent
from omaha8.room.settings import RoomSettings, check_amounts
from omaha8.room.spec import TableSpec
from omaha8.room.task import TableTask
from omaha8.room.telling import Telling
from omaha8.room.views import table_info
from omaha8.store.interface import StoreError
from omaha8.store.records import PersonId, TableId
from omaha8.table import Refused, Table, TableSetup

_log: Final = logging.getLogger(__name__)
_NO_TABLE: Final = TableId("")
FROZEN: Final = "The table has stopped: the program made a mistake. No chips move any more."
UNSEEN: Final = (Say, React, Commit, Reveal)
"""Messages that change nothing at the table by themselves."""
NOT_SAVED: Final = (
    "The last move could not be saved and has not happened. "
    "The table waits until the server can save again."
)


class Room(TableTask):
    """One table. ``rules`` is the name of the preset, for show.

    ``journal`` keeps what happens, under the owner's ``epoch``; what ``fanouts`` makes tells it.
    With ``shuffle`` the decks are given and nobody is committed to them. ``machine`` and ``first``
    are a table that goes on, and the number of its next event. Raises `RulesError` for a buy-in too
    large for the wire.
    """

    def __init__(
        self,
        setup: TableSetup,
        *,
        bots: int = 0,
        rules: str = "",
        settings: RoomSettings | None = None,
        now: Callable[[], float] | None = None,
        wall: Callable[[], float] = time,
        shuffle: Callable[[], Sequence[Card]] | None = None,
        table: TableId = _NO_TABLE,
        name: str = "",
        private: bool = False,
        spectator_delay: float = 0.0,
        journal: Writer = nowhere,
        fanouts: Fanouts = in_process,
        epoch: int = 0,
        bank: Bank | None = None,
        metrics: RoomMetrics | None = None,
        muted: Callable[[PersonId], bool] = lambda _: False,
        decks: Decks | None = None,
        machine: Table | None = None,
        first: int = 0,
    ) -> None:
        check_amounts(setup)
        self.settings = settings = RoomSettings() if settings is None else settings
        now = now or monotonic
        super().__init__(now, settings.commands)
        self.id = table
        self.name = name
        self.private = private
        self.setup = setup
        self.bank = Bank() if bank is None else bank
        self.metrics = RoomMetrics() if metrics is None else metrics
        self.players = Players()
        self.spec = TableSpec()
        """As what it was asked for, and by whom: told by who opens it."""
        self.made_by: PersonId | None = None
        self.why_frozen = ""
        """Why no chips move any more, if they do not."""
        self.lost: StoreError | None = None
        """Why the last that happened could not be kept: the table is to be read again."""
        self.closed = False
        self.on_change: Callable[[], None] = lambda: None
        """Called when the table is frozen, lost or closed."""
        clock = TurnClock(self.players, settings, now)
        self.table = setup.open() if machine is None else machine
        if decks is None:
            decks = FairDecks(table) if shuffle is None else GivenDecks(shuffle)
        self.host = host = Host(
            self.table,
            self.players,
            settings,
            clock,
            decks,
            self.add,
            self.metrics,
            first=first,
        )
        info = table_info(
            setup,
            rules,
            table=table,
            name=name,
            think_time=settings.think_time,
            time_bank=settings.time_bank,
            private=private,
            spectator_delay=spectator_delay,
        )
        self.telling = Telling(host, self.players, self.bank, info, setup.buy_in)
        self.chat = Chat(settings.chat_per_minute, now, muted)
        self.keeper = Keeper(
            table,
            epoch,
            self.table,
            host,
            self.telling,
            self.players,
            self.bank,
            self.chat,
            journal,
            fanout=fanouts(table),
            answers=Answers(settings.answers),
            spectator_delay=spectator_delay,
            metrics=self.metrics,
            wall=wall,
            lost=self._not_saved,
            wake=self.wake,
        )
        self.desk = Desk(self.table, host, self.bank, setup, table, self.add)
        self._checkpoints = Checkpoints(self)
        host.before_deal = self._checkpoints.before_hand
        host.covers = partial(self.bank.covers, table)
        if machine is None:
            self.add([self.table.opening, *host.bots.take_seats(bots, setup.buy_in)])
            self.keeper.flush()

    @property
    def over(self) -> bool:
        """There is nothing more to do here."""
        return self.closed or self.lost is not None

    @property
    def stream(self) -> str:
        """Names the numbering of the events, which lasts as long as the table."""
        return self.id or "table"

    @property
    def frozen(self) -> bool:
        """No chips move any more."""
        return bool(self.why_frozen)

    @property
    def trouble(self) -> RoomRefused | None:
        """Why nothing can be done here any more, or until the server can save again."""
        if self.frozen:
            return RoomRefused(Why.FROZEN, FROZEN)
        return None if self.lost is None else RoomRefused(Why.NOT_SAVED, NOT_SAVED)

    @property
    def paused(self) -> str | None:
        """Who stopped the clocks."""
        return self.host.clock.stopped_by

    def has_seat(self, person: PersonId) -> bool:
        """Whether somebody sits here."""
        player = self.players.get(person)
        return player is not None and player.seat is not None

    def add(self, events: Sequence[NumberedEvent]) -> None:
        """What has happened; it is kept and told at the next `flush`."""
        self.keeper.add(events)

    # connections

    def connect(self, person: Person | None = None) -> Client:
        """A connection to this table; it is told nothing before it says hello."""
        client = Client(self.settings.queue, person)
        self.join(client)
        return client

    def join(self, client: Client) -> None:
        """A connection that wants to be told of this table."""
        if self._finds_room(client):
            client.table = self.id

    def _finds_room(self, client: Client) -> bool:
        return find_room(client, self.keeper.fanout, self.settings, self.has_seat, self._is_run_by)

    def _is_run_by(self, person: Person) -> bool:
        return person.runs_tables or person.id == self.made_by

    def disconnect(self, client: Client) -> None:
        """The connection is lost, or looks at another table. Its player keeps his seat a while."""
        keeper = self.keeper
        keeper.fanout.leave(client)
        if keeper.rail is not None:
            keeper.rail.leave(client)
        player = self.players.of(client)
        if player is None or client not in player.clients:
            return
        player.clients.discard(client)
        if player.connected:
            return
        player.gone_at = self.host.now()
        if player.seat is not None:
            keeper.tell_view()
        else:
            self.players.forget(player)
            self.telling.forget(player)
        self.wake()

    # messages

    def handle(self, client: Client, message: ClientMessage, received: float | None = None) -> None:
        """Do what a client says, or tell him why not; ``received`` is when it came."""
        # Who has closed, or looks at another table meanwhile, says nothing here any more.
        if client.close_code is not None or client.table != self.id:
            return
        ask: str | None = getattr(message, "id", None)
        asked: Asked | None = None
        changed = False
        try:
            changed = self._handle(client, message, ask)
            if changed:
                timed = received if isinstance(message, Act) else None
                asked = Asked(client, ask, timed)
        except Refused as refused:
            self.refuse(client, str(refused.code), str(refused), ask)
        except RoomRefused as refused:
            self.refuse(client, str(refused.code), str(refused), ask)
        except IllegalAction as illegal:
            self.refuse(client, "illegal", in_words(illegal), ask)
        except Exception as fault:
            self.freeze(fault, Asked(client, ask, None))
            return
        if not changed:
            # What was refused was not done, and may be asked for again.
            self.keeper.batch.person = self.keeper.batch.ask = None
        self.flush(asked, changed=changed)

    def flush(self, asked: Asked | None = None, *, changed: bool = False) -> None:
        """Keep and tell what has happened: also after a refusal, the minute may have been told."""
        if self.trouble is not None:
            return
        try:
            self.keeper.flush(asked, changed=changed)
            self._checkpoints.after_events()
        except Exception as fault:
            self.freeze(fault, asked)

    def refuse(self, client: Client, code: str, message: str, ask: str | None = None) -> None:
        """An error, with what the player may do if it is his turn."""
        self.metrics.refuse(code)
        player = self.players.of(client)
        self.keeper.say_to(client, self.telling.error(player, code, message, ask))

    def _handle(self, client: Client, message: ClientMessage, ask: str | None) -> bool:
        """Whether something may have changed."""
        if isinstance(message, Ping):
            client.say(Pong())
            return False
        if isinstance(message, Hello):
            self._hello(client, message)
            return False
        if client.person is None:
            raise RoomRefused(Why.NOT_ALLOWED, "Say who you are first: a name is enough.")
        player = self.players.get(client.person.id)
        if player is None or client not in player.clients:
            self.refuse(client, "hello_first", "Say hello first.", ask)
            return False
        if self.trouble is not None:
            raise self.trouble
        if ask is not None and self.keeper.repeated(client, player.id, ask):
            return False
        if isinstance(message, Next) and self.host.readiness.has_voted(player):
            return False
        batch = self.keeper.batch
        batch.person, batch.ask = player.id, ask
        said = self.desk.do(player, message, self.chat, self.keeper.now_ms())
        if said is not None:
            self.keeper.say(said)
        return not isinstance(message, UNSEEN)

    def _hello(self, client: Client, message: Hello) -> None:
        keeper, person = self.keeper, client.person
        # Many may have come in since he did, before any of them said hello.
        if not self._finds_room(client):
            return
        client.greeted = False
        player = self.players.of(client)
        if person is not None and player is None:
            player = self.players.add(person)
            # Whatever he had seen before, it was with other eyes.
            player.moved_at = self.host.log.next
        was_away = player is not None and player.seat is not None and not player.connected
        if player is not None and person is not None:
            player.person = person
            player.clients.add(client)
            player.gone_at = None
            if self.trouble is None and not player.dozing:
                self.desk.is_there(player)
                self.flush()
        welcome = self.telling.welcome(person, player, self.stream)
        keeper.say_to(client, welcome)
        keeper.fanout.join(client)
        keeper.show(client, self.telling.missing(player, message, self.stream))
        keeper.when_kept(partial(setattr, client, "greeted", True))
        keeper.show_chat(client)
        self._tell_trouble(client)
        if was_away:
            keeper.tell_view(but=client)

    # the clock

    def close_if_due(self) -> bool:
        """Whether the table is over now; one without a host goes on for ever."""
        return False

    def step(self) -> float | None:
        """Do one thing if it is due; how many seconds until the next, ``None`` for none."""
        if self.closed or self.trouble is not None:
            return None
        now = self.host.now()
        rail = self.keeper.rail
        if rail is not None and rail.due is not None and rail.due <= now:
            self.keeper.release()
        try:
            if self.close_if_due():
                return None
            due = self.host.due()
            delay = None if due is None else due[0] - now
            if due is not None and delay is not None and delay <= 0:
                due[1]()
                self.flush()
        except Exception as fault:
            self.freeze(fault)
            return None
        waits = [max(delay, 0.0)] if delay is not None else []
        if rail is not None and rail.due is not None:
            waits.append(max(rail.due - now, 0.001))
        return min(waits, default=None)

    def _not_saved(self, error: StoreError) -> None:
        _log.error("table %s: not saved: %s", self.id, error)
        self.lost = error
        self._tell_trouble()
        self.wake()
        self.on_change()

    def freeze(self, fault: Exception, asked: Asked | None = None) -> None:
        """A fault of the program, maybe in what was asked: better no table than wrong chips."""
        _log.error("table %s is frozen", self.id, exc_info=fault)
        self.why_frozen = f"{type(fault).__name__}: {fault}"
        self.keeper.undo()
        self._tell_trouble(asked=asked)
        self.on_change()

    def _tell_trouble(self, *clients: Client, asked: Asked | None = None) -> None:
        """To those, or to everybody; whose message it was has it as its answer."""
        if (trouble := self.trouble) is not None:
            for client in clients or self.keeper.fanout:
                ask = asked.ask if asked is not None and asked.client is client else None
                with suppress(Exception):
                    client.say(Error(str(trouble.code), str(trouble), id=ask))
