"""The public state of a table: what its events add up to (floor 4).

It changes only by `PublicTable.evolve`, which folds one event in and validates nothing. No field
could hold a hidden card.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from omaha8.hand.public import ChipsLost, PublicHand
from omaha8.rules.game import Chips, Game, Seat
from omaha8.rules.house import HouseRules
from omaha8.table.between_hands import (
    AnyEvent,
    KillAsked,
    KillOwed,
    RulesChangeAsked,
    TableOpened,
)
from omaha8.table.entry import marks
from omaha8.table.evolve import EVOLVE
from omaha8.table.mixed import Rotation
from omaha8.table.money import Departure, buy_in_bounds
from omaha8.table.player import Player
from omaha8.table.positions import Places, Standing


class PublicTable(msgspec.Struct, eq=False, kw_only=True):
    """What everybody knows of a table.

    ``hand`` is the hand in progress, or the last one until the next begins; ``dealt`` are the
    chairs whose player was dealt into it. ``straddlers`` straddle the next hand if they can,
    ``leavers`` get up when this one is over, ``cleared`` have to, ``waiting`` is the waiting list,
    and ``departed`` what those took who left lately. ``brought``, ``taken`` and ``raked`` are all
    chips that ever came and went.
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
    cleared: frozenset[Seat] = frozenset()
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

    def copy(self) -> PublicTable:
        """The same state, free to go another way."""
        return msgspec.structs.replace(
            self,
            seats=[p if p is None else msgspec.structs.replace(p) for p in self.seats],
            hand=None if self.hand is None else self.hand.copy(),
            chop=self.chop.copy(),
            departed=self.departed.copy(),
        )

    # what it says

    @property
    def opening(self) -> TableOpened:
        """The event that opens a table like this one."""
        return TableOpened(
            rules=self.rules,
            games=self.games,
            seats=len(self.seats),
            min_buy_in=self.min_buy_in,
            max_buy_in=self.max_buy_in,
        )

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
    def buy_ins(self) -> tuple[Chips, Chips]:
        """The least and the largest buy-in of the next hand: chips that come now are for that."""
        coming = self.next_rules or self
        return coming.min_buy_in, coming.max_buy_in

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

    @property
    def stacks(self) -> tuple[Chips | None, ...]:
        """What lies in front of each chair now, bets taken off; ``None`` where nobody sits."""
        hand, dealt = self.hand, self.dealt
        if hand is None or not self.playing:
            return tuple([None if who is None else who.stack for who in self.seats])
        live = hand.stacks
        return tuple(
            [
                None if who is None else live[seat] if seat in dealt else who.stack  # type: ignore[misc]
                for seat, who in enumerate(self.seats)
            ]
        )

    def stack(self, seat: Seat) -> Chips:
        """What lies in front of an occupied chair now, bets taken off."""
        if self.hand is not None and self.in_hand(seat):
            return Chips(self.hand.stacks[seat])
        return self.player(seat).stack

    @property
    def chips(self) -> int:
        """All chips on the table now: in front of the players, bet, and in the pots."""
        hand = self.hand
        if hand is None or hand.ended:
            return sum(player.stack for player in self.seats if player is not None)
        there, stacks, dealt = hand.pot, hand.stacks, self.dealt
        for seat, player in enumerate(self.seats):
            if player is not None:
                there += stacks[seat] if seat in dealt else player.stack
        return there

    @property
    def stacks_before(self) -> tuple[Chips | None, ...]:
        """What everybody who is in the hand that is going on began it with."""
        return tuple(
            player.stack if player is not None and seat in self.dealt else None
            for seat, player in enumerate(self.seats)
        )

    def marks(self, seat: Seat) -> tuple[str, ...]:
        """``ML`` for a missed big blind, ``MS`` for a missed small one."""
        return marks(self.player(seat).debt, self.rules)

    def promised(self, seat: Seat) -> Chips:
        """The most that the end of a hand may bring him, by what he asked for.

        Top-up and auto-rebuy are not asked about again then: he must have as much until it is over.
        """
        player = self.player(seat)
        return max(player.top_up, player.rebuy_to)

    def buy_in(self, name: str, minute: int | None = None) -> tuple[Chips, Chips]:
        """The least and the largest that somebody may sit down with; now, or in a later
        ``minute``.
        """
        gone, now = self.departed.get(name), self.minute if minute is None else minute
        rules = max(self.rules, self.coming_rules, key=lambda rules: rules.ratholing_minutes)
        return buy_in_bounds(*self.buy_ins, gone, now, rules)

    def standings(self, rules: HouseRules) -> list[Standing]:
        """How every chair stands before the next deal."""
        return [
            Standing.EMPTY if player is None else player.standing(rules) for player in self.seats
        ]

    # how it changes

    def evolve(self, event: AnyEvent) -> None:
        """Fold one event in. Raises `ChipsLost` if chips came or went."""
        change = EVOLVE.get(type(event))
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
        self.count_chips(there)

    def count_chips(self, there: int | None = None) -> None:
        """Raises `ChipsLost` where those ``there`` are not what was brought and not taken."""
        if there is None:
            there = sum(player.stack for player in self.seats if player is not None)
        # During a hand its bets and its rake are still in the stacks it began with.
        if there + self.taken + self.raked != self.brought:
            raise ChipsLost(
                f"{there} chips on the table, {self.taken} taken off and {self.raked} raked are "
                f"not the {self.brought} brought"
            )
