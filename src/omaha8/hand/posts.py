"""Forced posts as the table asks for them (floor 3)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from omaha8.hand.events import PostKind
from omaha8.rules.game import Chips, Game, Seat
from omaha8.rules.house import HouseRules
from omaha8.rules.options import AnteRule, OptionalKillMax


class Post(msgspec.Struct, frozen=True):
    """A post owed in full: ``live`` is a bet, ``dead`` goes to the pot. A short stack pays less."""

    seat: Seat
    kind: PostKind
    live: Chips = Chips(0)
    dead: Chips = Chips(0)


def post(kind: PostKind, seat: Seat, game: Game, rules: HouseRules) -> Post:
    """The usual amount of a post of that kind.

    Robert: a missed small blind is dead, a missed big blind live. A straddle is twice the big
    blind; the killer posts the killed small bet.
    """
    small, big, none = game.small_blind, game.big_blind, Chips(0)
    live = dead = none
    match kind:
        case PostKind.SMALL_BLIND:
            live, dead = small, none
        case PostKind.BIG_BLIND | PostKind.MISSED_BIG_BLIND:
            live, dead = big, none
        case PostKind.DEAD_SMALL_BLIND:
            live, dead = none, small
        case PostKind.BOTH:
            live, dead = big, small
        case PostKind.ANTE:
            live, dead = (game.ante, none) if rules.ante_live else (none, game.ante)
        case PostKind.BIG_BLIND_ANTE:
            live, dead = none, game.ante
        case PostKind.STRADDLE:
            live, dead = Chips(2 * big), none
        case PostKind.KILL:
            live, dead = game.small_bet, none
    return Post(seat, kind, live, dead)


def standard_posts(
    rules: HouseRules, game: Game, stacks: Sequence[int | None], button: Seat
) -> tuple[Post, ...]:
    """Antes and blinds of a hand in which nobody missed anything.

    Small blind left of the button, big blind next; heads-up the button is the small blind.
    """
    seats = [
        Seat((button + 1 + i) % len(stacks))
        for i in range(len(stacks))
        if stacks[(button + 1 + i) % len(stacks)]
    ]
    if len(seats) == 2 and rules.heads_up_button_posts_sb and seats[-1] == button:
        seats.reverse()
    small, big = seats[0], seats[1]
    posts = [
        post(PostKind.SMALL_BLIND, small, game, rules),
        post(PostKind.BIG_BLIND, big, game, rules),
    ]
    if game.ante and rules.ante == AnteRule.BIG_BLIND:
        # TDA, big-blind ante: from a short stack the blind comes first.
        posts.append(post(PostKind.BIG_BLIND_ANTE, big, game, rules))
    elif game.ante:
        posts = [post(PostKind.ANTE, seat, game, rules) for seat in seats] + posts
    return tuple(posts)


def optional_kill_bounds(game: Game, rules: HouseRules, stack: int) -> tuple[Chips, Chips]:
    """The least and the largest overblind of an optional kill; beyond the stack there is none.

    RULES, optional kill: twice the big blind, or more, to half the stack (``optional_kill_max``).
    """
    least = most = 2 * game.big_blind
    if rules.optional_kill_max is OptionalKillMax.HALF_STACK:
        most = max(least, stack // 2)
    return Chips(least), Chips(most)
