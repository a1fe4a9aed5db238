"""One round of betting: the price, who may raise, and how much (floor 2).

Everything here is public. Amounts called ``to`` are totals of the round for one seat.
"""

from __future__ import annotations

from enum import StrEnum

from omaha8.rules.game import Game
from omaha8.rules.house import HouseRules
from omaha8.rules.options import (
    BigBetReopen,
    HeadsUpTrigger,
    LimitReopen,
    PotLimitMax,
    RaiseMinimum,
    Structure,
)

NOT_ACTED = -1
_NO_CAP = 1 << 62

# By names of their own: looking a member up in its enumeration takes ten times as long, and these
# are asked for at every turn.
_FIXED_LIMIT, _SPREAD = Structure.FIXED_LIMIT, Structure.SPREAD
_POT_LIMIT, _NO_LIMIT = Structure.POT_LIMIT, Structure.NO_LIMIT
_HALF_BET, _FULL_BET = LimitReopen.HALF_BET, LimitReopen.FULL_BET
_FULL_SINGLE, _MINIMUM_BET = BigBetReopen.FULL_SINGLE, RaiseMinimum.MINIMUM_BET
_BEFORE_CALL = PotLimitMax.POT_BEFORE_CALL


class NoRaise(StrEnum):
    """Why a player may not bet or raise now."""

    CAPPED = "capped"
    NOT_REOPENED = "not reopened"
    NOBODY_CAN_CALL = "nobody can call a raise"
    STACK_TOO_SHORT = "stack covers no more than the call"


class BettingRound:
    """The state of one betting round, changed by `wager` and read by `bounds`.

    ``price`` is what a seat must have in to stay; ``base`` the last level that counts as a full
    bet or raise (limit); ``last_full`` the largest full bet or raise (big bet); ``bets`` the full
    bets so far, which the cap counts. ``faced[seat]`` is the price when the seat last acted.
    """

    __slots__ = (
        "base",
        "bets",
        "capped",
        "faced",
        "game",
        "last_full",
        "least_cap",
        "price",
        "round_start_players",
        "rules",
        "unit",
    )

    def __init__(self, rules: HouseRules, game: Game, seats: int) -> None:
        self.rules = rules
        self.game = game
        self.faced = [NOT_ACTED] * seats
        self.least_cap = self._least_cap()
        self.start(unit=game.small_bet, players=0)

    def start(self, unit: int, players: int) -> None:
        """A new street: nothing bet, nobody has acted, ``players`` still in the hand."""
        self.unit = unit
        self.price = self.base = self.last_full = self.bets = 0
        self.capped = False
        self.round_start_players = players
        self.faced = [NOT_ACTED] * len(self.faced)

    def open_blind(self, price: int, blind: int, bets: int) -> None:
        """Blinds, straddle or kill blind set the price; ``bets`` of the cap are used by them.

        ``blind`` is what counts as the bet to raise: the price without a live ante.
        """
        self.price = self.base = price
        self.last_full = blind
        self.bets = bets

    def copy(self) -> BettingRound:
        """The same round, free to go another way."""
        twin = BettingRound.__new__(BettingRound)
        for name in self.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.faced = self.faced.copy()
        return twin

    # what happens

    def wager(self, seat: int, to: int) -> bool:
        """``seat`` has acted and is in for ``to``. True for a bet or raise that counts as full."""
        full = False
        if to > self.price:
            full = self.is_full(to)
            if full:
                self.last_full = max(self.last_full, to - self.price)
                self.base = to
                self.bets += 1
            self.price = to
        self.faced[seat] = self.price
        return full

    def is_full(self, to: int) -> bool:
        """Whether a bet or raise to ``to`` counts: for the cap, and for who has acted.

        Robert: in limit an all-in of half a bet or more is a full bet (``half_bet``). TDA: in
        pot and no limit only a full minimum raise is one.
        """
        if self.game.structure is _FIXED_LIMIT:
            reopen = self.rules.fl_reopen
            if reopen is _HALF_BET:
                return 2 * (to - self.base) >= self.unit
            return to - (self.price if reopen is _FULL_BET else self.base) >= self.unit
        return to - self.price >= self.least_raise()

    # what is allowed

    def least_raise(self) -> int:
        """What a raise adds at least in pot, no and spread limit."""
        if self.rules.raise_min is _MINIMUM_BET:
            return self.unit
        return max(self.last_full, self.unit)

    def reopened(self, seat: int) -> bool:
        """Whether ``seat`` may raise: it has not acted, or faces a full bet or raise since.

        TDA, re-opening the bet: short all-ins that add up to a full raise reopen, for whom they
        add up. In limit, half a bet does.
        """
        faced = self.faced[seat]
        if faced == NOT_ACTED:
            return True
        if self.game.structure is _FIXED_LIMIT:
            # Robert: facing less than half a bet, who has acted may not raise, whatever the all-ins
            # before him add up to for others.
            if self.rules.fl_reopen is _HALF_BET:
                return 2 * (self.price - faced) >= self.unit
            if self.rules.fl_reopen is _FULL_BET:
                return self.price - faced >= self.unit
            # The last wager that counts as full ended at base: since the seat acted if above.
            return self.base > faced
        if self.rules.big_bet_reopen is _FULL_SINGLE:
            # The last full raise ended at base: it came after the seat acted if it is above.
            return self.base > faced
        return self.price - faced >= self.least_raise()

    def _least_cap(self) -> int:
        """The fewest bets that can ever be all that a round may see; no round is capped below."""
        rules = self.rules
        if self.game.structure in (_POT_LIMIT, _NO_LIMIT):
            return _NO_CAP if rules.big_bet_max_raises is None else rules.big_bet_max_raises + 1
        heads_up = rules.fl_heads_up_max
        return rules.fl_max_bets if heads_up == "unlimited" else min(rules.fl_max_bets, heads_up)

    def limit_of_bets(self, in_hand: int, able: int, hand_start: int, final_two: bool) -> int:
        """How many full bets this round may see; 0 for no cap. Counts are of players."""
        structure = self.game.structure
        if structure is _POT_LIMIT or structure is _NO_LIMIT:
            raises = self.rules.big_bet_max_raises
            return 0 if raises is None else raises + 1
        rules = self.rules
        two = False
        match rules.fl_heads_up_trigger:
            case HeadsUpTrigger.PLAYERS_ABLE_TO_ACT:
                two = able == 2
            case HeadsUpTrigger.PLAYERS_IN_HAND:
                two = in_hand == 2
            case HeadsUpTrigger.ROUND_START:
                two = self.round_start_players == 2
            case HeadsUpTrigger.HAND_START:
                two = hand_start == 2
            case HeadsUpTrigger.EVENT_FINAL_TWO:
                two = final_two
        if two:
            heads_up = rules.fl_heads_up_max
            return 0 if heads_up == "unlimited" else heads_up
        return rules.fl_max_bets

    def bounds(self, bet: int, stack: int, pot: int) -> tuple[int, int]:
        """The least and the largest total a seat may bet or raise to.

        ``bet`` is what the seat has in, ``stack`` what it has behind, ``pot`` everything in the
        middle now, the bets of this round included. A stack that falls short of the least may
        still go all-in: then both are that.
        """
        price, structure = self.price, self.game.structure
        everything = bet + stack
        if structure is _FIXED_LIMIT:
            full_on_top = self.rules.fl_reopen is _FULL_BET
            least = largest = (price if full_on_top else self.base) + self.unit
        else:
            least = price + self.least_raise()
            if structure is _POT_LIMIT:
                call = price - bet
                if self.rules.pl_max is _BEFORE_CALL:
                    call = 0
                largest = price + pot + call
            elif structure is _SPREAD:
                largest = price + self.game.spread_max
            else:
                largest = everything
            largest = max(largest, least)
        if everything <= least:
            return everything, everything
        return least, min(largest, everything)
