"""Who may call the server, by the names that a browser gives it (floor 6)."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from omaha8.server.addresses import name_of
from omaha8.server.errors import ApiError, error_response


class HostNames:
    """The names of a server that listens for its own machine only.

    They are ``localhost``, loopback addresses, and ``also``, what its owner or his proxy calls it;
    any port.
    """

    __slots__ = ("_names",)

    def __init__(self, *also: str) -> None:
        self._names = {"localhost", *(name.casefold() for name in also)}

    def __contains__(self, host: str | None) -> bool:
        name = name_of(host)
        if name is None:
            return False
        try:
            # An address cannot be made to lead elsewhere, as a name can.
            return ip_address(name).is_loopback
        except ValueError:
            return name in self._names


def same_origin(headers: Headers, *, https: bool = False) -> bool:
    """Whether the page that opens a socket is this server's own, or there is no page.

    Without this any page in the player's browser could play for him. ``https``: the browser came
    by that, and so did the page: anybody in between may have written one that came by http.
    """
    origin, host = headers.get("origin"), headers.get("host")
    if origin is None:
        return True
    try:
        page = urlsplit(origin)
    except ValueError:
        return False
    schemes = ("https",) if https else ("https", "http")
    return bool(host) and page.netloc == host and page.scheme in schemes


class OnlyUnder:
    """Refuses whoever calls the server by a name that is not among ``names``.

    A page elsewhere may let its own name lead to this machine; then its origin and ``Host`` agree,
    and only the name tells that it is not the server's page.
    """

    def __init__(self, app: ASGIApp, names: HostNames) -> None:
        self.app = app
        self.names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or Headers(scope=scope).get("host") in self.names:
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            refusal = ApiError(
                421,
                "other_host",
                "This server is localhost or 127.0.0.1, or what its public_url or --host calls "
                "it, and has no other name.",
            )
            await error_response(refusal)(scope, receive, send)
