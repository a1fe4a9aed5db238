"""Who may open a socket: the server's own page, under a name that is the server's own."""

from __future__ import annotations

import asyncio

import pytest
from starlette.datastructures import Headers

from omaha8.server.origin import HostNames, same_origin
from tests.server.served import served
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
                await asyncio.wait_for(socket.task, 5)
                assert (socket.raw, socket.close_code) == ([], 1008), host


def test_the_name_that_the_owner_calls_it() -> None:
    assert "table.home:8008" in HostNames("Table.Home")
    assert "table.home:8008" not in HostNames("127.0.0.1")
    assert None not in HostNames()


async def test_the_page_itself_has_no_other_name_either() -> None:
    async with served(names=HostNames()) as room, room.browser() as browser:
        hosts = ("localhost:1", "evil")
        found = [(await browser.get("/", headers={"host": h})).status_code for h in hosts]
        assert found == [200, 421]


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
        ("", "a.test", False),
    ],
)
def test_a_server_for_others_is_called_as_its_page_is(
    origin: str | None, host: str | None, same: bool
) -> None:
    told = {"origin": origin, "host": host}
    assert same_origin(Headers({k: v for k, v in told.items() if v is not None})) is same
