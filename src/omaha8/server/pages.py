"""The page and what it is made of, with the headers a page should have (floor 6)."""

from __future__ import annotations

import mimetypes
from ipaddress import ip_address
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from omaha8.server.addresses import Addresses

STATIC: Final = Path(__file__).parent / "static"
MISSING: Final = STATIC / "missing.html"
"""The page in the place of one that does not exist."""

HEADERS: Final = {
    "content-security-policy": (
        "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
        "object-src 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    # Always asked for again; an etag makes the answer short while nothing has changed.
    "cache-control": "no-cache",
}
HTTPS_ONLY: Final = "max-age=31536000"
"""Strict-Transport-Security: for a year nobody's browser asks by http, where others might answer.
"""


def pages() -> StaticFiles:
    """The files of the web client; ``/`` is ``index.html``."""
    # Some systems take scripts for text/plain, and then no browser runs them as modules.
    mimetypes.add_type("text/javascript", ".js")
    mimetypes.add_type("image/svg+xml", ".svg")
    return StaticFiles(directory=STATIC, html=True, check_dir=False)


def is_plain(host: str) -> bool:
    """Whether that is an address in somebody's network, where there is no https: browsers heed some
    headers only behind it, and complain about them on every page.
    """
    try:
        address = ip_address(urlsplit(f"//{host}").hostname or "")
    except ValueError:
        return False
    return not address.is_loopback


class PageHeaders:
    """Adds `HEADERS` to every HTTP response, and `HTTPS_ONLY` to those that go by https."""

    def __init__(self, app: ASGIApp, addresses: Addresses) -> None:
        self.app = app
        self.addresses = addresses

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if is_plain(Headers(scope=scope).get("host", "")):
                    del headers["cross-origin-opener-policy"]
                if self.addresses.secure(HTTPConnection(scope)):
                    headers["strict-transport-security"] = HTTPS_ONLY
            await send(message)

        await self.app(scope, receive, with_headers if scope["type"] == "http" else send)
