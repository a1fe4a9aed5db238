"""A slow betting machine written from the rulebook alone, which the fast one must agree with.

It keeps a log of what was done and reads it again from the start at every question, so that nothing
is ever updated. It knows no cards: a hand is posts, streets and wagers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from omaha8.hand.events import Bet, Called, Checked, Folded, Posted, PostKind, Raised
from omaha8.hand.hand import Hand
from omaha8.hand.posts import Post
from omaha8.rules.game import Game
from omaha8.rules.house import HouseRules
from omaha8.rules.options import (
    BigBetReopen,
    BlindsCount,
    HeadsUpTrigger,
    KillActs,
    LimitReopen,
    PotLimitMax,
    RaiseMinimum,
    ShortBlinds,
    Structure,
)

FOLD: Final = -1
PREFLOP, TURN, RIVER = 0, 2, 3
OPENING: Final = -1
COUNTED_IN_FULL: Final = (
    PostKind.SMALL_BLIND,
    PostKind.BIG_BLIND,
    PostKind.STRADDLE,
    PostKind.KILL,
)
BIG_BET: Final = (Structure.POT_LIMIT, Structure.NO_LIMIT)


class Act(NamedTuple):
    """``to`` is the seat's total of the round after it, or `FOLD`."""

    street: int
    seat: int
    to: int


class Wager(NamedTuple):
    """A bet or raise, made as the act number ``act``, or the blinds, before all acts."""

    act: int
    above: int
    to: int
    full: bool


class Choice(NamedTuple):
    """What the seat whose turn it is may do, as totals of the round; a check is a call of nothing.

    The bounds of a bet or raise are 0 and 0 where there is none.
    """

    seat: int
    call_to: int
    min_to: int
    max_to: int


class ReferenceBetting:
    """The betting of one hand; ``acts`` grows, everything else is derived from it."""

    def __init__(
        self,
        rules: HouseRules,
        game: Game,
        stacks: Sequence[int | None],
        button: int,
        posts: Sequence[Post],
        final_two: bool = False,
    ) -> None:
        self.rules, self.game, self.posts, self.final_two = rules, game, posts, final_two
        self.acts: list[Act] = []
        count = len(stacks)
        self.seats = [s for s in ((button + 1 + i) % count for i in range(count)) if stacks[s]]
        self.stack = {seat: stacks[seat] or 0 for seat in self.seats}
        self.live = dict.fromkeys(self.seats, 0)
        self.dead = dict.fromkeys(self.seats, 0)
        self.unpaid = 0
        for post in posts:
            left = self.stack[post.seat] - self.live[post.seat] - self.dead[post.seat]
            live = min(post.live, left)
            self.live[post.seat] += live
            self.dead[post.seat] += min(post.dead, left - live)
            if post.kind in COUNTED_IN_FULL:
                self.unpaid += post.live - live

    @classmethod
    def of(cls, hand: Hand) -> ReferenceBetting:
        """The betting of a hand as far as it has gone."""
        start = hand.public.start
        posts = [
            Post(e.seat, e.kind, max(e.live, e.price), e.dead)
            for e in hand.events
            if isinstance(e, Posted)
        ]
        betting = cls(start.rules, start.game, start.stacks, start.button, posts, start.final_two)
        for event in hand.events:
            if isinstance(event, Folded):
                betting.act(FOLD)
            elif isinstance(event, Checked):
                choice = betting.choice()
                assert choice is not None
                betting.act(choice.call_to)
            elif isinstance(event, Called | Bet | Raised):
                betting.act(event.to)
        return betting

    def before(self, act: int) -> ReferenceBetting:
        """The same hand as it was before the act of that number."""
        twin = object.__new__(ReferenceBetting)
        twin.__dict__.update(self.__dict__)
        twin.acts = self.acts[: max(act, 0)]
        return twin

    def choice(self) -> Choice | None:
        """The choices of whose turn it is; ``None`` when the betting of the hand is over."""
        for street in range(RIVER + 1):
            seat = self.turn(street)
            if seat is not None:
                return self.choice_of(seat, street)
        return None

    def act(self, to: int) -> None:
        """The seat whose turn it is folds, or is now in for ``to`` this round."""
        for street in range(RIVER + 1):
            seat = self.turn(street)
            if seat is not None:
                self.acts.append(Act(street, seat, to))
                return

    # chips and players

    def bet(self, seat: int, street: int) -> int:
        tos = [a.to for a in self.acts if a.street == street and a.seat == seat and a.to != FOLD]
        return tos[-1] if tos else self.live[seat] if street == PREFLOP else 0

    def behind(self, seat: int) -> int:
        bets = sum(self.bet(seat, street) for street in range(RIVER + 1))
        return self.stack[seat] - self.dead[seat] - bets

    def players(self) -> list[int]:
        gone = {act.seat for act in self.acts if act.to == FOLD}
        return [seat for seat in self.seats if seat not in gone]

    def able(self) -> list[int]:
        return [seat for seat in self.players() if self.behind(seat)]

    # whose turn it is

    def order(self, street: int) -> list[int]:
        """RULES, who acts: first left of the big blind, or of the straddle, then of the button.
        By option a killer acts last before the flop."""
        if street != PREFLOP:
            return self.seats
        posted = {post.kind: post.seat for post in self.posts}
        killer = posted.get(PostKind.KILL)
        # A killer who sits in the big blind posts in its place.
        last = posted.get(PostKind.STRADDLE, posted.get(PostKind.BIG_BLIND, killer))
        place = len(self.seats) if last is None else self.seats.index(last) + 1
        order = self.seats[place:] + self.seats[:place]
        if killer is not None and self.rules.kill_acts is not KillActs.IN_TURN:
            order = [seat for seat in order if seat != killer] + [killer]
        return order

    def turn(self, street: int) -> int | None:
        if len(self.players()) == 1:
            return None
        order = self.order(street)
        acts = [act for act in self.acts if act.street == street]
        place = order.index(acts[-1].seat) + 1 if acts else 0
        return next((s for s in order[place:] + order[:place] if self.must_act(s, street)), None)

    def must_act(self, seat: int, street: int) -> bool:
        bet, able = self.bet(seat, street), self.able()
        if seat not in able:
            return False
        if able == [seat] and max(self.bet(s, street) for s in self.players()) == bet:
            return False  # the last player with chips, who has matched the all-ins
        return self.last_act(seat, street) is None or bet < self.price(street)

    def last_act(self, seat: int, street: int) -> int | None:
        """The number of the seat's last act of the round. A straddle that is not live is one."""
        numbers = [i for i, a in enumerate(self.acts) if a.seat == seat and a.street == street]
        if numbers:
            return numbers[-1]
        straddled = any(p.kind is PostKind.STRADDLE and p.seat == seat for p in self.posts)
        dead_straddle = street == PREFLOP and straddled and not self.rules.straddle_live
        return OPENING if dead_straddle else None

    # the wagers of a round

    def wagers(self, street: int) -> list[Wager]:
        found: list[Wager] = []
        if street == PREFLOP:
            # RULES, short blind: the price is what was asked, paid or not.
            asked = [
                sum(p.live for p in self.posts if p.seat == seat and p.kind is not PostKind.ANTE)
                for seat in self.seats
            ]
            ante = self.game.ante if self.rules.ante_live else 0
            found.append(Wager(OPENING, ante, ante + max(self.game.big_blind, *asked), True))
        for number, act in enumerate(self.acts):
            price = found[-1].to if found else 0
            if act.street == street and act.to > price:
                full = self.is_full(act.to, price, street, found)
                found.append(Wager(number, price, act.to, full))
        return found

    def price(self, street: int) -> int:
        return max((wager.to for wager in self.wagers(street)), default=0)

    def unit(self, street: int) -> int:
        return self.game.big_bet if street >= TURN else self.game.small_bet

    def least_raise(self, street: int, wagers: list[Wager]) -> int:
        """RULES, minimum raise: the largest full bet or raise of the round."""
        sizes = [wager.to - wager.above for wager in wagers if wager.full]
        if self.rules.raise_min is RaiseMinimum.MINIMUM_BET:
            sizes = []
        return max([self.unit(street), *sizes])

    def is_full(self, to: int, price: int, street: int, earlier: list[Wager]) -> bool:
        if self.game.structure is not Structure.FIXED_LIMIT:
            return to - price >= self.least_raise(street, earlier)
        # RULES, short all-in in fixed limit.
        level = max((wager.to for wager in earlier if wager.full), default=0)
        if self.rules.fl_reopen is LimitReopen.HALF_BET:
            return 2 * (to - level) >= self.unit(street)
        if self.rules.fl_reopen is LimitReopen.COMPLETE_TO_LEVEL:
            return to - level >= self.unit(street)
        return to - price >= self.unit(street)

    # what is allowed

    def choice_of(self, seat: int, street: int) -> Choice:
        wagers = self.wagers(street)
        price, bet, behind = self.price(street), self.bet(seat, street), self.behind(seat)
        call_to = min(price, bet + behind)
        if (
            behind <= price - bet
            or self.able() == [seat]
            or self.is_capped(street)
            or not self.may_raise(seat, street, wagers)
        ):
            return Choice(seat, call_to, 0, 0)
        least, most = self.bounds(seat, street, wagers)
        everything = bet + behind
        return Choice(seat, call_to, min(least, everything), min(max(least, most), everything))

    def may_raise(self, seat: int, street: int, wagers: list[Wager]) -> bool:
        """RULES, short all-in: it reopens nothing for who has acted, unless it counts as full."""
        last = self.last_act(seat, street)
        if last is None:
            return True
        since = [wager for wager in wagers if wager.act > last]
        added = sum(wager.to - wager.above for wager in since)
        limit = self.game.structure is Structure.FIXED_LIMIT
        if limit and self.rules.fl_reopen is LimitReopen.HALF_BET:
            return 2 * added >= self.unit(street)
        if any(wager.full for wager in since):
            return True
        if self.game.structure is Structure.FIXED_LIMIT:
            return self.rules.fl_reopen is LimitReopen.FULL_BET and added >= self.unit(street)
        if self.rules.big_bet_reopen is BigBetReopen.FULL_SINGLE:
            return False
        return added >= self.least_raise(street, wagers)

    def bounds(self, seat: int, street: int, wagers: list[Wager]) -> tuple[int, int]:
        price, bet, behind = self.price(street), self.bet(seat, street), self.behind(seat)
        structure = self.game.structure
        if structure is Structure.FIXED_LIMIT:
            level = max((wager.to for wager in wagers if wager.full), default=0)
            base = price if self.rules.fl_reopen is LimitReopen.FULL_BET else level
            return base + self.unit(street), base + self.unit(street)
        least = price + self.least_raise(street, wagers)
        if structure is Structure.NO_LIMIT:
            return least, bet + behind
        if structure is Structure.SPREAD:
            return least, price + self.game.spread_max
        # RULES, pot limit: the pot after the call on top.
        call = price - bet if self.rules.pl_max is PotLimitMax.POT_AFTER_CALL else 0
        return least, price + call + self.pot(street)

    def pot(self, street: int) -> int:
        """The pot as pot limit counts it."""
        pot = sum(self.stack[seat] - self.behind(seat) for seat in self.seats)
        if street != PREFLOP:
            return pot
        if self.rules.pl_preflop_short_blinds is ShortBlinds.ASSUME_FULL:
            pot += self.unpaid
        if self.rules.pl_sb_rounded_to_bb:
            # Robert: the small blind counts as if it were the big one, until it is.
            for post in self.posts:
                if post.kind is PostKind.SMALL_BLIND:
                    added = self.bet(post.seat, PREFLOP) - self.live[post.seat]
                    pot += max(0, self.game.big_blind - self.game.small_blind - added)
        return pot

    def is_capped(self, street: int) -> bool:
        """RULES, cap: a round once capped stays capped, whoever folds or is all-in since."""
        full = [wager for wager in self.wagers(street) if wager.full]
        bets = 0
        for wager in full:
            if wager.act != OPENING:
                bets += 1
            elif self.game.structure in BIG_BET:
                bets += 1  # `big_bet_max_raises` counts raises, and the blinds are none
            elif self.rules.preflop_blinds_count is BlindsCount.ONE_BET:
                bets += 1
            if wager.act == OPENING and self.rules.straddle_counts_for_cap:
                bets += sum(post.kind is PostKind.STRADDLE for post in self.posts)
            cap = self.before(wager.act).cap(street)
            if self.rules.fl_cap_sticky and wager.act != OPENING and cap and bets >= cap:
                return True
        cap = self.cap(street)
        return cap > 0 and bets >= cap

    def cap(self, street: int) -> int:
        """How many bets a round may see, 0 for no cap. RULES, cap."""
        rules = self.rules
        if self.game.structure in BIG_BET:
            return 0 if rules.big_bet_max_raises is None else rules.big_bet_max_raises + 1
        earlier = [number for number, act in enumerate(self.acts) if act.street < street]
        at_start = self.before(max(earlier, default=-1) + 1)
        heads_up = {
            HeadsUpTrigger.NONE: False,
            HeadsUpTrigger.PLAYERS_IN_HAND: len(self.players()) == 2,
            HeadsUpTrigger.PLAYERS_ABLE_TO_ACT: len(self.able()) == 2,
            HeadsUpTrigger.ROUND_START: len(at_start.players()) == 2,
            HeadsUpTrigger.HAND_START: len(self.seats) == 2,
            HeadsUpTrigger.EVENT_FINAL_TWO: self.final_two,
        }
        if not heads_up[rules.fl_heads_up_trigger]:
            return rules.fl_max_bets
        return 0 if rules.fl_heads_up_max == "unlimited" else rules.fl_heads_up_max
