"""Playing the blocks of a session: in several processes, into a file, until Ctrl-C.

Results and file take whole blocks, in order: whatever the number of processes and whenever it was
stopped, they are those of the first so many hundred hands.
"""

from __future__ import annotations

import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Final

from omaha8.cli.errors import UserError
from omaha8.simulation import Block, Results, Session, play_block

if TYPE_CHECKING:
    from multiprocessing.synchronize import Event
    from types import FrameType

AHEAD: Final = 4
"""Blocks in the queue of each process."""

MOST_JOBS: Final = 61
"""Windows cannot wait for more processes at a time."""

LISTENS_EVERY: Final = 0.1
"""Seconds between two looks whether somebody pressed Ctrl-C."""

Stopped = Callable[[], bool]


def play(session: Session, jobs: int, out: Path | None = None) -> Results:
    """The results of all hands, or of those that were finished when Ctrl-C was pressed.

    ``out`` takes the hands as JSON lines, in place of what was there. Raises `UserError` where
    it cannot be written. Where stderr is a terminal, a bar there shows how far it is.
    """
    results = Results.none(session)
    try:
        with ExitStack() as stack:
            file = None if out is None else stack.enter_context(out.open("wb"))
            stopped = stack.enter_context(_ctrl_c())
            tell = stack.enter_context(_progress(session))
            for block in blocks(session, jobs, stopped, lines=file is not None):
                if file is not None:
                    file.write(block.lines)
                    file.flush()
                results.add(block.results)
                tell(results.hands)
    except OSError as error:
        if out is None:
            raise
        raise UserError(f"--out {out}: {error.strerror}") from error
    return results


def blocks(session: Session, jobs: int, stopped: Stopped, *, lines: bool) -> Iterator[Block]:
    """The blocks in order, until ``stopped``."""
    jobs = min(jobs, session.blocks, MOST_JOBS)
    if jobs > 1:
        yield from _with_processes(session, jobs, stopped, lines)
        return
    for number in range(session.blocks):
        block = play_block(session, number, lines=lines, stopped=stopped)
        if block is None:
            return
        yield block


def _with_processes(session: Session, jobs: int, stopped: Stopped, lines: bool) -> Iterator[Block]:
    context = get_context("spawn")
    stop = context.Event()
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin, initargs=(stop,))
    waiting: deque[Future[Block | None]] = deque()
    try:
        for number in range(session.blocks):
            with _ctrl_c_held():
                waiting.append(pool.submit(_play, session, number, lines))
            if len(waiting) == AHEAD * jobs:
                if (block := _result(waiting.popleft(), stopped)) is None:
                    return
                yield block
        for future in waiting:
            if (block := _result(future, stopped)) is None:
                return
            yield block
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)


def _result(future: Future[Block | None], stopped: Stopped) -> Block | None:
    while not stopped():
        try:
            return future.result(LISTENS_EVERY)
        except TimeoutError:
            continue
    return None


_stop: Event | None = None
"""In a process of the pool: whether to stop."""


def _begin(stop: Event) -> None:
    # Ctrl-C reaches all processes of a terminal; the first one says what happens. (Elsewhere
    # than on Windows they were started without hearing it.)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    global _stop
    _stop = stop


def _play(session: Session, number: int, lines: bool) -> Block | None:
    assert _stop is not None
    return play_block(session, number, lines=lines, stopped=_stop.is_set)


@contextmanager
def _ctrl_c() -> Iterator[Stopped]:
    """Whether Ctrl-C was pressed: it interrupts nothing, so no line is left half written."""
    pressed = False

    def press(number: int, frame: FrameType | None) -> None:
        nonlocal pressed
        pressed = True

    before = signal.signal(signal.SIGINT, press)
    try:
        yield lambda: pressed
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _ctrl_c_held() -> Iterator[None]:
    """Processes started in here do not hear Ctrl-C, not even before they ignore it."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _progress(session: Session) -> Iterator[Callable[[int], None]]:
    """Hears how many hands are played, and shows it where somebody watches."""
    if not sys.stderr.isatty():
        yield lambda hands: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        Task,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Speed(TextColumn):
        def render(self, task: Task) -> Text:
            return Text(f"{task.speed:,.0f} hands/s" if task.speed else "")

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    times = (Speed(""), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, *times, console=console, transient=True) as progress:
        task = progress.add_task("hands", total=session.hands)
        yield lambda hands: progress.update(task, completed=hands)
