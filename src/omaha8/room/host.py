"""Who runs the table: the deal, bots, whose time is up, who is put out (floor 5).

A `Host` never waits. `Host.due` says what is to be done next and when; whoever has a clock does it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, get_args

from omaha8.hand.events import BETTING, Event, HandEnded, HandStarted
from omaha8.hand.hand import Hand
from omaha8.room.bots import HouseBots
from omaha8.room.clock import TurnClock
from omaha8.room.dealt_in import first_button, out_at_big_blind
from omaha8.room.decks import Decks
from omaha8.room.funds import without_funds
from omaha8.room.kept_chairs import KeptChairs
from omaha8.room.log import Entry, EventLog, Owners
from omaha8.room.metrics import RoomMetrics
from omaha8.room.players import OutFor, Player, Players
from omaha8.room.readiness import Readiness
from omaha8.room.room_events import (
    ClocksStarted,
    ClocksStopped,
    NumberedEvent,
    TimeBank,
)
from omaha8.room.settings import RoomSettings
from omaha8.rules.game import Seat
from omaha8.store.records import PersonId
from omaha8.table import Table
from omaha8.table import commands as c
from omaha8.table.between_hands import ChopAnswered, Chopped, HandVoided, SeatChanged
from omaha8.table.entry import EntryOffer
from omaha8.table.events import Left
from omaha8.table.explanation import PotExplained, explain
from omaha8.table.next_hand import stopped_by_big_blind
from omaha8.table.offers import StraddleOffer

AT_ONCE: Final = 0.0
"""Due already, whatever the time is."""

Due = tuple[float, Callable[[], None]]
"""When something is to be done, and what."""

PROGRESS: Final = frozenset((*get_args(Event), ChopAnswered, Chopped, HandVoided))
"""Kinds of events after which another decision is to be made."""


class Host:
    """Runs ``table`` for ``players``; ``tell`` gets the events of what it does.

    ``owners`` and ``names`` belong to the last hand; ``chopped``: the blinds took theirs back,
    nobody played it. ``moved`` have got or lost a seat since that was last told. ``before_deal``
    is called when nothing of the next hand has happened yet, ``on_event`` before an event is noted
    that is no betting.
    """

    def __init__(
        self,
        table: Table,
        players: Players,
        settings: RoomSettings,
        clock: TurnClock,
        decks: Decks,
        tell: Callable[[Sequence[NumberedEvent]], None],
        metrics: RoomMetrics,
        *,
        first: int = 0,
    ) -> None:
        self.table = table
        self.metrics = metrics
        self.players = players
        self.settings = settings
        self.clock = clock
        self.now = clock.now
        self.decks = decks
        self._tell = tell
        self.before_deal: Callable[[], None] = lambda: None
        self.covers: Callable[[PersonId, int], bool] = lambda person, amount: True
        """Whether somebody can pay for so many chips more."""
        self.on_event: Callable[[NumberedEvent], None] = lambda _: None
        self.log = EventLog(first)
        self.owners: Owners = {}
        self.names: dict[Seat, str] = {}
        self.chopped: Chopped | None = None
        self.moved: set[Player] = set()
        self.bots = HouseBots(table)
        self.policies = self.bots.policies
        self.readiness = Readiness(table, players, settings, clock, self.policies)
        clock.must_go = lambda seat: self.readiness.closing or seat in table.public.cleared
        self._opened = clock.now()
        self.minutes_before = table.public.minute
        """What the table's clock showed when it was taken up."""
        self._reveal_until = self._progress_at = 0.0
        self._explained: tuple[tuple[Hand, int], tuple[PotExplained, ...]] | None = None
        self.kept_chairs = KeptChairs(
            table,
            players,
            settings,
            clock.now,
            lambda name: table.public.buy_in(name, self.minute)[0],
            lambda person, amount: self.covers(person, amount),
        )

    @property
    def minute(self) -> int:
        """What the table's clock shows, whether the table knows it or not."""
        return self.minutes_before + int(self.now() - self._opened) // 60

    def tell_minute(self) -> None:
        """Lets the table know the time, for who comes back and games that change by it."""
        minute = self.minute
        if minute > self.table.public.minute:
            self._tell(self.table.apply(c.TellMinute(minute)))

    # what happened

    def record(self, events: Sequence[NumberedEvent]) -> list[Entry]:
        """Number events and note what they change."""
        entries = []
        progress = False
        for event in events:
            if type(event) not in BETTING:
                self.on_event(event)
                self._note(event)
            entries.append(self.log.append(event, self.owners))
            if type(event) in PROGRESS:
                self.clock.turn_id = self.log.next - 1
                progress = True
        if progress:
            self._progress_at = self.now()
            self.clock.start()
        return entries

    def _note(self, event: NumberedEvent) -> None:
        match event:
            case HandStarted():
                self._begin_hand()
            case HandEnded():
                self.readiness.pause(self._pause())
            case Chopped():
                self.readiness.pause(self.settings.pause)
                self.chopped = event
            case HandVoided():
                self.readiness.pause(self.settings.showdown_pause)
            case Left(seat):
                self.policies.pop(seat, None)
                self.move(seat, None)
            case SeatChanged(seat, to):
                self.move(seat, to)
            case TimeBank(seat, left_ms):
                player = self.players.by_seat(seat)
                if player is not None:
                    player.bank = left_ms / 1000
            case ClocksStopped(by):
                self.clock.stop(by)
            case ClocksStarted():
                self.kept_chairs.put_off(self.clock.go_on())
                self.readiness.pause(self.settings.first_deal)
            case _:
                pass

    def seat_person(self, player: Player, seat: Seat) -> None:
        """He has just sat down there, with a full time bank."""
        self.players.seat(player, seat)
        player.bank = self.settings.time_bank
        player.put_out = player.late = False
        player.missed = 0
        self.moved.add(player)

    def move(self, seat: Seat, to: Seat | None) -> None:
        """Whoever sits in ``seat`` sits in ``to`` now."""
        player = self.players.by_seat(seat)
        if player is not None:
            self.players.seat(player, to)
            if to is None:
                self.players.lately[player.id] = player.name
            player.straddles = player.straddles and to is not None
            self.moved.add(player)

    def _begin_hand(self) -> None:
        public = self.table.public
        dealt = public.dealt
        self.owners = {p.id: seat for p, seat in self.players.seated if seat in dealt}
        self.names = {seat: public.player(seat).name for seat in sorted(dealt)}
        self.chopped = None
        self.readiness.hand_begins()
        for player, seat in self.players.seated:
            player.late = False
            if seat in dealt:
                self.clock.refill(player)

    def _pause(self) -> float:
        hand = self.table.hand
        assert hand is not None
        lines = {(award.pot, award.half) for award in hand.public.awards}
        return self.settings.between_hands(len(lines), showdown=hand.public.in_count > 1)

    # what is to be done

    def due(self) -> Due | None:
        """What is to be done next, and when; ``None`` as long as nobody does anything."""
        clock, turn, asked = self.clock, self.table.turn, self.asked_to_chop
        if clock.stopped_by is not None:
            # Nobody's time runs; who wants to play the hand on does not wait for bots.
            return self._bots_due(turn, asked)
        self.readiness.note()
        dues: list[Due] = []
        if asked is not None:
            dues.append((self._answer_at(asked), partial(self._answer, asked)))
        elif turn is not None and turn in self.policies:
            dues.append((clock.began + self.settings.pace, partial(self._let_bot_act, turn)))
        elif turn is not None:
            deadline = clock.deadline(turn)
            if deadline is not None:
                dues.append((deadline, partial(self._act_for, turn)))
        elif self.readiness.closing:
            return None
        elif self.bots.differ:
            dues.append((AT_ONCE, self.change_bots))
        elif (giving := self.readiness.gives_up_chair) is not None and self.kept_chairs.wanted:
            dues.append((AT_ONCE, partial(self._clear, giving)))
        elif self.readiness.wants_hand:
            dues.append(self._next_deal())
        elif stopped := stopped_by_big_blind(self.table.public):
            dues.append((self.readiness.deal_at, partial(self._sit_out, stopped)))
        dues += [(until, self.pass_over) for until in self.kept_chairs.until.values()]
        for player, seat in self.players.seated:
            if player.gone_at is not None and seat not in self.table.public.leavers:
                keep = player.gone_at + self.settings.keep_seat
                dues.append((keep, partial(self._clear, seat)))
        return min(dues, key=lambda due: due[0], default=None)

    def _bots_due(self, turn: Seat | None, asked: Seat | None) -> Due | None:
        at = self._progress_at + self.settings.pace
        if asked in self.policies:
            return at, partial(self._answer, asked)
        return (at, partial(self._let_bot_act, turn)) if turn in self.policies else None

    def pass_over(self) -> None:
        """Who did not take the chair that was kept for him, or cannot, loses it to the next."""
        if self.clock.stopped_by is None and (passed := self.kept_chairs.pass_over()):
            self._tell(passed)

    def _next_deal(self) -> Due:
        at, hand = self.readiness.deal_at, self.table.public.hands + 1
        if self.decks.wants_offer(hand):
            return at, self._offer
        return at if self.decks.all_revealed else max(at, self._reveal_until), self._deal

    @property
    def asked_to_chop(self) -> Seat | None:
        """Which blind is asked whether he takes his back."""
        if not self.table.public.chop:
            return None
        waiting = self.table.waiting_for
        return waiting.seat if waiting.what == "chop" else None

    def _answer_at(self, seat: Seat) -> float:
        bots = seat in self.policies
        return self.clock.began + (self.settings.pace if bots else self.settings.answer_time)

    @property
    def explained(self) -> tuple[PotExplained, ...]:
        """Who won what and why, once the hand is over; a hand shown afterwards is named then."""
        hand = self.table.hand
        if hand is None or not hand.public.ended:
            return ()
        key = hand, len(hand.public.shown)
        if self._explained is None or self._explained[0] != key:
            self._explained = key, tuple(explain(hand.public, self.names))
        return self._explained[1]

    @property
    def time_left(self) -> tuple[int | None, int | None]:
        """What is left of the time of the human whose turn it is, and of his time bank; in ms."""
        turn = self.table.turn
        if turn is None or turn in self.policies or self.asked_to_chop is not None:
            return None, None
        return self.clock.left(turn)

    # doing it

    def _let_bot_act(self, seat: Seat) -> None:
        events, acted = self.bots.act(seat)
        self._tell(events)
        self.metrics.actions += acted

    def _answer(self, seat: Seat) -> None:
        """Bots chop when they are asked; who does not answer plays on."""
        self._tell(self.table.apply(c.AgreeChop(seat, seat in self.policies)))

    def _act_for(self, seat: Seat) -> None:
        """The time is up: check or fold, and sit out until he does something."""
        player = self.players.by_seat(seat)
        events: list[NumberedEvent] = []
        if player is not None:
            used = self.clock.used_bank(seat)
            if used is not None:
                events.append(used)
            if not player.late:
                player.missed += 1
            player.late = True
            if player.missed >= max(1, self.settings.sit_out_after):
                events += self.put_out(player, seat, "late")
        self._tell([*events, *self.table.apply(c.TimeOut(seat))])

    def _offer(self) -> None:
        """Both decks are committed to; whoever gave the hash of a nonce is waited for a moment."""
        public = self.table.public
        seated = [player for player, _ in self.players.seated]
        bots = [public.player(seat).name for seat in sorted(self.policies)]
        committed = self.decks.offer(public.hands + 1, seated, bots)
        # Where nobody but bots takes part, it is told with the cards.
        at_once = self.decks.all_revealed
        if at_once:
            self.before_deal()
        self.tell_minute()
        self._tell([committed])
        self._reveal_until = self.now() + self.settings.reveal_time
        if at_once:
            self._deal()

    def _deal(self) -> None:
        self.before_deal()
        self.tell_minute()
        table, events = self.table, list[NumberedEvent]()
        there = self.readiness.humans()
        for player, at in self.players.seated:
            if not self.readiness.agrees(player):
                events += self.put_out(player, at, "costs_more")
            elif player not in there:
                events += self.put_out(player, at, "away")
        events += without_funds(table, self.players, self.covers)
        events += self._wishes()
        events += out_at_big_blind(table)
        if self.readiness.wants_hand:
            # From here on nothing may change who is dealt in: the server knows the cards.
            chosen, deck = self.decks.choose()
            if chosen is not None:
                events.append(chosen)
            events += table.apply(c.Deal(tuple(deck), first_button(table, self.decks)))
        self._tell(events)

    def _wishes(self) -> list[NumberedEvent]:
        """Bots post what they owe; who wants to straddle whenever he may does so."""
        events: list[NumberedEvent] = []
        for offer in self.table.offers:
            if isinstance(offer, EntryOffer) and offer.seat in self.policies and not offer.chosen:
                events += self.table.apply(c.ChoosePost(offer.seat))
        return events + self.straddle_if_wished()

    def straddle_if_wished(self) -> list[NumberedEvent]:
        """The straddle of who may, and always does."""
        for offer in self.table.offers:
            if isinstance(offer, StraddleOffer) and not offer.chosen:
                player = self.players.by_seat(offer.seat)
                if player is not None and player.straddles:
                    return [*self.table.apply(c.Straddle(offer.seat))]
        return []

    def _sit_out(self, seats: Sequence[Seat]) -> None:
        """RULES, sit out: the big blind has come for them."""
        self._tell([event for seat in seats for event in self.table.apply(c.SitOut(seat))])

    def _clear(self, seat: Seat) -> None:
        """Somebody has been away too long, or is a bot whose chair is wanted."""
        self.tell_minute()
        self._tell(self.table.apply(c.Leave(seat)))

    def change_bots(self) -> None:
        """As many as are wanted now."""
        self.tell_minute()
        self._tell(self.bots.change())

    def put_out(self, player: Player, seat: Seat, out_for: OutFor) -> list[NumberedEvent]:
        """Makes him sit out until he is there again, or for as long as he had in mind himself."""
        sitting = self.table.public.player(seat)
        if player.put_out and out_for == "costs_more":
            # Who is out for something else does not come back to that by his page alone.
            player.out_for = out_for
        if not sitting.active:
            return []
        player.out_for = out_for
        player.put_out = not sitting.out_at_big_blind
        return [*self.table.apply(c.SitOut(seat))]
