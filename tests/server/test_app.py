"""The pages, their headers, and the state of health."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx2
import pytest

from omaha8.room.spec import TableSpec
from omaha8.server.pages import STATIC, is_plain
from tests.server.served import Served, served
from tests.server.sockets import Socket


@pytest.fixture
async def room() -> AsyncIterator[Served]:
    async with served(TableSpec(bots=2)) as room:
        yield room


@pytest.fixture
async def client(room: Served) -> AsyncIterator[httpx2.AsyncClient]:
    async with room.browser() as client:
        yield client


@pytest.mark.parametrize(
    ("host", "there"),
    [
        ("localhost", True),
        ("127.0.0.1:8008", True),
        ("[::1]:8008", True),
        ("poker.example.org", True),
        ("192.0.2.7:8008", False),
        ("[2001:db8::7]", False),
    ],
)
def test_headers_that_browsers_heed_only_behind_https_are_not_sent_without(
    host: str, there: bool
) -> None:
    assert is_plain(host) is not there


async def test_the_page(client: httpx2.AsyncClient) -> None:
    page = await client.get("/")
    assert page.status_code == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "default-src 'self'" in page.headers["content-security-policy"]
    assert page.headers["x-content-type-options"] == "nosniff"
    assert page.headers["cache-control"] == "no-cache"


async def test_what_has_not_changed_is_not_sent_again(client: httpx2.AsyncClient) -> None:
    etag = (await client.get("/")).headers["etag"]
    again = await client.get("/", headers={"if-none-match": etag})
    assert (again.status_code, again.content) == (304, b"")
    assert "content-security-policy" in again.headers


async def test_every_script_comes_as_one(client: httpx2.AsyncClient) -> None:
    scripts = sorted(STATIC.rglob("*.js"))
    assert scripts
    for script in scripts:
        found = await client.get("/" + script.relative_to(STATIC).as_posix())
        assert found.status_code == 200
        assert found.headers["content-type"].startswith("text/javascript")


@pytest.mark.parametrize(
    "path",
    ["/nothing", "/../pages.py", "/%2e%2e/pages.py", "/..%2fpages.py", "/js/%2e%2e/%2e%2e/app.py"],
)
async def test_nothing_else_is_served(client: httpx2.AsyncClient, path: str) -> None:
    found = await client.get(path)
    assert found.status_code == 404
    assert "content-security-policy" in found.headers


async def test_a_browser_that_is_lost_gets_a_page_and_programs_get_json(
    client: httpx2.AsyncClient,
) -> None:
    browser = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    for path in ("/nothing.html", "/a/b/c"):
        page = await client.get(path, headers=browser)
        assert (page.status_code, page.headers["content-type"]) == (404, "text/html; charset=utf-8")
        assert 'href="/"' in page.text
        assert "content-security-policy" in page.headers
        assert (await client.get(path)).json()["error"] == "not_found"
    told = await client.get("/api/nothing", headers=browser)
    assert (told.status_code, told.json()["error"]) == (404, "not_found")


async def test_health(client: httpx2.AsyncClient, room: Served) -> None:
    well = await client.get("/healthz")
    assert (well.status_code, well.json()["status"]) == (200, "ok")
    room.table.freeze(ValueError("the chips do not add up"))
    sick = await client.get("/healthz")
    assert (sick.status_code, sick.json()["status"]) == (503, "degraded")
    assert sick.json()["reasons"] == ["1 table is frozen, as something is wrong there."]


async def test_a_socket_of_the_whole_application(room: Served) -> None:
    socket = Socket(room.app, origin="http://table.test", cookie=await room.cookie("Ann"))
    socket.say({"type": "hello", "table": room.table.id})
    welcome, snapshot = await socket.told(2)
    assert (welcome["name"], welcome["role"]) == ("Ann", "guest")
    assert snapshot["type"] == "snapshot"
