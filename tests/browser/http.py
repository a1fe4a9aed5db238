"""The HTTP side of a server for pages: answers that a test can change, and what was asked for."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

Answer = Callable[[Any], Any]
LATE_MS: Final = int(os.environ.get("OMAHA8_LATE_MS", "30"))
"""How late an answer comes, and what the table tells."""
LATE: Final = (Path(__file__).parent / "late.js").read_text("utf-8").replace("DELAY", str(LATE_MS))
"""What a page runs for it, before its own scripts."""


class Refusal(Exception):
    """An answer that is an error."""

    def __init__(self, status: int, code: str, message: str, field: str | None = None) -> None:
        self.status = status
        self.body = {"error": code, "message": message}
        if field is not None:
            self.body["field"] = field
        super().__init__(message)


def settle(page: Page) -> None:
    """Wait until all is drawn that the page has asked for, and that it has been told."""
    page.evaluate("settled()")


class FakeServer:
    """Answers ``/api/...`` of one page.

    ``answers`` has what is answered, by method and path as in ``"GET lobby"``: a value, or a
    function of the request's body that may raise `Refusal`.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.person: str | None = None
        self.role = "player"
        self.registered = True
        self.has: dict[str, Any] = {}
        """What of `me` is otherwise."""
        self._asked: list[tuple[str, Any]] = []
        self.answers: dict[str, Any] = {
            "GET me": lambda _: self.me(),
            "POST guest": self._guest,
            "GET lobby": {"tables": [], "may_create": False},
        }
        page.add_init_script(LATE)
        page.route("**/api/**", self._route)

    @property
    def asked(self) -> list[tuple[str, Any]]:
        """What was to change something, with its body."""
        settle(self.page)
        return self._asked

    def me(self) -> dict[str, Any]:
        """Who the page is."""
        return {
            "person": self._form(),
            "balance": 5000 if self.person else 0,
            "at_tables": 0,
            "credit": 0,
            "may_create_tables": self.role == "host",
            "muted": False,
            "recovery_codes_left": 8,
            **self.has,
        }

    def _form(self) -> dict[str, Any] | None:
        if self.person is None:
            return None
        return {
            "id": 1,
            "name": self.person,
            "role": self.role,
            "registered": self.registered,
            "owner": None,
        }

    def _guest(self, body: Any) -> Any:
        self.person, self.role, self.registered = body["name"], "guest", False
        return {"person": self._form()}

    def comes_in(self, name: str, role: str = "player") -> None:
        """From now on the page is known."""
        self.person, self.role, self.registered = name, role, role != "guest"

    def _route(self, route: Route) -> None:
        request = route.request
        path = request.url.partition("/api/")[2]
        key = f"{request.method} {path}"
        body = json.loads(request.post_data) if request.post_data else None
        if request.method != "GET":
            self._asked.append((key, body))
        answer = self.answers.get(key, self.answers.get(key.partition("?")[0]))
        if answer is None:
            answer = _nothing
        try:
            told = answer(body) if callable(answer) else answer
        except Refusal as refusal:
            route.fulfill(status=refusal.status, json=refusal.body)
            return
        route.fulfill(status=200 if request.method == "GET" else 201, json=told)


def _nothing(_: Any) -> Any:
    raise Refusal(404, "not_found", "There is nothing at this address.")


class Visitor:
    """A page of the room, and the server behind it; no table is open."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.server = FakeServer(page)
        page.route_web_socket("**/ws", lambda _: None)

    def open(self, path: str) -> None:
        """Loads a page, until all that it asks for is there."""
        self.page.goto(self.address + path)
        self.page.wait_for_selector("body.ready")
        self.settle()

    def settle(self) -> None:
        """Wait until what the page has asked for is there, and drawn."""
        settle(self.page)


def table(**differs: Any) -> dict[str, Any]:
    """A table as the lobby lists it."""
    return {
        "id": "k3x9",
        "name": "Friday",
        "game": "Pot Limit Omaha Hi/Lo 1/2",
        "structure": "pl",
        "stakes": "1/2",
        "rules": "pokerstars",
        "changed": [],
        "hole_cards": 4,
        "seats": 6,
        "players": 4,
        "bots": 3,
        "waiting": 0,
        "you": None,
        "average_pot": 41,
        "hands_per_hour": 88,
        "private": False,
        "paused": False,
        "closing": False,
        "frozen": False,
        **differs,
    }
