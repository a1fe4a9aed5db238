"""What a policy is, and chances drawn from what it sees (floor 4)."""

from __future__ import annotations

from hashlib import shake_256
from typing import Protocol

from omaha8.hand.actions import Action
from omaha8.hand.legal import Legal
from omaha8.hand.view import SeatView


class Policy(Protocol):
    """Decides for the seat whose turn it is. Raises `ValueError` when it is another's."""

    def __call__(self, view: SeatView) -> Action: ...


def choices(view: SeatView) -> Legal:
    """What the seat may do. Raises `ValueError` when it is not its turn."""
    legal = view.legal
    if legal is None:
        raise ValueError(f"seat {view.seat} is not to act")
    return legal


def chances(view: SeatView, salt: str, count: int) -> bytes:
    """``count`` bytes that look random and depend on the view and ``salt`` alone."""
    public = view.public
    seen = (
        salt,
        view.seat,
        view.hole,
        public.button,
        public.board,
        public.stacks,
        public.live,
        public.bets,
        public.in_hand,
    )
    return shake_256(repr(seen).encode()).digest(count)


def chance(view: SeatView, salt: str) -> float:
    """A number from 0 to 1, below 1, in the same way."""
    return int.from_bytes(chances(view, salt, 4), "big") / (1 << 32)
