"""Tables for tests: seats by letter, hands in which nothing happens."""

from __future__ import annotations

from omaha8.cards import Card, deck_from_seed
from omaha8.hand.actions import FOLD
from omaha8.hand.events import HandStarted, Posted, PostKind
from omaha8.rules.game import Chips, Seat, stakes
from omaha8.rules.house import ROBERT, HouseRules
from omaha8.table import AnyEvent, Table, TableSetup


def open_table(
    *players: int, seats: int = 6, structure: str = "fl", rules: HouseRules = ROBERT
) -> Table:
    """A table at 2/4 with somebody in each of the seats ``players``, 200 chips each."""
    setup = TableSetup.usual(rules, stakes(structure, 2, 4, rules), seats)
    table = Table(setup)
    for seat in players:
        table.sit("ABCDEFGHIJ"[seat], 200, seat)
    return table


def numbered_deck(number: int) -> tuple[Card, ...]:
    """A different deck for every number."""
    return deck_from_seed(number.to_bytes(32, "big"))


def fold_out(table: Table, number: int = 0) -> list[AnyEvent]:
    """A hand in which everybody folds; its events."""
    events = table.start_hand(numbered_deck(number))
    while table.playing:
        events += table.act(FOLD)
    return events


def button_and_blinds(table: Table) -> tuple[int, int, int]:
    """A hand in which everybody folds: button, small blind, big blind."""
    events = fold_out(table)
    start = next(event for event in events if isinstance(event, HandStarted))
    blinds = {event.kind: event.seat for event in events if isinstance(event, Posted)}
    return start.button, blinds[PostKind.SMALL_BLIND], blinds[PostKind.BIG_BLIND]


def give(table: Table, seat: int, chips: int) -> None:
    """Lets a seat have that many chips, as if it had won or lost the others before."""
    who = table.public.occupant(Seat(seat))
    table.public.brought += chips - who.stack
    table.public._change(Seat(seat), stack=Chips(chips))
