"""Drives a table through a session and compares each hand with the room's (floor 4).

The table is told by its own commands who comes, goes and chooses. Before each hand it says what it
would do next (`omaha8.table.next_hand`); then what the room did is folded in, so that a hand in
which they differ spoils no other. The hands themselves, most of them of other games, are not
played here: stacks are set to what the log says.
"""

from __future__ import annotations

from typing import Final

import msgspec

from omaha8.history.pokernow import Log
from omaha8.rules.game import Chips, Game, Seat
from omaha8.rules.house import HouseRules
from omaha8.rules.options import Structure
from omaha8.sessions.compare import Compared, compare, room_positions
from omaha8.sessions.reasons import Scene
from omaha8.sessions.told import told
from omaha8.sessions.words import (
    Brings,
    ComesBack,
    Leaves,
    RoomHand,
    Sits,
    SitsOut,
    Stakes,
    Told,
    Word,
)
from omaha8.table import commands as c
from omaha8.table.between_hands import BlindsAssigned, RulesChanged
from omaha8.table.entry import EntryOffer
from omaha8.table.events import Rebought, Seated
from omaha8.table.machine import Table
from omaha8.table.money import MOST_SEATS
from omaha8.table.next_hand import next_hand
from omaha8.table.refusal import Refused

NO_LIMIT: Final = Chips(10**15)
"""More than anybody brings: the room has no largest buy-in."""


class Refusal(msgspec.Struct, frozen=True):
    """What somebody did in the room before hand ``number`` and may not do at the table."""

    number: int
    player: str
    text: str


class Session(msgspec.Struct, frozen=True):
    """A log's hands, compared, and what the table refused."""

    name: str
    hands: tuple[Compared, ...]
    refusals: tuple[Refusal, ...]


def drive(log: Log, rules: HouseRules) -> Session:
    """The whole log under these rules."""
    return drive_hands(log.name, told(log), rules)


def drive_hands(name: str, hands: list[Told], rules: HouseRules) -> Session:
    """The hands of a log that has been read (`omaha8.sessions.told`) under these rules."""
    driver = _Driver(rules)
    compared = [driver.hand(one) for one in hands]
    done = tuple([hand for hand in compared if hand is not None])
    return Session(name, done, tuple(driver.refusals))


class _Driver:
    """The table of the game that goes on, and who sits where at it."""

    def __init__(self, rules: HouseRules) -> None:
        self.rules = rules
        self.refusals: list[Refusal] = []
        self.number = 0
        self._begin(Stakes(Chips(1), Chips(2), Chips(0)))

    def _begin(self, stakes: Stakes) -> None:
        """A game begins: nobody sits there yet."""
        game = _game(stakes, self.rules)
        self.table = Table(
            self.rules, game, MOST_SEATS, min_buy_in=game.big_blind, max_buy_in=NO_LIMIT
        )
        self.seats: dict[str, Seat] = {}
        self.before = self.away = frozenset[Seat]()
        self.posting: set[str] = set()

    def hand(self, one: Told) -> Compared | None:
        """Tells the table what is told before a hand, and compares; ``None`` if it cannot be."""
        hand = one.hand
        self.number = hand.number
        for word in one.words:
            self._tell(word, begins=hand.begins)
        self._take_seats(hand)
        public = self.table.public
        # Also makes the table think again of the next hand: not all that it saw was a command.
        self.table.apply(c.TellMinute(max(hand.minute, public.minute)))
        self._choose(hand)
        first = _first_button(hand) if public.places is None else None
        following = next_hand(public, first)
        scene = Scene(public.places, self.before, self.away, len(public.seats))
        compared = compare(scene, hand, following) if hand.known else None
        if hand.big_blind is not None and max(hand.stacks) < len(public.seats):
            if public.next_rules is not None:
                public.evolve(RulesChanged())
            positions = room_positions(hand, public)
            if compared is not None and compared.agrees and following is not None:
                positions = following.positions
            public.evolve(BlindsAssigned(number=public.hands + 1, positions=positions))
            self.before = frozenset(hand.stacks)
            self.away -= self.before
            self.posting -= set(hand.players.values())
        return compared

    def _do(self, player: str, command: c.Command) -> bool:
        """Whether the table obeyed."""
        try:
            self.table.apply(command)
        except Refused as refused:
            self.refusals.append(Refusal(self.number, player, str(refused)))
            return False
        return True

    def _tell(self, word: Word, *, begins: bool) -> None:
        match word:
            case Stakes() if begins:
                self._begin(word)
            case Stakes():
                game = _game(word, self.rules)
                change = c.ChangeRules(
                    games=(game,), min_buy_in=game.big_blind, max_buy_in=NO_LIMIT
                )
                self._do("", change)
            case Sits(player, seat, stack, here):
                self._sit(player, seat, stack)
                if not here and player in self.seats:
                    self._do(player, c.SitOut(seat))
                    self.away |= {seat}
            case _ if word.player not in self.seats:
                return
            case Leaves(player, stack):
                seat = self.seats.pop(player)
                self._set_stack(seat, stack)
                self._do(player, c.Leave(seat))
                self.away -= {seat}
            case SitsOut(player, stack):
                seat = self.seats[player]
                self._set_stack(seat, stack)
                if not self.table.public.player(seat).sitting_out:
                    self._do(player, c.SitOut(seat))
            case ComesBack(player, stack, posts):
                seat = self.seats[player]
                self._set_stack(seat, stack)
                if self.table.public.player(seat).sitting_out:
                    self._do(player, c.ComeBack(seat))
                if posts:
                    self.posting.add(player)
            case Brings(player, before, after):
                seat = self.seats[player]
                self._set_stack(seat, before)
                if after > before:
                    self._do(player, c.TopUp(seat, Chips(after - before)))
                self._set_stack(seat, after)

    def _sit(self, player: str, seat: Seat, stack: Chips) -> None:
        public = self.table.public
        if seat >= len(public.seats):
            self._do(player, c.Sit(player, stack, seat))
            return
        if player in self.seats:
            self._vacate(self.seats[player])
        self._vacate(seat)
        if not self._do(player, c.Sit(player, stack, seat)):
            public.evolve(Seated(seat, player, stack))
        self.seats[player] = seat

    def _set_stack(self, seat: Seat, stack: Chips) -> None:
        """What was won and lost in hands that are not played here."""
        public = self.table.public
        change = stack - public.player(seat).stack
        if change:
            public.evolve(Rebought(seat, Chips(change), stack))

    def _take_seats(self, hand: RoomHand) -> None:
        """Whoever is dealt in sits where the room has him, whatever was told."""
        public = self.table.public
        for seat, player in hand.players.items():
            if seat < len(public.seats) and self.seats.get(player) != seat:
                self._vacate(seat)
                if player in self.seats and self._do(
                    player, c.ChangeSeat(self.seats[player], seat)
                ):
                    self.seats[player] = seat
                else:
                    self._sit(player, seat, hand.stacks[seat])
        for seat, player in hand.players.items():
            if self.seats.get(player) == seat:
                self._set_stack(seat, hand.stacks[seat])

    def _vacate(self, seat: Seat) -> None:
        """The room has given the chair away."""
        there = self.table.public.seats[seat]
        if there is not None:
            self.seats.pop(there.name)
            self._do(there.name, c.Leave(seat))

    def _choose(self, hand: RoomHand) -> None:
        """What players choose who are offered a choice: as they did in the room."""
        public = self.table.public
        for offer in self.table.offers if self.posting else ():
            if isinstance(offer, EntryOffer) and offer.chosen is None:
                player = public.player(offer.seat).name
                if player in self.posting:
                    self._do(player, c.ChoosePost(offer.seat))
        straddler = hand.straddler
        if straddler is not None:
            self._do(hand.players[straddler], c.Straddle(straddler))


def _game(stakes: Stakes, rules: HouseRules) -> Game:
    """The stakes as a game of this house; what no game can have is made playable."""
    structure = Structure.POT_LIMIT
    if structure not in rules.allowed_structures:
        structure = next(s for s in rules.allowed_structures if s is not Structure.MIXED)
    big = max(stakes.big_blind, Chips(1))
    limit = structure is Structure.FIXED_LIMIT
    return Game(
        structure=structure,
        small_blind=min(max(stakes.small_blind, Chips(1)), big),
        big_blind=big,
        small_bet=big,
        big_bet=Chips(2 * big) if limit else big,
        ante=stakes.ante,
        spread_max=big if structure is Structure.SPREAD else Chips(0),
    )


def _first_button(hand: RoomHand) -> Seat:
    """The button of a game that begins; the small blind's where the log begins in a game."""
    if hand.button is not None:
        return hand.button
    return hand.small_blind if hand.small_blind is not None else min(hand.stacks)
