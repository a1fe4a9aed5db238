"""A table with people around it: who says what, and who is told what (floor 5)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from secrets import token_urlsafe
from typing import Final

from omaha8.hand.legal import IllegalAction
from omaha8.room.asking import command_of, in_words, rebuy
from omaha8.room.client import TOO_MANY, Client
from omaha8.room.host import Host, Shuffle, shuffled_by_the_system
from omaha8.room.log import Entry
from omaha8.room.messages import (
    Act,
    ClientMessage,
    ComeBack,
    Error,
    Events,
    Hello,
    Next,
    Ping,
    Pong,
    Rebuy,
    ServerMessage,
    Sit,
    Snapshot,
    Stand,
    Straddle,
    View,
    Welcome,
)
from omaha8.room.names import fitting_name
from omaha8.room.players import Player, Players
from omaha8.room.settings import RoomSettings, check_amounts
from omaha8.room.views import legal_form, seat_infos, table_info, view_for
from omaha8.rules.game import Chips, Seat
from omaha8.rules.options import Straddle as StraddleRule
from omaha8.table import AnyEvent, Refusal, Refused, TableSetup
from omaha8.table import commands as c

_log: Final = logging.getLogger(__name__)
_FROZEN: Final = "The table has stopped: the program made a mistake. No chips move any more."


class Room:
    """One table, run by `Room.run` for as long as that goes on.

    ``rules`` is the name of the preset, for show. Everything else happens in `connect`, `handle`
    and `disconnect`, which never wait. Raises `RulesError` for a buy-in too large for the wire.
    """

    def __init__(
        self,
        setup: TableSetup,
        *,
        bots: int = 0,
        rules: str = "",
        settings: RoomSettings | None = None,
        now: Callable[[], float] | None = None,
        shuffle: Shuffle = shuffled_by_the_system,
    ) -> None:
        check_amounts(setup)
        self.settings = RoomSettings() if settings is None else settings
        self.setup = setup
        self.table = setup.open()
        self.players = Players()
        self.stream = token_urlsafe(6)
        self.frozen = False
        self._info = table_info(setup, rules, self.settings.think_time)
        self._clients: set[Client] = set()
        self._changed = asyncio.Event()
        self._host = Host(
            self.table,
            setup.buy_in,
            self.players,
            self.settings,
            now or _loop_time,
            shuffle,
            self._tell,
        )
        self._host.record(self._host.seat_bots(bots))

    # connections

    def connect(self) -> Client:
        """A new connection; it is told nothing before it says hello."""
        client = Client(self.settings.queue)
        if len(self._clients) >= self.settings.most_clients:
            client.close(TOO_MANY)
        else:
            self._clients.add(client)
        return client

    def disconnect(self, client: Client) -> None:
        """The connection is lost. Its player keeps his seat for a while."""
        self._clients.discard(client)
        if client.player is None:
            return
        player = self.players[client.player]
        client.player = None
        player.clients.discard(client)
        if player.connected:
            return
        player.gone_at = self._host.now()
        if player.seat is not None:
            self._tell_view()
        elif player.name not in self.table.public.departed:
            self.players.forget(player)
        self._changed.set()

    # messages

    def handle(self, client: Client, message: ClientMessage) -> None:
        """Do what a client says, or tell him why not."""
        if client.close_code is not None:
            return
        try:
            self._handle(client, message)
        except Refused as refused:
            self.refuse(client, str(refused.code), str(refused))
        except IllegalAction as illegal:
            self.refuse(client, "illegal", in_words(illegal))
        except Exception as fault:
            self._freeze(fault)
        self._changed.set()

    def refuse(self, client: Client, code: str, message: str) -> None:
        """An error, with what the player may do if it is his turn."""
        legal = self.table.legal
        seat = None if client.player is None else self.players[client.player].seat
        mine = legal is not None and legal.seat == seat
        client.send(Error(code, message, legal_form(legal) if legal is not None and mine else None))

    def _handle(self, client: Client, message: ClientMessage) -> None:
        if isinstance(message, Ping):
            client.send(Pong())
            return
        if isinstance(message, Hello):
            self._hello(client, message)
            return
        if client.player is None:
            self.refuse(client, "hello_first", "Say hello first.")
            return
        if self.frozen:
            self.refuse(client, "frozen", _FROZEN)
            return
        player = self.players[client.player]
        if isinstance(message, Sit):
            self._sit(player, message)
            return
        seat = player.seat
        if seat is None:
            raise Refused(Refusal.NOT_SEATED, "Sit down first.")
        match message:
            case Act():
                self._act(client, player, seat, message)
            case Stand():
                player.put_out = False
                self._host.tell_minute()
                self._tell(self.table.apply(c.Leave(seat)))
            case ComeBack():
                player.put_out = False
                self._tell(self.table.apply(c.ComeBack(seat)))
            case Rebuy(amount):
                wish = rebuy(self.table.public, seat, amount, self.setup.buy_in)
                self._tell(self.table.apply(wish))
                self._is_there(player)
            case Next():
                self._is_there(player)
                self._host.vote_for_next(player)
                self._tell_view()
            case Straddle(on):
                self._straddle(player, seat, on)
            case _:
                self._tell(self.table.apply(command_of(message, seat)))

    def _straddle(self, player: Player, seat: Seat, on: bool) -> None:
        """Straddles as often as he may from now on, or no more."""
        public = self.table.public
        if public.coming_rules.straddle is StraddleRule.OFF:
            raise Refused(Refusal.REFUSED, "There are no straddles here (straddle: off).")
        player.straddles = on
        if on:
            events = self._host.straddle_if_wished()
        else:
            off = c.Straddle(seat, on=False)
            events = self.table.apply(off) if seat in public.straddlers else []
        if events:
            self._tell(events)
        else:
            self._tell_view()

    def _hello(self, client: Client, message: Hello) -> None:
        if client.player is not None:
            player = self.players[client.player]
        else:
            player = self.players.by_token(message.token) or self._newcomer()
        public = self.table.public
        if player.seat is None and (not player.name or player.name not in public.departed):
            others = [other.name for other in self.players if other is not player]
            there = [who.name for who in public.seats if who is not None]
            # Who comes back soon brings what he took: nobody else is taken for him.
            taken = [*others, *there, *public.departed]
            player.name = fitting_name(message.name or player.name, taken)
        elif not self.frozen:
            self._is_there(player)
        was_away = player.gone_at is not None
        client.player = player.id
        player.clients.add(client)
        player.gone_at = None
        client.send(
            Welcome(
                stream=self.stream,
                token=player.token,
                viewer=player.seat,
                name=player.name,
                table=self._info,
            )
        )
        client.send(self._what_is_missing(player, message))
        if was_away:
            self._tell_view(but=client)

    def _newcomer(self) -> Player:
        player = self.players.add("")
        # Whatever an unknown token had seen, it was with other eyes.
        player.moved_at = self._host.log.next
        return player

    def _what_is_missing(self, player: Player, message: Hello) -> ServerMessage:
        """The tail of the events where it is there, and the seat still the same; or everything."""
        seen = message.seq
        if message.stream == self.stream and seen is not None and seen >= player.moved_at:
            tail = self._host.log.since(seen + 1)
            if tail is not None:
                return self._events(player, tail, seen + 1)
        return self._snapshot(player)

    def _sit(self, player: Player, message: Sit) -> None:
        if player.seat is not None:
            raise Refused(Refusal.ALREADY_SEATED, f"You sit in seat {player.seat} already.")
        public = self.table.public
        if not public.free:
            raise Refused(Refusal.TABLE_FULL, "Every seat is taken; wait until one is free.")
        seat = public.free[0] if message.seat is None else Seat(message.seat)
        self._host.tell_minute()
        usual = max(self.setup.buy_in, public.buy_in(player.name)[0])
        buy_in = usual if message.buy_in is None else Chips(message.buy_in)
        events = self.table.apply(c.Sit(player.name, buy_in, seat))
        player.seat = seat
        player.put_out = False
        self._host.moved.add(player)
        self._tell(events)

    def _act(self, client: Client, player: Player, seat: Seat, message: Act) -> None:
        host, turn = self._host, self.table.turn
        if message.seq >= host.log.next:
            last = host.log.next - 1
            self.refuse(client, "stale", f"Event {message.seq} is yet to come; the last is {last}.")
        elif message.seq < host.turn_seq:
            self.refuse(client, "stale", f"That turn is over. {self._whose_turn(seat)}")
        elif turn != seat:
            self.refuse(client, "not_your_turn", self._whose_turn(seat))
        else:
            self._tell(self.table.apply(c.Act(seat, message.action)))
            player.late = False
            self._is_there(player)

    def _is_there(self, player: Player) -> None:
        """Deal him in again, if it was the room that made him sit out."""
        if player.put_out and player.seat is not None:
            player.put_out = False
            self._tell(self.table.apply(c.ComeBack(player.seat)))

    def _whose_turn(self, seat: Seat) -> str:
        turn = self.table.turn
        if turn is None:
            return "Nobody is to act now."
        name = self.table.public.player(turn).name
        return "It is your turn." if turn == seat else f"It is {name}'s turn."

    # what is told

    def _tell(self, events: list[AnyEvent]) -> None:
        """Number events and send them to everybody, as he may see them."""
        host = self._host
        first = host.log.next
        entries = host.record(events)
        host.note_readiness()
        moved, host.moved = host.moved, set()
        for player in self.players:
            if player in moved:
                player.moved_at = host.log.next - 1
            if player.seat is None and not player.connected:
                # As long as it matters what he took, he is known.
                if player.name not in self.table.public.departed:
                    self.players.forget(player)
            elif player.connected:
                messages: list[ServerMessage] = [self._events(player, entries, first)]
                if player in moved:
                    messages.append(self._snapshot(player))
                _send(player.clients, messages)
        self._changed.set()

    def _tell_view(self, but: Client | None = None) -> None:
        """Something has changed that is no event."""
        self._host.note_readiness()
        for player in self.players:
            clients = [client for client in player.clients if client is not but]
            if clients:
                _send(clients, [self._events(player, [], self._host.log.next)])

    def _events(self, player: Player, entries: Iterable[Entry], first: int) -> Events:
        forms = tuple(entry.form(player.id) for entry in entries)
        return Events(seq=first, events=forms, view=self._view(player))

    def _snapshot(self, player: Player) -> Snapshot:
        host, hand = self._host, self.table.hand
        events = [] if hand is None else hand.events
        return Snapshot(
            seq=host.log.next - 1,
            viewer=player.seat,
            seats=seat_infos(self.table),
            names=tuple(host.names.get(Seat(i)) for i in range(self.setup.seats)),
            events=tuple(Entry(event, host.owners).form(player.id) for event in events),
            view=self._view(player),
        )

    def _view(self, player: Player) -> View:
        host = self._host
        return view_for(
            self.table,
            host.owners.get(player.id),
            host.names,
            chair=player.seat,
            buys_as=(player.name, self.setup.buy_in) if player.seat is None else None,
            straddles=player.straddles,
            chopped=host.chopped,
            away=[seat for other, seat in self.players.seated if not other.connected],
            acting_ms=host.acting_ms,
            next_hand_in_ms=host.next_hand_in_ms,
        )

    # the clock

    async def run(self) -> None:
        """Do whatever is due, until cancelled or frozen."""
        while not self.frozen:
            self._changed.clear()
            delay = self.step()
            if delay is None:
                await self._changed.wait()
            elif delay > 0:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._changed.wait(), delay)
            else:
                # Everybody gets a word in edgeways, also where nothing has to wait.
                await asyncio.sleep(0)

    def step(self) -> float | None:
        """Do one thing if it is due; how many seconds until the next, ``None`` for none."""
        try:
            due = self._host.due()
            if due is None:
                return None
            when, do = due
            delay = when - self._host.now()
            if delay <= 0:
                do()
        except Exception as fault:
            self._freeze(fault)
            return None
        return max(delay, 0.0)

    def _freeze(self, fault: Exception) -> None:
        """A fault of the program: better no table than wrong chips."""
        _log.error("the table is frozen", exc_info=fault)
        self.frozen = True
        for client in self._clients:
            client.send(Error("frozen", _FROZEN))


def _loop_time() -> float:
    return asyncio.get_running_loop().time()


def _send(clients: Iterable[Client], messages: Iterable[ServerMessage]) -> None:
    for message in messages:
        for client in clients:
            client.send(message)
