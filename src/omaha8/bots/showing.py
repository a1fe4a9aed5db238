"""Whether to show or to muck at the showdown (floor 4)."""

from __future__ import annotations

from omaha8.hand.actions import MUCK, SHOW, Action
from omaha8.hand.dealer import Dealer
from omaha8.hand.settle import beaten
from omaha8.hand.view import SeatView


def show_or_muck(view: SeatView) -> Action:
    """Muck what the hands shown so far leave no share of any pot, show everything else."""
    hole, public = view.hole, view.public
    if hole is None:
        return SHOW
    table = Dealer({**public.shown, view.seat: hole}, public.board)
    return MUCK if beaten(public, table, view.seat) else SHOW
