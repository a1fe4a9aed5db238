"""The public state of a hand: chips, bets, board, whose turn (floor 3).

No field here could hold a hidden card. The state changes only by `PublicHand.evolve`, which folds
one event in and validates nothing; what is legal follows from the state alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from omaha8.cards import Card
from omaha8.hand.events import (
    Awarded,
    Bet,
    BoardDealt,
    Called,
    Checked,
    Event,
    Folded,
    HandEnded,
    HandStarted,
    HoleDealt,
    Mucked,
    Posted,
    PostKind,
    Raised,
    Raked,
    Shown,
    UncalledReturned,
)
from omaha8.hand.first_round import killer_last, last_blind, open_first_round
from omaha8.hand.legal import Legal
from omaha8.hand.showdown import MUCK_BY_CHOICE, may_muck, showdown_order
from omaha8.hand.turns import legal_bets
from omaha8.rules.betting import NOT_ACTED, BettingRound
from omaha8.rules.game import Chips, Seat
from omaha8.rules.options import KillActs
from omaha8.rules.pots import Pot, build_pots, in_order_from

NOBODY = -1
STREETS = {0: "preflop", 3: "flop", 4: "turn", 5: "river"}


class ChipsLost(AssertionError):
    """Stacks and pots no longer add up: a fault of the machine, never of a player."""


class PublicHand:
    """What everybody at the table knows of a hand.

    Lists are by seat. ``bets`` is this round's, ``live`` the whole hand's live stakes; ``pot``
    everything in the middle, the bets of this round included. ``deal_order`` is everybody dealt in,
    clockwise from the left of the button; ``order`` the same in this round's order of acting.
    ``unpaid_blinds`` is what short blinds add to the pot-limit maximum before the flop.
    """

    __slots__ = (
        "_final_pots",
        "_holes_due",
        "_legal",
        "_place",
        "_total",
        "_turn",
        "able_count",
        "antes",
        "awards",
        "bets",
        "betting",
        "board",
        "button",
        "dead",
        "deal_order",
        "ended",
        "game",
        "in_count",
        "in_hand",
        "last_actor",
        "last_aggressor",
        "live",
        "mucked",
        "order",
        "posts",
        "pot",
        "raked",
        "rules",
        "shown",
        "stacks",
        "start",
        "unpaid_blinds",
    )

    def __init__(self, start: HandStarted) -> None:
        self.start = start
        self.rules = start.rules
        self.game = start.game
        self.button = start.button
        seats = len(start.stacks)
        self.stacks: list[int] = [stack or 0 for stack in start.stacks]
        self.in_hand = [bool(stack) for stack in start.stacks]
        self.in_count = self.able_count = self._holes_due = sum(self.in_hand)
        self.bets = [0] * seats
        self.live = [0] * seats
        self.antes = [0] * seats
        self.dead = self.pot = self.raked = 0
        self.board: list[Card] = []
        self.posts: list[Posted] = []
        self.shown: dict[Seat, tuple[Card, ...]] = {}
        self.mucked: set[Seat] = set()
        self.awards: list[Awarded] = []
        self.ended = False
        self.betting = BettingRound(start.rules, start.game, seats)
        self.last_actor = self.last_aggressor = NOBODY
        self._turn = NOBODY
        self.unpaid_blinds = 0
        self._total = sum(self.stacks)
        self._legal: Legal | None = None
        self._final_pots: tuple[Pot, ...] | None = None
        self.deal_order = [s for s in in_order_from(self.button, seats) if self.in_hand[s]]
        self._set_order(self.deal_order)

    @classmethod
    def fold(cls, events: Iterable[Event]) -> PublicHand:
        """The state after ``events``, of which the first is `HandStarted`."""
        stream = iter(events)
        start = next(stream, None)
        if not isinstance(start, HandStarted):
            raise ValueError("the events of a hand begin with hand_started")
        state = cls(start)
        for event in stream:
            state.evolve(event)
        return state

    def copy(self) -> PublicHand:
        """The same state, free to go another way."""
        twin = PublicHand.__new__(PublicHand)
        for name in _SHARED:
            setattr(twin, name, getattr(self, name))
        for name in _COPIED:
            setattr(twin, name, getattr(self, name).copy())
        return twin

    # what it says

    @property
    def street(self) -> str:
        """``preflop``, ``flop``, ``turn`` or ``river``, by the length of the board."""
        return STREETS[len(self.board)]

    @property
    def turn(self) -> Seat | None:
        """The seat that is to act, or to choose between showing and mucking."""
        legal = self.legal
        return None if legal is None else legal.seat

    @property
    def contesting(self) -> list[Seat]:
        """Seats that can still win chips, clockwise from the left of the button."""
        return [s for s in self.deal_order if self.in_hand[s] and s not in self.mucked]

    @property
    def pots(self) -> tuple[Pot, ...]:
        """Main pot and side pots as they would be cut now, the bets of this round included."""
        if self._final_pots is not None:
            return self._final_pots
        contesting = [s for s in self.deal_order if self.in_hand[s]]
        behind = [s for s in contesting if self.stacks[s]]
        return build_pots(self.live, self.dead, self.antes, contesting, behind)

    @property
    def betting_closed(self) -> bool:
        """Nobody is to act in this round any more."""
        return self._turn == NOBODY and not self._holes_due

    @property
    def at_showdown(self) -> bool:
        """The river is bet and hands are being shown."""
        return (
            self._turn == NOBODY and len(self.board) == 5 and self.in_count > 1 and not self.awards
        )

    def uncalled(self) -> tuple[Seat, Chips] | None:
        """Who gets how much of an unmatched bet back, once the round is closed."""
        top = second = 0
        owner = NOBODY
        for seat, bet in enumerate(self.bets):
            if bet > top:
                second, top, owner = top, bet, seat
            elif bet > second:
                second = bet
        if top == second or not self.in_hand[owner]:
            return None
        return Seat(owner), Chips(top - second)

    def next_to_show(self) -> Seat | None:
        """The next seat to show or muck at the showdown."""
        for seat in showdown_order(self):
            if seat not in self.shown and seat not in self.mucked:
                return seat
        return None

    @property
    def legal(self) -> Legal | None:
        """The choices of whose turn it is; ``None`` when nobody is to act."""
        if self._legal is None:
            if self._turn != NOBODY:
                self._legal = legal_bets(self, Seat(self._turn))
            elif self.rules.muck in MUCK_BY_CHOICE and self.at_showdown and self.uncalled() is None:
                seat = self.next_to_show()
                if seat is not None and may_muck(self, seat):
                    self._legal = Legal(seat=seat, showdown=True)
        return self._legal

    def is_capped(self) -> bool:
        """Whether this round has seen all the bets it may. A round once capped may stay so."""
        betting = self.betting
        if betting.bets < betting.least_cap:
            return False
        if betting.capped and self.rules.fl_cap_sticky:
            return True
        limit = betting.limit_of_bets(
            self.in_count, self.able_count, len(self.order), self.start.final_two
        )
        return 0 < limit <= betting.bets

    # how it changes

    def evolve(self, event: Event) -> None:
        """Fold one event in. Raises `ChipsLost` if chips came or went."""
        self._legal = None
        _EVOLVE[type(event)](self, event)
        if sum(self.stacks) + self.pot + self.raked != self._total:
            raise ChipsLost(
                f"stacks {self.stacks} and pot {self.pot} are not {self._total} after {event}"
            )

    def _posted(self, event: Posted) -> None:
        seat = event.seat
        paid = event.live + event.dead
        self.stacks[seat] -= paid
        self.bets[seat] += event.live
        self.live[seat] += event.live
        self.pot += paid
        if event.kind is PostKind.ANTE:
            self.antes[seat] += event.dead
        else:
            self.dead += event.dead
        if paid and self.stacks[seat] == 0:
            self.able_count -= 1
        self.posts.append(event)

    def _hole_dealt(self, event: HoleDealt) -> None:
        self._holes_due -= 1
        if self._holes_due == 0:
            self._open_first_round()

    def _open_first_round(self) -> None:
        rules = self.rules
        self.betting.round_start_players = self.in_count
        open_first_round(self)
        first_after = last_blind(self)
        if rules.kill_acts is not KillActs.IN_TURN:
            order, first_after = killer_last(self, first_after)
            self._set_order(order)
        self._pass_turn(self._place[first_after])

    def _board_dealt(self, event: BoardDealt) -> None:
        self.board.extend(event.cards)
        for seat in self.order:
            self.bets[seat] = 0
        self.unpaid_blinds = 0
        self.last_aggressor = self.last_actor = NOBODY
        if self.rules.kill_acts is not KillActs.IN_TURN:
            self._set_order(self.deal_order)
        self.betting.start(self.game.bet_unit(len(self.board)), self.in_count)
        self._pass_turn(-1)

    def _set_order(self, order: list[Seat]) -> None:
        self.order = order
        self._place = {seat: place for place, seat in enumerate(order)}

    def _pass_turn(self, place: int) -> None:
        """Give the turn to the next seat after ``place`` that has something to decide."""
        self._turn = NOBODY
        if self.in_count == 1 or self.able_count == 0:
            return
        order, in_hand, stacks, bets = self.order, self.in_hand, self.stacks, self.bets
        faced, price = self.betting.faced, self.betting.price
        for seat in order[place + 1 :] + order[: place + 1]:
            if in_hand[seat] and stacks[seat] and (faced[seat] == NOT_ACTED or bets[seat] < price):
                # The last player with chips, who has matched the all-ins: nothing to decide.
                mine = bets[seat]
                if self.able_count > 1 or any(in_hand[s] and bets[s] > mine for s in order):
                    self._turn = seat
                return

    def _folded(self, event: Folded) -> None:
        seat = event.seat
        self.in_hand[seat] = False
        self.in_count -= 1
        self.able_count -= 1
        self._pass_turn(self._place[seat])

    def _checked(self, event: Checked) -> None:
        seat = event.seat
        self.last_actor = seat
        self.betting.wager(seat, self.bets[seat])
        self._pass_turn(self._place[seat])

    def _wagered(self, event: Called | Bet | Raised) -> None:
        seat, added = event.seat, event.added
        self.stacks[seat] -= added
        self.bets[seat] += added
        self.live[seat] += added
        self.pot += added
        self.last_actor = seat
        full = self.betting.wager(seat, event.to)
        if not isinstance(event, Called):
            self.last_aggressor = seat
            if full and self.is_capped():
                # Robert: heads-up lifts the cap where it comes before the raising is capped. An
                # all-in that caps it comes too late, so its seat still counts here.
                self.betting.capped = True
        if self.stacks[seat] == 0:
            self.able_count -= 1
        self._pass_turn(self._place[seat])

    def _uncalled_returned(self, event: UncalledReturned) -> None:
        seat, amount = event.seat, event.amount
        if self.stacks[seat] == 0:
            self.able_count += 1
        self.stacks[seat] += amount
        self.bets[seat] -= amount
        self.live[seat] -= amount
        self.pot -= amount

    def _shown(self, event: Shown) -> None:
        self.shown[event.seat] = event.cards

    def _mucked(self, event: Mucked) -> None:
        self.mucked.add(event.seat)

    def _raked(self, event: Raked) -> None:
        self.raked = sum(event.by_pot)
        self.pot -= self.raked

    def _awarded(self, event: Awarded) -> None:
        self._turn = NOBODY
        if self._final_pots is None:
            # Once chips are awarded a stack does not tell any more who was all-in.
            self._final_pots = self.pots
        self.stacks[event.seat] += event.amount
        self.pot -= event.amount
        self.awards.append(event)

    def _hand_ended(self, event: HandEnded) -> None:
        self.ended = True
        if self.pot:
            raise ChipsLost(f"{self.pot} chips left in the pot at the end of the hand")


_COPIED = (
    *("antes", "awards", "bets", "betting", "board", "in_hand", "live", "mucked", "posts"),
    *("shown", "stacks"),
)
_SHARED = tuple(name for name in PublicHand.__slots__ if name not in _COPIED)
_EVOLVE: dict[type, Callable[[PublicHand, Any], None]] = {
    Posted: PublicHand._posted,
    HoleDealt: PublicHand._hole_dealt,
    BoardDealt: PublicHand._board_dealt,
    Folded: PublicHand._folded,
    Checked: PublicHand._checked,
    Called: PublicHand._wagered,
    Bet: PublicHand._wagered,
    Raised: PublicHand._wagered,
    UncalledReturned: PublicHand._uncalled_returned,
    Shown: PublicHand._shown,
    Mucked: PublicHand._mucked,
    Raked: PublicHand._raked,
    Awarded: PublicHand._awarded,
    HandEnded: PublicHand._hand_ended,
}
