"""Computing the chart anew: in shards that machines share, saved as it goes, merged in the end.

A shard n of m takes every m-th multiset of board ranks and keeps one file, written over whenever
some more boards are done: whoever starts it again goes on from there.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple
from zipfile import BadZipFile

import numpy as np

from omaha8.cli.errors import UserError
from omaha8.equity.chart_boards import (
    BOARD_RANKS,
    Totals,
    totals_of,
)
from omaha8.evaluation import compiled

BATCH: Final = 16
"""Boards of a worker at a time."""

SAVED_EVERY: Final = 10
"""Batches between two writings of the file."""


class Shard(NamedTuple):
    """One of ``of`` equal shares of the boards, numbered from 1."""

    number: int
    of: int

    @property
    def boards(self) -> range:
        """The multisets of board ranks of this shard."""
        return range(self.number - 1, BOARD_RANKS, self.of)

    def file(self, folder: Path) -> Path:
        """Where its sums are kept."""
        return folder / f"chart-{self.number}-of-{self.of}.npz"


def parse_shard(text: str) -> Shard:
    """``3/16``. Raises `UserError`."""
    number, slash, of = text.partition("/")
    if (
        slash
        and number.isdecimal()
        and of.isdecimal()
        and 1 <= int(number) <= int(of) <= BOARD_RANKS
    ):
        return Shard(int(number), int(of))
    raise UserError(
        f"--shard {text!r}: it is n/m, as in 3/16, with n from 1 to m and m up to {BOARD_RANKS}"
    )


def compute(shard: Shard, folder: Path, jobs: int, tell: Callable[[int], None]) -> None:
    """Sums up what is missing of a shard. ``tell`` hears how many of its boards are done."""
    folder.mkdir(parents=True, exist_ok=True)
    file = shard.file(folder)
    done, totals = _load(file) if file.exists() else (0, Totals.zero())
    boards = shard.boards
    tell(done)
    batches = [boards[start : start + BATCH] for start in range(done, len(boards), BATCH)]
    for at, sums in enumerate(_sums(batches, jobs), start=1):
        totals.add(sums)
        done += len(batches[at - 1])
        tell(done)
        if at % SAVED_EVERY == 0:
            _save(file, done, totals)
    _save(file, done, totals)


def with_progress(shard: Shard, folder: Path, jobs: int) -> None:
    """`compute`, with a progress bar on stderr."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    console = Console(stderr=True)
    if not compiled.available():
        console.print(f"{compiled.WHY_SLOW}: about ten times as long")
    text = TextColumn("{task.description}")
    times = (TimeElapsedColumn(), TextColumn("left"), TimeRemainingColumn())
    with Progress(text, BarColumn(), MofNCompleteColumn(), *times, console=console) as progress:
        task = progress.add_task("boards by their ranks", total=len(shard.boards))
        compute(shard, folder, jobs, lambda done: progress.update(task, completed=done))


def merge(folder: Path, of: int | None = None) -> Totals:
    """The sums over all boards from the files of all shards, ``of`` as many or as there are.

    Raises `UserError` if one is missing.
    """
    files = sorted(folder.glob("chart-*-of-*.npz"))
    counts = {int(file.stem.rpartition("-")[2]) for file in files} if of is None else {of}
    if len(counts) != 1:
        found = " and of ".join(map(str, sorted(counts))) or "no"
        raise UserError(f"{folder} has files of {found} shards: all of one division are needed")
    totals = Totals.zero()
    unfinished = []
    for shard in [Shard(n, of) for of in counts for n in range(1, of + 1)]:
        file = shard.file(folder)
        done, sums = _load(file) if file in files else (0, totals)
        if done == len(shard.boards):
            totals.add(sums)
        else:
            unfinished.append(f"{shard.number}/{shard.of}")
    if unfinished:
        raise UserError(f"{folder} has not all boards: --compute --shard {', '.join(unfinished)}")
    return totals


def _load(file: Path) -> tuple[int, Totals]:
    try:
        # Opened here, as NumPy leaves a file open that it cannot read.
        with file.open("rb") as opened, np.load(opened, allow_pickle=False) as saved:
            totals = Totals(saved["any_suits"], saved["flushes"])
            if [sums.shape for sums in totals] != [sums.shape for sums in Totals.zero()]:
                raise ValueError
            return int(saved["done"]), totals
    except (BadZipFile, ValueError, KeyError, EOFError) as error:
        raise UserError(f"{file} is no file of a shard: remove it, and compute again") from error


def _save(file: Path, done: int, totals: Totals) -> None:
    # A file is the old one or the new one, whenever the machine stops.
    unfinished = file.with_suffix(".unfinished")
    with unfinished.open("wb") as out:
        np.savez(out, done=np.int64(done), any_suits=totals.any_suits, flushes=totals.flushes)
    os.replace(unfinished, file)


def _sums(batches: list[range], jobs: int) -> Iterator[Totals]:
    if not batches:
        return
    with ExitStack() as stack:
        each: Callable[[Callable[[range], Totals], list[range]], Iterator[Totals]] = map
        if jobs > 1:
            # Before there are workers, which would all compile the kernel at once.
            totals_of(batches[0][0])
            each = _pool(stack, jobs)
        yield from each(_sum, batches)


def _pool(stack: ExitStack, jobs: int) -> Callable[..., Iterator[Totals]]:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    ignore = partial(signal.signal, signal.SIGINT, signal.SIG_IGN)
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=ignore)
    stack.callback(pool.shutdown, cancel_futures=True)
    return pool.map


def _sum(boards: range) -> Totals:
    totals = Totals.zero()
    for board in boards:
        totals.add(totals_of(board))
    return totals
