"""Carries what was written to the log over into the file, beside the writer (floor 5).

SQLite would have the writer do it, at the end of a commit that everybody waits for.
"""

from __future__ import annotations

import logging
from threading import Event, Thread
from typing import Final

import apsw

from omaha8.store.faults import in_words

_log: Final = logging.getLogger(__name__)

TIDY_PAGES: Final = 1000
"""So many pages in the log, of 4 KiB, and they are carried over."""

_IDLE, _THREAD, _WRITER = range(3)


class Tidier:
    """A thread with its own connection, and the ends that the writer's thread has in it."""

    def __init__(self, writer: apsw.Connection, own: apsw.Connection) -> None:
        self._writer = writer
        self._own = own
        self._wanted = Event()
        self._stopped = False
        # By turns, as only one of them can be at it: `_IDLE`, then the thread, then the writer.
        self._turn = _IDLE
        self._thread = Thread(target=self._work, name="omaha8-store-tidier", daemon=True)
        self._thread.start()

    def committed(self, pages: int) -> None:
        """In the writer's thread: so many pages are in the log."""
        if pages > TIDY_PAGES and self._turn == _IDLE:
            self._turn = _THREAD
            self._wanted.set()

    def finish(self) -> None:
        """In the writer's thread, between transactions.

        Most has been carried over; the rest is little, and with nothing left the next write begins
        the log anew, instead of making it longer for ever.
        """
        if self._turn == _WRITER:
            _carry_over(self._writer)
            self._turn = _IDLE

    def close(self) -> None:
        """End the thread and its connection."""
        self._stopped = True
        self._wanted.set()
        self._thread.join()
        self._own.close()

    def _work(self) -> None:
        while self._wanted.wait() and not self._stopped:
            # Before the work: the wish that it end is not forgotten.
            self._wanted.clear()
            if self._turn == _THREAD:
                self._turn = _WRITER if _carry_over(self._own) else _IDLE


def _carry_over(connection: apsw.Connection) -> bool:
    try:
        connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
    except apsw.BusyError:
        # Another program is at it.
        return False
    except apsw.Error as error:
        # It is tried again after a later commit; what is in the log is safe there.
        _log.warning("%s", in_words(error, connection.filename))
        return False
    return True
