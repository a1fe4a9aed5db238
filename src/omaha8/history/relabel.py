"""Posts whose kind a record cannot know: tables where both blinds are the same amount (floor 3)."""

from __future__ import annotations

import msgspec

from omaha8.hand.events import PostKind
from omaha8.history.corpus import Record, RecordedPost
from omaha8.history.deviations import Report


def relabel(
    record: Record, posts: list[RecordedPost], players: list[int], report: Report
) -> list[RecordedPost]:
    """``posts`` as they must have been meant; ``players`` are the seats dealt in.

    Only where small and big blind are equal, so that the amount does not tell one from another.
    """
    blind = record.stakes.bb
    if blind is None or record.stakes.sb != blind:
        return posts
    return _dead_twice(blind, _blinds_shifted(record, posts, players, report), report)


def _blinds_shifted(
    record: Record, posts: list[RecordedPost], players: list[int], report: Report
) -> list[RecordedPost]:
    """A missed big blind that acts after the rest is the big blind, the one before it the small."""
    kinds = {post.kind: post for post in posts}
    big = kinds.get(PostKind.BIG_BLIND)
    missed = kinds.get(PostKind.MISSED_BIG_BLIND)
    if big is None or missed is None or PostKind.SMALL_BLIND in kinds or big.live != missed.live:
        return posts
    next_in = min(players, key=lambda seat: (seat <= big.seat, seat))
    first = next((action.seat for action in record.actions.get("preflop", ())), missed.seat)
    if missed.seat != next_in or first == missed.seat:
        return posts
    report(
        "post_mislabelled",
        f"seat {missed.seat} is left of the {big.kind} of seat {big.seat} and does not act first: "
        f"they are the big and the small blind",
    )
    small = msgspec.structs.replace(big, kind=PostKind.SMALL_BLIND.value)
    big_after = msgspec.structs.replace(missed, kind=PostKind.BIG_BLIND.value)
    return [small if post is big else big_after if post is missed else post for post in posts]


def _dead_twice(blind: int, posts: list[RecordedPost], report: Report) -> list[RecordedPost]:
    """Nobody owes two small blinds: one of two dead ones is the live big blind."""
    dead = [post for post in posts if post.kind == PostKind.DEAD_SMALL_BLIND and post.dead == blind]
    for first in dead:
        own = [post for post in dead if post.seat == first.seat]
        if len(own) != 2 or own[0] is not first:
            continue
        report(
            "post_mislabelled",
            f"seat {first.seat} posts two dead small blinds: one is a live big blind",
        )
        both = msgspec.structs.replace(
            first, kind=PostKind.BOTH.value, live=blind, amount=2 * blind
        )
        posts = [both if post is first else post for post in posts if post is not own[1]]
    return posts
