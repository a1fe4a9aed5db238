"""Why a table would not do in a hand what a room did (floor 4). Each reason is checked."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum
from typing import Final

import msgspec

from omaha8.hand.events import PostKind
from omaha8.rules.game import Seat
from omaha8.sessions.words import BLINDS, MADE_UP, RoomHand
from omaha8.table.next_hand import NextHand
from omaha8.table.positions import Places, clockwise

BUTTON: Final = "button"
SMALL: Final = "small blind"
BIG: Final = "big blind"
OTHER: Final = "other posts"
DEALT: Final = "dealt in"
PARTS: Final = (BUTTON, SMALL, BIG, OTHER, DEALT)
"""What is compared: who has the button, who posts what, who gets cards."""


class Reason(StrEnum):
    """The ways of a room that no option has.

    ``TO_HEADS_UP`` and ``FROM_HEADS_UP``: on the change to two players, and from two to more, the
    button goes to the next player and the blinds follow it, whoever was the big blind.
    ``AWAY_AT_START``: who is away when a game begins misses its blinds; here he is a newcomer.
    ``DEAD_BUTTON_WAIT``: with a dead button a newcomer waits until a player has it.
    ``HEADS_UP_STRADDLE``: one of two players straddles. ``NEW_GAME``: the button was drawn, as in
    a game that begins; it stands still, or is at somebody who was not dealt in before.
    """

    TO_HEADS_UP = "to heads-up"
    FROM_HEADS_UP = "from heads-up"
    AWAY_AT_START = "away at the start"
    DEAD_BUTTON_WAIT = "newcomer at a dead button"
    HEADS_UP_STRADDLE = "straddle heads-up"
    NEW_GAME = "new game"
    UNEXPLAINED = "unexplained"


def button_moves(
    last: Places, before: Collection[Seat], dealt: Collection[Seat], seats: int
) -> Places | None:
    """Where a plain moving button puts the blinds; ``None`` where nobody of ``before`` is left.

    It goes to the next player who was dealt in before; the blinds are left of it, and of two
    players the button is the small blind.
    """
    button = next((s for s in clockwise(last.button, seats) if s in before and s in dealt), None)
    if button is None:
        return None
    order = [seat for seat in clockwise(button, seats) if seat in dealt]
    return Places(button, button, order[0]) if len(order) == 2 else Places(button, *order[:2])


class Scene(msgspec.Struct, frozen=True):
    """What was before a hand.

    ``last`` are the places of the hand before, ``before`` those dealt into it; both are empty when
    a game begins. ``away`` were away when it began and have not been dealt in since.
    """

    last: Places | None
    before: frozenset[Seat]
    away: frozenset[Seat]
    seats: int


def reason_for(
    scene: Scene, hand: RoomHand, following: NextHand | None, differences: Collection[str]
) -> Reason:
    """``following`` is what the table would do."""
    dealt = frozenset(hand.stacks)
    moved = set(differences) != {OTHER}
    if moved and scene.last is not None and (len(scene.before) == 2) != (len(dealt) == 2):
        places = button_moves(scene.last, scene.before, dealt, scene.seats)
        if places == _places(hand):
            return Reason.TO_HEADS_UP if len(dealt) == 2 else Reason.FROM_HEADS_UP
    if following is None:
        return Reason.UNEXPLAINED
    if set(differences) == {DEALT} and hand.button is None:
        let_in = set(following.positions.dealt) - dealt
        if let_in and not let_in & scene.before:
            return Reason.DEAD_BUTTON_WAIT
    if set(differences) == {OTHER}:
        kinds = {post.kind for post in hand.posts} - set(BLINDS)
        made_up = {post.seat for post in hand.posts if post.kind in MADE_UP}
        if made_up and made_up <= scene.away and kinds <= set(MADE_UP):
            return Reason.AWAY_AT_START
        if len(dealt) == 2 and kinds == {PostKind.STRADDLE}:
            return Reason.HEADS_UP_STRADDLE
    return Reason.UNEXPLAINED


def _places(hand: RoomHand) -> Places | None:
    if hand.button is None or hand.small_blind is None or hand.big_blind is None:
        return None
    return Places(hand.button, hand.small_blind, hand.big_blind)
