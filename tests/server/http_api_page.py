"""The tables of ``docs/http-api.md``, made from the endpoints.

``python -m tests.server.http_api_page`` writes them into the page.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from omaha8.room.person import Role
from omaha8.server.app import endpoints_of
from omaha8.server.auth import Doorman
from omaha8.server.endpoints import Endpoint, Nothing
from omaha8.server.limits import Limits

PAGE: Final = Path(__file__).parents[2] / "docs" / "http-api.md"
BEGIN, END = "<!-- routes -->\n", "<!-- end of routes -->\n"
TITLES: Final = {
    "account": "One's own account",
    "staff": "For host and floor",
}


async def endpoints() -> list[Endpoint[Any]]:
    """Those of the whole server."""
    from tests.server.club import club

    async with club() as room:
        return endpoints_of(room.lobby, Doorman(room.people), Limits())


def routes(found: Sequence[Endpoint[Any]]) -> str:
    """A heading and a table for each kind of them."""
    parts = []
    for tag in dict.fromkeys(endpoint.tag for endpoint in found):
        parts += [f"### {TITLES.get(tag, tag.capitalize())}", ""]
        parts += ["| route | for | what it does | takes | may refuse with |", "|" + " --- |" * 5]
        parts += [_row(endpoint) for endpoint in found if endpoint.tag == tag]
        parts.append("")
    return "\n".join(parts)


def _row(endpoint: Endpoint[Any]) -> str:
    path = re.sub(r"\{(\w+):\w+\}", r"{\1}", endpoint.path)
    cells = [
        f"`{endpoint.method} {path}`",
        _people(endpoint.roles),
        endpoint.summary,
        ", ".join(_fields(endpoint)),
        ", ".join(f"{status} `{code}`" for status, code in endpoint.errors),
    ]
    return f"| {' | '.join(cells)} |"


def _people(roles: Sequence[Role]) -> str:
    if not roles:
        return "anybody"
    if set(roles) == set(Role):
        return "whoever is in"
    return ", ".join(roles)


def _fields(endpoint: Endpoint[Any]) -> list[str]:
    found = []
    for kind, where in ((endpoint.body, ""), (endpoint.query, "?")):
        if kind is not Nothing:
            for field in msgspec.structs.fields(kind):
                needed = "" if where or not field.required else "*"
                found.append(f"`{where}{field.name}`{needed}")
    return found


def with_routes(page: str, found: Sequence[Endpoint[Any]]) -> str:
    """The page with its tables made anew."""
    before, _, rest = page.partition(BEGIN)
    after = rest.partition(END)[2]
    return f"{before}{BEGIN}\n{routes(found)}{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(with_routes(PAGE.read_text("utf-8"), asyncio.run(endpoints())), "utf-8")
