"""The result of a spot, in integer tallies and exact fractions.

Everything is derived from one table of counts, the *cells* of a player: on how many boards he gets
which part of the high and which part of the low.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import sqrt
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

Method = Literal["exact", "sampled"]


class PlayerEquity(msgspec.Struct, frozen=True):
    """What a player wins. Counts are of boards, as in `Equity.boards`."""

    hand: str
    equity: float
    """The share of the pot that he wins on average."""
    equity_fraction: str
    """The same exactly: "68493/98728". Of a sample, the exact mean of the sample."""
    high_wins: int
    """He alone has the best high."""
    high_ties: int
    """He shares the best high."""
    low_wins: int
    """He alone has the best low."""
    low_ties: int
    """He shares the best low."""
    scoops: int
    """He wins the whole pot."""
    quartered: int
    """He wins half of one half, and nothing of the other."""
    shares: dict[str, int]
    """By share of the pot, "0", "1/4", "1/2" ...: on how many boards he wins it."""
    standard_error: float | None = None
    """Of ``equity``, if it is sampled."""


class Equity(msgspec.Struct, frozen=True):
    """The equities of a spot. Made by `equity`."""

    players: tuple[PlayerEquity, ...]
    """In the order in which the hands were given."""
    board: str
    dead: str
    boards: int
    """The boards counted: one for each way of dealing the board and the hands that are not known,
    times the weights, if a range has them; sampled, the number of deals."""
    boards_with_low: int
    """Those on which somebody has a low."""
    method: Method
    samples: int | None = None
    seed: int | None = None
    seconds: float | None = None
    """The time it took, if `equity` was given a clock."""
    note: str | None = None
    """What made it slower than it need be."""


def player_equity(hand: str, cells: NDArray[np.int64], sampled: bool) -> PlayerEquity:
    """What the cells of a player say.

    Entry (high, low) of ``cells`` counts the boards on which he shares the high with so many
    players, himself included, 0 if he has no part in it; for the low it is one more, and 0 if
    nobody has a low.
    """
    table = [
        (high, low, count)
        for high, row in enumerate(cells.tolist())
        for low, count in enumerate(row)
        if count
    ]
    shares: Counter[Fraction] = Counter()
    for high, low, count in table:
        of_high = Fraction(1, high) if high else Fraction(0)
        of_low = Fraction(1, low - 1) if low > 1 else Fraction(0)
        shares[(of_high + of_low) / 2 if low else of_high] += count
    boards = sum(shares.values())
    mean = sum([share * n for share, n in shares.items()], Fraction(0)) / boards
    error = None
    if sampled:
        variance = sum([(share - mean) ** 2 * n for share, n in shares.items()], Fraction(0))
        error = sqrt(variance / boards / max(1, boards - 1))
    return PlayerEquity(
        hand=hand,
        equity=float(mean),
        equity_fraction=f"{mean.numerator}/{mean.denominator}",
        high_wins=sum([n for high, _, n in table if high == 1]),
        high_ties=sum([n for high, _, n in table if high > 1]),
        low_wins=sum([n for _, low, n in table if low == 2]),
        low_ties=sum([n for _, low, n in table if low > 2]),
        scoops=sum([n for high, low, n in table if high == 1 and low in (0, 2)]),
        quartered=sum([n for high, low, n in table if (high, low) in ((2, 1), (0, 3))]),
        shares={str(share): shares[share] for share in sorted(shares)},
        standard_error=error,
    )


def boards_with_low(cells: NDArray[np.int64]) -> int:
    """On how many boards somebody has a low, by the cells of any player."""
    return int(cells[:, 1:].sum())
