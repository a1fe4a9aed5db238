"""What each event changes at a table (floor 4). The chips are counted where some moved."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import msgspec

from omaha8.hand.events import HandEnded, HandStarted
from omaha8.hand.public import PublicHand
from omaha8.rules.game import Chips, Seat
from omaha8.table.between_hands import (
    AutoRebuySet,
    BlindsAssigned,
    ChopAnswered,
    Chopped,
    ClearAsked,
    ConnectionBack,
    ConnectionLost,
    EntryChosen,
    GameChanged,
    HandVoided,
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
    TopUpAsked,
    Unlisted,
)
from omaha8.table.entry import NO_DEBT
from omaha8.table.events import CameBack, Leaving, Left, Rebought, SatOut, Seated
from omaha8.table.mixed import Rotation
from omaha8.table.money import Departure
from omaha8.table.player import Player

if TYPE_CHECKING:
    from omaha8.table.state import PublicTable


def _minute_told(table: PublicTable, event: MinuteTold) -> None:
    table.minute = event.minute
    lately = event.minute - table.rules.ratholing_minutes
    table.departed = {n: gone for n, gone in table.departed.items() if gone.minute > lately}


def _rules_change_asked(table: PublicTable, event: RulesChangeAsked) -> None:
    table.next_rules = event


def _rules_changed(table: PublicTable, event: RulesChanged) -> None:
    asked = table.next_rules
    assert asked is not None
    table.rules, table.games = asked.rules, asked.games
    table.min_buy_in, table.max_buy_in = asked.min_buy_in, asked.max_buy_in
    table.rotation = Rotation(minute=table.minute)
    table.next_rules = None


def _game_changed(table: PublicTable, event: GameChanged) -> None:
    table.rotation = Rotation(event.index, minute=table.minute)


def _listed(table: PublicTable, event: Listed) -> None:
    table.waiting = (*table.waiting, event.name)


def _unlisted(table: PublicTable, event: Unlisted) -> None:
    table.waiting = tuple(name for name in table.waiting if name != event.name)


def _seated(table: PublicTable, event: Seated) -> None:
    table.seats[event.seat] = Player(event.name, event.stack, event.bot)
    table.waiting = tuple(name for name in table.waiting if name != event.name)
    table.departed.pop(event.name, None)
    table.brought += event.stack
    table.count_chips()


def _leaving(table: PublicTable, event: Leaving) -> None:
    table.leavers |= {event.seat}


def _clear_asked(table: PublicTable, event: ClearAsked) -> None:
    table.cleared |= {event.seat}


def _left(table: PublicTable, event: Left) -> None:
    name = table.player(event.seat).name
    _vacate(table, event.seat)
    if table.kill_owed is not None and table.kill_owed.seat == event.seat:
        table.kill_owed = None
    if table.kill_asked is not None and table.kill_asked.seat == event.seat:
        table.kill_asked = None
    table.departed[name] = Departure(event.stack, table.minute)
    table.taken += event.stack
    table.count_chips()


def _vacate(table: PublicTable, seat: Seat) -> None:
    table.seats[seat] = None
    table.dealt -= {seat}
    table.leavers -= {seat}
    table.cleared -= {seat}
    table.straddlers -= {seat}


def _seat_change_asked(table: PublicTable, event: SeatChangeAsked) -> None:
    table.player(event.seat).moves_to = event.to


def _seat_changed(table: PublicTable, event: SeatChanged) -> None:
    player = table.player(event.seat)
    _vacate(table, event.seat)
    table.seats[event.to] = player
    player.moves_to = player.posts = None
    player.debt = msgspec.structs.replace(player.debt, new=True)
    if table.kill_owed is not None and table.kill_owed.seat == event.seat:
        table.kill_owed = msgspec.structs.replace(table.kill_owed, seat=event.to)
    if table.kill_asked is not None and table.kill_asked.seat == event.seat:
        table.kill_asked = None
    table.count_chips()


def _top_up_asked(table: PublicTable, event: TopUpAsked) -> None:
    table.player(event.seat).top_up = event.amount


def _rebought(table: PublicTable, event: Rebought) -> None:
    player = table.player(event.seat)
    player.stack, player.top_up = event.stack, Chips(0)
    table.brought += event.amount
    table.count_chips()


def _auto_rebuy_set(table: PublicTable, event: AutoRebuySet) -> None:
    player = table.player(event.seat)
    player.rebuy_below, player.rebuy_to = event.below, event.to


def _sat_out(table: PublicTable, event: SatOut) -> None:
    player = table.player(event.seat)
    player.sitting_out, player.out_at_big_blind, player.posts = True, False, None


def _sit_out_at_big_blind(table: PublicTable, event: SitOutAtBigBlind) -> None:
    table.player(event.seat).out_at_big_blind = True


def _came_back(table: PublicTable, event: CameBack) -> None:
    player = table.player(event.seat)
    player.sitting_out = player.out_at_big_blind = False
    table.leavers -= {event.seat}


def _entry_chosen(table: PublicTable, event: EntryChosen) -> None:
    table.player(event.seat).posts = event.post


def _connection_lost(table: PublicTable, event: ConnectionLost) -> None:
    table.player(event.seat).connected = False


def _connection_back(table: PublicTable, event: ConnectionBack) -> None:
    table.player(event.seat).connected = True


def _straddle_asked(table: PublicTable, event: StraddleAsked) -> None:
    table.straddlers -= {event.seat}
    if event.on:
        table.straddlers |= {event.seat}


def _kill_asked(table: PublicTable, event: KillAsked) -> None:
    table.kill_asked = event if event.amount else None


def _kill_owed(table: PublicTable, event: KillOwed) -> None:
    table.kill_owed = event


def _kill_lapsed(table: PublicTable, event: KillLapsed) -> None:
    table.kill_owed = None


def _chop_answered(table: PublicTable, event: ChopAnswered) -> None:
    table.chop[event.seat] = event.agrees


def _chopped(table: PublicTable, event: Chopped | HandVoided) -> None:
    # The stacks are as they were: what was bet has never left them.
    table.hand = None
    table.dealt = frozenset()
    table.chop = {}


def _blinds_assigned(table: PublicTable, event: BlindsAssigned) -> None:
    positions = event.positions
    if len(table.games) > 1:
        before = None if table.places is None else table.places.big_blind
        table.rotation = table.rotation.after_hand(positions, before, len(table.seats))
    table.places = positions.places
    table.hands = event.number
    for seat in positions.missed_big:
        _miss(table, seat, missed_big=True)
    if positions.missed_small is not None:
        _miss(table, positions.missed_small, missed_small=True)
    for seat in positions.dealt:
        player = table.player(seat)
        player.debt, player.posts = NO_DEBT, None
    table.straddlers = frozenset()
    table.kill_asked = None
    if event.killer is not None:
        table.kill_owed = None


def _miss(table: PublicTable, seat: Seat, **missed: bool) -> None:
    player = table.player(seat)
    player.debt = msgspec.structs.replace(player.debt, **missed)


def _hand_started(table: PublicTable, event: HandStarted) -> None:
    table.begin(PublicHand(event))


def _hand_ended(table: PublicTable, event: HandEnded) -> None:
    assert table.hand is not None
    table.hand.evolve(event)
    table.settle()


EVOLVE: Final[dict[type, Callable[[PublicTable, Any], None]]] = {
    MinuteTold: _minute_told,
    RulesChangeAsked: _rules_change_asked,
    RulesChanged: _rules_changed,
    GameChanged: _game_changed,
    Listed: _listed,
    Unlisted: _unlisted,
    Seated: _seated,
    Leaving: _leaving,
    Left: _left,
    ClearAsked: _clear_asked,
    SeatChangeAsked: _seat_change_asked,
    SeatChanged: _seat_changed,
    TopUpAsked: _top_up_asked,
    Rebought: _rebought,
    AutoRebuySet: _auto_rebuy_set,
    SatOut: _sat_out,
    SitOutAtBigBlind: _sit_out_at_big_blind,
    CameBack: _came_back,
    EntryChosen: _entry_chosen,
    ConnectionLost: _connection_lost,
    ConnectionBack: _connection_back,
    StraddleAsked: _straddle_asked,
    KillAsked: _kill_asked,
    KillOwed: _kill_owed,
    KillLapsed: _kill_lapsed,
    ChopAnswered: _chop_answered,
    Chopped: _chopped,
    HandVoided: _chopped,
    BlindsAssigned: _blinds_assigned,
    HandStarted: _hand_started,
    HandEnded: _hand_ended,
}
