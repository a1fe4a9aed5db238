"""How a spot is solved: which method, in which parts, and about how long it takes."""

from __future__ import annotations

from math import comb, prod
from typing import Final, Literal, Protocol, get_args

import msgspec
import numpy as np
from numpy.typing import NDArray

from omaha8.equity.boards import BOARD_SIZE
from omaha8.equity.every_deal import MOST_DEALS, EveryDeal
from omaha8.equity.known import known_cells
from omaha8.equity.range_showdowns import RangeAgainstKnown, RangeAgainstRange
from omaha8.equity.result import Method
from omaha8.equity.sampling import Sample
from omaha8.equity.spot import HAND_SIZE, EquityError, Holding, Spot
from omaha8.equity.versus_random import AgainstRandom

SAMPLES: Final = 1_000_000
AUTO_SECONDS: Final = 5.0
"""Without a method asked for, what is estimated to take longer is sampled."""

Wish = Literal["auto", "exact", "sampled"]

_MOST_SUITS: Final = 24
"""Deals that only exchange suits, at most."""
_LARGEST: Final = 1 << 62
_BOARD_CLASSES: Final = 110_000
"""Before the flop, for a known hand and one random hand, about at most."""

# Seconds on one core of a usual machine, with numba. As the estimate decides between the methods,
# it must not depend on the machine: a spot is not exact on one and sampled on another.
_KNOWN_PREFLOP, _KNOWN, _RANDOM, _RANDOM_BOARD = 3e-3, 4e-4, 6e-4, 2.5e-5
_HAND, _PAIR, _DEAL, _HAND_OF_DEAL = 1e-7, 2.5e-10, 1e-7, 5e-8


class Work(Protocol):
    """A spot's boards in parts that can be counted in any order, or at the same time."""

    def __len__(self) -> int:
        """How many parts there are."""

    def cells(self, part: int, /) -> NDArray[np.int64]:
        """The cells of all players (`omaha8.equity.result.player_equity`) in one part."""


class Plan(msgspec.Struct, frozen=True, eq=False):
    """How a spot is solved. Made by `make_plan`."""

    spot: Spot
    method: Method
    work: Work
    seconds: float
    """An estimate, for one core and with numba."""
    samples: int | None = None
    seed: int | None = None

    @property
    def uses_kernels(self) -> bool:
        """Whether numba makes it faster: not for known hands, which NumPy counts in no time."""
        return not isinstance(self.work, KnownHands)


class KnownHands:
    """Hands that are all known; one part."""

    def __init__(self, spot: Spot) -> None:
        self._spot = spot

    def __len__(self) -> int:
        return 1

    def cells(self, part: int, /) -> NDArray[np.int64]:
        """The cells of all players."""
        spot = self._spot
        return known_cells(spot.known, spot.board, spot.dead, spot.unseen)


def make_plan(spot: Spot, method: Wish = "auto", samples: int = SAMPLES, seed: int = 0) -> Plan:
    """The plan for a spot: with "auto" exact if the work is small enough, else a sample.

    Known hands, and known hands against one random hand, are always counted exactly unless a sample
    is asked for. Raises `EquityError` if a method is no method, or the exact work is too much.
    """
    if method not in get_args(Wish):
        raise EquityError(f"the method is 'auto', 'exact' or 'sampled', not {method!r}")
    if samples < 1:
        raise EquityError(f"a sample has 1 deal or more, not {samples:,}")
    if method != "sampled":
        exact = _exact(spot, forced=method == "exact")
        if exact is not None:
            return exact
    seconds = samples * (_DEAL + _HAND_OF_DEAL * len(spot.holdings))
    return Plan(spot, "sampled", Sample(spot, samples, seed), seconds, samples, seed)


def _exact(spot: Spot, forced: bool) -> Plan | None:
    ranges = [holding for holding in spot.holdings if holding.hands is not None]
    random = [holding for holding in spot.holdings if holding.random]
    if not ranges and not random:
        return Plan(spot, "exact", KnownHands(spot), _KNOWN if spot.board else _KNOWN_PREFLOP)
    if not ranges and len(random) == 1:
        place = next(n for n, holding in enumerate(spot.holdings) if holding.random)
        work = AgainstRandom(spot.known, place, spot.board, spot.dead)
        return Plan(spot, "exact", work, _RANDOM + work.boards * _RANDOM_BOARD)
    return _exact_ranges(spot, [*ranges, *random], forced)


def _exact_ranges(spot: Spot, unknown: list[Holding], forced: bool) -> Plan | None:
    sizes = [_size(holding, spot) for holding in unknown]
    boards = comb(len(spot.unseen), BOARD_SIZE - len(spot.board))
    if prod([_weight(holding, spot) for holding in unknown]) * boards > _LARGEST:
        if not forced:
            return None
        raise EquityError(
            "so many hands with such weights cannot be counted exactly: "
            "fewer hands, weights with fewer decimals, or a sample"
        )
    if spot.board and len(unknown) == 1:
        seconds = boards * sizes[0] * _HAND
        if forced or seconds <= AUTO_SECONDS:
            return Plan(spot, "exact", RangeAgainstKnown(spot), seconds)
        return None
    if not (spot.board and len(spot.holdings) == 2):
        return _exact_deals(spot, sizes, forced)
    seconds = boards * (prod(sizes) * _PAIR + sum(sizes) * _HAND)
    if any(holding.random for holding in unknown):
        # On the river pairs of hands are quicker, else one hand of the range after the other.
        each = sizes[0] * (_RANDOM + boards * _RANDOM_BOARD)
        if each < seconds:
            return _exact_deals(spot, sizes, forced)
    if forced or seconds <= AUTO_SECONDS:
        return Plan(spot, "exact", RangeAgainstRange(spot), seconds)
    return None


def _exact_deals(spot: Spot, sizes: list[int], forced: bool) -> Plan | None:
    one_random = any(holding.random for holding in spot.holdings)
    if one_random:
        sizes = sizes[:-1]
        left = len(spot.unseen) - HAND_SIZE * len(sizes)
        boards = comb(left, BOARD_SIZE - len(spot.board)) if spot.board else _BOARD_CLASSES
        each = _RANDOM + boards * _RANDOM_BOARD
    else:
        each = _KNOWN if spot.board else _KNOWN_PREFLOP
    deals = prod(sizes)
    if not forced and (deals > MOST_DEALS or deals * each > AUTO_SECONDS * _MOST_SUITS):
        return None
    work = EveryDeal(spot)
    if not forced and len(work) * each > AUTO_SECONDS:
        return None
    return Plan(spot, "exact", work, len(work) * each)


def _size(holding: Holding, spot: Spot) -> int:
    return comb(len(spot.unseen), HAND_SIZE) if holding.hands is None else len(holding.hands)


def _weight(holding: Holding, spot: Spot) -> int:
    return _size(holding, spot) if holding.weights is None else int(holding.weights.sum())
