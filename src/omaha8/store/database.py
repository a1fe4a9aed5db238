"""Who writes to the file, and in which order (floor 5).

`Database` is what `omaha8.store.journal`, the ledger and the people's own code work with.
`FileDatabase` has a thread that owns the one connection that writes; what waits for it goes into
one transaction. `MemoryDatabase` does everything at once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from time import perf_counter
from typing import Any, Final, NamedTuple, Protocol, TypeVar

import apsw

from omaha8.store.acknowledged import HeadFile
from omaha8.store.faults import in_words
from omaha8.store.interface import Done, StoreError
from omaha8.store.keeper import Keeper
from omaha8.store.records import Write
from omaha8.store.tidying import Tidier

T = TypeVar("T")
Work = Callable[[apsw.Connection], T]
_log: Final = logging.getLogger(__name__)

LARGEST_GROUP: Final = 1000
"""Writes in one transaction."""


class Database(Protocol):
    """The one writer, and a connection to read by."""

    reader: apsw.Connection
    """Reads only, and only in the thread of the event loop. Fetch what you ask for: a cursor that
    is left open keeps the file from being tidied."""
    keeper: Keeper
    """For work in the writer only."""

    @property
    def waiting(self) -> int:
        """How many writes and pieces of work wait."""

    @property
    def commit_seconds(self) -> float:
        """How long the latest transaction took."""

    fault: str | None
    """Why the latest transaction was not kept, ``None`` if it was."""
    on_commit: Callable[[int, float], None]
    """Told how many writes and seconds each transaction was, in the writer's thread."""

    def write(self, write: Write, done: Done) -> None:
        """Keep a write of a table; ``done`` is called in the order of the writes."""

    def run(self, work: Work[T]) -> asyncio.Future[T]:
        """Let the writer do ``work`` with its connection, whole or not at all.

        It begins and ends no transaction of its own. What it raises comes out of the future; an
        error of the file as `StoreError`, but for `apsw.ConstraintError`.
        """


_Item = tuple[Any, Any]
"""A write and its ``done``, or work and its future."""


class _Outcome(NamedTuple):
    told: Done | asyncio.Future[Any]
    error: Exception | None
    result: Any = None


class FileDatabase:
    """The database behind a file; `close` it."""

    def __init__(
        self, writer: apsw.Connection, reader: apsw.Connection, tidier: Tidier, head: HeadFile
    ) -> None:
        self.reader = reader
        self._tidier = tidier
        self._head = head
        self.keeper = Keeper(writer)
        self._writer = writer
        self._path = writer.filename
        self._new: list[_Item] = []
        self._queue: SimpleQueue[list[_Item] | None] = SimpleQueue()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._told = 0
        self._asked = 0
        self.commit_seconds = 0.0
        self.fault: str | None = None
        self.on_commit: Callable[[int, float], None] = lambda writes, seconds: None
        """Told of each transaction, in the writer's thread."""
        self._closed = False
        # Takes the place of SQLite's own way to carry the log over.
        writer.set_wal_hook(self._committed)
        self._thread = Thread(target=self._work, name="omaha8-store", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """How many writes and pieces of work wait."""
        return self._asked - self._told

    def write(self, write: Write, done: Done) -> None:
        """See `Database`."""
        self._put((write, done))

    def run(self, work: Work[T]) -> asyncio.Future[T]:
        """See `Database`."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._put((work, future))
        return future

    def _put(self, item: _Item) -> None:
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
        self._asked += 1
        if self._closed:
            error = StoreError(f"{self._path}: is closed")
            self._loop.call_soon(self._report, [_Outcome(item[1], error)])
            return
        self._new.append(item)
        if len(self._new) == 1:
            # One turn of the loop makes one group: waking the writer for each costs more than
            # what it does.
            self._loop.call_soon(self._hand_over)

    def _hand_over(self) -> None:
        if self._new:
            self._queue.put(self._new)
            self._new = []

    def close(self) -> bool:
        """Keep what waits, then end the thread and both connections; false if that was done."""
        if self._closed:
            return False
        self._closed = True
        self._hand_over()
        self._queue.put(None)
        self._thread.join()
        self._tidier.close()
        self.reader.close()
        self._writer.close()
        self._head.close()
        return True

    # in the writer's thread

    def _work(self) -> None:
        queue, more = self._queue, True
        while more:
            group: list[_Item] = []
            new = queue.get()
            try:
                while new is not None and len(group) < LARGEST_GROUP:
                    group += new
                    new = queue.get_nowait()
                group += new or ()
                more = new is not None
            except Empty:
                pass
            if group:
                self._tell(self._commit(group))
                self._tidier.finish()

    def _commit(self, group: list[_Item]) -> list[_Outcome]:
        start, execute = perf_counter(), self._writer.execute
        try:
            execute("BEGIN IMMEDIATE")
            outcomes = self._do(group)
            execute("COMMIT")
            self.keeper.settled()
            self.fault = None
        except Exception as error:
            fault = in_words(error, self._path)
            self.fault = str(fault)
            outcomes = self._undo(group, fault)
        self.commit_seconds = perf_counter() - start
        try:
            self.on_commit(len(group), self.commit_seconds)
        except Exception:
            _log.exception("whoever counts transactions failed")
        return outcomes

    def _committed(self, _: apsw.Connection, __: str, pages: int) -> int:
        # It is on disk, and nobody was told yet.
        self._head.note(pages, self.keeper.latest)
        self._tidier.committed(pages)
        return apsw.SQLITE_OK

    def _do(self, group: list[_Item]) -> list[_Outcome]:
        outcomes: list[_Outcome] = []
        writes: list[Write] = []
        told: list[Done] = []

        def keep() -> None:
            if writes:
                outcomes.extend(map(_Outcome, told, self.keeper.keep(writes)))
                writes.clear()
                told.clear()

        for what, tell in group:
            if isinstance(what, Write):
                writes.append(what)
                told.append(tell)
            else:
                keep()
                outcomes.append(self._run(what, tell))
        keep()
        return outcomes

    def _run(self, work: Work[Any], future: asyncio.Future[Any]) -> _Outcome:
        try:
            with self._writer:
                result = work(self._writer)
            return _Outcome(future, None, result)
        except Exception as error:
            if not self._writer.in_transaction:
                # The file ended it by itself: what came before in this group is lost as well.
                raise
            return _Outcome(future, error_of_work(error, self._path))

    def _undo(self, group: list[_Item], error: StoreError) -> list[_Outcome]:
        _log.error("nothing of %d writes was kept: %s", len(group), error)
        try:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
        except apsw.Error as fault:
            _log.error("%s", in_words(fault, self._path))
        self.keeper.forget([what for what, _ in group if isinstance(what, Write)], error)
        return [_Outcome(told, error) for _, told in group]

    def _tell(self, outcomes: list[_Outcome]) -> None:
        assert self._loop is not None
        try:
            self._loop.call_soon_threadsafe(self._report, outcomes)
        except RuntimeError:
            # The loop has ended: nobody is left to be told.
            _log.debug("%d writes were kept after the end of the loop", len(outcomes))

    # in the loop's thread

    def _report(self, outcomes: list[_Outcome]) -> None:
        self._told += len(outcomes)
        for told, error, result in outcomes:
            try:
                if not isinstance(told, asyncio.Future):
                    told(error)  # type: ignore[arg-type]
                elif told.done():
                    # Nobody waits for it any more.
                    continue
                elif error is None:
                    told.set_result(result)
                else:
                    told.set_exception(error)
            except Exception:
                _log.exception("a callback of the store failed")


class MemoryDatabase:
    """The database of a store that keeps nothing: every write is done before `write` returns."""

    waiting = 0
    commit_seconds = 0.0

    def __init__(self, connection: apsw.Connection) -> None:
        self.reader = connection
        self.keeper = Keeper(connection)
        self.fault: str | None = None
        self.on_commit: Callable[[int, float], None] = lambda writes, seconds: None

    def write(self, write: Write, done: Done) -> None:
        """See `Database`."""
        error: StoreError | None
        try:
            with self.reader:
                (error,) = self.keeper.keep([write])
            self.keeper.settled()
        except Exception as fault:
            error = in_words(fault, "memory")
            self.keeper.forget([write], error)
        done(error)

    def run(self, work: Work[T]) -> asyncio.Future[T]:
        """See `Database`; the future is done."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        try:
            with self.reader:
                result = work(self.reader)
            self.keeper.settled()
        except Exception as error:
            future.set_exception(error_of_work(error, "memory"))
        else:
            future.set_result(result)
        return future

    def close(self) -> None:
        """All of it is gone."""
        self.reader.close()


def error_of_work(error: Exception, path: str) -> Exception:
    """What the caller of `Database.run` is told."""
    if isinstance(error, UnicodeDecodeError):
        return in_words(error, path)
    if isinstance(error, apsw.Error) and not isinstance(error, apsw.ConstraintError):
        return in_words(error, path)
    return error
