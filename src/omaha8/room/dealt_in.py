"""Who is dealt in, and where the button of the first hand is (floor 5).

The first is settled before the deck is chosen: from then on the server knows the cards, and nothing
may change whose they are.
"""

from __future__ import annotations

from collections.abc import Sequence

from omaha8.room.decks import Decks
from omaha8.rules.game import Seat
from omaha8.table import Table
from omaha8.table import commands as c
from omaha8.table.between_hands import AnyEvent
from omaha8.table.next_hand import next_hand


def out_at_big_blind(table: Table) -> list[AnyEvent]:
    """Who wants to sit out when the big blind comes, and it comes.

    In the first hand nobody knows for whom it will come: there he sits out at once.
    """
    public = table.public
    seats: Sequence[Seat] = ()
    if public.places is None:
        seats = [Seat(i) for i, who in enumerate(public.seats) if who and who.out_at_big_blind]
    elif table.following is not None:
        seats = table.following.sits_out
    return [event for seat in seats for event in table.apply(c.SitOut(seat))]


def first_button(table: Table, decks: Decks) -> Seat | None:
    """RULES, the button: for the first hand it is drawn, among who is dealt in."""
    if table.public.places is not None:
        return None
    # Who is dealt in does not depend on where it is.
    following = next_hand(table.public, Seat(0))
    return None if following is None else decks.first_button(following.positions.dealt)
