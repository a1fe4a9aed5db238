"""The next hand as it would be dealt now: positions, game, posts (floor 4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from omaha8.cards import Card
from omaha8.hand.events import PostKind
from omaha8.hand.hand import Hand
from omaha8.hand.posts import Post, optional_kill_bounds, post
from omaha8.rules.game import Chips, Game, Seat
from omaha8.rules.house import HouseRules
from omaha8.rules.options import AnteRule, Kill, Straddle
from omaha8.table.between_hands import BlindsAssigned
from omaha8.table.entry import big_blind_owes_small, entry_post
from omaha8.table.kills import REQUIRED, can_be_killed
from omaha8.table.positions import Positions, Standing, next_positions
from omaha8.table.state import PublicTable


class NextHand(msgspec.Struct, frozen=True, kw_only=True):
    """All that a hand begins with but the deck, and what happens at the table before it.

    ``plain`` is the game of the table, ``game`` the one of the hand: the same but for a kill.
    ``index`` is the place of a mixed game that begins with it. ``sits_out`` are those whom the big
    blind reached and who asked to sit out then. ``may_straddle`` is who may. ``lapsed`` owed
    a kill that this hand cannot be.
    """

    rules: HouseRules
    plain: Game
    game: Game
    index: int | None
    positions: Positions
    posts: tuple[Post, ...]
    stacks: tuple[Chips | None, ...]
    sits_out: tuple[Seat, ...]
    may_straddle: Seat | None
    straddler: Seat | None
    killer: Seat | None
    kill: Kill
    lapsed: Seat | None

    def assigned(self, number: int) -> BlindsAssigned:
        """What is said of its blinds; ``number`` is the hand's, from 1."""
        return BlindsAssigned(
            number=number,
            positions=self.positions,
            straddler=self.straddler,
            killer=self.killer,
            kill=self.kill,
        )

    def deal(self, deck: Sequence[Card]) -> Hand:
        """The hand, from a deck in the order dealt. Raises what `Hand` does."""
        return Hand(
            self.rules, self.game, self.stacks, self.positions.button, deck, posts=self.posts
        )


def next_hand(table: PublicTable, first_button: Seat | None = None) -> NextHand | None:
    """The next hand; ``None`` while fewer than two want to play, or no first button is known."""
    if table.places is None and first_button is None:
        return None
    asked, rules = table.next_rules, table.coming_rules
    games = table.games if asked is None else asked.games
    positions, standings, sits_out = _positions(table, rules, first_button)
    if positions is None:
        return None
    index: int | None = None
    plain = games[0] if asked is not None else table.game
    if asked is None and len(games) > 1:
        last = None if table.places is None else table.places.big_blind
        if table.rotation.over(rules, positions, last, len(table.seats), table.minute):
            index = (table.rotation.index + 1) % len(games)
            plain = games[index]
    killer, kill, overblind, lapsed = NO_KILL
    if table.kill_owed is not None or table.kill_asked is not None:
        killer, kill, overblind, lapsed = _kill(table, rules, plain, positions)
    game = plain if killer is None else plain.killed(kill)
    first = _may_straddle(table, rules, plain, positions) if killer is None else None
    straddler = first if first in table.straddlers else None
    posts = _posts(table, rules, game, positions, standings)
    if straddler is not None:
        posts.append(post(PostKind.STRADDLE, straddler, game, rules))
    if killer is not None:
        _with_kill(posts, killer, overblind, rules, game)
    dealt = positions.dealt
    stacks = [
        player.stack if player is not None and seat in dealt else None
        for seat, player in enumerate(table.seats)
    ]
    return NextHand(
        rules=rules,
        plain=plain,
        game=game,
        index=index,
        positions=positions,
        posts=tuple(posts),
        stacks=tuple(stacks),
        sits_out=sits_out,
        may_straddle=first,
        straddler=straddler,
        killer=killer,
        kill=kill,
        lapsed=lapsed,
    )


def stopped_by_big_blind(table: PublicTable) -> tuple[Seat, ...]:
    """Who sits out now that the big blind has come for him, where no hand is dealt without him."""
    waits = any(player is not None and player.out_at_big_blind for player in table.seats)
    if table.playing or table.places is None or not waits:
        return ()
    found, _, sits_out = _positions(table, table.coming_rules, None)
    return sits_out if found is None else ()


def _positions(
    table: PublicTable, rules: HouseRules, first_button: Seat | None
) -> tuple[Positions | None, list[Standing], tuple[Seat, ...]]:
    """Positions, standings, and who sits out because the big blind has come for him."""
    standings = table.standings(rules)
    sits_out: list[Seat] = []
    while True:
        positions = next_positions(standings, table.places, rules, first_button)
        if positions is None:
            return None, standings, tuple(sits_out)
        big = positions.big_blind
        player = table.player(big)
        if not player.out_at_big_blind:
            return positions, standings, tuple(sits_out)
        sits_out.append(big)
        standings[big] = player.standing(rules, sits_out=True)


_Kill = tuple[Seat | None, Kill, Chips, Seat | None]
"""Killer, kind of kill, overblind (0 for the usual one), and whose kill lapses."""
NO_KILL: Final[_Kill] = (None, Kill.OFF, Chips(0), None)


def _kill(table: PublicTable, rules: HouseRules, game: Game, positions: Positions) -> _Kill:
    owed, asked = table.kill_owed, table.kill_asked
    if owed is not None:
        if not can_be_killed(game, rules, REQUIRED):
            return None, Kill.OFF, Chips(0), owed.seat
        if owed.seat in positions.dealt:
            return owed.seat, rules.kill, Chips(0), None
        return NO_KILL
    if asked is None or not can_be_killed(game, rules, (Kill.OPTIONAL,)):
        return NO_KILL
    if asked.seat in positions.dealt:
        # The stakes may have changed since he asked, and his stack.
        stack = table.player(asked.seat).stack
        least, most = optional_kill_bounds(game, rules, stack)
        if least <= asked.amount <= min(most, stack):
            return asked.seat, Kill.OPTIONAL, asked.amount, None
    return NO_KILL


def _may_straddle(
    table: PublicTable,
    rules: HouseRules,
    game: Game,
    positions: Positions,
) -> Seat | None:
    """RULES, straddle: left of the big blind, before cards. Who posts to come in has bet."""
    if rules.straddle is not Straddle.UTG or (seat := positions.under_the_gun) is None:
        return None
    player = table.player(seat)
    settled = positions.fresh or entry_post(player.debt, rules) is None
    return seat if settled and player.stack >= 2 * game.big_blind else None


def _posts(
    table: PublicTable,
    rules: HouseRules,
    game: Game,
    positions: Positions,
    standings: list[Standing],
) -> list[Post]:
    """What everybody owes without straddle and kill; of two from a short stack the first first."""
    big_blind_ante = game.ante > 0 and rules.ante is AnteRule.BIG_BLIND
    big = positions.big_blind
    posts: list[Post] = []
    if game.ante and not big_blind_ante:
        posts += [post(PostKind.ANTE, seat, game, rules) for seat in positions.dealt]
    if positions.small_blind is not None:
        posts.append(Post(positions.small_blind, PostKind.SMALL_BLIND, game.small_blind))
    posts.append(Post(big, PostKind.BIG_BLIND, game.big_blind))
    if big_blind_ante:
        posts.append(post(PostKind.BIG_BLIND_ANTE, big, game, rules))
    if not positions.fresh:
        for seat in positions.dealt:
            if standings[seat] is Standing.READY:
                continue
            debt = table.player(seat).debt
            if seat != big:
                kind = entry_post(debt, rules)
                if kind is not None:
                    posts.append(post(kind, seat, game, rules))
            elif big_blind_owes_small(debt, rules):
                posts.append(post(PostKind.DEAD_SMALL_BLIND, big, game, rules))
    return posts


_REPLACED = (PostKind.SMALL_BLIND, PostKind.BIG_BLIND, PostKind.MISSED_BIG_BLIND)


def _with_kill(
    posts: list[Post], killer: Seat, overblind: Chips, rules: HouseRules, game: Game
) -> None:
    """RULES, required kill: on top of the blinds, or in place of the killer's own."""
    if rules.kill_replaces_blind:
        for i in reversed(range(len(posts))):
            owed = posts[i]
            if owed.seat == killer and owed.kind in _REPLACED:
                del posts[i]
            elif owed.seat == killer and owed.kind is PostKind.BOTH:
                posts[i] = post(PostKind.DEAD_SMALL_BLIND, killer, game, rules)
    usual = post(PostKind.KILL, killer, game, rules)
    posts.append(msgspec.structs.replace(usual, live=overblind) if overblind else usual)
