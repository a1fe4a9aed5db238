"""The application around a lobby: pages, the HTTP API, ``/ws``, health and metrics (floor 6)."""

from __future__ import annotations

from functools import partial
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket

from omaha8.room.archive import names_of_tables
from omaha8.room.lobby import Lobby
from omaha8.room.people_grants import Grants
from omaha8.server.api import routes
from omaha8.server.api_account import AccountApi
from omaha8.server.api_hands import HandsApi
from omaha8.server.api_people import PeopleApi
from omaha8.server.api_settlement import SettlementApi
from omaha8.server.api_tables import TablesApi
from omaha8.server.auth import Doorman
from omaha8.server.direct import WithWire
from omaha8.server.endpoints import Endpoint
from omaha8.server.errors import exception_handlers
from omaha8.server.gauges import gauges_of
from omaha8.server.health import Healthz
from omaha8.server.limits import Limits
from omaha8.server.metrics import Metrics
from omaha8.server.openapi import OpenApi
from omaha8.server.origin import HostNames, OnlyUnder
from omaha8.server.pages import PageHeaders, pages
from omaha8.server.socket import serve_socket


def create_app(
    lobby: Lobby,
    *,
    names: HostNames | None = None,
    doorman: Doorman | None = None,
    limits: Limits | None = None,
    metrics_token: str | None = None,
    starting_chips: int = 0,
    elsewhere: str | None = None,
) -> Starlette:
    """An ASGI application that serves ``lobby``, which is opened and stopped by who made it.

    ``names`` are those under which it may be called, ``None`` for any. ``metrics_token`` lets
    ``/metrics`` be read from other machines. ``starting_chips`` are what somebody new gets.
    ``elsewhere`` is its address on other computers, for links that are sent there.
    """
    doorman = Doorman(lobby.people) if doorman is None else doorman
    limits = Limits() if limits is None else limits
    endpoints = endpoints_of(lobby, doorman, limits, starting_chips, elsewhere)

    async def websocket(socket: WebSocket) -> None:
        await serve_socket(socket, lobby, doorman, limits)

    gauges = gauges_of(lobby)
    return Starlette(
        routes=[
            WebSocketRoute("/ws", websocket),
            Route("/healthz", Healthz(gauges, lobby.store_fault).answer),
            Route("/metrics", Metrics(lobby.metrics, gauges, metrics_token).answer),
            Route("/api/openapi.json", OpenApi(endpoints).answer),
            *routes(endpoints, doorman, limits),
            Mount("/", pages()),
        ],
        middleware=[
            Middleware(WithWire),
            Middleware(PageHeaders, addresses=doorman.addresses),
            *([] if names is None else [Middleware(OnlyUnder, names=names)]),
        ],
        exception_handlers=exception_handlers(),
    )


def endpoints_of(
    lobby: Lobby,
    doorman: Doorman,
    limits: Limits,
    starting_chips: int = 0,
    elsewhere: str | None = None,
) -> list[Endpoint[Any]]:
    """All routes of the HTTP API."""
    people, ledger = lobby.people, lobby.store.ledger
    grants = Grants(lobby.bank, ledger, starting=starting_chips)
    account = AccountApi(
        people,
        doorman,
        limits,
        lobby.bank,
        ledger,
        lobby.may_create,
        grants,
        partial(names_of_tables, lobby),
        lobby.at_tables,
    )
    return [
        *account.endpoints,
        *PeopleApi(people, lobby.bank, grants, lobby.at_tables).endpoints,
        *TablesApi(lobby, elsewhere).endpoints,
        *HandsApi(lobby).endpoints,
        *SettlementApi(lobby).endpoints,
    ]
