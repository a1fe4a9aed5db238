"""Nothing is told before it is on disk (floor 5).

What a message changes is kept as one `Write`; what is to be sent waits until the journal has it.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import Final

from omaha8.room.log import Entry
from omaha8.store.interface import Done, StoreError
from omaha8.store.records import HandRecord, PersonId, Row, TableId, Transfer, Write

_log: Final = logging.getLogger(__name__)

Send = Callable[[], None]
"""Hands something to sockets."""

Writer = Callable[[Write, Done], None]
"""Keeps a write and says so; `omaha8.store.interface.Journal.write`."""


def nowhere(_: Write, done: Done) -> None:
    """Keeps nothing, for a table that need not survive."""
    done(None)


class Batch:
    """What one message, or one step of the host, changes; ``first`` is its first event's number."""

    __slots__ = ("ask", "checkpoint", "entries", "first", "hand", "person", "transfers")

    def __init__(self, first: int, person: PersonId | None = None, ask: str | None = None) -> None:
        self.first = first
        self.person = person
        self.ask = ask
        self.entries: list[Entry] = []
        self.transfers: list[Transfer] = []
        self.hand: HandRecord | None = None
        self.checkpoint: bytes | None = None

    def write(self, table: TableId, epoch: int, at: int, deal: tuple[int, bytes] | None) -> Write:
        """As the journal takes it."""
        rows = tuple(
            [
                Row(entry.body, self.person, self.ask if number == 0 else None)
                for number, entry in enumerate(self.entries)
            ]
        )
        return Write(
            table=table,
            epoch=epoch,
            at=at,
            first=self.first,
            rows=rows,
            transfers=tuple(self.transfers),
            deal=deal,
            hand=self.hand,
            checkpoint=self.checkpoint,
        )


class _Waiting:
    """A write under way, and what is sent when it is on disk."""

    __slots__ = ("done", "failed", "sends", "since", "undo")

    def __init__(self, undo: tuple[Transfer, ...]) -> None:
        self.since = monotonic()
        self.sends: list[Send] = []
        self.undo = undo
        self.done = False
        self.failed: StoreError | None = None


class Outbox:
    """What waits for the journal, in order. ``failed`` is told of the first write that fails, and
    the transfers of all that are lost with it.
    """

    __slots__ = ("_failed", "_journal", "_waiting")

    def __init__(
        self, journal: Writer, failed: Callable[[StoreError, list[Transfer]], None]
    ) -> None:
        self._journal = journal
        self._failed = failed
        self._waiting: deque[_Waiting] = deque()

    def __len__(self) -> int:
        return len(self._waiting)

    @property
    def oldest(self) -> float:
        """How many seconds the first of them has waited."""
        return monotonic() - self._waiting[0].since if self._waiting else 0.0

    def send(self, send: Send) -> None:
        """Now, or behind what waits."""
        if self._waiting:
            self._waiting[-1].sends.append(send)
        else:
            send()

    def write(self, write: Write, send: Send) -> None:
        """Keep a write; ``send`` when it is kept."""
        waiting = _Waiting(write.transfers)
        waiting.sends.append(send)
        self._waiting.append(waiting)

        def done(error: StoreError | None) -> None:
            waiting.done, waiting.failed = True, error
            self._settle()

        self._journal(write, done)

    def _settle(self) -> None:
        waiting = self._waiting
        while waiting and waiting[0].done:
            error = waiting[0].failed
            if error is not None:
                lost = [transfer for each in waiting for transfer in each.undo]
                waiting.clear()
                self._failed(error, lost)
                return
            for send in waiting.popleft().sends:
                try:
                    send()
                except Exception:
                    # One socket that cannot be written to must not keep the others from it.
                    _log.exception("something could not be sent")
