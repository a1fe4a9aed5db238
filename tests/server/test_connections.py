"""Who holds a connection and neither asks nor reads loses it; nobody has all the places."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from contextlib import suppress
from typing import Final

import pytest
import websockets

from omaha8.server import running
from omaha8.server.addresses import Addresses
from omaha8.server.config import ServerConfig
from omaha8.server.config_sections import ServerSection
from omaha8.server.open_files import places
from tests.server.guarding import BIG, HURRY, TEXT, OneAddress, frame, guarding
from tests.server.served import served

resource = pytest.importorskip("resource")

HALF_HEAD: Final = b"GET / HTTP/1.1\r\nHost: x\r\nA: "
UPGRADE: Final = (
    b"GET /echo HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)


@pytest.mark.parametrize(
    "said",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"G", id="half a line"),
        pytest.param(HALF_HEAD, id="half a head"),
        pytest.param(b"GET /here HTTP/1.1\r\nHost: x\r\n\r\n" + HALF_HEAD, id="half of the second"),
        pytest.param(b"POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf", id="body"),
        pytest.param(UPGRADE + b"a: b\r\n" * 300 + b"\r\n", id="an upgrade that is none"),
    ],
)
async def test_who_does_not_finish_what_he_asks_is_cut(said: bytes) -> None:
    async with guarding() as server:
        peer = server.connect()
        peer.say(said)
        cut = asyncio.ensure_future(peer.is_cut())
        await server.passes_until(cut.done)
        await cut


async def test_who_says_nothing_has_ten_seconds() -> None:
    async with guarding() as server:
        server.connect()
        await server.becomes(lambda: len(server.connections) == 1)
        server.passes(9)
        await asyncio.sleep(0)
        assert len(server.connections) == 1
        server.passes(2)
        await server.becomes(lambda: len(server.connections) == 0)


async def test_who_says_nothing_is_looked_at_now_and_then() -> None:
    async with guarding(HURRY) as server:
        await server.connect().is_cut()


async def test_a_head_that_comes_byte_by_byte_is_late_all_the_same() -> None:
    async with guarding() as server:
        peer = server.connect()
        assert b"200 OK" in await peer.ask("/here")
        peer.say(HALF_HEAD)
        cut = asyncio.ensure_future(peer.is_cut())

        def one_more() -> bool:
            with suppress(OSError):
                peer.say(b"x")
            return cut.done()

        await server.passes_until(one_more)
        await cut


async def test_who_does_not_read_the_answer_is_cut() -> None:
    async with guarding() as server:
        peer = server.connect(narrow=True)
        peer.say(b"GET /big HTTP/1.1\r\nHost: x\r\n\r\n")
        await server.becomes(lambda: len(server.connections) == 1)
        await server.passes_until(lambda: len(server.connections) == 0)


async def test_who_does_not_read_that_he_is_closed_is_cut() -> None:
    async with guarding() as server:
        await server.upgraded("/curt", narrow=True)
        await server.passes_until(lambda: len(server.connections) == 0)


async def test_who_does_not_read_his_own_echo_is_cut() -> None:
    async with guarding() as server:
        peer = await server.upgraded(narrow=True)
        poured = asyncio.ensure_future(peer.pour(frame(TEXT, b"x" * 125) * 30))
        await server.passes_until(lambda: len(server.connections) == 0)
        assert await poured < 64_000_000


async def test_who_reads_slowly_gets_it_all() -> None:
    async with guarding() as server:
        peer = server.connect(window=50_000)
        peer.say(b"GET /big HTTP/1.1\r\nHost: x\r\n\r\n")
        await peer.hear_until(b"\r\n\r\n")
        for _ in range(6):
            # More than what is on its way holds, so that the server has less.
            rest = BIG // 6
            while rest > 0:
                heard = await peer.hear(rest)
                assert heard
                rest -= len(heard)
            server.passes(50)


async def test_who_has_asked_may_wait_and_who_has_a_socket_may_be_silent() -> None:
    async with guarding() as server:
        peer = server.connect()
        peer.say(b"GET /late HTTP/1.1\r\nHost: x\r\n\r\n")
        await server.waiting.wait()
        address = f"ws://127.0.0.1:{server.port}/echo"
        async with websockets.connect(address, ping_interval=None) as connection:
            for _ in range(2):
                cut = asyncio.ensure_future(server.connect().is_cut())
                await server.passes_until(cut.done)
                server.passes(1000)
            server.let_go.set()
            assert b"200 OK" in await peer.hear_until(b"late")
            await connection.send("still here")
            assert await connection.recv() == "still here"


async def test_one_address_has_only_so_many_connections_and_gets_those_back_that_it_closes() -> (
    None
):
    async with guarding(addresses=OneAddress(), each=3) as server:
        socket = await server.upgraded()
        first, second = server.connect(), server.connect()
        assert b"200 OK" in await first.ask("/here")
        assert b"200 OK" in await second.ask("/here")
        third = server.connect()
        head = await third.hear_until(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 503")
        assert b"content-type: application/json" in head
        body = await third.hear()
        assert json.loads(body)["error"] == "too_many_connections"
        assert f"content-length: {len(body)}".encode() in head
        await third.is_cut()
        # Those that it has work as before.
        assert b"200 OK" in await first.ask("/here")
        socket.say(frame(TEXT, b"heard"))
        assert b"heard" in await socket.hear()
        second.socket.close()
        await server.becomes(lambda: len(server.connections) == 2)
        assert b"200 OK" in await server.connect().ask("/here")


@pytest.mark.parametrize(
    "limits",
    [{"each": 3}, {"addresses": OneAddress(), "each": 0}],
    ids=["this machine", "no limit"],
)
async def test_who_is_not_counted_has_any_number(limits: dict[str, object]) -> None:
    async with guarding(**limits) as server:  # type: ignore[arg-type]
        for peer in [server.connect() for _ in range(20)]:
            assert b"200 OK" in await peer.ask("/here")


async def test_in_a_full_house_those_go_first_who_have_asked_for_nothing() -> None:
    async with guarding(most=10) as server:
        socket = await server.upgraded()
        idle = [server.connect() for _ in range(30)]
        assert b"200 OK" in await server.connect().ask("/here")
        await idle[0].is_cut()
        socket.say(frame(TEXT, b"heard"))
        assert b"heard" in await socket.hear()


async def test_where_nobody_can_go_nobody_more_comes_in() -> None:
    async with guarding(most=3) as server:
        sockets = [await server.upgraded() for _ in range(3)]
        assert (await server.connect().hear()).startswith(b"HTTP/1.1 503")
        for socket in sockets:
            socket.say(frame(TEXT, b"heard"))
            assert b"heard" in await socket.hear()


async def test_the_server_has_the_limit_of_its_configuration(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(running, "Addresses", OneAddress)
    section = ServerSection(connections_each=2)
    async with served() as room:
        config = running.uvicorn_of(room.lobby, ServerConfig(server=section), None)
        async with guarding(config=config) as server:
            for _ in range(2):
                assert b"200 OK" in await server.connect().ask("/healthz")
            for _ in range(5):
                assert (await server.connect().hear()).startswith(b"HTTP/1.1 503")
    told = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
    assert told == ["an address has 2 connections, and gets no more"]


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("127.0.0.1", None),
        ("127.8.0.1", None),
        ("::1", None),
        ("::ffff:127.0.0.1", None),
        ("10.0.0.5", None),
        ("::ffff:10.0.0.5", None),
        ("10.0.1.5", "10.0.1.5"),
    ],
)
def test_connections_count_by_address_but_for_proxies_and_this_machine(
    address: str, counted: str | None
) -> None:
    assert Addresses(["10.0.0.0/24", "unix"]).counted(address) == counted


@pytest.mark.parametrize("limit", ["(256, 700)", "(700, 700)"])
def test_as_many_files_as_are_allowed(limit: str) -> None:
    program = (
        "import resource; from omaha8.server.open_files import raise_open_files\n"
        f"resource.setrlimit(resource.RLIMIT_NOFILE, {limit})\n"
        "print(raise_open_files(), *resource.getrlimit(resource.RLIMIT_NOFILE))"
    )
    printed = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert printed.stdout.split() == ["700", "700", "700"]


@pytest.mark.parametrize(("files", "most"), [(None, None), (1024, 960), (100, 50)])
def test_some_files_are_not_for_connections(files: int | None, most: int | None) -> None:
    assert places(files) == most
