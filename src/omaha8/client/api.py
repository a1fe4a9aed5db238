"""The server's HTTP API: guests, logins, the lobby, tables (floor 6)."""

from __future__ import annotations

import http.client
import ssl
from http.cookies import SimpleCookie
from typing import Any, Final

import msgspec

from omaha8.client.address import Address, parse_address
from omaha8.client.errors import HttpError, Unreachable

TIMEOUT: Final = 10.0
"""Seconds."""
COOKIE: Final = "omaha8"


class Api:
    """Calls a server, each over a connection of its own; waits for the answer.

    Who is logged in is known by ``cookie`` afterwards; `omaha8.client.Client` takes it. In a
    program with ``asyncio`` use ``await asyncio.to_thread(api.lobby)``.
    """

    def __init__(
        self,
        url: str,
        *,
        token: str | None = None,
        cookie: str | None = None,
        timeout: float = TIMEOUT,
    ) -> None:
        self.address: Address = parse_address(url, token=token, cookie=cookie)
        self.timeout = timeout

    @property
    def cookie(self) -> str | None:
        """What tells the server who one is."""
        return self.address.cookie

    def request(self, method: str, path: str, body: Any = None) -> Any:
        """The JSON answer to ``path``, such as ``/api/lobby``.

        Raises `HttpError` for one with an error, `Unreachable` for none.
        """
        headers = {"Accept": "application/json", **self.address.headers}
        content = None
        if body is not None or method in ("POST", "PUT", "PATCH"):
            content = msgspec.json.encode({} if body is None else body)
            headers["Content-Type"] = "application/json"
        connection = self._connection()
        try:
            connection.request(method, self.address.path + path, content, headers)
            answer = connection.getresponse()
            text = answer.read()
        except (OSError, http.client.HTTPException) as error:
            raise Unreachable(f"no answer from {self.address}: {error}") from error
        finally:
            connection.close()
        for value in answer.headers.get_all("Set-Cookie", ()):
            self._keep(value)
        return _value(answer.status, text)

    def _connection(self) -> http.client.HTTPConnection:
        address = self.address
        if address.secure:
            context = ssl.create_default_context()
            return http.client.HTTPSConnection(
                address.host, address.port, timeout=self.timeout, context=context
            )
        return http.client.HTTPConnection(address.host, address.port, timeout=self.timeout)

    def _keep(self, header: str) -> None:
        morsel = SimpleCookie(header).get(COOKIE)
        if morsel is not None:
            self.address = msgspec.structs.replace(self.address, cookie=morsel.value or None)

    # people

    def guest(self, name: str) -> Any:
        """A person of that name (or one like it), without a password."""
        return self.request("POST", "/api/guest", {"name": name})

    def register(self, name: str | None, password: str) -> Any:
        """A person with a password; the guest one is, or a new one. Has the recovery codes."""
        body = {"password": password} | ({} if name is None else {"name": name})
        return self.request("POST", "/api/register", body)

    def login(self, name: str, password: str) -> Any:
        """Be somebody with a password."""
        return self.request("POST", "/api/login", {"name": name, "password": password})

    def logout(self) -> None:
        """Be nobody again."""
        self.request("POST", "/api/logout")
        self.address = msgspec.structs.replace(self.address, cookie=None)

    def claim_host(self, link: str) -> Any:
        """Be the host: with the one-time link that the first run prints, or its token."""
        return self.request("POST", "/api/host", {"token": link.rpartition("#host=")[2]})

    def me(self) -> Any:
        """Who one is, and what one has."""
        return self.request("GET", "/api/me")

    def make_bot(self, name: str) -> Any:
        """A bot of one's own; its token is in the answer, and nowhere else later."""
        return self.request("POST", "/api/bots", {"name": name})

    # tables

    def lobby(self) -> Any:
        """The tables that one may see."""
        return self.request("GET", "/api/lobby")

    def create_table(self, **spec: Any) -> Any:
        """A new table: ``name``, ``rules``, ``structure``, ``stakes``, ``seats``, ``bots``..."""
        return self.request("POST", "/api/tables", spec)

    def table(self, table: str) -> Any:
        """One table."""
        return self.request("GET", f"/api/tables/{table}")

    def hands(self, table: str, limit: int = 50, before: int | None = None) -> Any:
        """The latest hands of a table."""
        more = "" if before is None else f"&before={before}"
        return self.request("GET", f"/api/tables/{table}/hands?limit={limit}{more}")

    def hand(self, table: str, number: int) -> Any:
        """The history of a hand, as one may see it."""
        return self.request("GET", f"/api/tables/{table}/hands/{number}")


def _value(status: int, text: bytes) -> Any:
    try:
        value = msgspec.json.decode(text) if text else None
    except ValueError:
        value = None
        if status < 400:
            raise HttpError(status, "no_json", "the answer is no JSON") from None
    if status < 400:
        return value
    said = value if isinstance(value, dict) else {}
    message = str(said.get("message") or http.client.responses.get(status, "refused"))
    raise HttpError(status, str(said.get("error", "http")), message)
