"""``omaha8 equity``: what every hand wins, exactly or sampled."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import msgspec

from omaha8.cards import CardError
from omaha8.cli.equity_text import exact_work, next_card_table, player_table, summary
from omaha8.cli.errors import UserError
from omaha8.equity.next_card import BOARD_COUNTS, NextCard, next_cards_of
from omaha8.equity.plans import SAMPLES, Plan, Wish, make_plan
from omaha8.equity.ranges import RangeError
from omaha8.equity.result import Equity
from omaha8.equity.solver import Progress, solve
from omaha8.equity.spot import EquityError, Spot, parse_spot
from omaha8.evaluation import compiled

USER_ERROR: Final = 2
LONG: Final = 1.5
"""Seconds of work from which on there is a progress bar."""
MOST_WIDE: Final = 100


def run(
    *hands: str,
    board: str = "",
    dead: str = "",
    exact: bool = False,
    samples: int | None = None,
    seed: int = 0,
    json: bool = False,
    plot: Path | None = None,
) -> int:
    """What each of 2 to 10 hands wins on average, of a pot that goes to the showdown.

    A hand is four cards (AhAd2h3d), a range (see 'omaha8 range --help') or '*', a random hand. Put
    ranges and '*' in single quotes. Exact where the work is small enough, else sampled; the last
    line says which.

    Args:
        hands: The hands, one after the other.
        board: Three, four or five board cards.
        dead: Cards that are out of the deck.
        exact: Count every board, however long it takes.
        samples: Deal so many times at random instead.
        seed: Which random deals: the same seed gives the same deals.
        json: Print one JSON object.
        plot: Write a picture of the pot shares to this SVG file.
    """
    if exact and samples is not None:
        raise UserError("--exact and --samples are two methods: choose one")
    method: Wish = "exact" if exact else "auto" if samples is None else "sampled"
    start = perf_counter()
    try:
        spot = parse_spot(hands, board, dead)
        plan = make_plan(spot, method, SAMPLES if samples is None else samples, seed)
        result = _solve(plan)
    except RangeError as error:
        # Not one line: the caret stands under the character.
        print(f"omaha8: {error}", file=sys.stderr)
        return USER_ERROR
    except (CardError, EquityError) as error:
        raise UserError(str(error)) from error
    result = msgspec.structs.replace(result, seconds=perf_counter() - start)
    coming = _next_cards(spot)
    if json:
        print(_as_json(result, coming))
    else:
        _print(result, coming)
    if plot is not None:
        from omaha8.equity.picture import shares_svg

        plot.write_text(shares_svg(result), encoding="utf-8")
    return 0


def _solve(plan: Plan) -> Equity:
    with ExitStack() as around:
        tell = around.enter_context(_progress(plan)) if plan.seconds > LONG else None
        if plan.uses_kernels and compiled.available():
            around.enter_context(_compiling())
            pool = around.enter_context(ThreadPoolExecutor(os.cpu_count()))
            try:
                return solve(plan, map=pool.map, progress=tell)
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
        return solve(plan, progress=tell)


@contextmanager
def _compiling() -> Iterator[None]:
    """Says once that kernels are compiled, if they are: some seconds, and never again."""
    told: list[bool] = []

    def tell() -> None:
        if not told:
            print("compiling, the first time only ...", file=sys.stderr, flush=True)
            told.append(True)

    with compiled.when_compiling(tell):
        yield


@contextmanager
def _progress(plan: Plan) -> Iterator[Progress]:
    """A bar with the time left, on the terminal; elsewhere one line with the estimate."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    about = exact_work(plan, os.cpu_count() or 1)
    if not console.is_terminal:
        console.print(about, highlight=False)
        yield lambda done, jobs: None
        return
    columns = TextColumn(about), BarColumn(), TextColumn("{task.percentage:.0f}%")
    with Progress(*columns, TimeRemainingColumn(), console=console, transient=True) as bar:
        task = bar.add_task("")
        yield lambda done, jobs: bar.update(task, completed=done, total=jobs)


def _next_cards(spot: Spot) -> tuple[NextCard, ...]:
    if len(spot.board) not in BOARD_COUNTS or len(spot.known) != len(spot.holdings):
        return ()
    return next_cards_of(spot)


def _as_json(result: Equity, coming: tuple[NextCard, ...]) -> str:
    report: dict[str, Any] = msgspec.to_builtins(result)
    if coming:
        report["next_cards"] = msgspec.to_builtins(coming)
    return msgspec.json.encode(report).decode()


def _print(result: Equity, coming: tuple[NextCard, ...]) -> None:
    from rich.console import Console

    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = MOST_WIDE
    console.print(player_table(result))
    if coming:
        console.print(next_card_table(result, coming))
    console.print(summary(result))
