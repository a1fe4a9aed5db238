"""What a message of a player means at his table (floor 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from omaha8.room.asking import command_of, rebuy
from omaha8.room.bank import Bank
from omaha8.room.chat import Chat
from omaha8.room.host import Host
from omaha8.room.messages import (
    Act,
    AutoRebuy,
    ClientMessage,
    ComeBack,
    Commit,
    JoinList,
    LeaveList,
    Next,
    React,
    Rebuy,
    Reveal,
    Said,
    Say,
    ShowHand,
    Sit,
    Stand,
    Straddle,
    TopUp,
)
from omaha8.room.per_minute import PerMinute
from omaha8.room.person import Person
from omaha8.room.players import Player
from omaha8.room.refusals import RoomRefused, Why
from omaha8.room.room_events import NumberedEvent, StraddlesWished
from omaha8.rules.game import Chips, Seat
from omaha8.rules.options import Straddle as StraddleRule
from omaha8.store.records import PersonId, TableId
from omaha8.table import Refusal, Refused, Table, TableSetup
from omaha8.table import commands as c
from omaha8.table.refusal import seat_words

UNCOUNTED: Final = (Act, Stand, ShowHand, Next, Commit, Reveal, Say, React)
"""Messages that nobody can say again and again with effect, or that have a limit of their own."""

Tell = Callable[[Sequence[NumberedEvent]], None]


class Desk:
    """Does what players say. ``tell`` gets the events.

    `do` raises `Refused`, `RoomRefused` or `IllegalAction`, and then nothing has changed but the
    minute, and who is passed over on the waiting list.
    """

    __slots__ = ("bank", "host", "is_called", "setup", "table", "table_id", "tell", "wishes")

    def __init__(
        self, table: Table, host: Host, bank: Bank, setup: TableSetup, table_id: TableId, tell: Tell
    ) -> None:
        self.table = table
        self.host = host
        self.bank = bank
        self.setup = setup
        self.table_id = table_id
        self.tell = tell
        self.is_called: Callable[[Person], bool] = lambda _: True
        """Whether that is still somebody's name, and stays it."""
        self.wishes = PerMinute(host.settings.wishes_per_minute, host.now)

    def do(self, player: Player, message: ClientMessage, chat: Chat, at: int) -> Said | None:
        """Do it; ``at`` is now, in ms since 1970. A line of the chat if it was one."""
        if isinstance(message, UNCOUNTED):
            return self._do(player, message, chat, at)
        with self.counted(player.id):
            return self._do(player, message, chat, at)

    @contextmanager
    def counted(self, person: PersonId) -> Iterator[None]:
        """What changes somebody's wishes is within a minute's number of them, if it is not refused.

        Raises `RoomRefused`: each is kept for ever, and read again at a start.
        """
        most = self.wishes.most
        if most and (wait := self.wishes.wait(person)):
            raise RoomRefused(
                Why.TOO_FAST,
                f"Too many changes: up to {most} a minute at one table (wishes_per_minute). "
                f"The next in {wait} seconds.",
                wait,
            )
        yield
        if most:
            self.wishes.count(person)

    def _do(self, player: Player, message: ClientMessage, chat: Chat, at: int) -> Said | None:
        if not isinstance(message, Commit | Reveal):
            # Those a page says by itself.
            self.host.readiness.hear(player)
        match message:
            case Say(text):
                return chat.say(player.person, text, at)
            case React(reaction):
                return chat.react(player.person, reaction, at)
            case Sit():
                self._sit(player, message)
            case Commit(hand, digest):
                self._seat(player)
                coming = self.table.public.hands + 1
                self.host.decks.commit(player, hand, digest, coming)
            case Reveal(hand, nonce):
                self._seat(player)
                self.host.decks.reveal(player, hand, nonce)
            case JoinList():
                self.check_comer(player.person)
                self.tell(self.host.kept_chairs.join(player.person))
            case LeaveList():
                self.tell(self.table.apply(c.LeaveWaitingList(player.name)))
            case _:
                self._seated(player, self._seat(player), message)
        return None

    def _seat(self, player: Player) -> Seat:
        if player.seat is None:
            raise Refused(Refusal.NOT_SEATED, "Sit down first.")
        return player.seat

    def _seated(self, player: Player, seat: Seat, message: ClientMessage) -> None:
        match message:
            case Act():
                self._act(player, seat, message)
            case Stand():
                player.put_out = False
                self.host.tell_minute()
                self.tell(self.table.apply(c.Leave(seat)))
            case ComeBack():
                player.put_out = False
                self.tell(self.table.apply(c.ComeBack(seat)))
            case Rebuy(amount):
                wish = rebuy(self.table.public, seat, amount, self.setup.buy_in)
                self._top_up(player, wish)
                self.is_there(player)
            case TopUp(amount):
                self._top_up(player, c.TopUp(seat, Chips(amount)))
            case AutoRebuy(to=to):
                self.bank.check(self.table_id, player.id, to)
                self.tell(self.table.apply(command_of(message, seat)))
            case Next():
                self.is_there(player)
                self.host.readiness.vote(player)
            case Straddle(on):
                self._straddle(player, seat, on)
            case _:
                self.tell(self.table.apply(command_of(message, seat)))

    def check_comer(self, person: Person) -> None:
        """Raises `RoomRefused` for who wants a chair that is none, or would bear a wrong name."""
        if self.host.readiness.closing:
            raise RoomRefused(Why.NOT_ALLOWED, "The table closes after this hand.")
        if not self.is_called(person):
            raise RoomRefused(
                Why.NOT_ALLOWED,
                f"You are {person.name} no longer, or not for long: take a chair by your new name.",
            )

    def _sit(self, player: Player, message: Sit) -> None:
        if player.seat is not None:
            raise Refused(Refusal.ALREADY_SEATED, f"You sit in {seat_words(player.seat)} already.")
        self.check_comer(player.person)
        public = self.table.public
        if not public.free:
            raise Refused(Refusal.TABLE_FULL, "Every seat is taken; wait until one is free.")
        seat = public.free[0] if message.seat is None else Seat(message.seat)
        self.host.tell_minute()
        self.host.pass_over()
        usual = max(self.setup.buy_in, public.buy_in(player.name)[0])
        buy_in = usual if message.buy_in is None else Chips(message.buy_in)
        self.bank.check(self.table_id, player.id, buy_in)
        events = self.table.apply(c.Sit(player.name, buy_in, seat))
        self.host.seat_person(player, seat)
        self.tell(events)

    def _top_up(self, player: Player, wish: c.TopUp) -> None:
        self.bank.check(self.table_id, player.id, wish.amount)
        self.tell(self.table.apply(wish))

    def _straddle(self, player: Player, seat: Seat, on: bool) -> None:
        """Straddles as often as he may from now on, or no more."""
        public = self.table.public
        if public.coming_rules.straddle is StraddleRule.OFF:
            raise Refused(Refusal.REFUSED, "There are no straddles here (straddle: off).")
        events: list[NumberedEvent] = []
        if player.straddles is not on:
            player.straddles = on
            events.append(StraddlesWished(seat, on))
        if on:
            events += self.host.straddle_if_wished()
        elif seat in public.straddlers:
            events += self.table.apply(c.Straddle(seat, on=False))
        self.tell(events)

    def _act(self, player: Player, seat: Seat, message: Act) -> None:
        host, table = self.host, self.table
        turn = table.turn
        if (message.hand, message.turn) != (table.public.hands, host.clock.turn_id):
            raise RoomRefused(Why.STALE, f"That turn is over. {self._whose_turn(seat)}")
        if turn != seat:
            raise RoomRefused(Why.NOT_YOUR_TURN, self._whose_turn(seat))
        used = host.clock.used_bank(seat)
        events: list[NumberedEvent] = [*table.apply(c.Act(seat, message.action))]
        if used is not None:
            # Before the hand is told to be over, and the bank fills up again.
            events.insert(0, used)
        player.late = False
        player.missed = 0
        self.tell(events)
        self.is_there(player)

    def is_there(self, player: Player) -> None:
        """Deal him in again, if it was the room that made him sit out."""
        if player.put_out and player.seat is not None:
            player.put_out = False
            self.tell(self.table.apply(c.ComeBack(player.seat)))

    def _whose_turn(self, seat: Seat) -> str:
        turn = self.table.turn
        if turn is None:
            return "Nobody is to act now."
        name = self.table.public.player(turn).name
        return "It is your turn." if turn == seat else f"It is {name}'s turn."
