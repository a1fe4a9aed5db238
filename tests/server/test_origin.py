"""Who may open a socket: the server's own page, under a name that is the server's own."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx2
import pytest
from starlette.datastructures import Headers

from omaha8.server import running
from omaha8.server.config import ServerConfig
from omaha8.server.config_sections import ServerSection
from omaha8.server.origin import HostNames, same_origin
from tests.server.served import Served, served
from tests.server.sockets import Socket

OWN = (
    "localhost",
    "LOCALHOST:8008",
    "127.0.0.1",
    "127.0.0.1:1",
    "127.0.0.2",
    "[::1]",
    "[::1]:8008",
)
STRANGE = (
    "evil.example",
    "evil.example:8008",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "localhost@evil.example",
    "0.0.0.0:8008",
    "192.168.1.4",
    "[::2]",
    "[::1",
    "::1",
    ":8008",
    "",
)


@pytest.mark.parametrize(("hosts", "known"), [(OWN, True), (STRANGE, False)])
async def test_a_server_for_its_own_machine_has_the_names_of_that(
    hosts: tuple[str, ...], known: bool
) -> None:
    async with served(names=HostNames("127.0.0.1")) as room:
        for host in hosts:
            # Where a name leads to this machine, the page's origin is the same name.
            socket = Socket(room.app, origin=f"http://{host}", host=host)
            socket.say({"type": "ping"})
            if known:
                assert await socket.told(1) == [{"type": "pong"}], host
            else:
                await asyncio.wait_for(socket.task, 90)
                assert (socket.raw, socket.close_code) == ([], 1008), host


def test_the_name_that_the_owner_calls_it() -> None:
    assert "table.home:8008" in HostNames("Table.Home")
    assert "table.home:8008" not in HostNames("127.0.0.1")
    assert None not in HostNames()


async def test_the_page_itself_has_no_other_name_either() -> None:
    async with served(names=HostNames()) as room, room.browser() as browser:
        for path in ("/", "/api/lobby", "/healthz"):
            assert (await browser.get(path, headers={"host": "localhost:1"})).status_code == 200
            answer = await browser.get(path, headers={"host": "evil"})
            assert (answer.status_code, answer.json()["error"]) == (421, "other_host")
            assert answer.headers["content-type"] == "application/json"


@pytest.mark.parametrize(
    ("origin", "host", "same"),
    [
        (None, "a.test", True),
        ("http://a.test", "a.test", True),
        ("http://a.test:80", "a.test:81", False),
        ("https://b.test", "a.test", False),
        ("null", "a.test", False),
        ("null", "", False),
        ("null", None, False),
        ("http://[", "a.test", False),
        ("ftp://a.test", "a.test", False),
        ("a.test", "a.test", False),
        ("//a.test", "a.test", False),
        ("", "a.test", False),
    ],
)
def test_a_server_for_others_is_called_as_its_page_is(
    origin: str | None, host: str | None, same: bool
) -> None:
    told = {"origin": origin, "host": host}
    assert same_origin(Headers({k: v for k, v in told.items() if v is not None})) is same


PUBLIC = "poker.example.org"


def behind_a_proxy(room: Served, public_url: str | None, *proxies: str) -> Any:
    """The application as a server with that configuration has it."""
    section = ServerSection(public_url=public_url, trusted_proxies=proxies)
    return running.uvicorn_of(room.lobby, ServerConfig(server=section), None).app


@pytest.mark.parametrize(
    ("public_url", "proxies", "host", "proto", "by_http", "by_https"),
    [
        # What is said of the server counts, also where the proxy says nothing, or is not known.
        (f"https://{PUBLIC}", (), PUBLIC, None, False, True),
        (f"https://{PUBLIC}", (), PUBLIC, "http", False, True),
        (f"https://{PUBLIC.upper()}/", (), f"{PUBLIC}:8443", None, False, True),
        # And what a known proxy says.
        (None, ("127.0.0.1",), PUBLIC, "https", False, True),
        (None, ("127.0.0.1",), PUBLIC, "http", True, True),
        (None, (), PUBLIC, "https", True, True),
        # Without a proxy, or past it on the machine itself, there may be no https.
        (f"http://{PUBLIC}", (), PUBLIC, None, True, True),
        (f"https://{PUBLIC}", (), "localhost:8008", None, True, True),
    ],
)
async def test_where_browsers_come_by_https_no_page_by_http_is_the_servers_own(
    public_url: str | None,
    proxies: tuple[str, ...],
    host: str,
    proto: str | None,
    by_http: bool,
    by_https: bool,
) -> None:
    told = {"host": host, **({} if proto is None else {"x-forwarded-proto": proto})}
    async with served() as room:
        transport = httpx2.ASGITransport(behind_a_proxy(room, public_url, *proxies))
        async with httpx2.AsyncClient(transport=transport, base_url="http://127.0.0.1") as browser:
            for origin, own in ((f"http://{host}", by_http), (f"https://{host}", by_https)):
                headers = {**told, "origin": origin}
                answer = await browser.post("/api/guest", json={"name": "Ann"}, headers=headers)
                assert answer.status_code == (201 if own else 403), origin
                browser.cookies.clear()
            page = await browser.get("/", headers=told)
            only_https = page.headers.get("strict-transport-security")
            assert only_https == (None if by_http else "max-age=31536000")


async def test_a_socket_is_not_opened_to_a_page_by_http_either() -> None:
    async with served() as room:
        app = behind_a_proxy(room, f"https://{PUBLIC}")
        own = Socket(app, origin=f"https://{PUBLIC}", host=PUBLIC)
        own.say({"type": "ping"})
        assert await own.told(1) == [{"type": "pong"}]
        other = Socket(app, origin=f"http://{PUBLIC}", host=PUBLIC)
        await asyncio.wait_for(other.task, 90)
        assert (other.raw, other.close_code) == ([], 1008)
