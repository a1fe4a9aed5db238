"""The policy that plays by the strength of its own hand (floor 4)."""

from __future__ import annotations

from math import log2
from typing import Final

import msgspec

from omaha8.bots.policy import chance, choices
from omaha8.bots.pot_share import pot_share
from omaha8.bots.showing import show_or_muck
from omaha8.bots.starting_hands import top_fraction
from omaha8.hand.actions import FOLD, Action
from omaha8.hand.legal import Legal
from omaha8.hand.public import PublicHand
from omaha8.hand.view import SeatView
from omaha8.rules.game import Seat

_PER_DOUBLING: Final = 0.6
"""Twice the price, and this part of the hands is still played."""
_FAIR_PRICE: Final = 0.3
"""What a call costs of the pot it makes, usually; who pays less plays more hands."""


class HandStrength(msgspec.Struct, frozen=True):
    """Before the flop by starting hand, after it by the expected share of the pot and its price.

    ``loose`` scales how many starting hands it plays, ``bold`` how readily it bets and raises, and
    ``bluff`` is how often it bets with nothing; ``deals`` is how exactly it reckons. ``salt`` makes
    two bots of one temper differ.
    """

    loose: float = 1.0
    bold: float = 1.0
    bluff: float = 0.05
    deals: int = 60
    salt: str = ""

    def __call__(self, view: SeatView) -> Action:
        legal = choices(view)
        if legal.showdown:
            return show_or_muck(view)
        if view.hole is None:
            raise ValueError(f"seat {view.seat} has no cards")
        if not view.public.board:
            return self._before_the_flop(view, legal, top_fraction(view.hole))
        return self._after_the_flop(view, legal)

    def _before_the_flop(self, view: SeatView, legal: Legal, best: float) -> Action:
        public = view.public
        # With fewer opponents more hands are worth playing.
        plays = self.loose * (0.18 + 1.1 / public.in_count)
        doublings = log2(max(1.0, legal.price / public.game.big_blind))
        plays *= _PER_DOUBLING**doublings
        raises = 0.3 * self.bold * plays
        if legal.max_to and best <= raises:
            return self._wager(legal, strong=best <= raises / 2)
        if legal.to_call == 0:
            return legal.passive
        cost = legal.to_call / (legal.to_call + _to_win(public, view.seat, legal.to_call))
        plays *= min(max(_FAIR_PRICE / cost, 1.0), 6.0)
        return legal.passive if best <= plays else FOLD

    def _after_the_flop(self, view: SeatView, legal: Legal) -> Action:
        public = view.public
        betting = public.last_aggressor >= 0
        share = pot_share(view, self.deals, 3 if betting else 2, self.salt)
        fair = 1 / public.in_count
        # Every bet says that somebody has something.
        needed = 0.1 + 0.08 * min(public.betting.bets, 4) if betting else 0.1
        if legal.max_to and share > fair + (1 - fair) * needed / self.bold:
            return self._wager(legal, strong=share > fair + (1 - fair) * 0.5)
        if legal.to_call == 0:
            if public.in_count == 2 and legal.max_to and self._bluffs(view):
                return self._wager(legal, strong=False)
            return legal.passive
        cost = legal.to_call / (legal.to_call + _to_win(public, view.seat, legal.to_call))
        return legal.passive if share > cost * 1.25 + 0.02 else FOLD

    def _bluffs(self, view: SeatView) -> bool:
        return chance(view, f"bluff {self.salt}") < self.bluff

    def _wager(self, legal: Legal, *, strong: bool) -> Action:
        return legal.wager(legal.pot_to if strong else legal.half_pot_to)


def _to_win(public: PublicHand, seat: Seat, to_call: int) -> int:
    """What lies in the middle that a call can win: of a bet that it cannot match, its part."""
    reach = public.live[seat] + to_call
    return public.dead + sum(public.antes) + sum(min(bet, reach) for bet in public.live)
