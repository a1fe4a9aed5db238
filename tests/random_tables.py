"""Random tables: every preset, joins, leaves, sit-outs, rebuys, kills, straddles, bad commands.

Everything is decided by a seeded `Random`. Used by the tests of the table and by
`bench/table_soak.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any, Final

import msgspec

from omaha8.hand.legal import IllegalAction
from omaha8.rules import options as o
from omaha8.rules.game import Chips, Game, Seat
from omaha8.rules.house import HouseRules, RulesError, replace
from omaha8.rules.options import Kill, Structure
from omaha8.rules.presets import find_rules
from omaha8.table import commands as c
from omaha8.table.between_hands import AnyEvent
from omaha8.table.entry import EntryOffer
from omaha8.table.machine import Table
from omaha8.table.mixed import mixed_games
from omaha8.table.offers import KillOffer, StraddleOffer, chop_offers
from omaha8.table.refusal import Refused
from tests.random_hands import Policy, games, random_house, shuffled, structures

TABLE_OPTIONS: Final[dict[str, tuple[Any, ...]]] = {
    "button": tuple(o.ButtonRule),
    "new_player": tuple(o.NewPlayer),
    "between_button_and_blind": tuple(o.BetweenButtonAndBlind),
    "missed_bb": tuple(o.MissedBigBlind),
    "missed_sb": tuple(o.MissedSmallBlind),
    "sb_absent": tuple(o.SmallBlindAbsent),
    "ratholing_minutes": (0, 10, 60),
    "straddle": tuple(o.Straddle),
    "chop_blinds": tuple(o.ChopBlinds),
    "kill_trigger": tuple(o.KillTrigger),
    "kill_min_pot_big_bets": (0, 2, 5),
    "optional_kill_max": tuple(o.OptionalKillMax),
    "mixed_switch": ("orbit", "hands:3", "minutes:5"),
    "heads_up_button_posts_sb": (True, True, False),
}


@cache
def _dealt(preset: str) -> tuple[Game, ...]:
    return tuple(game for structure in structures(preset) for game in games(preset, structure))


def random_table(random: Random, preset: str) -> Table:
    """An empty table of a preset, or of that preset with a few options changed."""
    rules = find_rules(preset)
    if random.random() < 0.7:
        names = random.sample(sorted(TABLE_OPTIONS), random.randint(1, 6))
        rules = replace(rules, **{name: random.choice(TABLE_OPTIONS[name]) for name in names})
    if random.random() < 0.3:
        rules = random_house(random, rules)
    played: tuple[Game, ...] = (random.choice(_dealt(preset)),)
    if Structure.MIXED in rules.allowed_structures and random.random() < 0.4:
        if not set(rules.mixed_order) <= set(rules.allowed_structures):
            rules = replace(rules, mixed_order=structures(preset))
        rules = replace(rules, mixed_fl_stake_multiplier=random.choice((None, 1, 2)))
        if Structure.SPREAD in rules.mixed_order:
            rules = replace(rules, spread_range=(2, 10))
        played = mixed_games(rules, *random.choice(((2, 4), (10, 20))))
    seats = random.randint(2, 10)
    if played[0].structure is Structure.FIXED_LIMIT and random.random() < 0.5:
        kind = random.choice((Kill.OPTIONAL, Kill.FULL, Kill.HALF))
        if kind is not Kill.HALF or all(game.small_bet % 2 == 0 for game in played):
            rules = replace(rules, kill=kind)
    if random.random() < 0.1 and rules.ante is not o.AnteRule.BIG_BLIND:
        played = tuple(msgspec.structs.replace(game, ante=Chips(1)) for game in played)
    big = max(game.big_blind for game in played)
    # Short stacks go broke, and broke players rebuy.
    least = random.choice((1, 5, 20)) * big
    return Table(rules, played, seats, min_buy_in=least, max_buy_in=least * random.choice((1, 4)))


class Session:
    """A room full of restless people at one table; `step` is one command of theirs."""

    def __init__(self, random: Random, table: Table) -> None:
        self.random = random
        self.table = table
        self.names = 0
        self.policy = Policy(random)
        self.minute = 0
        self.refused = 0
        self.commands: list[c.Command] = []
        self.events: list[AnyEvent] = [table.opening]
        self.crowd = random.randint(2, len(table.public.seats))

    def do(self, command: c.Command) -> list[AnyEvent]:
        """Applies and records it."""
        events = self.table.apply(command)
        self.commands.append(command)
        self.events += events
        return events

    def step(self) -> list[AnyEvent]:
        """Mostly what the table waits for, now and then something else; refused is nothing."""
        random, playing = self.random, self.table.public.playing
        if random.random() < (0.07 if playing else 0.35):
            try:
                return self.do(self.something_else())
            except (Refused, IllegalAction):
                self.refused += 1
                return []
        if not playing and random.random() < 0.4 and (command := self.fill_up()) is not None:
            return self.do(command)
        return self.what_is_waited_for()

    def fill_up(self) -> c.Command | None:
        """Somebody comes, or comes back, to a table that is not full."""
        random, public = self.random, self.table.public
        free = public.free
        if len(public.seats) - len(free) < self.crowd and free and random.random() < 0.6:
            return self.sit()
        away = [
            Seat(seat)
            for seat, player in enumerate(public.seats)
            if player is not None and not player.active
        ]
        if not away:
            return None
        seat = random.choice(away)
        if public.player(seat).sitting_out:
            return c.ComeBack(seat)
        return c.TopUp(seat, random.choice(self._bounds()))

    def what_is_waited_for(self) -> list[AnyEvent]:
        """Does it: it must not be refused."""
        random, table = self.random, self.table
        waiting = table.waiting_for
        match waiting.what:
            case "action":
                legal = table.legal
                assert legal is not None
                assert legal.seat == waiting.seat
                player = table.public.player(legal.seat)
                if not player.connected:
                    return self.do(c.TimeOut(legal.seat))
                chops = [offer.seat for offer in chop_offers(table.public)]
                if chops and random.random() < 0.7:
                    return self.do(c.AgreeChop(random.choice(chops), random.random() < 0.8))
                return self.do(c.Act(legal.seat, self.policy(legal)))
            case "chop":
                assert waiting.seat is not None
                return self.do(c.AgreeChop(waiting.seat, random.random() < 0.7))
            case "deck" if (command := self.taken_offer()) is not None:
                return self.do(command)
            case "deck":
                self.policy = Policy(random)
                return self.do(c.Deal(shuffled(random)))
            case "first_deck":
                button = Seat(random.randrange(len(table.public.seats)))
                return self.do(c.Deal(shuffled(random), button))
        need = random.choice(waiting.needs)
        if need.seat is None:
            return self.do(self.sit())
        if need.what == "top_up":
            return self.do(c.TopUp(need.seat, table.public.min_buy_in))
        if need.what == "come_back":
            return self.do(c.ComeBack(need.seat))
        return self.do(c.ChoosePost(need.seat))

    def taken_offer(self) -> c.Command | None:
        """Now and then one of the table's offers before the cards."""
        random = self.random
        if random.random() > 0.3 or not (offers := self.table.offers):
            return None
        offer = random.choice(offers)
        match offer:
            case EntryOffer(seat=seat, chosen=chosen):
                return None if chosen else c.ChoosePost(seat)
            case StraddleOffer(seat=seat, chosen=chosen):
                return c.Straddle(seat, not chosen)
            case KillOffer(seat=seat, least=least, most=most):
                return c.KillPot(seat, Chips(random.randint(least, most)))
        return None

    def sit(self) -> c.Command:
        """Somebody takes a free chair: who is offered one, who left, or a stranger."""
        public = self.table.public
        if public.offered:
            name = public.offered[0]
        elif public.departed and self.random.random() < 0.5:
            name = self.random.choice(sorted(public.departed))
        else:
            self.names += 1
            name = f"player {self.names}"
        return c.Sit(name, self.random.choice(public.buy_in(name)))

    def something_else(self) -> c.Command:
        """Any command at all, from somebody who may have no business with it."""
        random, table = self.random, self.table
        seat = Seat(random.randrange(len(table.public.seats)))
        makers: tuple[Callable[[Seat], c.Command], ...] = (
            lambda seat: self.sit(),
            lambda seat: self.sit(),
            lambda seat: c.Leave(seat),
            lambda seat: c.Clear(seat),
            lambda seat: c.SitOut(seat, random.choice(("now", "next_big_blind"))),
            lambda seat: c.ComeBack(seat),
            lambda seat: c.ComeBack(seat),
            lambda seat: c.ChoosePost(seat),
            lambda seat: c.ChooseWait(seat),
            lambda seat: c.TopUp(seat, self._amount()),
            lambda seat: c.AutoRebuy(seat, self._amount(), self._amount()),
            lambda seat: c.ChangeSeat(seat, random.choice(table.public.free or [seat])),
            lambda seat: c.JoinWaitingList(f"guest {random.randint(1, 5)}"),
            lambda seat: c.LeaveWaitingList(random.choice(table.public.waiting or ("nobody",))),
            lambda seat: c.Straddle(self._straddler(seat)),
            lambda seat: c.KillPot(seat, Chips(random.choice((0, 1, 2, 4)) * self._big_blind())),
            lambda seat: c.Disconnect(seat),
            lambda seat: c.Reconnect(seat),
            lambda seat: c.ShowHand(seat),
            lambda seat: c.TellMinute(self._minute()),
            lambda seat: c.AgreeChop(seat),
            lambda seat: c.TimeOut(seat),
            lambda seat: c.VoidHand("a card was exposed"),
            lambda seat: self._rules(),
        )
        return random.choice(makers)(seat)

    def _big_blind(self) -> int:
        return self.table.public.game.big_blind

    def _bounds(self) -> tuple[Chips, Chips]:
        return self.table.public.min_buy_in, self.table.public.max_buy_in

    def _amount(self) -> Chips:
        public = self.table.public
        return self.random.choice((Chips(0), Chips(1), public.min_buy_in, public.max_buy_in))

    def _straddler(self, seat: Seat) -> Seat:
        following = self.table.following
        first = None if following is None else following.may_straddle
        return seat if first is None else first

    def _minute(self) -> int:
        self.minute += self.random.choice((0, 1, 3))
        return self.minute

    def _rules(self) -> c.Command:
        option = self.random.choice(sorted(TABLE_OPTIONS))
        rules = self.table.public.coming_rules
        try:
            changed: HouseRules = replace(
                rules, **{option: self.random.choice(TABLE_OPTIONS[option])}
            )
        except RulesError:
            changed = rules
        return c.ChangeRules(rules=changed)


def play(session: Session, hands: int) -> Iterator[list[AnyEvent]]:
    """Steps until so many hands have been played to their end; what each of them brought."""
    public = session.table.public
    while public.hands < hands or public.playing:
        yield session.step()
