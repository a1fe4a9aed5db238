"""Whoever pours into a connection is cut before it costs anything, and nobody else is."""

from __future__ import annotations

import asyncio
import gc
import json
from typing import Any, Final
from weakref import WeakSet

import pytest
import websockets
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from websockets.frames import Frame
from websockets.server import ServerProtocol

from omaha8.server import guarded as guarded_module
from omaha8.server.guarded import (
    ASIDE,
    LONGEST_HEAD,
    LONGEST_REQUEST,
    MOST_FIELDS,
    MOST_FRAGMENTS,
    MOST_IN_LINE,
    SLICE,
)
from tests.server.guarding import BIG, PINGS, TEXT, WITHIN, frame, guarding, handshake

PONG: Final = 0xA
MORE: Final = 0x0
BYTES: Final = 0x2
POURED: Final = 64_000_000
"""Bytes that an open sink would take."""
ONE_READ: Final = 256 * 1024
"""Bytes that an event loop hands over at once."""


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[Frame]:
    """The frames that were taken apart, which is what they cost."""
    frames: list[Frame] = []
    receive = ServerProtocol.recv_frame

    def counted(self: ServerProtocol, frame: Frame) -> None:
        frames.append(frame)
        receive(self, frame)

    monkeypatch.setattr(ServerProtocol, "recv_frame", counted)
    return frames


@pytest.mark.parametrize(
    ("first", "again"),
    [
        pytest.param(b"", frame(PINGS, b"x" * 125), id="pings"),
        pytest.param(b"", frame(PINGS, b""), id="empty pings"),
        pytest.param(b"", frame(PONG, b"x" * 125), id="pongs"),
        pytest.param(frame(TEXT, b"", final=False), frame(MORE, b"", final=False), id="fragments"),
        pytest.param(b"", frame(TEXT, b"", final=False), id="beginnings"),
        pytest.param(b"", frame(BYTES, b"", final=False), id="beginnings of bytes"),
    ],
)
@pytest.mark.parametrize("path", ["/echo", "/deaf", "/over"])
async def test_frames_that_say_nothing_are_not_taken_without_end(
    path: str, first: bytes, again: bytes, looked_at: list[Frame]
) -> None:
    async with guarding() as server:
        peer = await server.upgraded(path, narrow=True)
        peer.say(first)
        assert await peer.pour(again * (ONE_READ // len(again))) < POURED
        assert b"200 OK" in await server.connect().ask("/here")
    # One read has forty thousand of the empty ones.
    assert len(looked_at) < 10 * ASIDE


@pytest.mark.parametrize("kind", [TEXT, BYTES], ids=["text", "bytes"])
async def test_who_is_closed_and_goes_on_talking_is_cut(kind: int, looked_at: list[Frame]) -> None:
    async with guarding() as server:
        peer = await server.upgraded("/over")
        poured = frame(kind, b"x")
        assert await peer.pour(poured * (ONE_READ // len(poured))) < POURED
    assert len(looked_at) < 10 * ASIDE


async def test_messages_that_nobody_hears_stay_where_they_are(looked_at: list[Frame]) -> None:
    async with guarding() as server:
        peer = await server.upgraded("/deaf")
        said = 5000
        peer.say(frame(TEXT, b"") * said)
        assert b"200 OK" in await server.connect().ask("/here")
        assert len(looked_at) <= SLICE // 6
        server.let_go.set()
        await server.becomes(lambda: server.heard == said)


async def test_what_is_said_at_once_is_heard_one_after_the_other() -> None:
    async with guarding() as server:
        address = f"ws://127.0.0.1:{server.port}/echo"
        said = [f"{number}" + " and so on" * (number % 90) for number in range(1500)]
        async with websockets.connect(address, max_queue=None) as connection:
            for text in said:
                await connection.send(text)
            pong = await connection.ping()
            assert [await connection.recv() for _ in said] == said
            await asyncio.wait_for(pong, WITHIN)


@pytest.mark.parametrize("size", [b"", b"x" * 100], ids=["empty", "full"])
async def test_a_message_has_so_many_fragments(size: bytes) -> None:
    begin, more = frame(TEXT, size, final=False), frame(MORE, size, final=False)
    async with guarding() as server:
        peer = await server.upgraded()
        peer.say(begin + more * (MOST_FRAGMENTS - 2) + frame(MORE, b"whole"))
        assert b"whole" in await peer.hear_until(b"whole")
        peer = await server.upgraded()
        peer.say(begin + more * MOST_FRAGMENTS)
        assert b"too much at once" in await peer.hear_until(b"too much at once")
        await peer.is_cut()


async def test_a_program_that_pings_too_often_is_told_so() -> None:
    async with guarding() as server:
        peer = await server.upgraded()
        peer.say(frame(PINGS, b"") * 250)
        told = b"\x03\xf0too much at once"
        assert (await peer.hear_until(told)).endswith(told)
        await peer.is_cut()


@pytest.mark.parametrize("said", [b"\xff", b"caf\xc3", b"\xed\xa0\x80", b"\xc0\x80"])
async def test_what_is_no_text_is_told_and_not_logged(
    said: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async with guarding() as server:
        for message in (frame(TEXT, said), frame(TEXT, said, final=False) + frame(MORE, b"")):
            peer = await server.upgraded()
            peer.say(message)
            told = b"\x03\xefnot UTF-8"
            assert (await peer.hear_until(told)).endswith(told)
            await peer.is_cut()
    assert not [record for record in caplog.records if record.levelname in ("WARNING", "ERROR")]


async def test_a_handshake_that_is_denied_is_no_error(caplog: pytest.LogCaptureFixture) -> None:
    async with guarding() as server:
        peer = server.connect()
        peer.say(handshake("/denied"))
        assert (await peer.hear_until(b"\r\n\r\nno")).startswith(b"HTTP/1.1 429 ")
        await peer.is_cut()
    assert not [record for record in caplog.records if record.levelname in ("WARNING", "ERROR")]


async def test_nothing_is_written_to_a_socket_that_is_full_and_it_goes_on_when_it_is_read() -> None:
    async with guarding() as server:
        peer = await server.upgraded("/curt", narrow=True)
        # Far fewer than are too many, and each would have an answer.
        peer.say(frame(PINGS, b"ping") * 20)
        rest = BIG
        while rest > 0:
            heard = await peer.hear()
            assert heard
            assert b"\x8a\x04ping" not in heard
            rest -= heard.count(b"x")


async def test_pings_fragments_and_long_messages_of_honest_programs_are_heard() -> None:
    async with guarding() as server:
        address = f"ws://127.0.0.1:{server.port}/echo"
        async with websockets.connect(address) as connection:
            for number in range(5):
                await asyncio.wait_for(await connection.ping(), WITHIN)
                await connection.send([f"{number} in", " several", " pieces"])
                assert await connection.recv() == f"{number} in several pieces"
                await connection.send("x" * 60_000)
                assert await connection.recv() == "x" * 60_000


CHUNKED: Final = b"POST /body HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
LATE: Final = b"GET /late HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.mark.parametrize(
    ("first", "again"),
    [
        pytest.param(b"GET /", b"x" * 8000, id="address"),
        pytest.param(b"GET / HTTP/1.1\r\nA: ", b"x" * 8000, id="header"),
        pytest.param(b"GET / HTTP/1.1\r\n", b"a: b\r\n" * 1000, id="headers"),
        pytest.param(CHUNKED + b"0\r\n", b"a: b\r\n" * 1000, id="trailers"),
        pytest.param(CHUNKED + b"1;", b"x" * 8000, id="extension of a chunk"),
        pytest.param(
            b"POST /here HTTP/1.1\r\nHost: x\r\nContent-Length: 999999999\r\n\r\n",
            b"x" * 8000,
            id="body for nobody",
        ),
        pytest.param(LATE + b"GET / HTTP/1.1\r\n", b"a: b\r\n" * 1000, id="headers behind another"),
        pytest.param(b"GET /big HTTP/1.1\r\nHost: x\r\n\r\n", LATE * 200, id="requests behind one"),
    ],
)
async def test_a_request_without_end_is_cut(first: bytes, again: bytes) -> None:
    async with guarding() as server:
        peer = server.connect(narrow=True)
        peer.say(first)
        assert await peer.pour(again) < POURED
        assert b"200 OK" in await server.connect().ask("/here")


async def test_requests_behind_one_that_is_not_answered_are_few(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun: list[HttpToolsProtocol] = []
    begin = HttpToolsProtocol.on_message_begin

    def counted(self: HttpToolsProtocol) -> None:
        begun.append(self)
        begin(self)

    monkeypatch.setattr(HttpToolsProtocol, "on_message_begin", counted)
    async with guarding() as server:
        peer = server.connect()
        # All there before the server gets to read it.
        short = b"GET /late HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"
        assert await peer.pour(short * (ONE_READ // len(short))) < POURED
        await peer.is_cut()
    assert len(begun) < 2 * MOST_IN_LINE


FIELDS: Final = b"".join(b"a%d: b\r\n" % number for number in range(MOST_FIELDS))
HERE: Final = b"GET /here HTTP/1.1\r\n"


@pytest.mark.parametrize(
    ("head", "answer"),
    [
        pytest.param(HERE + FIELDS + b"\r\n", b"200 OK", id="fields"),
        pytest.param(HERE + FIELDS + b"one: more\r\n\r\n", b"431 Request", id="many fields"),
        pytest.param(
            HERE + b"a: " + b"x" * (LONGEST_HEAD - 1000) + b"\r\n\r\n", b"200 OK", id="field"
        ),
        pytest.param(HERE + b"a: " + b"x" * LONGEST_HEAD, b"431 Request", id="long field"),
        pytest.param(b"GET /" + b"x" * LONGEST_HEAD, b"431 Request", id="long address"),
    ],
)
async def test_a_head_has_bounds(head: bytes, answer: bytes) -> None:
    async with guarding() as server:
        peer = server.connect()
        for _ in range(3):
            peer.say(head)
            told = await peer.hear_until(b"\n")
            assert answer in told
            if answer == b"200 OK":
                await peer.hear_until(b"here")
                continue
            await peer.hear_until(b"\r\n\r\n")
            assert json.loads(await peer.hear_until(b"}"))["error"] == "too_large"
            await peer.is_cut()
            break


async def test_what_is_refused_does_not_get_into_the_answer_before_it() -> None:
    async with guarding() as server:
        peer = server.connect()
        peer.say(LATE)
        await server.waiting.wait()
        peer.say(HERE + FIELDS + b"one: more\r\n\r\n")
        assert await peer.hear_until(b"431") == b""


async def test_nothing_is_written_for_who_is_cut_before_the_first_of_many_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each would be an error in the log."""
    gone: list[bool] = []
    send = RequestResponseCycle.send

    async def watched(self: RequestResponseCycle, message: Any) -> None:
        gone.append(self.disconnected)
        await send(self, message)

    monkeypatch.setattr(RequestResponseCycle, "send", watched)
    async with guarding() as server:
        peer = server.connect()
        peer.say(LATE + (HERE + b"\r\n") * (MOST_IN_LINE + 10))
        await peer.is_cut()
        await server.becomes(lambda: not len(server.connections))
        server.let_go.set()
        await server.becomes(lambda: len(gone) > 1)
    assert gone == [True, True]


async def test_requests_that_were_cut_do_not_wait_for_the_collector(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    there: WeakSet[RequestResponseCycle] = WeakSet()
    made: list[int] = []
    begin = RequestResponseCycle.__init__

    def counted(self: RequestResponseCycle, *args: Any, **named: Any) -> None:
        begin(self, *args, **named)
        there.add(self)
        made.append(len(there))

    monkeypatch.setattr(RequestResponseCycle, "__init__", counted)
    async with guarding() as server:
        gc.disable()
        try:
            peer = server.connect()
            peer.say(LATE + (HERE + b"\r\n") * (MOST_IN_LINE + 10))
            await peer.is_cut()
            assert max(made) > MOST_IN_LINE / 2
            # The first, which is being answered, and the last.
            await server.becomes(lambda: len(there) <= 2)
        finally:
            gc.enable()


async def test_requests_of_honest_programs_are_answered() -> None:
    async with guarding() as server:
        peer = server.connect()
        here = b"GET /here HTTP/1.1\r\nHost: x\r\n\r\n"
        peer.say(here * 5)
        for _ in range(5):
            assert b"200 OK" in await peer.hear_until(b"here")
        # Each for itself is short, whatever they are together.
        head = b"GET /here HTTP/1.1\r\nHost: x\r\nA: " + b"x" * 30_000 + b"\r\n\r\n"
        for _ in range(2 * LONGEST_REQUEST // len(head)):
            peer.say(head)
            assert b"200 OK" in await peer.hear_until(b"here")
        body = b"x" * 100_000
        for start in range(3):
            peer.say(b"POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n")
            for at in range(0, len(body), 9000 + start):
                peer.say(body[at : at + 9000 + start])
            assert b"200 OK" in await peer.hear_until(b"\r\n\r\n100000")


async def test_another_uvicorn_serves_as_it_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guarded_module, "USED_OF_HTTP", ("what it had once",))
    monkeypatch.setattr(guarded_module, "USED_OF_SOCKET", ("what it had once",))
    async with guarding() as server:
        assert b"200 OK" in await server.connect().ask("/here")
        address = f"ws://127.0.0.1:{server.port}/echo"
        async with websockets.connect(address) as connection:
            await asyncio.wait_for(await connection.ping(), WITHIN)
            await connection.send("heard")
            assert await connection.recv() == "heard"
