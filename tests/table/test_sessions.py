"""Long random sessions at tables of every preset: what holds after every event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final, get_args

import pytest

from omaha8.cards import deck_from_seed
from omaha8.hand.events import HandStarted, Posted, PostKind
from omaha8.rules.game import Seat
from omaha8.rules.options import MissedBigBlind, NewPlayer
from omaha8.rules.presets import PRESET_NAMES
from omaha8.table import commands as c
from omaha8.table.between_hands import AnyEvent, BlindsAssigned, SeatChanged, TableEvent
from omaha8.table.entry import Debt
from omaha8.table.event_codec import command_from_json, command_to_json, from_json, to_json
from omaha8.table.events import Left
from omaha8.table.machine import Table
from omaha8.table.positions import Places, Standing
from omaha8.table.state import PublicTable
from tests.random_tables import Session, play, random_table
from tests.table.state_of import state_of

HANDS: Final = 30


def session_of(name: str, number: int, hands: int) -> Session:
    """A session at a table of the preset whose turn it is."""
    random = Random(f"{name} {number}")
    session = Session(random, random_table(random, PRESET_NAMES[number % len(PRESET_NAMES)]))
    for _ in play(session, hands):
        pass
    return session


@pytest.fixture(scope="module")
def sessions() -> list[Session]:
    return [session_of("sessions", number, HANDS) for number in range(48)]


def each_event(session: Session, look: Callable[[PublicTable, AnyEvent], None]) -> PublicTable:
    """Folds a session's events one by one; ``look`` sees the state before each."""
    table = PublicTable.fold(session.events[:1])
    for event in session.events[1:]:
        look(table, event)
        table.evolve(event)
    return table


def test_chips_brought_are_on_the_table_or_taken_off_after_every_event(
    sessions: list[Session],
) -> None:
    for session in sessions:
        table = PublicTable.fold(session.events[:1])
        for event in session.events[1:]:
            table.evolve(event)
            there: int = sum(table.stack(Seat(i)) for i, p in enumerate(table.seats) if p)
            if table.hand is not None and table.playing:
                there += table.hand.pot
                assert table.chips == there
                there += table.hand.raked
            else:
                assert table.chips == there
            assert there + table.taken + table.raked == table.brought
        assert table.brought > 0


def test_the_events_add_up_to_the_state_and_travel_as_json(sessions: list[Session]) -> None:
    for session in sessions:
        events = [from_json(to_json(event)) for event in session.events]
        assert events == session.events
        assert state_of(PublicTable.fold(events)) == state_of(session.table.public)
        commands = [command_from_json(command_to_json(command)) for command in session.commands]
        assert commands == session.commands


def test_the_same_commands_make_the_same_events(sessions: list[Session]) -> None:
    for session in sessions[::6]:
        opening = session.table.opening
        table = Table(
            opening.rules,
            opening.games,
            opening.seats,
            min_buy_in=opening.min_buy_in,
            max_buy_in=opening.max_buy_in,
        )
        events: list[AnyEvent] = [table.opening]
        for command in session.commands:
            events += table.apply(command)
        assert events == session.events


def test_a_table_is_resumed_from_its_events_between_hands() -> None:
    for number in range(6):
        session = session_of("resumed", number, 8)
        table = session.table
        twin = Table.resumed(session.events)
        assert state_of(twin.public) == state_of(table.public)
        while table.waiting_for.what != "deck":
            session.what_is_waited_for()
            twin = Table.resumed(session.events)
        deal = c.Deal(deck_from_seed(bytes(32)))
        assert twin.apply(deal) == session.do(deal)
        started = [type(event) for event in session.events].count(HandStarted)
        assert started == 9
        last = max(i for i, e in enumerate(session.events) if isinstance(e, HandStarted))
        with pytest.raises(ValueError, match="a hand is going on"):
            Table.resumed(session.events[: last + 1])


# Nobody pays the big blind twice in a row by accident, none gets round it.


class Blinds:
    """Watches a session hand by hand: who pays the blinds, and who is passed by them."""

    def __init__(self) -> None:
        self.last: tuple[str, Places] | None = None
        self.moved: set[str] = set()
        self.passes: Counter[str] = Counter()
        self.paid: Counter[str] = Counter()
        self.shifted: Counter[str] = Counter()

    def look(self, table: PublicTable, event: AnyEvent) -> None:
        if isinstance(event, Left | SeatChanged):
            self.moved.add(table.player(event.seat).name)
        elif isinstance(event, BlindsAssigned):
            self.hand(table, event)

    def hand(self, table: PublicTable, event: BlindsAssigned) -> None:
        positions, seats = event.positions, len(table.seats)
        big = table.player(positions.big_blind).name
        places = table.places
        if places is not None and self.last is not None:
            assert self.last[0] != big or big in self.moved
            step = (positions.big_blind - places.big_blind - 1) % seats + 1
            for i in range(1, step):
                self.passed(table, event, Seat((places.big_blind + i) % seats))
        self.last = big, positions.places
        self.moved = set()

    def passed(self, table: PublicTable, event: BlindsAssigned, seat: Seat) -> None:
        """The big blind has gone over a chair without asking for it."""
        positions, player = event.positions, table.seats[seat]
        if player is None:
            return
        if seat in positions.dealt:
            # RULES, missed small blind: the blinds shift. Or the only established player gives way
            # to a newcomer: he is the small blind of a hand of two.
            assert seat == positions.small_blind
            self.shifted[player.name] += 1
        elif player.debt == Debt():
            assert not player.active or player.out_at_big_blind
            assert seat in positions.missed_big


def test_nobody_pays_the_big_blind_twice_in_a_row_and_none_gets_round_it(
    sessions: list[Session],
) -> None:
    shifts = 0
    for session in sessions:
        watch = Blinds()
        each_event(session, watch.look)
        shifts += watch.shifted.total()
    assert shifts > 0


def test_who_stays_pays_one_big_blind_in_every_orbit(sessions: list[Session]) -> None:
    """For everybody who stays: the orbits of the big blind over his chair, and what he paid."""
    counted = 0
    for session in sessions:
        stays: dict[Seat, Stay] = {}

        def look(table: PublicTable, event: AnyEvent, stays: dict[Seat, Stay] = stays) -> None:
            if not isinstance(event, BlindsAssigned) or table.places is None:
                return
            positions, last, seats = event.positions, table.places.big_blind, len(table.seats)
            big = positions.big_blind
            moved = (big - last - 1) % seats + 1
            for seat in range(seats):
                stay = stays.get(Seat(seat))
                name = None if seat not in positions.dealt else table.player(seat).name
                if name is None:
                    stays.pop(Seat(seat), None)
                elif stay is None or stay.name != name:
                    # He pays, or has paid to come in: counting begins with the next hand.
                    stays[Seat(seat)] = Stay(name)
                else:
                    stay.travelled += moved
                    # In place of the big blind: the small one of a shift, or of a hand of two
                    # with the only newcomer.
                    given_way = 0 < (seat - last) % seats < moved
                    stay.paid += seat == big or given_way
                    assert abs(stay.paid - stay.travelled / seats) < 1
            nonlocal counted
            counted += sum(stay.paid for stay in stays.values() if stay.travelled >= seats)

        each_event(session, look)
    assert counted > 100


@dataclass
class Stay:
    """One player in one chair, dealt into every hand."""

    name: str
    travelled: int = 0
    paid: int = 0


# Who comes in has paid for it.


def test_whoever_is_dealt_in_has_paid_what_he_missed(sessions: list[Session]) -> None:
    entered: Counter[str] = Counter()
    for session in sessions:
        table = PublicTable.fold(session.events[:1])
        owing: dict[Seat, Debt] = {}
        fresh = False
        posted: dict[Seat, set[PostKind]] = {}
        for event in [*session.events[1:], None]:
            if isinstance(event, BlindsAssigned):
                fresh = event.positions.fresh
                owing = {seat: table.player(seat).debt for seat in event.positions.dealt}
                posted = {}
            elif isinstance(event, Posted):
                posted.setdefault(event.seat, set()).add(event.kind)
            elif posted and not fresh:
                for seat, debt in owing.items():
                    check_entry(table, seat, debt, posted.get(seat, set()), entered)
                posted = {}
            if event is not None:
                table.evolve(event)
    assert min(entered[kind] for kind in ("new", "ML", "MS")) > 0


def check_entry(
    table: PublicTable, seat: Seat, debt: Debt, paid: set[PostKind], entered: Counter[str]
) -> None:
    rules = table.rules
    live = {PostKind.BIG_BLIND, PostKind.MISSED_BIG_BLIND, PostKind.BOTH, PostKind.KILL}
    dead = {PostKind.DEAD_SMALL_BLIND, PostKind.BOTH}
    if not debt:
        assert not paid & (dead | {PostKind.MISSED_BIG_BLIND})
    elif debt.missed_big or debt.new:
        free = rules.new_player is NewPlayer.FREE and debt == Debt(new=True)
        assert paid & live or free
    if debt.marked and not paid & {PostKind.BIG_BLIND, PostKind.KILL}:
        assert paid & dead
    if debt.marked and rules.missed_bb is MissedBigBlind.POST_ALL:
        assert paid & dead
    entered["new"] += debt.new
    entered["ML"] += debt.missed_big
    entered["MS"] += debt.missed_small


def test_who_wants_to_come_in_waits_no_longer_than_an_orbit(sessions: list[Session]) -> None:
    longest = 0
    for session in sessions:
        waited: Counter[Seat] = Counter()

        def look(table: PublicTable, event: AnyEvent, waited: Counter[Seat] = waited) -> None:
            if not isinstance(event, BlindsAssigned):
                return
            for i, standing in enumerate(table.standings(table.rules)):
                seat = Seat(i)
                if standing >= Standing.WAITING and seat not in event.positions.dealt:
                    waited[seat] += 1
                    assert waited[seat] < len(table.seats)
                else:
                    del waited[seat]
            nonlocal longest
            longest = max(longest, *waited.values(), 0)

        each_event(session, look)
    assert longest > 2


def test_what_is_waited_for_moves_on(sessions: list[Session]) -> None:
    """Sessions end: no step that was waited for was refused or led nowhere."""
    for session in sessions:
        hands = sum(isinstance(event, HandStarted) for event in session.events)
        assert hands == session.table.public.hands == HANDS
        # The steps that led nowhere were refusals of commands that made no sense.
        assert len(session.commands) < 120 * HANDS


def test_ten_thousand_hands() -> None:
    """Chips are counted by the machine itself after every event; nothing is waited for in vain."""
    hands = refused = 0
    seen: set[type] = set()
    for number in range(100):
        session = session_of("soak", number, 100)
        public = session.table.public
        there = sum(player.stack for player in public.seats if player is not None)
        assert there + public.taken + public.raked == public.brought
        hands += public.hands
        refused += session.refused
        seen |= {type(event) for event in session.events}
    assert hands == 10_000
    # Every kind of event of a table has happened, and many a command was refused.
    assert set(get_args(TableEvent)) <= seen
    assert refused > 1000
