"""The page, its headers, and the state of health."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from omaha8.room import Room
from omaha8.server import create_app
from omaha8.server.pages import STATIC
from tests.room.guests import TimedRoom


@pytest.fixture
def room() -> Room:
    return TimedRoom(bots=2)


@pytest.fixture
def client(room: Room) -> Iterator[TestClient]:
    with TestClient(create_app(room)) as client:
        yield client


def test_the_page(client: TestClient) -> None:
    page = client.get("/")
    assert page.status_code == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "default-src 'self'" in page.headers["content-security-policy"]
    assert page.headers["x-content-type-options"] == "nosniff"
    assert page.headers["cache-control"] == "no-cache"


def test_what_has_not_changed_is_not_sent_again(client: TestClient) -> None:
    etag = client.get("/").headers["etag"]
    again = client.get("/", headers={"if-none-match": etag})
    assert (again.status_code, again.content) == (304, b"")
    assert "content-security-policy" in again.headers


def test_every_script_comes_as_one(client: TestClient) -> None:
    scripts = sorted(STATIC.rglob("*.js"))
    assert scripts
    for script in scripts:
        found = client.get("/" + script.relative_to(STATIC).as_posix())
        assert found.status_code == 200
        assert found.headers["content-type"].startswith("text/javascript")


@pytest.mark.parametrize(
    "path",
    ["/nothing", "/../pages.py", "/%2e%2e/pages.py", "/..%2fpages.py", "/js/%2e%2e/%2e%2e/app.py"],
)
def test_nothing_else_is_served(client: TestClient, path: str) -> None:
    found = client.get(path)
    assert found.status_code == 404
    assert "content-security-policy" in found.headers


def test_health(client: TestClient, room: Room) -> None:
    assert client.get("/healthz").json() == {"status": "ok", "hands": 0}
    room.frozen = True
    sick = client.get("/healthz")
    assert (sick.status_code, sick.json()["status"]) == (503, "frozen")


def test_a_socket_of_the_whole_application(client: TestClient) -> None:
    with client.websocket_connect("/ws", headers={"origin": "http://testserver"}) as socket:
        socket.send_json({"type": "hello", "name": "Ann"})
        assert socket.receive_json()["name"] == "Ann"
        assert socket.receive_json()["type"] == "snapshot"
