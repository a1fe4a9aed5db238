"""The policy that always checks or calls (floor 4)."""

from __future__ import annotations

from omaha8.bots.policy import choices
from omaha8.bots.showing import show_or_muck
from omaha8.hand.actions import Action
from omaha8.hand.view import SeatView


def caller(view: SeatView) -> Action:
    """Check or call, whatever the cards."""
    legal = choices(view)
    return show_or_muck(view) if legal.showdown else legal.passive
