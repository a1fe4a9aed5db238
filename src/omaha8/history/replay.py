"""A recorded hand driven through the engine, action by action (floor 3).

Strict, the first thing that the rules forbid ends it. Tolerant, what a room does its own way is
named as a `Deviation` and the replay goes on; a record that contradicts itself fails either way.
"""

from __future__ import annotations

import msgspec

from omaha8.cards import CardError
from omaha8.hand.actions import CALL, CHECK, FOLD, Action
from omaha8.hand.events import Bet, Called, Event, Raised
from omaha8.hand.hand import SetupError
from omaha8.hand.legal import Legal
from omaha8.hand.public import PublicHand
from omaha8.hand.turns import legal_bets
from omaha8.history.corpus import STREETS, Record, RecordedAction
from omaha8.history.deviations import Deviation, PayoutFault, RecordFault, Report
from omaha8.history.forced import ReplayedHand
from omaha8.history.outcome import (
    RAKE_FROM,
    check_outcome,
    check_payouts,
    check_sums,
    rake_of,
    unknown_losers,
)
from omaha8.history.setting import Setting, find_setting, replay_rules
from omaha8.rules.game import Chips, Seat
from omaha8.rules.house import HouseRules, RulesError
from omaha8.rules.options import RakeFrom


class Replayed(msgspec.Struct, frozen=True, kw_only=True):
    """How a record fared. ``failure`` is the reason why it does not replay.

    ``payout_exact`` tells whether every seat won what the record says, to the unit; ``None`` where
    the record names no rule for its payouts or the hand did not get that far.
    """

    failure: str | None
    deviations: tuple[Deviation, ...] = ()
    payout_exact: bool | None = None


def replay(record: Record, *, tolerant: bool = False, rules: HouseRules | None = None) -> Replayed:
    """Play ``record`` on the engine and compare everything that it tells.

    Without ``rules`` they are `replay_rules`, with the rake as the record's ``payout_rule`` says.
    Raises nothing on account of the record: one that does not replay has a ``failure``.
    """
    if rules is None:
        rake = record.payout_rule.rake if record.payout_rule else ""
        rules = replay_rules(RAKE_FROM.get(rake, RakeFrom.MAIN_POT_FIRST))
    run = _Run(record, tolerant)
    failure = None
    try:
        run.play(rules)
    except (RecordFault, RulesError, SetupError, CardError) as error:
        failure = str(error)
        if isinstance(error, PayoutFault):
            run.payout_exact = False
    return Replayed(
        failure=failure, deviations=tuple(run.deviations), payout_exact=run.payout_exact
    )


class _Run:
    """One hand's replay; ``deviations`` so far."""

    def __init__(self, record: Record, tolerant: bool) -> None:
        self.record = record
        self.tolerant = tolerant
        self.deviations: list[Deviation] = []
        self.payout_exact: bool | None = None

    def report(self, kind: str, detail: str) -> None:
        self.deviations.append(Deviation(kind, detail))
        if not self.tolerant:
            raise RecordFault(f"{kind}: {detail}")

    def play(self, rules: HouseRules) -> None:
        record = self.record
        if any("twice" in note for note in record.notes or ()):
            raise RecordFault("a hand run twice does not replay")
        for street in record.actions:
            if street not in STREETS:
                raise RecordFault(f"unknown street {street!r}; streets are {', '.join(STREETS)}")
        check_sums(record)
        setting = find_setting(record, rules, self.report)
        hand = ReplayedHand(
            setting.rules,
            setting.game,
            setting.stacks,
            setting.button,
            setting.dealer,
            posts=setting.posts,
            rake=rake_of(record),
        )
        for street in STREETS:
            for action in record.actions.get(street, ()):
                self.act(hand, setting, street, action)
        mucked = unknown_losers(record, hand, setting)
        if mucked:
            hand.muck(mucked)
        check_outcome(record, hand, setting, self.report)
        self.payout_exact = check_payouts(record, hand, setting, self.report)
        if record.fail:
            self.report("record_fault", "; ".join(record.fail))

    def act(
        self, hand: ReplayedHand, setting: Setting, street: str, action: RecordedAction
    ) -> None:
        """One recorded action. Raises `RecordFault`."""
        public, legal = hand.public, hand.legal
        said = f"{street}: seat {action.seat} {_describe(action)}"
        seat = setting.place.get(action.seat)
        if seat is None or setting.stacks[seat] is None:
            raise RecordFault(f"{said}, but is not dealt in")
        if legal is None:
            reason = hand.unresolved or "nobody is to act any more"
            raise RecordFault(f"{said}, but {reason}")
        turn = setting.numbers[legal.seat]
        if public.street != street:
            raise RecordFault(f"{said}, but on the {public.street} seat {turn} is to act")
        if seat != legal.seat:
            if not public.in_hand[seat] or not public.stacks[seat]:
                raise RecordFault(f"{said}, but has nothing left to decide")
            self.report("out_of_turn", f"{said}, when seat {turn} is to act")
            legal = legal_bets(public, seat)
        before, bet = len(hand.events), public.bets[seat]
        cut = action.all_in and bet + action.added == _reach(public, seat)
        chosen = self.choose(action, legal, public, said)
        if isinstance(chosen, Called):
            hand.force_event(chosen)
        elif seat == hand.turn and chosen in legal:
            hand.apply(chosen)
        else:
            hand.force(chosen, seat)
        _compare(action, hand.events[before], said, self.report, bet, cut)

    def choose(
        self, action: RecordedAction, legal: Legal, public: PublicHand, said: str
    ) -> Action | Called:
        """The action of the engine that ``action`` is, legal or reported as a deviation."""
        to_call = legal.to_call
        match action.action:
            case "fold":
                return FOLD
            case "check":
                if to_call:
                    raise RecordFault(f"{said}, facing {to_call}")
                return CHECK
            case "call":
                if not to_call:
                    raise RecordFault(f"{said}, with nothing to call")
                if action.added == to_call:
                    return CALL
                return self.cut_call(action, legal, public, said)
            case "bet" | "raise":
                return self.wager(action, legal, public, said)
        raise RecordFault(
            f"{said}: unknown action {action.action!r}; actions are fold, check, call, bet, raise"
        )

    def cut_call(
        self, action: RecordedAction, legal: Legal, public: PublicHand, said: str
    ) -> Called:
        """A call below the price. Rooms that cut bets to the opponents' stacks cut it, too, where a
        blind is all-in for less and nobody else can win more."""
        seat, stack = legal.seat, public.stacks[legal.seat]
        to = public.bets[seat] + action.added
        if not 0 < action.added < legal.to_call or to != _reach(public, seat):
            raise RecordFault(f"{said}, when a call is {legal.to_call}")
        self.report("call_cut_to_opponent_stack", f"{said}, when a call is {legal.to_call}")
        return Called(seat, Chips(action.added), Chips(to), action.added == stack)

    def wager(
        self, action: RecordedAction, legal: Legal, public: PublicHand, said: str
    ) -> Action | Called:
        """A bet or raise, of whatever size."""
        seat, stack, added = legal.seat, public.stacks[legal.seat], action.added
        to = public.bets[seat] + added
        if not 0 < added <= stack:
            raise RecordFault(f"{said}, adding {added} with {stack} behind")
        wager = legal.wager(to)
        if (action.action == "raise") != (legal.price > 0):
            self.report("wager_misnamed", f"{said}, facing {legal.price}")
        if wager in legal:
            return wager
        allowed = f"{said}, when the rules allow {legal.explain()}"
        if to < legal.min_to or (not legal.max_to and to <= legal.price):
            if to != _reach(public, seat):
                if to <= legal.price:
                    raise RecordFault(f"{allowed}: no more than a call")
                self.report("raise_below_minimum", allowed)
            else:
                self.report("bet_cut_to_opponent_stack", allowed)
                if to == legal.price:
                    return CALL
                if to < legal.price:
                    return Called(seat, Chips(added), Chips(to), added == stack)
        elif legal.max_to:
            self.report("raise_above_maximum", allowed)
        else:
            self.report("raise_not_allowed", allowed)
        return wager


def _compare(
    action: RecordedAction, event: Event, said: str, report: Report, bet: int, cut: bool
) -> None:
    """The chips added, the total of the round and the all-in mark, against the event.

    ``bet`` is what the seat had in before; ``cut`` tells that the action put in all that any
    opponent can call, which rooms mark as all-in, too.
    """
    added, to, all_in = 0, bet, False
    if isinstance(event, Called | Bet | Raised):
        added, to, all_in = event.added, event.to, event.all_in
    if added != action.added:
        raise RecordFault(f"{said}, adding {action.added} where the rules say {added}")
    if to != action.to:
        report("round_total", f"{said}, recorded as {action.to} this round, which makes {to}")
    if all_in != action.all_in and not cut:
        marked = "marked" if action.all_in else "not marked"
        report("all_in_flag", f"{said}, {marked} as all-in")


def _reach(public: PublicHand, seat: Seat) -> int:
    """The most that any opponent can have in this round."""
    return max(
        (
            public.bets[s] + public.stacks[s]
            for s in public.deal_order
            if public.in_hand[s] and s != seat
        ),
        default=0,
    )


def _describe(action: RecordedAction) -> str:
    if action.action == "raise":
        return f"raises to {action.to}"
    if action.action in ("bet", "call"):
        return f"{action.action}s {action.added}"
    return f"{action.action}s"
