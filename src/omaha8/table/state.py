"""The public state of a table: what its events add up to (floor 4).

It changes only by `PublicTable.evolve`, which folds one event in and validates nothing. No field
could hold a hidden card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from omaha8.hand.events import HandEnded, HandStarted
from omaha8.hand.public import ChipsLost, PublicHand
from omaha8.rules.game import Chips, Game, Seat
from omaha8.rules.house import HouseRules
from omaha8.table.between_hands import (
    AnyEvent,
    AutoRebuySet,
    BlindsAssigned,
    ChopAnswered,
    Chopped,
    ConnectionBack,
    ConnectionLost,
    EntryChosen,
    GameChanged,
    KillAsked,
    KillLapsed,
    KillOwed,
    Listed,
    MinuteTold,
    RulesChangeAsked,
    RulesChanged,
    SeatChangeAsked,
    SeatChanged,
    SitOutAtBigBlind,
    StraddleAsked,
    TableOpened,
    TopUpAsked,
    Unlisted,
)
from omaha8.table.entry import NO_DEBT, marks
from omaha8.table.events import CameBack, Leaving, Left, Rebought, SatOut, Seated
from omaha8.table.mixed import Rotation
from omaha8.table.money import Departure, buy_in_bounds
from omaha8.table.player import Player
from omaha8.table.positions import Places, Standing


class PublicTable(msgspec.Struct, eq=False, kw_only=True):
    """What everybody knows of a table.

    ``hand`` is the hand in progress, or the last one until the next begins; ``dealt`` are the
    chairs whose player was dealt into it. ``straddlers`` straddle the next hand if they can,
    ``leavers`` get up when this one is over, ``waiting`` is the waiting list, and ``departed`` what
    those took who left lately. ``brought``, ``taken`` and ``raked`` are all chips that ever came
    and went.
    """

    rules: HouseRules
    games: tuple[Game, ...]
    min_buy_in: Chips
    max_buy_in: Chips
    seats: list[Player | None]
    hand: PublicHand | None = None
    hands: int = 0
    dealt: frozenset[Seat] = frozenset()
    places: Places | None = None
    rotation: Rotation = Rotation()
    minute: int = 0
    next_rules: RulesChangeAsked | None = None
    straddlers: frozenset[Seat] = frozenset()
    kill_owed: KillOwed | None = None
    kill_asked: KillAsked | None = None
    chop: dict[Seat, bool] = {}
    leavers: frozenset[Seat] = frozenset()
    waiting: tuple[str, ...] = ()
    departed: dict[str, Departure] = {}
    brought: int = 0
    taken: int = 0
    raked: int = 0

    @classmethod
    def opened(cls, event: TableOpened) -> PublicTable:
        """The empty table."""
        return cls(
            rules=event.rules,
            games=event.games,
            min_buy_in=event.min_buy_in,
            max_buy_in=event.max_buy_in,
            seats=[None] * event.seats,
        )

    @classmethod
    def fold(cls, events: Iterable[AnyEvent]) -> PublicTable:
        """The state after ``events``, of which the first is `TableOpened`."""
        stream = iter(events)
        opened = next(stream, None)
        if not isinstance(opened, TableOpened):
            raise ValueError("the events of a table begin with table_opened")
        table = cls.opened(opened)
        for event in stream:
            table.evolve(event)
        return table

    # what it says

    @property
    def game(self) -> Game:
        """The game in force, without a kill; in mixed, the one of the rotation."""
        return self.games[self.rotation.index]

    @property
    def playing(self) -> bool:
        """A hand is going on."""
        return self.hand is not None and not self.hand.ended

    @property
    def coming_rules(self) -> HouseRules:
        """The house rules of the next hand."""
        return self.rules if self.next_rules is None else self.next_rules.rules

    @property
    def free(self) -> list[Seat]:
        """The empty chairs that are not kept for somebody who moves there after the hand."""
        kept = {player.moves_to for player in self.seats if player is not None}
        return [Seat(i) for i, player in enumerate(self.seats) if player is None and i not in kept]

    @property
    def offered(self) -> tuple[str, ...]:
        """Who on the waiting list may take a chair now: the first so many as there are chairs."""
        return self.waiting[: len(self.free)]

    def player(self, seat: int) -> Player:
        """Who sits there. Raises `KeyError` for an empty chair."""
        player = self.seats[seat]
        if player is None:
            raise KeyError(seat)
        return player

    def seat_of(self, name: str) -> Seat | None:
        """Where somebody sits."""
        for seat, player in enumerate(self.seats):
            if player is not None and player.name == name:
                return Seat(seat)
        return None

    def in_hand(self, seat: Seat) -> bool:
        """Dealt into the hand that is going on, folded or not: his chips stay where they are."""
        return seat in self.dealt and self.playing

    def stack(self, seat: Seat) -> Chips:
        """What lies in front of an occupied chair now, bets taken off."""
        if self.hand is not None and self.in_hand(seat):
            return Chips(self.hand.stacks[seat])
        return self.player(seat).stack

    def marks(self, seat: Seat) -> tuple[str, ...]:
        """``ML`` for a missed big blind, ``MS`` for a missed small one."""
        return marks(self.player(seat).debt, self.rules)

    def buy_in(self, name: str) -> tuple[Chips, Chips]:
        """The least and the largest that somebody may sit down with."""
        gone = self.departed.get(name)
        return buy_in_bounds(self.min_buy_in, self.max_buy_in, gone, self.minute, self.rules)

    def standings(self, rules: HouseRules) -> list[Standing]:
        """How every chair stands before the next deal."""
        return [
            Standing.EMPTY if player is None else player.standing(rules) for player in self.seats
        ]

    # how it changes

    def evolve(self, event: AnyEvent) -> None:
        """Fold one event in. Raises `ChipsLost` if chips came or went."""
        change = _EVOLVE.get(type(event))
        if change is not None:
            change(self, event)
            return
        if self.hand is None:
            raise ValueError(f"no hand is going on for {event}")
        self.hand.evolve(event)  # type: ignore[arg-type]

    def begin(self, hand: PublicHand) -> None:
        """A hand begins. Whoever plays it may share its state here, and `settle` it."""
        self.dealt = frozenset(hand.deal_order)
        self.hand = hand
        self.chop = {}

    def settle(self) -> None:
        """The hand is over: its stacks are those of the table."""
        hand = self.hand
        assert hand is not None
        stacks, there = hand.stacks, 0
        for seat, player in enumerate(self.seats):
            if player is not None:
                if seat in self.dealt:
                    player.stack = Chips(stacks[seat])
                there += player.stack
        self.raked += hand.raked
        self._count(there)

    def _count(self, there: int | None = None) -> None:
        if there is None:
            there = sum(player.stack for player in self.seats if player is not None)
        # During a hand its bets and its rake are still in the stacks it began with.
        if there + self.taken + self.raked != self.brought:
            raise ChipsLost(
                f"{there} chips on the table, {self.taken} taken off and {self.raked} raked are "
                f"not the {self.brought} brought"
            )

    def _minute_told(self, event: MinuteTold) -> None:
        self.minute = event.minute
        lately = event.minute - self.rules.ratholing_minutes
        self.departed = {n: gone for n, gone in self.departed.items() if gone.minute > lately}

    def _rules_change_asked(self, event: RulesChangeAsked) -> None:
        self.next_rules = event

    def _rules_changed(self, event: RulesChanged) -> None:
        asked = self.next_rules
        assert asked is not None
        self.rules, self.games = asked.rules, asked.games
        self.min_buy_in, self.max_buy_in = asked.min_buy_in, asked.max_buy_in
        self.rotation = Rotation(minute=self.minute)
        self.next_rules = None

    def _game_changed(self, event: GameChanged) -> None:
        self.rotation = Rotation(event.index, minute=self.minute)

    def _listed(self, event: Listed) -> None:
        self.waiting = (*self.waiting, event.name)

    def _unlisted(self, event: Unlisted) -> None:
        self.waiting = tuple(name for name in self.waiting if name != event.name)

    def _seated(self, event: Seated) -> None:
        self.seats[event.seat] = Player(event.name, event.stack, event.bot)
        self.waiting = tuple(name for name in self.waiting if name != event.name)
        self.departed.pop(event.name, None)
        self.brought += event.stack
        self._count()

    def _leaving(self, event: Leaving) -> None:
        self.leavers |= {event.seat}

    def _left(self, event: Left) -> None:
        name = self.player(event.seat).name
        self._vacate(event.seat)
        if self.kill_owed is not None and self.kill_owed.seat == event.seat:
            self.kill_owed = None
        if self.kill_asked is not None and self.kill_asked.seat == event.seat:
            self.kill_asked = None
        self.departed[name] = Departure(event.stack, self.minute)
        self.taken += event.stack
        self._count()

    def _vacate(self, seat: Seat) -> None:
        self.seats[seat] = None
        self.dealt -= {seat}
        self.leavers -= {seat}
        self.straddlers -= {seat}

    def _seat_change_asked(self, event: SeatChangeAsked) -> None:
        self.player(event.seat).moves_to = event.to

    def _seat_changed(self, event: SeatChanged) -> None:
        player = self.player(event.seat)
        self._vacate(event.seat)
        self.seats[event.to] = player
        player.moves_to = player.posts = None
        player.debt = msgspec.structs.replace(player.debt, new=True)
        if self.kill_owed is not None and self.kill_owed.seat == event.seat:
            self.kill_owed = msgspec.structs.replace(self.kill_owed, seat=event.to)
        if self.kill_asked is not None and self.kill_asked.seat == event.seat:
            self.kill_asked = None
        self._count()

    def _top_up_asked(self, event: TopUpAsked) -> None:
        self.player(event.seat).top_up = event.amount

    def _rebought(self, event: Rebought) -> None:
        player = self.player(event.seat)
        player.stack, player.top_up = event.stack, Chips(0)
        self.brought += event.amount
        self._count()

    def _auto_rebuy_set(self, event: AutoRebuySet) -> None:
        player = self.player(event.seat)
        player.rebuy_below, player.rebuy_to = event.below, event.to

    def _sat_out(self, event: SatOut) -> None:
        player = self.player(event.seat)
        player.sitting_out, player.out_at_big_blind, player.posts = True, False, None

    def _sit_out_at_big_blind(self, event: SitOutAtBigBlind) -> None:
        self.player(event.seat).out_at_big_blind = True

    def _came_back(self, event: CameBack) -> None:
        player = self.player(event.seat)
        player.sitting_out = player.out_at_big_blind = False
        self.leavers -= {event.seat}

    def _entry_chosen(self, event: EntryChosen) -> None:
        self.player(event.seat).posts = event.post

    def _connection_lost(self, event: ConnectionLost) -> None:
        self.player(event.seat).connected = False

    def _connection_back(self, event: ConnectionBack) -> None:
        self.player(event.seat).connected = True

    def _straddle_asked(self, event: StraddleAsked) -> None:
        self.straddlers -= {event.seat}
        if event.on:
            self.straddlers |= {event.seat}

    def _kill_asked(self, event: KillAsked) -> None:
        self.kill_asked = event if event.amount else None

    def _kill_owed(self, event: KillOwed) -> None:
        self.kill_owed = event

    def _kill_lapsed(self, event: KillLapsed) -> None:
        self.kill_owed = None

    def _chop_answered(self, event: ChopAnswered) -> None:
        self.chop[event.seat] = event.agrees

    def _chopped(self, event: Chopped) -> None:
        self.hand = None
        self.dealt = frozenset()
        self.chop = {}

    def _blinds_assigned(self, event: BlindsAssigned) -> None:
        positions = event.positions
        if len(self.games) > 1:
            before = None if self.places is None else self.places.big_blind
            self.rotation = self.rotation.after_hand(positions, before, len(self.seats))
        self.places = positions.places
        self.hands = event.number
        for seat in positions.missed_big:
            self._miss(seat, missed_big=True)
        if positions.missed_small is not None:
            self._miss(positions.missed_small, missed_small=True)
        for seat in positions.dealt:
            player = self.player(seat)
            player.debt, player.posts = NO_DEBT, None
        self.straddlers = frozenset()
        self.kill_asked = None
        if event.killer is not None:
            self.kill_owed = None

    def _miss(self, seat: Seat, **missed: bool) -> None:
        player = self.player(seat)
        player.debt = msgspec.structs.replace(player.debt, **missed)

    def _hand_started(self, event: HandStarted) -> None:
        self.begin(PublicHand(event))

    def _hand_ended(self, event: HandEnded) -> None:
        assert self.hand is not None
        self.hand.evolve(event)
        self.settle()


_EVOLVE: dict[type, Callable[[PublicTable, Any], None]] = {
    MinuteTold: PublicTable._minute_told,
    RulesChangeAsked: PublicTable._rules_change_asked,
    RulesChanged: PublicTable._rules_changed,
    GameChanged: PublicTable._game_changed,
    Listed: PublicTable._listed,
    Unlisted: PublicTable._unlisted,
    Seated: PublicTable._seated,
    Leaving: PublicTable._leaving,
    Left: PublicTable._left,
    SeatChangeAsked: PublicTable._seat_change_asked,
    SeatChanged: PublicTable._seat_changed,
    TopUpAsked: PublicTable._top_up_asked,
    Rebought: PublicTable._rebought,
    AutoRebuySet: PublicTable._auto_rebuy_set,
    SatOut: PublicTable._sat_out,
    SitOutAtBigBlind: PublicTable._sit_out_at_big_blind,
    CameBack: PublicTable._came_back,
    EntryChosen: PublicTable._entry_chosen,
    ConnectionLost: PublicTable._connection_lost,
    ConnectionBack: PublicTable._connection_back,
    StraddleAsked: PublicTable._straddle_asked,
    KillAsked: PublicTable._kill_asked,
    KillOwed: PublicTable._kill_owed,
    KillLapsed: PublicTable._kill_lapsed,
    ChopAnswered: PublicTable._chop_answered,
    Chopped: PublicTable._chopped,
    BlindsAssigned: PublicTable._blinds_assigned,
    HandStarted: PublicTable._hand_started,
    HandEnded: PublicTable._hand_ended,
}
