"""What a table is told of a room's session, and what the room itself did in a hand (floor 4).

What the room decided - who was dealt in, who had the button, who posted - is in `RoomHand` and is
never told; but for the button of a game that begins, which is drawn.
"""

from __future__ import annotations

from typing import Final

import msgspec

from omaha8.hand.events import PostKind
from omaha8.rules.game import Chips, Seat

KINDS: Final = {
    "small blind": PostKind.SMALL_BLIND,
    "big blind": PostKind.BIG_BLIND,
    "missing small blind": PostKind.DEAD_SMALL_BLIND,
    "missed small blind": PostKind.DEAD_SMALL_BLIND,
    "missing big blind": PostKind.MISSED_BIG_BLIND,
    "missed big blind": PostKind.MISSED_BIG_BLIND,
    "straddle": PostKind.STRADDLE,
    "ante": PostKind.ANTE,
}
"""The log's posts as the table's."""

BLINDS: Final = (PostKind.SMALL_BLIND, PostKind.BIG_BLIND)
MADE_UP: Final = (PostKind.DEAD_SMALL_BLIND, PostKind.MISSED_BIG_BLIND)
"""Posts for what was missed."""


class Sits(msgspec.Struct, frozen=True):
    """Takes a chair; ``here`` is false for who is away when the game begins."""

    player: str
    seat: Seat
    stack: Chips
    here: bool = True


class Leaves(msgspec.Struct, frozen=True):
    """Gets up with ``stack``."""

    player: str
    stack: Chips


class SitsOut(msgspec.Struct, frozen=True):
    """Is not to be dealt in from the next hand on."""

    player: str
    stack: Chips


class ComesBack(msgspec.Struct, frozen=True):
    """Is to be dealt in again; ``posts``: for the blinds that he missed."""

    player: str
    stack: Chips
    posts: bool


class Brings(msgspec.Struct, frozen=True):
    """The stack is made larger, or smaller, by the host."""

    player: str
    before: Chips
    after: Chips


class Stakes(msgspec.Struct, frozen=True):
    """The stakes from the next hand on."""

    small_blind: Chips
    big_blind: Chips
    ante: Chips


Word = Sits | Leaves | SitsOut | ComesBack | Brings | Stakes


class RoomPost(msgspec.Struct, frozen=True, order=True):
    """A post as paid."""

    kind: PostKind
    seat: Seat
    amount: Chips


class RoomHand(msgspec.Struct, frozen=True, kw_only=True):
    """How a hand of the room began.

    ``button`` is ``None`` when it is dead, ``small_blind`` when nobody posted one. ``begins`` is a
    game that begins, with a button that was drawn; ``known`` is false for the first hand of a log
    that begins in the middle of a game.
    """

    number: int
    minute: int
    hilo: bool
    begins: bool
    known: bool
    button: Seat | None
    small_blind: Seat | None
    big_blind: Seat | None
    stacks: dict[Seat, Chips]
    players: dict[Seat, str]
    posts: tuple[RoomPost, ...]

    @property
    def straddler(self) -> Seat | None:
        """Who straddled."""
        return next((post.seat for post in self.posts if post.kind is PostKind.STRADDLE), None)


class Told(msgspec.Struct, frozen=True):
    """A hand, and what is told before it."""

    words: tuple[Word, ...]
    hand: RoomHand
