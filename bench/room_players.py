"""Players and watchers at the tables of a server: they read no more than an acting player needs."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from random import Random
from typing import Final

from bench.room_folder import Place
from bench.room_sockets import Peer, connect, handshake
from omaha8.fairness.choice import hash_nonce

_HAND: Final = re.compile(rb'"view":\{"hand":(\d+)')
_TURN: Final = re.compile(rb'"turn_id":(\d+)')
_LEAST: Final = re.compile(rb'"min_to":(\d+)')
_BET: Final = re.compile(rb"\bbet \d")
_COMMITTED: Final = re.compile(rb'"type":"decks_committed","hand":(\d+)')
_EVENTS: Final = b'{"type":"events"'
_DONE: Final = b'{"type":"done"'
_ERROR: Final = b'{"type":"error"'
_SNAPSHOT: Final = b'{"type":"snapshot"'
_STARTED: Final = b'"type":"hand_started"'
_TOO_LATE: Final = b'"message":"Nonces are for hand '
"""The first hand began as soon as he sat, or the one that he was in is over already."""
AT_ONCE_LIMIT: Final = 50
"""Connections that are being opened at a time."""


class Seat(Peer):
    """One socket at a table; with a cookie it has a seat, plays, and has a part in every shuffle.

    Its nonce is always the same one: what that costs the server is the same.
    """

    def __init__(self, table: Playing, number: int, port: int, cookie: str | None) -> None:
        headers = {} if cookie is None else {"Cookie": f"omaha8={cookie}"}
        super().__init__(handshake("/ws", port, headers))
        self.table = table
        self.number = number
        self.plays = cookie is not None
        nonce = sha256(f"{table.place.table} {number}".encode()).digest()
        self.nonce = nonce.hex().encode()
        self.hash = hash_nonce(nonce).hex().encode()
        self.turn = -1
        self.told = 0

    def heard(self, text: bytes) -> None:
        if text.startswith(_EVENTS):
            self.told += 1
            if self in self.table.untold and b'"events":[]' not in text[:60]:
                self.table.has_heard(self)
            if self.plays:
                self.shuffle(text)
        elif text.startswith(_DONE):
            self.table.done += 1
            return
        elif text.startswith(_ERROR):
            if _TOO_LATE not in text:
                self.table.errors.append(text)
            return
        elif not text.startswith(_SNAPSHOT):
            return
        if self.plays and (at := text.rfind(b'"legal":{')) > 0:
            turn, hand = _TURN.search(text), _HAND.search(text)
            assert turn is not None
            assert hand is not None
            if int(turn[1]) != self.turn:
                self.turn = int(turn[1])
                self.table.asks(self, hand[1], turn[1], text[at : at + 400])

    def shuffle(self, text: bytes) -> None:
        """What stands in ``docs/fairness.md``: the hash in the hand before, then the nonce."""
        if _STARTED in text:
            hand = _HAND.search(text)
            assert hand is not None
            self.commit(int(hand[1]) + 1)
        if self.hash in text and (committed := _COMMITTED.search(text)) is not None:
            self.table.counts["nonces"] += 1
            self.say(b'{"type":"reveal","hand":%b,"nonce":"%b"}' % (committed[1], self.nonce))

    def commit(self, hand: int) -> None:
        """The hash for a hand that is not shuffled yet."""
        self.table.counts["hashes"] += 1
        self.say(b'{"type":"commit","hand":%d,"hash":"%b"}' % (hand, self.hash))

    def act(self, hand: bytes, turn: bytes, legal: bytes) -> None:
        """Call or check mostly, so that hands are long; a raise or a fold now and then."""
        chance = self.table.random.random()
        free = b'"to_call":0' in legal
        least = _LEAST.search(legal)
        if chance < 0.1 and least is not None and int(least[1]):
            kind = b"bet" if _BET.search(legal) else b"raise"
            action = b'{"type":"%b","to":%b}' % (kind, least[1])
        elif chance > 0.95 and not free:
            action = b'{"type":"fold"}'
        else:
            action = b'{"type":"check"}' if free else b'{"type":"call"}'
        self.table.sent(self)
        self.say(
            b'{"type":"act","hand":%b,"turn":%b,"id":"a%b","action":%b}'
            % (hand, turn, turn, action)
        )


class Playing:
    """One table: ``pace`` is how many seconds an action takes, up to twice as many."""

    def __init__(self, place: Place, port: int, viewers: int, pace: float, random: Random) -> None:
        self.place = place
        self.port = port
        self.pace = pace
        self.random = random
        cookies = [*place.cookies, *[None] * (viewers - len(place.cookies))]
        self.seats = [Seat(self, number, port, cookie) for number, cookie in enumerate(cookies)]
        self.untold: set[Seat] = set()
        self.sent_at = 0.0
        self.latencies: list[float] = []
        self.done = 0
        self.counts: Counter[str] = Counter()
        self.errors: list[bytes] = []
        self.paused: tuple[Seat, bytes, bytes, bytes] | None = None
        self.stopped = False
        self._loop = asyncio.get_running_loop()

    async def open(self) -> None:
        """Everybody is there, and who plays sits."""
        for seat in self.seats:
            await connect(seat, self.port)
            seat.say(b'{"type":"hello","table":"%b"}' % self.place.table.encode())
            if seat.plays:
                seat.say(b'{"type":"sit","id":"sit","seat":%d}' % seat.number)
                seat.say(b'{"type":"auto_rebuy","id":"rebuy","below":200,"to":400}')
                seat.commit(1)

    def asks(self, seat: Seat, hand: bytes, turn: bytes, legal: bytes) -> None:
        """It is his turn."""
        if self.stopped:
            self.paused = seat, hand, turn, legal
            return
        if self.pace:
            wait = self.pace * (0.5 + self.random.random())
            self._loop.call_later(wait, seat.act, hand, turn, legal)
        else:
            seat.act(hand, turn, legal)

    def go_on(self) -> None:
        """After a pause, whose turn it was acts."""
        self.stopped = False
        if self.paused is not None:
            (seat, *asked), self.paused = self.paused, None
            self.asks(seat, *asked)

    def sent(self, seat: Seat) -> None:
        """An action is on its way."""
        self.untold = set(self.seats)
        self.sent_at = self._loop.time()

    def has_heard(self, seat: Seat) -> None:
        """He has seen it; the last to do so counts."""
        self.untold.discard(seat)
        if not self.untold:
            self.latencies.append(self._loop.time() - self.sent_at)

    def hang_up(self) -> None:
        """Everybody goes."""
        self.stopped = True
        for seat in self.seats:
            seat.hang_up()


class Players:
    """All tables of a server, and what happened there."""

    def __init__(
        self, places: Sequence[Place], port: int, *, viewers: int, pace: float = 0.0
    ) -> None:
        self.tables = [
            Playing(place, port, viewers, pace, Random(number))
            for number, place in enumerate(places)
        ]

    async def open(self) -> None:
        """Connect, a few tables at a time."""
        gate = asyncio.Semaphore(AT_ONCE_LIMIT)

        async def one(table: Playing) -> None:
            async with gate:
                await table.open()

        await asyncio.gather(*(one(table) for table in self.tables))

    @property
    def done(self) -> int:
        """Actions (and sitting down) that were answered."""
        return sum(table.done for table in self.tables)

    @property
    def frames(self) -> tuple[int, int]:
        """How many were heard, and their bytes."""
        seats = [seat for table in self.tables for seat in table.seats]
        return sum(seat.frames for seat in seats), sum(seat.bytes for seat in seats)

    @property
    def revealed(self) -> float:
        """Of the nonces that were promised, how many were wanted and given."""
        counts = sum((table.counts for table in self.tables), Counter[str]())
        return counts["nonces"] / max(1, counts["hashes"])

    @property
    def errors(self) -> list[bytes]:
        """What was refused."""
        return [error for table in self.tables for error in table.errors]

    @property
    def cut(self) -> int:
        """Sockets that the server closed."""
        seats = (seat for table in self.tables for seat in table.seats)
        return sum(seat.closed and not seat.hung_up for seat in seats)

    def take_latencies(self) -> list[float]:
        """Seconds from sending an action to the last socket that has it; since the last time."""
        taken = [latency for table in self.tables for latency in table.latencies]
        for table in self.tables:
            table.latencies.clear()
        return taken

    async def pause(self) -> None:
        """Nobody acts; what is under way comes to its end."""
        for table in self.tables:
            table.stopped = True
        await asyncio.sleep(0.5)

    def go_on(self) -> None:
        """They act again."""
        for table in self.tables:
            table.go_on()

    def hang_up(self) -> None:
        """Everybody goes."""
        for table in self.tables:
            table.hang_up()
