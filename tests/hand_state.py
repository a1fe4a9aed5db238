"""Everything a hand holds, as plain values that can be compared."""

from __future__ import annotations

from typing import Any

from omaha8.hand.hand import Hand
from omaha8.hand.public import PublicHand
from omaha8.rules.betting import BettingRound


def public_state(public: PublicHand) -> dict[str, Any]:
    """All fields of a public state, whatever is worked out only when asked for included."""
    _ = public.legal
    state = {name: _plain(getattr(public, name)) for name in PublicHand.__slots__}
    return state | {"contesting": public.contesting, "turn": public.turn, "street": public.street}


def hand_state(hand: Hand) -> dict[str, Any]:
    """All fields of a hand: its public state, its events so far and its dealer's cards."""
    state = {name: _plain(getattr(hand, name)) for name in Hand.__slots__}
    dealer = hand.dealer
    return state | {
        "public": public_state(hand.public),
        "dealer": (dict(dealer.holes), dealer.board, dealer.burns),
    }


def _plain(value: Any) -> Any:
    if isinstance(value, BettingRound):
        return {name: _plain(getattr(value, name)) for name in BettingRound.__slots__}
    return value.copy() if isinstance(value, list | dict | set) else value
