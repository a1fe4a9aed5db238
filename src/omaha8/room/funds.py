"""Chips that come without another question, and who can pay for them (floor 5)."""

from __future__ import annotations

from collections.abc import Callable

from omaha8.room.players import Players
from omaha8.rules.game import Chips
from omaha8.store.records import PersonId
from omaha8.table import AnyEvent, Table
from omaha8.table import commands as c

Covers = Callable[[PersonId, int], bool]
"""Whether somebody can pay for so many chips more."""


def without_funds(table: Table, players: Players, covers: Covers) -> list[AnyEvent]:
    """Before a hand: top-ups and auto-rebuys that would come at its end are called off for who
    cannot pay for them any more.
    """
    events: list[AnyEvent] = []
    for player, seat in players.seated:
        asked = table.public.promised(seat)
        if asked and not covers(player.id, asked):
            events += table.apply(c.AutoRebuy(seat, Chips(0), Chips(0)))
            if table.public.player(seat).top_up:
                events += table.apply(c.TopUp(seat, Chips(0)))
    return events
