"""Equity: ranges, exact enumeration and sampling, on the evaluation kernels (floor 3).

`equity` says what every player wins, `next_cards` what the next card does to it, `parse_range`
reads a range. All of it needs NumPy (the extra ``study``), loaded with the first name used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from omaha8.equity.next_card import NextCard, next_cards
    from omaha8.equity.plans import Plan, make_plan
    from omaha8.equity.ranges import Range, RangeError, parse_range
    from omaha8.equity.result import Equity, PlayerEquity
    from omaha8.equity.solver import equity, solve
    from omaha8.equity.spot import EquityError, Spot, parse_spot

__all__ = [
    "Equity",
    "EquityError",
    "NextCard",
    "Plan",
    "PlayerEquity",
    "Range",
    "RangeError",
    "Spot",
    "equity",
    "make_plan",
    "next_cards",
    "parse_range",
    "parse_spot",
    "solve",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'omaha8.equity' has no attribute {name!r}")
    from omaha8.equity import next_card, plans, ranges, result, solver, spot

    homes = (next_card, plans, ranges, result, solver, spot)
    return next(getattr(home, name) for home in homes if hasattr(home, name))
