"""What a table would do in a hand beside what the room did, and why they differ (floor 4)."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from omaha8.hand.events import PostKind
from omaha8.rules.game import Chips, Seat
from omaha8.sessions.reasons import (
    BIG,
    BUTTON,
    DEALT,
    OTHER,
    SMALL,
    Reason,
    Scene,
    reason_for,
)
from omaha8.sessions.words import RoomHand, RoomPost
from omaha8.table.next_hand import NextHand
from omaha8.table.positions import Places, Positions, Standing, clockwise
from omaha8.table.state import PublicTable


class Compared(msgspec.Struct, frozen=True, kw_only=True):
    """One hand: the parts in which they differ, why, and then what both do in words.

    ``changed``: something happens in the room. Not the same players are dealt in as in the hand
    before, or the button or the small blind is dead, or somebody posts more than the blinds.
    """

    number: int
    hilo: bool
    begins: bool
    changed: bool
    differences: tuple[str, ...]
    reason: Reason | None
    room: str
    table: str

    @property
    def agrees(self) -> bool:
        """In everything."""
        return not self.differences


def compare(scene: Scene, hand: RoomHand, following: NextHand | None) -> Compared:
    """``following`` is what the table would do; ``None`` for no hand."""
    room = _sort(hand.posts)
    owed = [] if following is None else _owed(following, hand)
    mine = _sort(owed)
    dealt = frozenset(() if following is None else following.positions.dealt)
    place = None if following is None else following.positions.button
    button = place if place in dealt else None
    found = [part for part in (SMALL, BIG, OTHER) if room[part] != mine[part]]
    if following is None or button != hand.button:
        found.insert(0, BUTTON)
    if dealt != frozenset(hand.stacks):
        found.append(DEALT)
    return Compared(
        number=hand.number,
        hilo=hand.hilo,
        begins=hand.begins,
        changed=(
            scene.before != frozenset(hand.stacks)
            or hand.button is None
            or not (room[SMALL] and room[BIG])
            or bool(room[OTHER])
        ),
        differences=tuple(found),
        reason=reason_for(scene, hand, following, found) if found else None,
        room=_in_words(hand.button, hand.posts, hand.stacks) if found else "",
        table=_in_words(button, owed, dealt) if found else "",
    )


def room_positions(hand: RoomHand, table: PublicTable) -> Positions:
    """Where button and blinds of a hand of the room were, for the table to go on from.

    The places that nobody has are those of the hand before: a dead button is where the small
    blind was, a dead small blind where the big blind was.
    """
    last, big = table.places, hand.big_blind
    assert big is not None
    small = hand.small_blind
    place = small if small is not None else big if last is None else last.big_blind
    button = hand.button
    if button is None:
        button = place if last is None else last.small_blind
    seats = len(table.seats)
    missed_big: tuple[Seat, ...] = ()
    missed_small: Seat | None = None
    if last is not None:
        standings = table.standings(table.rules)
        passed = clockwise(last.big_blind, seats)[: (big - last.big_blind) % seats - 1]
        missed_big = tuple(sorted([s for s in passed if standings[s] is Standing.OUT]))
        missed_small = last.big_blind if standings[last.big_blind] is Standing.OUT else None
    return Positions(
        places=Places(button, place, big),
        small_blind=small,
        dealt=tuple([seat for seat in clockwise(button, seats) if seat in hand.stacks]),
        missed_big=missed_big,
        missed_small=missed_small,
    )


def _sort(posts: Collection[RoomPost]) -> dict[str, list[RoomPost]]:
    of = {PostKind.SMALL_BLIND: SMALL, PostKind.BIG_BLIND: BIG}
    sorted_posts: dict[str, list[RoomPost]] = {SMALL: [], BIG: [], OTHER: []}
    for post in sorted(posts):
        sorted_posts[of.get(post.kind, OTHER)].append(post)
    return sorted_posts


def _owed(following: NextHand, hand: RoomHand) -> list[RoomPost]:
    """What the table asks for, as a room logs it: both missed blinds are two posts.

    A stack that is too short pays what it has, bets first.
    """
    left = dict(hand.stacks)
    owed: list[RoomPost] = []
    for post in following.posts:
        kinds = (post.kind, post.kind)
        if post.kind is PostKind.BOTH:
            kinds = (PostKind.MISSED_BIG_BLIND, PostKind.DEAD_SMALL_BLIND)
        for kind, amount in zip(kinds, (post.live, post.dead), strict=True):
            paid = Chips(min(amount, left.get(post.seat, amount)))
            if paid:
                owed.append(RoomPost(kind, post.seat, paid))
                left[post.seat] = Chips(left.get(post.seat, paid) - paid)
    return owed


def _in_words(button: Seat | None, posts: Collection[RoomPost], dealt: Collection[Seat]) -> str:
    """``button 3, sb 4=10, bb 6=25, dealt 3 4 6``."""
    words = [f"button {'dead' if button is None else button}"]
    words += [f"{post.kind} {post.seat}={post.amount}" for post in sorted(posts)]
    return ", ".join([*words, f"dealt {' '.join(map(str, sorted(dealt)))}"])
