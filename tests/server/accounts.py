"""The HTTP API of accounts, and browsers and programs that call it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import httpx2
from starlette.applications import Starlette

from omaha8.room.bank import Bank
from omaha8.room.people import People
from omaha8.room.people_grants import Grants
from omaha8.server.addresses import Addresses
from omaha8.server.api import routes
from omaha8.server.api_account import AccountApi
from omaha8.server.api_people import PeopleApi
from omaha8.server.auth import Doorman
from omaha8.server.errors import exception_handlers
from omaha8.server.limits import NO_LIMITS, Limits, LimitSettings
from omaha8.store.memory import MemoryStore
from tests.room.persons import Clock, opened

SITE: Final = "http://room.test"


class Browser:
    """Keeps cookies, and says where its requests come from as a browser does."""

    def __init__(self, app: Starlette, address: str, **headers: str) -> None:
        transport = httpx2.ASGITransport(app, raise_app_exceptions=False, client=(address, 1))
        own = {"origin": SITE, "sec-fetch-site": "same-origin", "user-agent": "Firefox"}
        self.client = httpx2.AsyncClient(
            transport=transport, base_url=SITE, headers={**own, **headers}
        )

    async def ask(self, method: str, path: str, **body: Any) -> httpx2.Response:
        """JSON out, JSON in."""
        if method == "GET":
            return await self.client.get(f"/api/{path}")
        return await self.client.request(method, f"/api/{path}", json=body)

    async def get(self, path: str) -> Any:
        """What is there; it must be."""
        answer = await self.ask("GET", path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def post(self, path: str, **body: Any) -> Any:
        """What comes of it; it must work."""
        answer = await self.ask("POST", path, **body)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    async def refused(self, method: str, path: str, **body: Any) -> tuple[int, str]:
        """The status and the code of an error, which has the one form of errors."""
        return error_of(await self.ask(method, path, **body))

    @property
    def cookie(self) -> str | None:
        return self.client.cookies.get("omaha8")


def error_of(answer: httpx2.Response) -> tuple[int, str]:
    """The status and the code of an answer that is an error in the one form of errors."""
    told = answer.json()
    assert answer.headers["content-type"] == "application/json"
    assert {"error", "message"} <= set(told) <= {"error", "message", "field"}, told
    assert told["message"].endswith((".", "?")), told
    return answer.status_code, told["error"]


class Site:
    """A running API; ``store`` is in memory unless one is given."""

    def __init__(
        self,
        people: People,
        store: MemoryStore,
        bank: Bank,
        limits: LimitSettings,
        clock: Clock,
        proxies: tuple[str, ...],
        starting: int,
    ) -> None:
        self.people = people
        self.bank = bank
        self.clock = clock
        doorman = Doorman(people, Addresses(proxies))
        counted = Limits(limits, lambda: clock.now / 1000)
        grants = Grants(bank, store.ledger, clock, starting)
        account = AccountApi(people, doorman, counted, bank, store.ledger, grants=grants)
        others = PeopleApi(people, bank, grants)
        self.endpoints = (*account.endpoints, *others.endpoints)
        self.app = Starlette(
            routes=routes(self.endpoints, doorman, counted),
            exception_handlers=exception_handlers(),
        )

    def browser(self, address: str = "192.0.2.1", **headers: str) -> Browser:
        return Browser(self.app, address, **headers)

    async def player(self, name: str, password: str = "aces and deuces") -> Browser:
        """Somebody registered."""
        browser = self.browser()
        await browser.post("register", name=name, password=password)
        return browser

    async def host(self, name: str = "Hal") -> Browser:
        """Somebody registered who has used the host link."""
        browser = await self.player(name)
        link = await self.people.staff.host_link(again=True)
        await browser.post("host", token=link)
        return browser


@asynccontextmanager
async def site(
    store: MemoryStore | None = None,
    *,
    limits: LimitSettings = NO_LIMITS,
    proxies: tuple[str, ...] = (),
    credit: int | None = 0,
    starting: int = 0,
) -> AsyncIterator[Site]:
    store, clock = store or MemoryStore(), Clock()
    people = await opened(store, clock)
    yield Site(people, store, Bank(credit=credit), limits, clock, proxies, starting)
    people.close()
