"""Who is dealt in, and what newcomers and returners owe for it (floor 4).

The rules are those of RULES, blinds, button, entry: new player, missed big blind, missed small
blind. What a seat owes depends on what it missed and on what its player chose; whether it is dealt
in, besides, on where it is, which `omaha8.table.positions` decides.
"""

from __future__ import annotations

from typing import Final

import msgspec

from omaha8.hand.events import PostKind
from omaha8.rules.game import Chips, Game, Seat
from omaha8.rules.house import HouseRules
from omaha8.rules.options import (
    BetweenButtonAndBlind,
    MissedBigBlind,
    MissedSmallBlind,
    NewPlayer,
)
from omaha8.table.positions import Standing


class Debt(msgspec.Struct, frozen=True):
    """What stands between a player and a hand: he is ``new`` to his chair, or missed blinds."""

    new: bool = False
    missed_big: bool = False
    missed_small: bool = False

    def __bool__(self) -> bool:
        return self.new or self.missed_big or self.missed_small

    @property
    def marked(self) -> bool:
        """A blind was missed."""
        return self.missed_big or self.missed_small


NO_DEBT: Final = Debt()


def may_post(debt: Debt, rules: HouseRules) -> bool:
    """Whether the house lets him come in by posting."""
    if debt.missed_big or (debt.new and debt.missed_small):
        return rules.missed_bb is not MissedBigBlind.WAIT
    if debt.missed_small:
        return True
    return debt.new and rules.new_player is NewPlayer.POST_OR_WAIT


def may_wait(debt: Debt, rules: HouseRules) -> bool:
    """Whether waiting for the big blind makes up for it."""
    if debt.marked:
        return rules.missed_bb is not MissedBigBlind.POST_ALL
    return debt.new and rules.new_player is not NewPlayer.FREE


def entry_post(debt: Debt, rules: HouseRules) -> PostKind | None:
    """What is posted to come in away from the big blind; ``None`` for nothing."""
    if debt.missed_big or (debt.new and debt.missed_small):
        return PostKind.BOTH
    if debt.missed_small:
        return PostKind.DEAD_SMALL_BLIND
    if debt.new and rules.new_player is not NewPlayer.FREE:
        return PostKind.MISSED_BIG_BLIND
    return None


def big_blind_owes_small(debt: Debt, rules: HouseRules) -> bool:
    """Whether who comes in as the big blind owes a dead small blind besides.

    Robert: the big blind makes up for what was missed. Where nobody may wait for it, all that was
    missed is posted (``missed_bb: post_all``).
    """
    return debt.marked and rules.missed_bb is MissedBigBlind.POST_ALL


def standing(debt: Debt, choice: bool | None, rules: HouseRules) -> Standing:
    """How a player who wants to play stands; ``choice`` is to post, to wait, or none made yet."""
    if not debt:
        return Standing.READY
    if debt == Debt(new=True) and rules.new_player is NewPlayer.FREE:
        return _posting(debt, rules)
    if choice and may_post(debt, rules):
        return _posting(debt, rules)
    if not may_wait(debt, rules):
        # He gets no cards before he posts, and the big blind is asked of the next player.
        return Standing.OUT
    return Standing.WAITING


def _posting(debt: Debt, rules: HouseRules) -> Standing:
    if debt.missed_small and not debt.missed_big and not debt.new:
        anywhere = rules.missed_sb is MissedSmallBlind.ANY_TIME
    else:
        anywhere = rules.between_button_and_blind is BetweenButtonAndBlind.POST
    return Standing.POSTING_ANYWHERE if anywhere else Standing.POSTING


class EntryOffer(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat may choose to come in: post ``live`` and ``dead`` chips, or wait.

    ``now``: posting would deal him into the next hand; otherwise the button has to pass first.
    ``chosen`` is what he has said so far.
    """

    seat: Seat
    live: Chips
    dead: Chips
    may_wait: bool
    now: bool
    chosen: bool | None
    marks: tuple[str, ...]

    @property
    def text(self) -> str:
        """``post 3 (2 live, 1 dead) or wait for the big blind``."""
        text = f"post {self.live + self.dead}"
        if self.live and self.dead:
            text += f" ({self.live} live, {self.dead} dead)"
        elif self.dead:
            text += " dead"
        if not self.now:
            text += " when the button has passed"
        return f"{text} or wait for the big blind" if self.may_wait else text


def entry_offer(
    seat: Seat, debt: Debt, choice: bool | None, game: Game, rules: HouseRules, *, now: bool
) -> EntryOffer:
    """The choice of a seat that may post."""
    kind = entry_post(debt, rules)
    live = kind in (PostKind.BOTH, PostKind.MISSED_BIG_BLIND)
    dead = kind in (PostKind.BOTH, PostKind.DEAD_SMALL_BLIND)
    return EntryOffer(
        seat=seat,
        live=game.big_blind if live else Chips(0),
        dead=game.small_blind if dead else Chips(0),
        may_wait=may_wait(debt, rules),
        now=now,
        chosen=choice,
        marks=marks(debt, rules),
    )


def marks(debt: Debt, rules: HouseRules) -> tuple[str, ...]:
    """``ML`` and ``MS``, or what the house calls them."""
    big, small = rules.missed_markers
    return (big,) * debt.missed_big + (small,) * debt.missed_small
