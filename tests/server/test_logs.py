"""What the server writes of itself, and what it never writes."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import warnings
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
import uvicorn
import websockets
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket

from omaha8.server.auth import Doorman
from omaha8.server.config_sections import LogSection
from omaha8.server.logs import RequestLog, asker, set_up_logs
from tests.server.accounts import site

NAMES = ("", "uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi", "websockets", "asyncio")


@pytest.fixture
def stderr() -> Iterator[StringIO]:
    """What is written; afterwards logging is as it was."""
    kept = []
    for name in NAMES:
        logger = logging.getLogger(name)
        kept.append((logger, logger.level, logger.handlers[:], logger.propagate))
    yield StringIO()
    logging.captureWarnings(False)
    for logger, level, handlers, propagate in kept:
        logger.setLevel(level)
        logger.handlers[:] = handlers
        logger.propagate = propagate


def as_json(stream: StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_json_has_one_object_a_line(stderr: StringIO) -> None:
    set_up_logs(LogSection(level="info", format="json"), stderr)
    log = logging.getLogger("omaha8.room")
    log.info("hand %d\nis void", 7, extra={"table": "k3x9", "hand": 7, "level": "no"})
    log.debug("not told")
    try:
        raise ValueError("two\nlines")
    except ValueError:
        log.exception("a fault")
    said, fault = as_json(stderr)
    assert said.pop("at").endswith("Z")
    assert said == {
        "level": "info",
        "logger": "omaha8.room",
        "message": "hand 7\nis void",
        "table": "k3x9",
        "hand": 7,
    }
    assert (fault["level"], fault["message"]) == ("error", "a fault")
    assert fault["trace"].endswith("ValueError: two\nlines")


def test_text_is_one_line_whatever_somebody_calls_himself(stderr: StringIO) -> None:
    set_up_logs(LogSection(level="info"), stderr)
    logging.getLogger("omaha8.people").info(
        "new: %s", "Ann\n2026 error: \x1b[2J", extra={"device": "a\rb", "person": 3}
    )
    (line,) = stderr.getvalue().splitlines()
    assert line.endswith(r" info omaha8.people: new: Ann\n2026 error: \x1b[2J device=a\rb person=3")


def test_the_lines_of_a_trace_are_indented(stderr: StringIO) -> None:
    set_up_logs(LogSection(), stderr)
    try:
        raise ValueError("wrong")
    except ValueError:
        logging.getLogger("omaha8.store").exception("a fault")
    first, *trace = stderr.getvalue().splitlines()
    assert first.endswith("error omaha8.store: a fault")
    assert all(line.startswith("    ") for line in trace)
    assert trace[-1] == "    ValueError: wrong"


def test_warnings_are_logged_as_well(stderr: StringIO) -> None:
    set_up_logs(LogSection(format="json"), stderr)
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.warn("old", DeprecationWarning, stacklevel=1)
    (said,) = as_json(stderr)
    assert (said["logger"], said["level"]) == ("py.warnings", "warning")


def number_of(connection: HTTPConnection) -> int | None:
    return 12 if "omaha8" in connection.cookies else None


async def found(_: Request) -> PlainTextResponse:
    return PlainTextResponse("As Ks", 201)


async def broken(_: Request) -> PlainTextResponse:
    raise RuntimeError("a fault")


async def talk(socket: WebSocket) -> None:
    await socket.accept()
    await socket.send_text(await socket.receive_text())
    await socket.close()


def application() -> Starlette:
    ticks = iter(range(100))
    return Starlette(
        routes=[
            Route("/api/{rest:path}", found),
            Route("/broken", broken),
            WebSocketRoute("/ws", talk),
        ],
        middleware=[
            Middleware(RequestLog, who=number_of, clock=lambda: next(ticks) / 4),
        ],
    )


def test_a_request_is_told_with_what_came_of_it(stderr: StringIO) -> None:
    set_up_logs(LogSection(level="info", format="json"), stderr)
    with TestClient(application(), raise_server_exceptions=False) as client:
        client.get("/api/lobby?token=secret", headers={"cookie": "omaha8=secret"})
        client.get("/broken")
        client.get("/api/" + "x" * 1000)
    told = [line for line in as_json(stderr) if line["logger"] == "omaha8.request"]
    lobby, fault, long = ({**line, "at": ""} for line in told)
    assert lobby == {
        "at": "",
        "level": "info",
        "logger": "omaha8.request",
        "message": "request",
        "method": "GET",
        "path": "/api/lobby",
        "status": 201,
        "ms": 250.0,
        "person": 12,
    }
    assert (fault["status"], fault["person"]) == (500, None)
    assert len(long["path"]) == 200
    # The client of the test has a logger of its own.
    assert "secret" not in json.dumps(told)


def test_who_wants_no_requests_told_has_none(stderr: StringIO) -> None:
    set_up_logs(LogSection(level="warning"), stderr)
    with TestClient(application()) as client:
        client.get("/api/lobby")
    assert stderr.getvalue() == ""


async def test_no_level_tells_what_goes_through_a_socket(stderr: StringIO) -> None:
    set_up_logs(LogSection(level="debug", format="json"), stderr)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        server = uvicorn.Server(
            uvicorn.Config(
                application(),
                ws="websockets-sansio",
                log_config=None,
                log_level=None,
                access_log=False,
            )
        )
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        async with websockets.connect(
            f"ws://127.0.0.1:{port}/ws?query=secret",
            additional_headers={"cookie": "omaha8=secret"},
            logger=logging.getLogger("the client's own"),
        ) as connection:
            logging.getLogger("the client's own").setLevel(logging.CRITICAL)
            await connection.send("As Ks 2s 3h, in secret")
            assert await connection.recv() == "As Ks 2s 3h, in secret"
        server.should_exit = True
        await serving
    told = [line for line in as_json(stderr) if line["logger"] != "the client's own"]
    (line,) = (line for line in told if line["message"] == "socket")
    assert (line["path"], line["status"], line["person"]) == ("/ws", 101, 12)
    assert "secret" not in json.dumps(told)


async def test_who_asks_is_known_by_the_cookie_or_the_token() -> None:
    async with site() as running:
        ask = asker(Doorman(running.people))
        admission = await running.people.guest("Ann")

        def connection(name: str, value: str) -> HTTPConnection:
            headers = [(name.encode(), value.encode())]
            return HTTPConnection({"type": "http", "headers": headers})

        assert ask(connection("cookie", f"omaha8={admission.cookie}")) == admission.person.id
        assert ask(connection("cookie", "omaha8=nonsense")) is None
        assert ask(connection("authorization", "Bearer nonsense")) is None
