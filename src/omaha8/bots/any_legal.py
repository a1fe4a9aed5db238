"""The policy that does anything that is legal (floor 4)."""

from __future__ import annotations

import msgspec

from omaha8.bots.policy import chances, choices
from omaha8.bots.showing import show_or_muck
from omaha8.hand.actions import FOLD, Action
from omaha8.hand.view import SeatView


class AnyLegal(msgspec.Struct, frozen=True):
    """Fold, check or call, or bet or raise to any legal amount, each as often.

    It never folds where a check is free, and never mucks what is not beaten.
    """

    salt: str = ""

    def __call__(self, view: SeatView) -> Action:
        legal = choices(view)
        if legal.showdown:
            return show_or_muck(view)
        kind, *size = chances(view, f"any legal {self.salt}", 5)
        if kind % 3 == 0 and legal.to_call:
            return FOLD
        if kind % 3 == 1 and legal.max_to:
            span = legal.max_to - legal.min_to + 1
            return legal.wager(legal.min_to + int.from_bytes(bytes(size), "big") % span)
        return legal.passive
