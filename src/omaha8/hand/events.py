"""What happened in a hand, in order: the only way its state changes (floor 3).

Every event is public but `HoleDealt`; `omaha8.hand.project` decides what a viewer gets. Its number
is its place in the hand's list of events, from 0. The JSON form is in `omaha8.hand.codec`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import msgspec

from omaha8.cards import Card
from omaha8.rules.game import Chips, Game, Seat
from omaha8.rules.house import HouseRules
from omaha8.rules.split import Half, Reason


class PostKind(StrEnum):
    """What a forced post is for."""

    SMALL_BLIND = "sb"
    BIG_BLIND = "bb"
    DEAD_SMALL_BLIND = "dead_sb"
    MISSED_BIG_BLIND = "missed_bb"
    BOTH = "both"
    ANTE = "ante"
    BIG_BLIND_ANTE = "bb_ante"
    STRADDLE = "straddle"
    KILL = "kill"


class HandStarted(msgspec.Struct, frozen=True, kw_only=True, tag="hand_started"):
    """The public frame of a hand: rules, game, button, and the stack of each seat before posts.

    ``stacks`` has an entry for every seat of the table, ``None`` where nobody is dealt in.
    ``final_two`` tells that the event (a tournament) is down to two players.
    """

    rules: HouseRules
    game: Game
    button: Seat
    stacks: tuple[Chips | None, ...]
    final_two: bool = False


class Posted(msgspec.Struct, frozen=True, tag="posted"):
    """A forced post as paid: ``live`` chips are a bet, ``dead`` ones belong to the pot.

    ``price`` is what the post asks of others once it is live: the full blind, even from a player
    who is all-in for less.
    """

    seat: Seat
    kind: PostKind
    live: Chips
    dead: Chips
    price: Chips
    all_in: bool = False


class HoleDealt(msgspec.Struct, frozen=True, tag="hole_dealt"):
    """Hole cards of a seat; ``cards`` is ``None`` for who may not see them."""

    seat: Seat
    count: int
    cards: tuple[Card, ...] | None


class BoardDealt(msgspec.Struct, frozen=True, tag="board_dealt"):
    """Flop, turn or river: the new cards, after ``burned`` cards face down."""

    cards: tuple[Card, ...]
    burned: int


class Folded(msgspec.Struct, frozen=True, tag="folded"):
    """A seat is out."""

    seat: Seat


class Checked(msgspec.Struct, frozen=True, tag="checked"):
    """A seat stays in without betting."""

    seat: Seat


class Called(msgspec.Struct, frozen=True, tag="called"):
    """A seat adds ``added`` and is in for ``to`` this round."""

    seat: Seat
    added: Chips
    to: Chips
    all_in: bool = False


class Bet(msgspec.Struct, frozen=True, tag="bet"):
    """The first bet of a round. ``full`` if it counts as one (a short all-in may not)."""

    seat: Seat
    added: Chips
    to: Chips
    all_in: bool = False
    full: bool = True


class Raised(msgspec.Struct, frozen=True, tag="raised"):
    """A raise to a total of ``to``. ``full`` if it counts as one (a short all-in may not)."""

    seat: Seat
    added: Chips
    to: Chips
    all_in: bool = False
    full: bool = True


class UncalledReturned(msgspec.Struct, frozen=True, tag="uncalled_returned"):
    """The part of a bet that nobody matched goes back."""

    seat: Seat
    amount: Chips


class Shown(msgspec.Struct, frozen=True, tag="shown"):
    """Hole cards turned face up; ``voluntary`` when nothing asked for it."""

    seat: Seat
    cards: tuple[Card, ...]
    voluntary: bool = False


class Mucked(msgspec.Struct, frozen=True, tag="mucked"):
    """A hand given up at the showdown, unseen."""

    seat: Seat


class Raked(msgspec.Struct, frozen=True, tag="raked"):
    """The house's part of each pot, main pot first."""

    by_pot: tuple[Chips, ...]


class Awarded(msgspec.Struct, frozen=True, kw_only=True, tag="awarded"):
    """Chips from one half of one pot to one seat.

    ``pot`` 0 is the main pot of ``pots``; ``of`` the size of the half, shared by ``winners``;
    ``hand`` the winning hand in words where it was shown; ``why`` the whole in words.
    """

    seat: Seat
    amount: Chips
    pot: int
    pots: int
    half: Half
    of: Chips
    winners: tuple[Seat, ...]
    reason: Reason
    odd_chip: bool
    half_odd_chip: Half | None
    hand: str | None
    why: str


class HandEnded(msgspec.Struct, frozen=True, tag="hand_ended"):
    """The hand is over; the stacks as they stand, ``None`` where nobody was dealt in."""

    stacks: tuple[Chips | None, ...]


BETTING: Final = frozenset((Folded, Checked, Called, Bet, Raised))
"""What players do: most of what happens, and open to all."""
Wager = Bet | Raised
Event = (
    HandStarted
    | Posted
    | HoleDealt
    | BoardDealt
    | Folded
    | Checked
    | Called
    | Bet
    | Raised
    | UncalledReturned
    | Shown
    | Mucked
    | Raked
    | Awarded
    | HandEnded
)
