"""Lines that keep to no rule of WebSockets or of the table: nobody else is told or made anything.

What `test_frames` says one after the other on lines that are in order, comes here in pieces, out of
turn, again, from another table or person, and on lines that break off.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
import struct
from asyncio import StreamReader, StreamWriter
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from tests.actors import Actor
from tests.crash.journal import faults_in, read_journal
from tests.crash.storm import audit
from tests.fuzz.frames import frame
from tests.serving import ChildServer, configured

pytestmark = pytest.mark.slow

MOVES: Final = 20_000 if os.environ.get("OMAHA8_LONG") else 2_000
"""Of each troublemaker."""
CODES: Final = (0, 999, 1000, 1005, 1006, 4000, 5000, 65_535)


def raw(kind: int, said: bytes, *, final: bool = True, masked: bool = True, more: int = 0) -> bytes:
    """A frame of a client, masked by zeros; ``more`` are the bits that nobody has agreed on."""
    first, mask = kind | more | (0x80 if final else 0), 0x80 if masked else 0
    if len(said) < 126:
        head = bytes([first, mask | len(said)])
    elif len(said) < 1 << 16:
        head = bytes([first, mask | 126]) + len(said).to_bytes(2)
    else:
        head = bytes([first, mask | 127]) + len(said).to_bytes(8)
    return head + (bytes(4) if masked else b"") + said


class Troublemaker:
    """One person, or nobody, on one line at a time; ``said`` is shared with all the others."""

    def __init__(
        self, port: int, cookie: str | None, tables: list[str], said: list[str], seed: int
    ) -> None:
        self.port, self.cookie, self.tables, self.said = port, cookie, tables, said
        self.random = Random(seed)
        self.heard: Counter[str] = Counter()
        self.turn: tuple[Any, Any] = 0, 0
        self.seed, self.ids = seed, 0
        self.cut = False
        """The line ends in the middle of a frame, of which nobody hears more."""

    async def run(self) -> None:
        """Make all the trouble there is time for."""
        left = MOVES
        while left > 0:
            try:
                async with asyncio.timeout(90):
                    reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                    left -= 1 + await self._line(reader, writer, self.random.randrange(60))
            except (OSError, asyncio.IncompleteReadError):
                left -= 20

    async def _line(self, reader: StreamReader, writer: StreamWriter, moves: int) -> int:
        key = base64.b64encode(os.urandom(16)).decode()
        cookie = "" if self.cookie is None else f"Cookie: omaha8={self.cookie}\r\n"
        writer.write(
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"{cookie}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        hearing = asyncio.create_task(self._hear(reader))
        self.cut = False
        try:
            if self.random.random() < 0.9:
                writer.write(raw(1, self._hello()))
            for move in range(moves):
                if hearing.done() or self.cut:
                    return move
                writer.write(self._move())
                await writer.drain()
                await asyncio.sleep(self.random.choice((0, 0, 0.001)))
            if not self.cut and self.random.random() < 0.7:
                # What was said is heard to the end.
                writer.write(raw(8, struct.pack(">H", 1000)))
                await hearing
            return moves
        finally:
            writer.transport.abort()
            hearing.cancel()
            with suppress(asyncio.CancelledError, OSError, asyncio.IncompleteReadError):
                await hearing

    async def _hear(self, reader: StreamReader) -> None:
        while True:
            kind, length = await reader.readexactly(2)
            if length > 125:
                length = int.from_bytes(await reader.readexactly(2 if length == 126 else 8))
            text = await reader.readexactly(length)
            if kind == 0x88:
                self.heard[str(struct.unpack(">H", text[:2])[0])] += 1
                return
            if kind == 0x81:
                message = json.loads(text)
                self.heard[message.get("code") or message["type"]] += 1
                if view := message.get("view"):
                    self.turn = view["hand"], view["turn_id"]

    def _hello(self) -> bytes:
        table = self.random.choice(self.tables)
        return json.dumps({"type": "hello", "table": table}).encode()

    def _move(self) -> bytes:
        random = self.random
        text = self._text()
        at = random.randrange(len(text) + 1)
        match random.randrange(50):
            case 0:
                return raw(1, text[:at], final=False) + raw(9, b"") + raw(0, text[at:])
            case 1:
                return raw(1, text[:at], final=False) + raw(random.choice((0, 1, 2)), text)
            case 2:
                return raw(random.choice((2, 10)), text[:125])
            case 3:
                return raw(1, text) * random.randrange(2, 60)
            case 4:
                self.cut = True
                return raw(1, text)[:at]
            case 5:
                return random.choice(
                    (
                        raw(random.randrange(3, 16), text[:125], final=at % 2 == 0),
                        raw(8, random.choice(CODES).to_bytes(2) + random.choice((b"", b"\xff"))),
                        raw(1, text, masked=False),
                        raw(1, text, more=random.choice((0x40, 0x20, 0x10))),
                        raw(1, b"x" * 70_000),
                        raw(1, b"\xff" + text),
                        raw(9, b"x" * 126),
                        raw(9, b"") * 300,
                        b"\x81\xff" + bytes([255] * 8),
                    )
                )
            case 6:
                return raw(1, self._hello())
        return raw(1, text)

    def _text(self) -> bytes:
        random, (hand, turn) = self.random, self.turn
        if self.said and random.random() < 0.3:
            return random.choice(self.said).encode()
        if random.random() < 0.3:
            text = frame(random)
            return text if isinstance(text, bytes) else text.encode("utf-8", "replace")
        self.ids += 1
        message: dict[str, Any] = random.choice(
            (
                {"type": "act", "hand": hand, "turn": turn, "action": {"type": "fold"}},
                {"type": "act", "hand": hand, "turn": turn, "action": {"type": "call"}},
                {"type": "act", "hand": hand, "turn": turn, "action": {"type": "check"}},
                {"type": "sit"},
                {"type": "stand"},
                {"type": "rebuy"},
                {"type": "come_back"},
                {"type": "top_up", "amount": 20},
                {"type": "post"},
                {"type": "show"},
            )
        )
        # Somebody else may come upon the same one.
        name = f"{random.choice((self.seed, 'all'))}-{self.ids}"
        self.said.append(json.dumps(message | {"id": name}))
        del self.said[:-200]
        return self.said[-1].encode()


async def test_lines_that_keep_to_no_rule(tmp_path: Path) -> None:
    # Who is not there any more, or sits and does nothing, shall not hold up the game.
    config = configured(away_time=0.1, time_bank=0, reveal_time=0.05)
    options = ("--bots", "1", "--pace", "0", "--think-time", "2")
    with ChildServer(tmp_path, *options, config=config) as server:
        host = await asyncio.to_thread(server.host)
        other = await asyncio.to_thread(host.create_table, name="Other", bots=2)
        tables = [server.table(), str(other["id"])]
        honest = [Actor(name, seed, quiet=True) for seed, name in enumerate(("Ann", "Bob"))]
        for actor in honest:
            guest = await asyncio.to_thread(server.guest, actor.name)
            await actor.connect(server.url, cookie=guest.cookie, table=tables[0])
        playing = [asyncio.create_task(actor.run()) for actor in honest]
        said: list[str] = []
        guests = [await asyncio.to_thread(server.guest, f"Eve {n}") for n in range(3)]
        cookies = [guest.cookie for guest in guests] * 2 + [None]
        makers = [
            Troublemaker(server.port, cookie, tables, said, seed)
            for seed, cookie in enumerate(cookies)
        ]
        await asyncio.gather(*(maker.run() for maker in makers))
        hands = honest[0].hands
        await honest[0].until(lambda: honest[0].hands > hands, within=90)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        for actor in honest:
            assert actor.faults == []
            await actor.client.close()
        acked = [each for actor in honest for each in actor.acked]
        kept = read_journal(server.data, tables[0])
        assert faults_in(kept, acked) == []
        assert faults_in(read_journal(server.data, tables[1]), []) == []
        asked: set[tuple[int | None, str | None]] = {
            (each.person, getattr(each.message, "id", None)) for each in acked
        }
        people = {actor.client.state.person for actor in honest}
        # They were cut short: what they asked last may be kept though they heard no answer.
        asked |= {(each.client.state.person, ask) for each in honest for ask in each.unanswered}
        by_them = {(row.person, row.ask) for row in kept if row.ask and row.person in people}
        assert by_them <= asked
        assert audit(server.data) == []
        printed = server.text()
        assert not re.findall(r"^.*(?:Traceback| error ).*$", printed, re.MULTILINE)
    heard = sum((maker.heard for maker in makers), Counter[str]())
    assert "frozen" not in heard
    assert {"malformed", "stale", "done", "not_seated", "1002", "1007", "1008", "1009"} <= set(
        heard
    )
