"""The public state of a table: who sits where with what, and where the button is (floor 4).

The state changes only by `PublicTable.evolve`, which folds one event in and validates nothing. The
inside of a hand is not kept here: that is `omaha8.hand.public.PublicHand`.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from omaha8.hand.events import HandEnded, HandStarted, Posted, PostKind, Raked
from omaha8.hand.public import ChipsLost
from omaha8.rules.game import Chips, Seat
from omaha8.table.events import (
    AnyEvent,
    CameBack,
    Leaving,
    Left,
    Rebought,
    SatOut,
    Seated,
)
from omaha8.table.setup import TableSetup


class Occupant(msgspec.Struct, frozen=True):
    """Who sits in a chair. During a hand ``stack`` is what he began it with."""

    name: str
    stack: Chips
    bot: bool = False
    sitting_out: bool = False
    leaving: bool = False

    @property
    def active(self) -> bool:
        """To be dealt in at the next hand."""
        return self.stack > 0 and not self.sitting_out and not self.leaving


class PublicTable:
    """What everybody knows of a table.

    ``hands`` counts the hands begun. ``dealt`` are the chairs whose occupant was dealt into the
    last of them. ``brought``, ``taken`` and ``raked`` are all chips that ever came and went.
    """

    __slots__ = (
        "brought",
        "button",
        "dealt",
        "hands",
        "last_big_blind",
        "playing",
        "raked",
        "seats",
        "setup",
        "taken",
    )

    def __init__(self, setup: TableSetup) -> None:
        self.setup = setup
        self.seats: list[Occupant | None] = [None] * setup.seats
        self.button: Seat | None = None
        self.last_big_blind: Seat | None = None
        self.playing = False
        self.dealt: frozenset[Seat] = frozenset()
        self.hands = 0
        self.brought = self.taken = self.raked = 0

    @classmethod
    def fold(cls, setup: TableSetup, events: Iterable[AnyEvent]) -> PublicTable:
        """The state after all ``events`` since the table opened."""
        table = cls(setup)
        for event in events:
            table.evolve(event)
        return table

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PublicTable):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    __hash__ = None  # type: ignore[assignment]

    @property
    def active(self) -> list[Seat]:
        """The seats that the next hand deals in."""
        return [Seat(i) for i, who in enumerate(self.seats) if who is not None and who.active]

    @property
    def free(self) -> list[Seat]:
        """The empty chairs."""
        return [Seat(i) for i, who in enumerate(self.seats) if who is None]

    def occupant(self, seat: Seat) -> Occupant:
        """Who sits there. Raises `KeyError` for an empty chair."""
        who = self.seats[seat]
        if who is None:
            raise KeyError(seat)
        return who

    def evolve(self, event: AnyEvent) -> None:
        """Fold one event in. Raises `ChipsLost` if chips came or went."""
        match event:
            case Seated(seat, name, stack, bot):
                self.seats[seat] = Occupant(name, stack, bot)
                self.brought += stack
            case Rebought(seat, amount, stack):
                self._change(seat, stack=stack)
                self.brought += amount
            case SatOut(seat):
                self._change(seat, sitting_out=True)
            case CameBack(seat):
                self._change(seat, sitting_out=False, leaving=False)
            case Leaving(seat):
                self._change(seat, leaving=True)
            case Left(seat, stack):
                self.seats[seat] = None
                self.dealt -= {seat}
                self.taken += stack
                if self.last_big_blind == seat:
                    self.last_big_blind = None
            case HandStarted(button=button, stacks=stacks):
                self.button = button
                self.dealt = frozenset(Seat(i) for i, stack in enumerate(stacks) if stack)
                self.playing = True
                self.hands += 1
                return
            case Posted(seat=seat, kind=PostKind.BIG_BLIND):
                self.last_big_blind = seat
                return
            case Raked(by_pot):
                self.raked += sum(by_pot)
                return
            case HandEnded(stacks):
                self.playing = False
                for i, left in enumerate(stacks):
                    if left is not None:
                        self._change(Seat(i), stack=left)
            case _:
                return
        self._count()

    def _change(self, seat: Seat, **changes: object) -> None:
        self.seats[seat] = msgspec.structs.replace(self.occupant(seat), **changes)

    def _count(self) -> None:
        there = sum(who.stack for who in self.seats if who is not None)
        # The rake of a hand going on is still in the stacks it began with.
        if not self.playing and there + self.taken + self.raked != self.brought:
            raise ChipsLost(
                f"{there} chips on the table, {self.taken} taken off and {self.raked} raked are "
                f"not the {self.brought} brought"
            )
