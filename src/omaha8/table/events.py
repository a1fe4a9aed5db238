"""The common events of a table: chairs and chips (floor 4).

The others are in `omaha8.table.between_hands`. All of them are public.
"""

from __future__ import annotations

import msgspec

from omaha8.rules.game import Chips, Seat


class Seated(msgspec.Struct, frozen=True, tag="seated"):
    """Somebody took a chair and brought ``stack``; in a running game he comes in by the blinds."""

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
    """Wants to be dealt in again; whoever was leaving stays."""

    seat: Seat


class Leaving(msgspec.Struct, frozen=True, tag="leaving"):
    """Got up in a hand: it is folded in his turn, and he has left when it is over."""

    seat: Seat


class Left(msgspec.Struct, frozen=True, tag="left"):
    """The chair is free; ``stack`` was taken off the table."""

    seat: Seat
    stack: Chips
