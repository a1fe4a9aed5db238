"""`equity`: from hands, a board and dead cards to what every player wins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from omaha8.cards import Card, format_cards
from omaha8.equity.plans import SAMPLES, Plan, Wish, make_plan
from omaha8.equity.result import Equity, boards_with_low, player_equity
from omaha8.equity.spot import EquityError, HandText, parse_spot
from omaha8.equity.tally import cells_shape
from omaha8.evaluation import compiled

MOST_JOBS: Final = 400

Map = Callable[[Callable[[range], NDArray[np.int64]], Iterable[range]], Iterable[NDArray[np.int64]]]
"""The built-in ``map``, or that of an executor, which runs several jobs at the same time."""

Progress = Callable[[int, int], None]
"""Told (jobs done, of so many)."""


def equity(
    hands: Sequence[HandText],
    board: str | Sequence[Card] = "",
    dead: str | Sequence[Card] = "",
    method: Wish = "auto",
    samples: int = SAMPLES,
    seed: int = 0,
    *,
    map: Map = map,  # noqa: A002
    progress: Progress | None = None,
    clock: Callable[[], float] | None = None,
) -> Equity:
    """What 2 to 10 players win on average, of a pot of 1 that goes to the showdown.

    A hand is four cards ("AhAd2h3d"), a range ("A2**", "AA:$ds"; see docs/ranges.md) or "*", a
    random hand. The board has 0, 3, 4 or 5 cards. Exact where the work is small enough, else a
    sample of ``samples`` deals, which ``seed`` decides; ``method`` "exact" or "sampled" forces one.
    The result says which it is. ``map`` may be a thread pool's; ``clock``, such as
    ``time.perf_counter``, fills `Equity.seconds`.

    Raises `EquityError`, `CardError` or `RangeError`, all of them `ValueError`, in one line that
    says what is wrong.
    """
    start = clock() if clock else 0.0
    plan = make_plan(parse_spot(hands, board, dead), method, samples, seed)
    result = solve(plan, map=map, progress=progress)
    if clock is None:
        return result
    from msgspec.structs import replace

    return replace(result, seconds=clock() - start)


def solve(plan: Plan, *, map: Map = map, progress: Progress | None = None) -> Equity:  # noqa: A002
    """Does what a plan says."""
    spot, work = plan.spot, plan.work

    def count(job: range) -> NDArray[np.int64]:
        return sum([work.cells(part) for part in job], np.zeros((), np.int64))

    step = max(1, len(work) // MOST_JOBS)
    jobs = [range(at, min(at + step, len(work))) for at in range(0, len(work), step)]
    cells = np.zeros(cells_shape(len(spot.holdings)), np.int64)
    for done, counted in enumerate(map(count, jobs), start=1):
        cells += counted
        if progress:
            progress(done, len(jobs))
    boards = int(cells[0].sum())
    if not boards:
        raise EquityError("the ranges cannot be dealt together: they need the same cards")
    sampled = plan.method == "sampled"
    return Equity(
        players=tuple(
            [
                player_equity(holding.text, counts, sampled)
                for holding, counts in zip(spot.holdings, cells, strict=True)
            ]
        ),
        board=format_cards(spot.board),
        dead=format_cards(spot.dead),
        boards=boards,
        boards_with_low=boards_with_low(cells[0]),
        method=plan.method,
        samples=plan.samples,
        seed=plan.seed,
        note=compiled.WHY_SLOW if plan.uses_kernels and not compiled.available() else None,
    )
