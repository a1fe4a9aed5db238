"""The game of a recorded hand: its stakes as they are stated and as they were posted (floor 3)."""

from __future__ import annotations

from typing import Final

from omaha8.hand.events import PostKind
from omaha8.history.corpus import Record, RecordedPost
from omaha8.history.deviations import RecordFault, Report
from omaha8.rules.game import Chips, Game
from omaha8.rules.options import Structure

STRUCTURES: Final = {
    "FL": Structure.FIXED_LIMIT,
    "PL": Structure.POT_LIMIT,
    "NL": Structure.NO_LIMIT,
}
ANTES: Final = (PostKind.ANTE, PostKind.BIG_BLIND_ANTE)


def find_game(
    record: Record,
    posts: list[RecordedPost],
    stacks: dict[int, int],
    hole_cards: int,
    report: Report,
) -> Game:
    """The game that was played; ``stacks`` and ``posts`` by recorded seat. Raises `RecordFault`."""
    structure = STRUCTURES.get(record.structure)
    if structure is None:
        raise RecordFault(f"structure {record.structure!r}: FL, PL or NL")
    stakes = record.stakes
    big = _blind(PostKind.BIG_BLIND, stakes.bb, posts, stacks, report)
    small = _blind(PostKind.SMALL_BLIND, stakes.sb, posts, stacks, report)
    if big is None:
        raise RecordFault("the big blind is neither posted nor among the stakes")
    if small is None:
        # Nobody posts one, and no bet depends on it.
        small = max(big // 2, 1)
    small_bet = big_bet = big
    if structure is Structure.FIXED_LIMIT:
        small_bet = big if stakes.small_bet is None else stakes.small_bet
        big_bet = 2 * small_bet if stakes.big_bet is None else stakes.big_bet
    return Game(
        structure=structure,
        small_blind=Chips(small),
        big_blind=Chips(big),
        small_bet=Chips(small_bet),
        big_bet=Chips(big_bet),
        ante=Chips(_ante(stakes.ante, posts, stacks, report)),
        hole_cards=hole_cards,
    )


def _blind(
    kind: PostKind,
    stated: int | None,
    posts: list[RecordedPost],
    stacks: dict[int, int],
    report: Report,
) -> int | None:
    """The full blind: what was posted, or what is stated where the post took the whole stack."""
    for post in posts:
        if post.kind != kind:
            continue
        if stated is None or post.live != min(stated, _left(post, posts, stacks)):
            if stated is not None:
                report(
                    "stakes_differ", f"the {kind} posted is {post.live}, the stakes say {stated}"
                )
            return post.live
    if kind is PostKind.BIG_BLIND and all(post.kind != kind for post in posts):
        report("big_blind_missing", "nobody posts the big blind")
    return stated


def _ante(
    stated: int | None, posts: list[RecordedPost], stacks: dict[int, int], report: Report
) -> int:
    """The full ante: what is stated, or else the largest that was posted.

    Everybody posts it, or one for all; less only where it took the whole stack.
    """
    antes = [post for post in posts if post.kind in ANTES]
    ante = stated
    if ante is None:
        ante = max((post.live + post.dead for post in antes), default=0)
    paid: dict[int, int] = {}
    for post in antes:
        amount = paid[post.seat] = post.live + post.dead + paid.get(post.seat, 0)
        if amount != min(ante, _left(post, posts, stacks)):
            report(
                "stakes_differ",
                f"the ante of seat {post.seat} is {amount}, "
                f"{'the stakes say' if stated is not None else 'another one'} {ante}",
            )
    if not any(post.kind == PostKind.BIG_BLIND_ANTE for post in antes):
        for seat, stack in stacks.items():
            spent = sum(post.live + post.dead for post in posts if post.seat == seat)
            if ante and seat not in paid and spent < stack:
                report("stakes_differ", f"seat {seat} posts no ante of {ante}")
    return ante


def _left(post: RecordedPost, posts: list[RecordedPost], stacks: dict[int, int]) -> int:
    """What was left for ``post``: it took the whole stack if it is as much."""
    before = posts[: next(i for i, other in enumerate(posts) if other is post)]
    return stacks[post.seat] - sum(o.live + o.dead for o in before if o.seat == post.seat)
