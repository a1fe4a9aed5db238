"""A connection to one table of a server: it mends itself, and asks until answered (floor 6)."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from secrets import token_hex
from types import TracebackType
from typing import Final, Self

import msgspec

from omaha8.client.address import parse_address
from omaha8.client.errors import ClientError, Closed, NoAnswer, UnfairDeal, refused
from omaha8.client.link import Link, Tap
from omaha8.client.seals import Seals
from omaha8.client.state import TableState
from omaha8.hand.view import SeatView
from omaha8.room import messages as m
from omaha8.room.room_events import NumberedEvent

_log: Final = logging.getLogger(__name__)
ANSWER_WITHIN: Final = 30.0
"""Seconds, lost connections included."""
TOLD_WITHIN: Final = 0.5
"""Seconds after ``done`` for the events that it made."""
COMPLAINTS: Final = 100
NO_ENTRY: Final = ("no_such_table", "not_allowed")
"""Answers to ``hello`` that end it."""


class Turn(msgspec.Struct, frozen=True, eq=False):
    """A decision to be made: what the seat sees, and the numbers that name it."""

    view: SeatView
    hand: int
    turn: int


class Session:
    """One table as one person sees it; `Session.connect` makes one.

    ``state`` is always up to date. What changes something is sent again after a lost connection
    until it is answered, and done once. ``complaints`` are the errors that belong to no message
    of one's own, the latest last, and ``faults`` what was wrong with shuffles.
    """

    def __init__(self, link: Link, *, table: str | None, strict: bool, nonces: bool) -> None:
        self.state: TableState
        self.complaints: deque[m.Error] = deque(maxlen=COMPLAINTS)
        self.faults: list[str] = []
        self.seals = Seals(nonces=nonces)
        self.farewell: str | None = None
        self._strict = strict
        self._table = table
        self._link = link
        self._hello: m.Welcome | None = None
        self._catching_up = self._welcomed = False
        self._ready = asyncio.Event()
        self._changed = asyncio.Event()
        self._asked: dict[str, tuple[m.ClientMessage, asyncio.Future[m.Done]]] = {}
        self._untold: list[tuple[int, asyncio.Future[m.Done], m.Done]] = []
        self._decided: tuple[int, int] | None = None
        self._name, self._count = token_hex(6), 0
        self._end: ClientError | None = None
        self._running: asyncio.Task[None]

    @classmethod
    async def connect(
        cls,
        url: str,
        *,
        token: str | None = None,
        cookie: str | None = None,
        table: str | None = None,
        patience: float | None = 60.0,
        strict: bool = False,
        nonces: bool = True,
        tap: Tap | None = None,
    ) -> Self:
        """Connect to ``table`` (without a name: the first public one) and wait for its state.

        ``token`` is that of a bot, ``cookie`` of a person (`omaha8.client.Api.cookie`); with
        neither one watches. ``patience``: how many seconds without a connection are borne.
        ``strict``: a shuffle that does not verify ends the connection with `UnfairDeal`; else it
        is only reported in ``faults``. ``tap`` is called with every text that comes, for a log.
        ``nonces``: take part in the shuffle; of several clients of one person only one should.
        Raises `Unreachable`, `Closed`, `Refused`.
        """
        link = Link(parse_address(url, token=token, cookie=cookie), patience, tap)
        client = cls(link, table=table, strict=strict, nonces=nonces)
        client._running = asyncio.create_task(client._run(), name=f"omaha8 client of {url}")
        try:
            await client._until(client._ready)
        except BaseException:
            await client.close()
            raise
        return client

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Hang up. The player keeps his chair for a while."""
        if self._end is None:
            self._end = Closed("this client has hung up")
        self._running.cancel()
        await asyncio.gather(self._running, return_exceptions=True)

    @property
    def connected(self) -> bool:
        """There is a connection, and what was missed without one is known."""
        return self._ready.is_set() and self._link.connected and not self._catching_up

    @property
    def connections(self) -> int:
        """How many there have been so far."""
        return self._link.connections

    async def lose_connection(self) -> None:
        """Drop the connection as a network does; it is made anew at once."""
        await self._link.drop()

    # waiting

    async def change(self) -> TableState:
        """The state, when the next message has come. Raises what ended the connection."""
        if self._end is not None:
            raise self._end
        self._changed.clear()
        await self._until(self._changed)
        return self.state

    async def turn(self) -> Turn:
        """The next decision that is the viewer's to make. Raises what ended the connection."""
        while self._end is not None or (decision := self.decision) is None:
            await self.change()
        return decision

    @property
    def decision(self) -> Turn | None:
        """The decision that is the viewer's to make now, as long as he has not made it."""
        state = self.state
        if not state.is_my_turn or state.turn == self._decided or self._catching_up:
            return None
        return Turn(state.seat_view(), *state.turn)

    async def _until(self, event: asyncio.Event) -> None:
        await event.wait()
        if self._end is not None:
            raise self._end

    # saying

    async def ask(self, message: m.ClientMessage) -> m.Done:
        """Send what changes something, and wait until it is done and kept.

        Its ``id`` is made where it has none. Raises `Refused` (and kinds of it), `NoAnswer`,
        `ValueError` for a message that no server would read, or what ended the connection.
        """
        if self._end is not None:
            raise self._end
        ask = getattr(message, "id", None) or self.new_id()
        message = _checked(msgspec.structs.replace(message, id=ask))
        answer: asyncio.Future[m.Done] = asyncio.get_running_loop().create_future()
        self._asked[ask] = (message, answer)
        await self._link.send(message)
        try:
            async with asyncio.timeout(ANSWER_WITHIN):
                return await answer
        except TimeoutError:
            raise NoAnswer(f"no answer to {message}") from None
        finally:
            self._asked.pop(ask, None)

    async def tell(self, message: m.ClientMessage) -> None:
        """Send what has no answer; it is lost where there is no connection."""
        await self._link.send(_checked(message))

    def new_id(self) -> str:
        """A name for a message, that nobody else gives to one."""
        self._count += 1
        return f"{self._name}.{self._count}"

    # hearing

    async def _run(self) -> None:
        try:
            async for message in self._link.messages(self._greeting):
                for answer in self._hear(message):
                    await self._link.send(answer)
        except ClientError as error:
            if self._end is None:
                self._end = error
        except Exception as error:
            _log.exception("the client has failed")
            self._end = ClientError(f"the client has failed: {error!r}")
            self._end.__cause__ = error
        finally:
            self._finish()

    def _greeting(self) -> m.Hello:
        """What to say on a new connection."""
        self._catching_up, self._welcomed = True, False
        if not self._ready.is_set():
            return m.Hello(self._table)
        return m.Hello(self.state.table.id, self.state.stream, self.state.seq)

    def _hear(self, message: m.ServerMessage) -> list[m.ClientMessage]:
        """Take a message in; what to answer."""
        answers: list[m.ClientMessage] = []
        match message:
            case m.Welcome(protocol=protocol):
                if protocol != m.PROTOCOL:
                    raise ClientError(
                        f"the server speaks protocol {protocol}, this client {m.PROTOCOL}"
                    )
                self._hello, self._welcomed, self._catching_up = message, True, True
                if self._ready.is_set():
                    self.state.welcome(message)
            case m.Snapshot() | m.Events() if not self._welcomed:
                pass  # of before the answer to hello, which has all of it
            case m.Snapshot():
                answers = self._see_all(message)
            case m.Events():
                answers = self._see_more(message)
            case m.Yours(me=me):
                if self._ready.is_set():
                    self.state.me = me
            case m.Done(id=ask, seq=seq):
                if ask in self._asked:
                    self._untold.append((seq, self._asked[ask][1], message))
                    asyncio.get_running_loop().call_later(TOLD_WITHIN, self._settle, True)
                self._settle()
            case m.Error():
                self._complain(message)
            case m.Said():
                if self._ready.is_set():
                    self.state.said(message)
            case m.Bye(message=text):
                self.farewell = text
            case m.Pong():
                pass
        self._changed.set()
        return answers

    def _see_all(self, snapshot: m.Snapshot) -> list[m.ClientMessage]:
        assert self._hello is not None
        if self._ready.is_set():
            events = self.state.snapshot(snapshot)
        else:
            self.state = TableState(self._hello, snapshot)
            events = self.state.snapshot(snapshot)
            self._ready.set()
        self._settle(told=True)
        return [*self._caught_up(), *self._fair(events, snapshot)]

    def _see_more(self, message: m.Events) -> list[m.ClientMessage]:
        if not self._ready.is_set():
            return []
        events = self.state.events(message)
        if events is None:
            _log.warning("events are missing before %d: asking for them", message.seq)
            return [self._greeting()]
        self._settle(told=True)
        return [*self._caught_up(), *self._fair(events, message)]

    def _caught_up(self) -> list[m.ClientMessage]:
        """On a new connection all that has no answer yet is said again."""
        if not self._catching_up:
            return []
        self._catching_up = False
        self.seals.uncommit()
        return [message for message, answer in self._asked.values() if not answer.done()]

    def _fair(
        self, events: list[NumberedEvent], message: m.Snapshot | m.Events
    ) -> list[m.ClientMessage]:
        whole = isinstance(message, m.Snapshot)
        answers, faults = self.seals.see(events, message.openings, self.state, whole=whole)
        for fault in faults:
            _log.error("%s", fault)
        self.faults += faults
        if faults and self._strict:
            raise UnfairDeal("; ".join(faults))
        return answers

    def _complain(self, error: m.Error) -> None:
        asked = None if error.id is None else self._asked.get(error.id)
        if asked is not None and not asked[1].done():
            asked[1].set_exception(refused(error))
            return
        self.complaints.append(error)
        _log.info("%s: %s", error.code, error.message)
        if not self._welcomed and error.code in NO_ENTRY:
            raise refused(error)

    def _settle(self, told: bool = False) -> None:
        """Wake who waits for what is done, when the events that it made are there."""
        waiting, self._untold = self._untold, []
        for seq, answer, done in waiting:
            if not told and self._ready.is_set() and seq > self.state.seq:
                self._untold.append((seq, answer, done))
            elif not answer.done():
                answer.set_result(done)

    def _finish(self) -> None:
        if self._end is None:
            self._end = Closed("the connection is closed")
        for _, answer in self._asked.values():
            if not answer.done():
                answer.set_exception(self._end)
        self._ready.set()
        self._changed.set()


def _checked(message: m.ClientMessage) -> m.ClientMessage:
    """The message, if a server can read it."""
    checked: m.ClientMessage = msgspec.json.decode(
        msgspec.json.encode(message), type=m.ClientMessage
    )
    return checked
