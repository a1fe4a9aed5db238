"""When the next hand is dealt, and to whom (floor 5)."""

from __future__ import annotations

from collections.abc import Collection

from omaha8.room.clock import TurnClock
from omaha8.room.coming import costs_more
from omaha8.room.players import Player, Players
from omaha8.room.refusals import RoomRefused, Why
from omaha8.room.settings import RoomSettings
from omaha8.rules.game import Seat
from omaha8.store.records import PersonId
from omaha8.table import Refusal, Refused, Table
from omaha8.table.between_hands import RulesChangeAsked
from omaha8.table.entry import EntryOffer


class Readiness:
    """``bots`` are the seats of those that the room plays itself."""

    __slots__ = (
        "_asked_by",
        "_deal_at",
        "_heard",
        "_idle",
        "_notice_until",
        "_noticed",
        "_patient",
        "_votes",
        "bots",
        "clock",
        "closing",
        "players",
        "settings",
        "table",
    )

    def __init__(
        self,
        table: Table,
        players: Players,
        settings: RoomSettings,
        clock: TurnClock,
        bots: Collection[Seat],
    ) -> None:
        self.table = table
        self.players = players
        self.settings = settings
        self.clock = clock
        self.bots = bots
        self._deal_at = 0.0
        self._notice_until = 0.0
        self._noticed: tuple[RulesChangeAsked | None, RoomSettings] = None, clock.coming
        self._heard: set[PersonId] = set()
        self._asked_by: PersonId | None = None
        self.closing = False
        self._idle = True
        self._patient = False
        self._votes: set[PersonId] = set()

    @property
    def deal_at(self) -> float:
        """When the next hand is due: not before everybody has had time to read what it costs."""
        return max(self._deal_at, self._notice_until)

    def pause(self, seconds: float) -> None:
        """The next hand comes so much later than now."""
        self._deal_at = self.clock.now() + seconds

    def hand_begins(self) -> None:
        """Whoever wanted it at once has got it."""
        self._votes.clear()

    def _give_notice(self) -> None:
        """Whoever is to play by other rules may get up first; who plays still, after his hand."""
        coming = self.table.public.next_rules, self.clock.coming
        if self.table.public.playing or self._noticed == coming:
            return
        rules, times = coming
        other = rules is not None and rules != self._noticed[0]
        if other or _is_shorter(times, self._noticed[1]):
            self._notice_until = self.clock.now() + self.settings.change_notice
            self._votes.clear()
            self._heard.clear()
        self._noticed = coming

    def note(self) -> None:
        """The first hand after a time without one is not dealt under somebody's nose.

        Newcomers for whom alone it would be dealt may say first how they come in.
        """
        self._give_notice()
        playing = self.table.public.playing
        if playing and not self._idle:
            return
        ready, settings, now = self.wants_hand, self.settings, self.clock.now()
        undecided = ready and self._all_undecided()
        if ready and self._idle:
            pause = settings.entry_time if undecided else settings.first_deal
            self._deal_at = max(self._deal_at, now + pause)
            self._patient = undecided
        elif ready and self._patient and not undecided:
            self._deal_at = min(self._deal_at, now + settings.first_deal)
            self._patient = False
        self._idle = not ready and not playing

    @property
    def wants_hand(self) -> bool:
        """A hand can be dealt to two or more, and a human is there to play it."""
        table = self.table
        if table.public.playing or self.closing:
            return False
        humans = len(self.humans())
        if not humans or humans + len(self.bots) < 2:
            return False
        return table.waiting_for.what in ("deck", "first_deck")

    @property
    def gives_up_chair(self) -> Seat | None:
        """The bot that makes room, between hands, for who waits for a chair.

        Two players stay, so that nobody is left alone.
        """
        public = self.table.public
        if public.playing or not self.bots or public.free or len(public.seats) < 3:
            return None
        return max(self.bots) if public.waiting else None

    def _all_undecided(self) -> bool:
        """Everybody who is there has yet to say whether he posts or waits."""
        open_to = {
            offer.seat
            for offer in self.table.offers
            if isinstance(offer, EntryOffer) and offer.chosen is None
        }
        return all(player.seat in open_to for player in self.humans())

    @property
    def next_hand_in_ms(self) -> int | None:
        """How long until the deal, if there is to be one."""
        if self.clock.stopped_by is not None or not self.wants_hand:
            return None
        self._give_notice()
        return max(0, round((self.deal_at - self.clock.now()) * 1000))

    def hear(self, player: Player) -> None:
        """``player`` says something himself: he is at his table."""
        self._heard.add(player.id)

    def agrees(self, player: Player) -> bool:
        """Whether he may be dealt in: to a hand that may cost more only who is at his table.

        By the clock the same inattention costs him a blind of the old stakes at most.
        """
        public = self.table.public
        if public.next_rules is None or not self.settings.change_notice:
            return True
        self._give_notice()
        knows = player.id in self._heard or player.id == self._asked_by
        return knows or not costs_more(public)

    def ask(self, name: str) -> None:
        """Who of those that sit here wants it, and knows what it costs; maybe nobody."""
        asked = (player.id for player, _ in self.players.seated if player.name == name)
        self._asked_by = next(asked, None)

    def has_voted(self, player: Player) -> bool:
        """Whether he waits for the others only."""
        return player.id in self._votes

    def vote(self, player: Player) -> None:
        """``player`` need not wait any longer; the hand is dealt when nobody must.

        Who is not to be dealt in has no vote. Raises `Refused`, or `RoomRefused` where the hand
        that he asked for is dealt already: then nothing is wrong.
        """
        if self.table.public.playing:
            raise RoomRefused(Why.STALE, "The next hand is dealt already.")
        there, following = self.humans(), self.table.following
        dealt = () if following is None else following.positions.dealt
        # Who waits for the big blind need not be asked, unless only such people are there.
        waiting = [other for other in there if other.seat in dealt] or there
        if not self.wants_hand or player not in waiting:
            raise Refused(Refusal.REFUSED, "There is no next hand to wait for now.")
        self._votes.add(player.id)
        if all(other.id in self._votes for other in waiting):
            self._deal_at = self._notice_until = self.clock.now()

    def humans(self) -> list[Player]:
        """Who is to be dealt in, and is there, or was a moment ago."""
        now, absence = self.clock.now(), self.settings.absence
        return [
            player
            for player, seat in self.players.seated
            if self.table.public.player(seat).active
            and (player.gone_at is None or now < player.gone_at + absence)
        ]


def _is_shorter(times: RoomSettings, before: RoomSettings) -> bool:
    """Whether somebody may have less time than he is used to; without a clock it has no end."""
    if not times.think_time:
        return False
    return (
        not before.think_time
        or times.think_time < before.think_time
        or times.time_bank < before.time_bank
    )
