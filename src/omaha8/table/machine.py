"""A table: commands go in, events come out, or a refusal that says what is possible (floor 4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from omaha8.cards import Card, CardError
from omaha8.hand.actions import CHECK, FOLD, MUCK, SHOW, Action
from omaha8.hand.hand import Hand, SetupError
from omaha8.hand.legal import IllegalAction, Legal
from omaha8.hand.settle import beaten
from omaha8.rules.game import Chips, Game, Seat
from omaha8.rules.house import HouseRules, RulesError
from omaha8.table import chairs, choices
from omaha8.table import commands as c
from omaha8.table.between_hands import (
    AnyEvent,
    Chopped,
    GameChanged,
    HandVoided,
    KillLapsed,
    RulesChanged,
    TableEvent,
    TableOpened,
)
from omaha8.table.events import SatOut
from omaha8.table.kills import kill_owed
from omaha8.table.money import check_table, usual_buy_in
from omaha8.table.next_hand import NextHand, next_hand
from omaha8.table.offers import Offer, chop_offers, offers
from omaha8.table.refusal import Refusal, Refused, seat_words
from omaha8.table.resume import CannotResume, OtherHand, due, fold_into, last_deal, replayed
from omaha8.table.state import PublicTable
from omaha8.table.waiting import LOST, Waiting, waiting_for


class Table:
    """Chairs, blinds owed, button, kills, straddles, rotation, and the hands played there.

    ``games`` is the game, or several that rotate (`omaha8.table.mixed.mixed_games`). The buy-in is
    20 to 200 big blinds unless given. ``opening`` is the first event; those that follow are what
    `apply` returns, and `public` is what they add up to. Raises `RulesError`.
    """

    __slots__ = ("_following", "_known", "_live", "hand", "opening", "public")

    def __init__(
        self,
        rules: HouseRules,
        games: Game | Sequence[Game],
        seats: int = 6,
        *,
        min_buy_in: int | None = None,
        max_buy_in: int | None = None,
    ) -> None:
        games = (games,) if isinstance(games, Game) else tuple(games)
        least, most = usual_buy_in(games) if games else (0, 0)
        least = least if min_buy_in is None else min_buy_in
        most = most if max_buy_in is None else max_buy_in
        check_table(rules, games, seats, least, most)
        self.opening = TableOpened(
            rules=rules,
            games=games,
            seats=seats,
            min_buy_in=Chips(least),
            max_buy_in=Chips(most),
        )
        self.hand: Hand | None = None
        self.public = PublicTable.opened(self.opening)
        self._following: NextHand | None = None
        self._known = self._live = False

    @classmethod
    def resumed(
        cls,
        events: Iterable[AnyEvent],
        *,
        state: PublicTable | None = None,
        deck: Sequence[Card] | None = None,
    ) -> Table:
        """The table whose events these are, from its opening on or from ``state`` on.

        A hand that was going on goes on: ``deck`` is what it was dealt from, in the order dealt.
        Dealt and played again, its every event must come out as recorded. Raises `CannotResume`
        where that cannot be, or no deck is given, and `ValueError` for events that cannot be those
        of a table. With the deck of a hand that is over, players may still show it.
        """
        events = list(events)
        table = cls.__new__(cls)
        if state is None:
            public, first = PublicTable.fold(events[:1]), 1
        else:
            public, first = state.copy(), 0
        table.opening, table.public, table.hand = public.opening, public, None
        table._following = None
        table._known = table._live = False
        at = last_deal(events)
        fold_into(public, events[first:at], first)
        following = due(public, events[at:])
        fold_into(public, events[at:], at)
        if public.hand is not None:
            try:
                table._take_up(events[at:], following, deck)
            except OtherHand as error:
                if public.playing:
                    raise CannotResume(str(error), table) from None
        return table

    def _take_up(
        self,
        events: Sequence[AnyEvent],
        following: NextHand | None,
        deck: Sequence[Card] | None,
    ) -> None:
        """Makes the hand of the record the one that is played. Raises `OtherHand`."""
        public = self.public
        if deck is None or not events:
            raise OtherHand(f"its {'deck' if deck is None else 'beginning'} is not known")
        hand = replayed(events, following, deck)
        if public.playing and hand.turn in public.leavers:
            raise OtherHand("the record ends where somebody who left is to be folded")
        self.hand, public.hand, self._live = hand, hand.public, public.playing

    # what it says

    @property
    def legal(self) -> Legal | None:
        """The choices of whose turn it is; ``None`` when nobody is to act."""
        return self.hand.legal if self.hand is not None and self._live else None

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is."""
        legal = self.legal
        return None if legal is None else legal.seat

    @property
    def chips(self) -> int:
        """All chips on the table now: in front of the players, bet, and in the pots."""
        return self.public.chips

    @property
    def following(self) -> NextHand | None:
        """The next hand as it would be dealt now; ``None`` before the first, or if none can be."""
        if not self._known:
            self._following, self._known = next_hand(self.public), True
        return self._following

    @property
    def hand_lost(self) -> bool:
        """A hand is going on whose deck is not known: it takes no action and is to be voided."""
        return self.public.playing and not self._live

    @property
    def waiting_for(self) -> Waiting:
        """What is to come next; there is always something."""
        if self.hand_lost:
            return Waiting(what="void")
        return waiting_for(self.public, None if self.public.playing else self.following)

    @property
    def offers(self) -> list[Offer]:
        """Who may choose what: to post or wait, to straddle, kill or chop."""
        return [] if self.hand_lost else offers(self.public, self.following)

    # what changes it

    def apply(self, command: c.Command) -> list[AnyEvent]:
        """Do what a command asks, and all that follows from it; the new events.

        Raises `Refused`, and `IllegalAction` for an action of the hand; then nothing has changed.
        """
        if isinstance(command, c.Act):
            return self._act(command.action, command.seat)
        do = _DO.get(type(command))
        if do is not None:
            return do(self, command)
        return self._emit(_DECIDE[type(command)](self.public, command))

    def _emit(self, events: Iterable[TableEvent]) -> list[AnyEvent]:
        done: list[AnyEvent] = []
        for event in events:
            self.public.evolve(event)
            done.append(event)
        self._known = False
        return done

    def _leave(self, command: c.Leave) -> list[AnyEvent]:
        events = self._emit(chairs.leave(self.public, command))
        self._after_action(events)
        return events

    def _straddle(self, command: c.Straddle) -> list[AnyEvent]:
        return self._emit(choices.straddle(self.public, command, self.following))

    def _kill_pot(self, command: c.KillPot) -> list[AnyEvent]:
        return self._emit(choices.kill_pot(self.public, command, self.following))

    # the hand

    def _deal(self, command: c.Deal) -> list[AnyEvent]:
        public = self.public
        if public.playing:
            raise Refused(Refusal.IN_HAND, f"A hand is going on: {self.waiting_for.text}.")
        following = self._next(command.first_button)
        try:
            hand = following.deal(command.deck)
        except (CardError, SetupError, RulesError) as error:
            raise choices.refuse(f"No hand can be dealt: {error}") from None
        before: list[TableEvent] = []
        if public.next_rules is not None:
            before.append(RulesChanged())
        if following.index is not None:
            before.append(GameChanged(following.index, following.plain))
        before += [SatOut(seat) for seat in following.sits_out]
        if following.lapsed is not None:
            before.append(KillLapsed(following.lapsed))
        before.append(following.assigned(public.hands + 1))
        events = self._emit(before)
        self.hand, self._live = hand, True
        public.begin(hand.public)
        events += hand.events
        self._after_action(events)
        return events

    def _next(self, first_button: Seat | None) -> NextHand:
        public = self.public
        following = self.following
        if public.places is None:
            if first_button is None:
                raise choices.refuse("The first hand must say which seat has the button.")
            chairs.check_seat(public, first_button)
            following = next_hand(public, first_button)
        elif first_button is not None:
            raise choices.refuse("The button moves by the rules after the first hand.")
        if following is None:
            raise Refused(Refusal.TOO_FEW, f"The table waits for {self.waiting_for.text}.")
        return following

    def _act(self, action: Action, seat: Seat) -> list[AnyEvent]:
        hand = self.hand
        if hand is None or not self._live:
            raise IllegalAction(action, None, because=LOST if self.hand_lost else None)
        events: list[AnyEvent] = hand.apply(action, seat)  # type: ignore[assignment]
        if hand.public.ended or self.public.leavers:
            self._after_action(events)
        return events

    def _time_out(self, command: c.TimeOut) -> list[AnyEvent]:
        legal, waiting = self.legal, self.waiting_for
        if legal is None or waiting.seat != command.seat:
            raise choices.refuse(
                f"{seat_words(command.seat).capitalize()} is not to act: "
                f"the table waits for {waiting.text}."
            )
        if waiting.what == "chop":
            return self._agree_chop(c.AgreeChop(command.seat, agree=False))
        return self._act(self._absent(legal, CHECK), legal.seat)

    def _agree_chop(self, command: c.AgreeChop) -> list[AnyEvent]:
        if self.hand_lost:
            raise choices.refuse(f"Nothing is chopped: {LOST}.")
        events = self._emit(choices.agree_chop(self.public, command))
        offered = chop_offers(self.public)
        if offered and all(offer.chosen for offer in offered):
            seats = tuple(offer.seat for offer in offered)
            amounts = tuple(offer.amount for offer in offered)
            events += self._no_hand(Chopped(seats, amounts))
        return events

    def _void_hand(self, command: c.VoidHand) -> list[AnyEvent]:
        """Blinds and button have moved all the same: the next hand is the next one."""
        public = self.public
        if not public.playing:
            raise choices.refuse("No hand is going on that could be voided.")
        if not command.why.strip():
            raise choices.refuse("Say why the hand is voided.")
        return self._no_hand(HandVoided(command.why, public.stacks_before))

    def _no_hand(self, event: Chopped | HandVoided) -> list[AnyEvent]:
        events = self._emit([event])
        self.hand, self._live = None, False
        return events + self._put_off()

    def _show_hand(self, command: c.ShowHand) -> list[AnyEvent]:
        seat = command.seat
        chairs.player_at(self.public, seat)
        if self.hand is None or seat not in self.public.dealt:
            raise choices.refuse(f"{seat_words(seat).capitalize()} has no hand to show.")
        return [*self.hand.show(seat)]

    def _after_action(self, events: list[AnyEvent]) -> None:
        """Who is leaving acts at once; when the hand is over, what was put off is done."""
        hand, public = self.hand, self.public
        if hand is None or not self._live:
            return
        while public.leavers and (legal := hand.legal) is not None:
            if legal.seat not in public.leavers:
                return
            events += hand.apply(self._absent(legal, FOLD))
        if hand.over:
            public.settle()
            self._known = self._live = False
            owed = kill_owed(hand.public)
            if owed is not None:
                events += self._emit([owed])
            events += self._put_off()

    def _put_off(self) -> list[AnyEvent]:
        return self._emit(chairs.after_hand(self.public))

    def _absent(self, legal: Legal, free: Action) -> Action:
        """What is done for a player who does not act; ``free`` where it costs nothing to stay.

        RULES, showdown: a hand that can win no share may be mucked, any other is shown.
        """
        if legal.showdown:
            hand = self.hand
            assert hand is not None
            return MUCK if beaten(hand.public, hand.dealer, legal.seat) else SHOW
        return FOLD if legal.to_call else free


_DECIDE: dict[type, Callable[[PublicTable, Any], list[TableEvent]]] = {
    c.TellMinute: choices.tell_minute,
    c.Sit: chairs.sit,
    c.Clear: chairs.clear,
    c.ChangeSeat: chairs.change_seat,
    c.JoinWaitingList: chairs.join_waiting_list,
    c.LeaveWaitingList: chairs.leave_waiting_list,
    c.TopUp: chairs.top_up,
    c.AutoRebuy: chairs.auto_rebuy,
    c.SitOut: choices.sit_out,
    c.ComeBack: choices.come_back,
    c.ChoosePost: choices.choose_post,
    c.ChooseWait: choices.choose_wait,
    c.ChangeRules: choices.change_rules,
    c.Disconnect: choices.disconnect,
    c.Reconnect: choices.reconnect,
}
_DO: dict[type, Callable[[Table, Any], list[AnyEvent]]] = {
    c.Leave: Table._leave,
    c.Straddle: Table._straddle,
    c.KillPot: Table._kill_pot,
    c.AgreeChop: Table._agree_chop,
    c.Deal: Table._deal,
    c.TimeOut: Table._time_out,
    c.VoidHand: Table._void_hand,
    c.ShowHand: Table._show_hand,
}
