"""What happens at a table between two hands, and around one (floor 4).

The events of a table are these and the events of its hands, in one order. All of these are public.
"""

from __future__ import annotations

import msgspec

from omaha8.hand.events import Event
from omaha8.rules.game import Chips, Seat


class Seated(msgspec.Struct, frozen=True, tag="seated"):
    """Somebody took a chair and brought ``stack``; he is dealt in at the next hand."""

    seat: Seat
    name: str
    stack: Chips
    bot: bool = False


class Rebought(msgspec.Struct, frozen=True, tag="rebought"):
    """``amount`` more chips were brought; ``stack`` lies there now."""

    seat: Seat
    amount: Chips
    stack: Chips


class SatOut(msgspec.Struct, frozen=True, tag="sat_out"):
    """Not dealt in from the next hand on. In the hand that is going on the seat still plays."""

    seat: Seat


class CameBack(msgspec.Struct, frozen=True, tag="came_back"):
    """Dealt in again; whoever was leaving stays."""

    seat: Seat


class Leaving(msgspec.Struct, frozen=True, tag="leaving"):
    """Got up in a hand: checks or folds when it is his turn, and has left when the hand is over."""

    seat: Seat


class Left(msgspec.Struct, frozen=True, tag="left"):
    """The chair is free; ``stack`` was taken off the table."""

    seat: Seat
    stack: Chips


TableEvent = Seated | Rebought | SatOut | CameBack | Leaving | Left
AnyEvent = TableEvent | Event
