"""Who runs the table: whose turn it is and for how long, bots, the deal, the pauses (floor 5).

A `Host` never waits. `Host.due` says what is to be done next and when; whoever has a clock does it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import partial
from secrets import token_bytes
from typing import Final

from omaha8.bots import Policy
from omaha8.cards import Card, deck_from_seed
from omaha8.hand.events import HandEnded, HandStarted
from omaha8.hand.view import SeatView
from omaha8.room.bots import bot
from omaha8.room.log import Entry, EventLog, Owners
from omaha8.room.players import Player, Players
from omaha8.room.settings import RoomSettings
from omaha8.rules.game import Chips, Seat
from omaha8.table import AnyEvent, Refusal, Refused, Table
from omaha8.table import commands as c
from omaha8.table.between_hands import Chopped, SeatChanged
from omaha8.table.entry import EntryOffer
from omaha8.table.events import Left
from omaha8.table.offers import StraddleOffer

_log: Final = logging.getLogger(__name__)

Due = tuple[float, Callable[[], None]]
"""When something is to be done, and what."""

Shuffle = Callable[[], Sequence[Card]]


def shuffled_by_the_system() -> Sequence[Card]:
    """A deck in an order that nobody knows."""
    return deck_from_seed(token_bytes(32))


class Host:
    """Runs ``table`` for ``players``; ``tell`` gets the events of what it does.

    ``turn_seq`` is the number of the last event before the turn began. ``owners`` and ``names``
    belong to the last hand; ``chopped``: the blinds took theirs back, nobody played it.
    ``now`` is a clock in seconds that never goes back. ``buy_in`` is what bots bring.
    """

    __slots__ = (
        "_buy_in",
        "_deal_at",
        "_idle",
        "_opened",
        "_patient",
        "_policies",
        "_progress",
        "_tell",
        "_votes",
        "chopped",
        "log",
        "moved",
        "names",
        "now",
        "owners",
        "players",
        "settings",
        "shuffle",
        "table",
        "turn_began",
        "turn_seq",
    )

    def __init__(
        self,
        table: Table,
        buy_in: Chips,
        players: Players,
        settings: RoomSettings,
        now: Callable[[], float],
        shuffle: Shuffle,
        tell: Callable[[list[AnyEvent]], None],
    ) -> None:
        self.table = table
        self._buy_in = buy_in
        self.players = players
        self.settings = settings
        self.now = now
        self.shuffle = shuffle
        self._tell = tell
        self._policies: dict[Seat, Policy] = {}
        self.log = EventLog()
        self.owners: Owners = {}
        self.names: dict[Seat, str] = {}
        self.chopped: Chopped | None = None
        self.moved: set[Player] = set()
        self.turn_began = 0.0
        self.turn_seq = -1
        self._progress = (0, 0, 0)
        self._opened: float | None = None
        self._deal_at = 0.0
        self._idle = True
        self._patient = False
        self._votes: set[int] = set()

    def seat_bots(self, count: int) -> list[AnyEvent]:
        """Bots in the chairs from seat 1 on, so that the first is free. Broke, they buy again."""
        events: list[AnyEvent] = []
        apply, chairs = self.table.apply, len(self.table.public.seats)
        for number in range(count):
            name, policy = bot(number)
            seat = Seat((number + 1) % chairs)
            events += apply(c.Sit(name, self._buy_in, seat, bot=True))
            events += apply(c.AutoRebuy(seat, Chips(1), self._buy_in))
            self._policies[seat] = policy
        return events

    def tell_minute(self) -> None:
        """Lets the table know the time, for who comes back and games that change by it."""
        now = self.now()
        if self._opened is None:
            self._opened = now
        events = self.table.apply(c.TellMinute(int(now - self._opened) // 60))
        if events:
            self._tell(events)

    # what happened

    def record(self, events: Sequence[AnyEvent]) -> list[Entry]:
        """Number events and note what they change."""
        entries = []
        for event in events:
            match event:
                case HandStarted():
                    self._begin_hand(sorted(self.table.public.dealt))
                case HandEnded():
                    self._deal_at = self.now() + self._pause()
                case Chopped():
                    self._deal_at = self.now() + self.settings.pause
                    self.chopped = event
                case Left(seat):
                    self._policies.pop(seat, None)
                    self._move(seat, None)
                case SeatChanged(seat, to):
                    self._move(seat, to)
                case _:
                    pass
            entries.append(self.log.append(event, self.owners))
        hand = self.table.hand
        public = self.table.public
        progress = (public.hands, 0 if hand is None else len(hand.events), len(public.chop))
        if progress != self._progress:
            self._progress = progress
            self.turn_began, self.turn_seq = self.now(), self.log.next - 1
        return entries

    def _move(self, seat: Seat, to: Seat | None) -> None:
        player = self.players.by_seat(seat)
        if player is not None:
            player.seat = to
            player.straddles = player.straddles and to is not None
            self.moved.add(player)

    def _begin_hand(self, seats: Sequence[Seat]) -> None:
        self.owners = {player.id: seat for player, seat in self.players.seated if seat in seats}
        self.names = {seat: self.table.public.player(seat).name for seat in seats}
        self.chopped = None
        self._votes.clear()
        for player, _ in self.players.seated:
            player.late = False

    def _pause(self) -> float:
        hand = self.table.hand
        assert hand is not None
        lines = {(award.pot, award.half) for award in hand.public.awards}
        return self.settings.between_hands(len(lines), showdown=hand.public.in_count > 1)

    # what is to be done

    def due(self) -> Due | None:
        """What is to be done next, and when; ``None`` as long as nobody does anything."""
        self.note_readiness()
        dues: list[Due] = []
        turn, asked = self.table.turn, self._asked_to_chop
        if asked is not None:
            dues.append((self._answer_at(asked), partial(self._answer, asked)))
        elif turn is not None and turn in self._policies:
            dues.append((self.turn_began + self.settings.pace, partial(self._let_bot_act, turn)))
        elif turn is not None:
            deadline = self.deadline(turn)
            if deadline is not None:
                dues.append((deadline, partial(self._act_for, turn)))
        elif (giving := self._gives_up_chair) is not None:
            dues.append((self.now(), partial(self._clear, giving)))
        elif self.wants_hand:
            dues.append((self._deal_at, self._deal))
        dues += [
            (player.gone_at + self.settings.keep_seat, partial(self._clear, seat))
            for player, seat in self.players.seated
            if player.gone_at is not None and seat not in self.table.public.leavers
        ]
        return min(dues, key=lambda due: due[0], default=None)

    def note_readiness(self) -> None:
        """The first hand after a time without one is not dealt under somebody's nose.

        Newcomers for whom alone it would be dealt may say first how they come in.
        """
        ready, settings, now = self.wants_hand, self.settings, self.now()
        undecided = ready and self._all_undecided()
        if ready and self._idle:
            pause = settings.entry_time if undecided else settings.first_deal
            self._deal_at = max(self._deal_at, now + pause)
            self._patient = undecided
        elif ready and self._patient and not undecided:
            self._deal_at = min(self._deal_at, now + settings.first_deal)
            self._patient = False
        self._idle = not ready and not self.table.public.playing

    @property
    def wants_hand(self) -> bool:
        """A hand can be dealt to two or more, and a human is there to play it."""
        table = self.table
        if table.public.playing or table.waiting_for.what not in ("deck", "first_deck"):
            return False
        humans = len(self._humans_to_deal())
        return humans > 0 and humans + len(self._policies) >= 2

    @property
    def _gives_up_chair(self) -> Seat | None:
        """The bot that makes room, between hands, for somebody who finds no free chair.

        Two players stay, so that nobody is left alone by one who only watches.
        """
        public = self.table.public
        watched = any(player.connected and player.seat is None for player in self.players)
        if public.playing or public.free or not watched or len(public.seats) < 3:
            return None
        return max(self._policies, default=None)

    def _all_undecided(self) -> bool:
        """Everybody who is there has yet to say whether he posts or waits."""
        open_to = {
            offer.seat
            for offer in self.table.offers
            if isinstance(offer, EntryOffer) and offer.chosen is None
        }
        return all(player.seat in open_to for player in self._humans_to_deal())

    @property
    def _asked_to_chop(self) -> Seat | None:
        waiting = self.table.waiting_for
        return waiting.seat if waiting.what == "chop" else None

    def _answer_at(self, seat: Seat) -> float:
        bots = seat in self._policies
        return self.turn_began + (self.settings.pace if bots else self.settings.answer_time)

    def deadline(self, seat: Seat) -> float | None:
        """When the time of the human in ``seat`` is up; ``None`` for never."""
        player, settings = self.players.by_seat(seat), self.settings
        if player is None:
            return self.turn_began
        if player.gone_at is not None:
            return max(self.turn_began, player.gone_at) + settings.away_time
        if player.late:
            return self.turn_began + settings.away_time
        return self.turn_began + settings.think_time if settings.think_time else None

    @property
    def acting_ms(self) -> int | None:
        """What is left of the time of the human whose turn it is."""
        turn = self.table.turn
        if turn is None or turn in self._policies or self._asked_to_chop is not None:
            return None
        return self._ms_until(self.deadline(turn))

    @property
    def next_hand_in_ms(self) -> int | None:
        """How long until the deal, if there is to be one."""
        return self._ms_until(self._deal_at) if self.wants_hand else None

    def _ms_until(self, when: float | None) -> int | None:
        return None if when is None else max(0, round((when - self.now()) * 1000))

    def vote_for_next(self, player: Player) -> None:
        """``player`` need not wait any longer; the hand is dealt when nobody must.

        Who is not to be dealt in has no vote. Raises `Refused`.
        """
        there, following = self._humans_to_deal(), self.table.following
        dealt = () if following is None else following.positions.dealt
        # Who waits for the big blind need not be asked, unless only such people are there.
        waiting = [other for other in there if other.seat in dealt] or there
        if not self.wants_hand or player not in waiting:
            raise Refused(Refusal.REFUSED, "There is no next hand to wait for now.")
        self._votes.add(player.id)
        if all(other.id in self._votes for other in waiting):
            self._deal_at = self.now()

    # doing it

    def _let_bot_act(self, seat: Seat) -> None:
        hand, legal = self.table.hand, self.table.legal
        assert hand is not None
        assert legal is not None
        try:
            action = self._policies[seat](SeatView.of(hand, seat))
            if action not in legal:
                raise ValueError(f"{action} is not legal: {legal.explain()}")
        except Exception:
            # One bot that fails must not stop a table of people.
            _log.exception("the bot in seat %d failed; it checks or folds", seat)
            self._tell(self.table.apply(c.TimeOut(seat)))
            return
        self._tell(self.table.apply(c.Act(seat, action)))

    def _answer(self, seat: Seat) -> None:
        """Bots chop when they are asked; who does not answer plays on."""
        self._tell(self.table.apply(c.AgreeChop(seat, seat in self._policies)))

    def _act_for(self, seat: Seat) -> None:
        """The time is up: check or fold, and sit out until he does something."""
        player = self.players.by_seat(seat)
        events: list[AnyEvent] = []
        if player is not None:
            player.late = True
            events += self._put_out(player, seat)
        self._tell(events + self.table.apply(c.TimeOut(seat)))

    def _deal(self) -> None:
        self.tell_minute()
        table, events = self.table, list[AnyEvent]()
        there = self._humans_to_deal()
        for player, at in self.players.seated:
            if player not in there:
                events += self._put_out(player, at)
        events += self._wishes()
        if self.wants_hand:
            events += table.apply(c.Deal(tuple(self.shuffle()), self._first_button()))
        self._tell(events)

    def _wishes(self) -> list[AnyEvent]:
        """Bots post what they owe; who wants to straddle whenever he may does so."""
        events: list[AnyEvent] = []
        for offer in self.table.offers:
            if isinstance(offer, EntryOffer) and offer.seat in self._policies and not offer.chosen:
                events += self.table.apply(c.ChoosePost(offer.seat))
        return events + self.straddle_if_wished()

    def straddle_if_wished(self) -> list[AnyEvent]:
        """The straddle of who may, and always does."""
        for offer in self.table.offers:
            if isinstance(offer, StraddleOffer) and not offer.chosen:
                player = self.players.by_seat(offer.seat)
                if player is not None and player.straddles:
                    return self.table.apply(c.Straddle(offer.seat))
        return []

    def _first_button(self) -> Seat | None:
        """The first hand has its button on the first player."""
        public = self.table.public
        if public.places is not None:
            return None
        return next(Seat(i) for i, p in enumerate(public.seats) if p is not None and p.active)

    def _clear(self, seat: Seat) -> None:
        """Somebody has been away too long, or is a bot whose chair is wanted."""
        self.tell_minute()
        self._tell(self.table.apply(c.Leave(seat)))

    def _put_out(self, player: Player, seat: Seat) -> list[AnyEvent]:
        if not self.table.public.player(seat).active:
            return []
        player.put_out = True
        return self.table.apply(c.SitOut(seat))

    def _humans_to_deal(self) -> list[Player]:
        """Who is to be dealt in, and is there, or was a moment ago."""
        now, absence = self.now(), self.settings.absence
        return [
            player
            for player, seat in self.players.seated
            if self.table.public.player(seat).active
            and (player.gone_at is None or now < player.gone_at + absence)
        ]
