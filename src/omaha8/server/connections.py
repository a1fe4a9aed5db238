"""Who may hold a connection open, and for how long without asking or reading (floor 6).

Limits by address and account (`omaha8.server.limits`) count what is asked. Here it is bounded what
a connection costs before and besides that: places, and time.
"""

from __future__ import annotations

import logging
from asyncio import AbstractEventLoop, Transport, get_running_loop
from collections import Counter
from collections.abc import Callable
from typing import Any, Final, Literal, Protocol

import msgspec

from omaha8.server.addresses import Addresses

_log: Final = logging.getLogger(__name__)

WARN_EVERY: Final = 60.0
"""Seconds."""

Kind = Literal["head", "body", "read"]
Due = tuple[Kind, Any]
"""What a peer owes, and something that is another as soon as he has done some of it."""


class Patience(msgspec.Struct, frozen=True, kw_only=True):
    """Seconds that a connection has for each, before it is cut."""

    head: float = 10.0
    """To send the whole head of a request, or to become a WebSocket."""
    body: float = 30.0
    """To send all of what comes behind it."""
    read: float = 60.0
    """To read anything of what waits for it, also of the last words."""


class Guarded(Protocol):
    """A connection that is watched."""

    transport: Transport
    client: tuple[str, int] | None

    def due(self) -> Due | None:
        """What its peer owes now."""


class _Held:
    """A place that is taken."""

    __slots__ = ("address", "connection", "due", "since")

    def __init__(self, connection: Guarded, address: str | None, since: float) -> None:
        self.connection = connection
        self.address = address
        self.due: Due | None = None
        self.since = since


class Connections:
    """All that are open: at most ``each`` of one address (0: any number) and ``most`` in all.

    ``now`` counts seconds, and is the event loop's clock where nothing else is said.
    """

    def __init__(
        self,
        addresses: Addresses | None = None,
        *,
        each: int = 0,
        most: int | None = None,
        patience: Patience | None = None,
        now: Callable[[], float] | None = None,
    ) -> None:
        self._addresses = addresses or Addresses()
        self._each = each
        self._most = most
        self._patience = patience or Patience()
        self._now = now or (lambda: get_running_loop().time())
        self._every = min(msgspec.structs.astuple(self._patience)) / 5
        self._held: dict[Transport, _Held] = {}
        self._of: Counter[str] = Counter()
        self._watches = False
        self._warned: float | None = None

    def __len__(self) -> int:
        return len(self._held)

    def made(self, connection: Guarded) -> bool:
        """Whether there is a place for it. `lost` is to be called in either case.

        A connection that has become something else is told again, and keeps its place.
        """
        transport = connection.transport
        held = self._held.get(transport)
        if held is not None:
            held.connection = connection
            return True
        now = self._now()
        address = None
        if connection.client is not None:
            address = self._addresses.counted(connection.client[0])
        self._held[transport] = _Held(connection, address, now)
        if not self._watches:
            self._watches = True
            self._later(get_running_loop())
        if address is not None:
            self._of[address] += 1
            if 0 < self._each < self._of[address]:
                self._warn(now)
                return False
        return self._most is None or len(self._held) <= self._most or self._make_room(transport)

    def lost(self, transport: Transport) -> None:
        """It is closed."""
        held = self._held.pop(transport, None)
        if held is None or held.address is None:
            return
        self._of[held.address] -= 1
        if not self._of[held.address]:
            del self._of[held.address]

    def _warn(self, now: float) -> None:
        # Often enough to be seen, whoever knocks how often.
        if self._warned is None or now - self._warned > WARN_EVERY:
            self._warned = now
            _log.warning("an address has %d connections, and gets no more", self._each)

    def _make_room(self, newcomer: Transport) -> bool:
        """At the cost of who has waited longest without asking for anything, if there is one."""
        for transport, held in self._held.items():
            due = held.connection.due()
            if transport is not newcomer and due is not None and due[0] == "head":
                transport.abort()
                return True
        return False

    def _later(self, loop: AbstractEventLoop) -> None:
        loop.call_later(self._every, self._watch, loop)

    def _watch(self, loop: AbstractEventLoop) -> None:
        self.look()
        self._watches = bool(self._held)
        if self._watches:
            self._later(loop)

    def look(self) -> None:
        """Cut who owes the same as when he was last looked at, and has for too long."""
        now = self._now()
        for transport, held in list(self._held.items()):
            due = held.connection.due()
            if due != held.due:
                held.due, held.since = due, now
            elif due is not None and now - held.since > getattr(self._patience, due[0]):
                # Closing would wait for him to read.
                transport.abort()
