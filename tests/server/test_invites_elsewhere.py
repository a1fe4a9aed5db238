"""A link of an invitation is for others: who made it under an address that only his computer has is
told the one that they have."""

from __future__ import annotations

from typing import Any

import pytest

from omaha8.cli import serve
from omaha8.cli.serve import listen
from omaha8.server import create_app, running
from omaha8.server.config import ServerConfig
from omaha8.server.config_sections import ServerSection
from omaha8.server.limits import NO_LIMITS, Limits
from tests.server.club import club

NEAR = "http://192.168.7.5:8008/"


@pytest.mark.parametrize("elsewhere", [NEAR, None])
async def test_who_runs_a_table_is_told_where_others_reach_it(elsewhere: str | None) -> None:
    async with club() as room:
        room.app = create_app(room.lobby, limits=Limits(NO_LIMITS), elsewhere=elsewhere)
        made = await room.post("Hal", "/api/tables", {"bots": 0, "private": True})
        path = f"/api/tables/{made['id']}/invites"
        answer = await room.post("Hal", path, {})
        assert answer["elsewhere"] == elsewhere
        assert answer["link"].startswith("/table.html?id=")
        # Nobody else is told anything of the network.
        token = answer["link"].partition("#invite=")[2]
        told = (await room.asks("Gus").post("/api/invites/look", json={"token": token})).text
        refused = (await room.asks("Ann").post(path, json={})).text
        assert NEAR not in told + refused


@pytest.mark.parametrize(
    ("host", "public", "told"),
    [
        ("0.0.0.0", None, NEAR),
        ("0.0.0.0", "https://club.example", "https://club.example"),
        ("127.0.0.1", None, None),
    ],
    ids=["in a network", "behind a proxy", "alone"],
)
def test_a_server_that_is_started_knows_where(
    monkeypatch: pytest.MonkeyPatch, host: str, public: str | None, told: str | None
) -> None:
    given: list[Any] = []
    monkeypatch.setattr(running, "run_server", lambda *arguments: given.extend(arguments))
    monkeypatch.setattr("omaha8.server.logs.set_up_logs", lambda _: None)
    monkeypatch.setattr(serve, "for_others", lambda _, host: [NEAR] if host == "0.0.0.0" else [])
    config = ServerConfig(server=ServerSection(host=host, public_url=public))
    with listen("127.0.0.1", 0) as listening:
        serve._serve(config, listening, (), None)
    assert given[-1] == told
