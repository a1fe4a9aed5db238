"""What the server writes to stderr: one line per record, as text or as JSON (floor 6).

A module logs with what it is about beside the words: ``log.info("a hand was voided",
extra={"table": ..., "hand": ...})``. Nobody logs a header, a query, a body or a card.
"""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from time import perf_counter
from typing import Any, Final, TextIO

import msgspec
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from omaha8.server.auth import Doorman
from omaha8.server.config_sections import LogSection
from omaha8.server.errors import ApiError

LONGEST_PATH: Final = 200

_OWN: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}
"""What a record has by itself; anything else was said with it."""

_NEVER_BELOW: Final = {
    # They tell every header and every frame below this: cookies, queries, cards.
    "uvicorn.error": logging.WARNING,
    "uvicorn.access": logging.WARNING,
    "uvicorn.asgi": logging.WARNING,
    "websockets": logging.WARNING,
    # It tells the arguments of callbacks.
    "asyncio": logging.WARNING,
}

Asker = Callable[[HTTPConnection], int | None]
"""The number of the person who asks."""


def set_up_logs(config: LogSection, stream: TextIO | None = None) -> None:
    """Everything that is logged in this process goes to ``stream`` (stderr), and nowhere else.

    uvicorn has to be started with ``log_config=None, log_level=None, access_log=False``.
    """
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines() if config.format == "json" else TextLines())
    root = logging.getLogger()
    for old in root.handlers[:]:
        root.removeHandler(old)
    root.addHandler(handler)
    level = logging.getLevelNamesMapping()[config.level.upper()]
    root.setLevel(level)
    for name, least in _NEVER_BELOW.items():
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
        logger.setLevel(max(level, least))
    logging.getLogger("uvicorn").handlers.clear()
    logging.getLogger("uvicorn").propagate = True
    logging.captureWarnings(True)


def _at(record: logging.LogRecord) -> datetime:
    return datetime.fromtimestamp(record.created, UTC)


def _extra(record: logging.LogRecord) -> dict[str, Any]:
    return {name: value for name, value in vars(record).items() if name not in _OWN}


def _trace(record: logging.LogRecord) -> str | None:
    if not record.exc_info or record.exc_info[0] is None:
        return None
    return "".join(traceback.format_exception(*record.exc_info)).rstrip()


class JsonLines(logging.Formatter):
    """``{"at": ..., "level": ..., "logger": ..., "message": ...}``, what was said with it, and
    ``trace`` where something failed.
    """

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": _at(record).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {name: value for name, value in _extra(record).items() if name not in line}
        if (trace := _trace(record)) is not None:
            line["trace"] = trace
        return msgspec.json.encode(line, enc_hook=str).decode()


class TextLines(logging.Formatter):
    """``2026-11-30 20:15:03.123 info omaha8.room: message name=value``, in UTC."""

    def format(self, record: logging.LogRecord) -> str:
        at = _at(record).strftime("%Y-%m-%d %H:%M:%S.%f")[:-3]
        words = [_one_line(record.getMessage())]
        words += [f"{name}={_one_line(str(value))}" for name, value in _extra(record).items()]
        line = f"{at} {record.levelname.lower()} {record.name}: {' '.join(words)}"
        trace = _trace(record)
        return line if trace is None else "\n    ".join([line, *trace.splitlines()])


def _one_line(text: str) -> str:
    """What somebody else has written must not begin a line of its own, nor move the cursor."""
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)


def asker(doorman: Doorman) -> Asker:
    """Who asks, as `RequestLog` tells it; nobody for a token that is worth nothing."""

    def who(connection: HTTPConnection) -> int | None:
        try:
            person = doorman.who(connection).person
        except ApiError:
            return None
        return None if person is None else person.id

    return who


class RequestLog:
    """Tells of each request when it is answered, and of each socket when it is over, at ``info``:
    method, path, status, milliseconds, person.
    """

    def __init__(self, app: ASGIApp, who: Asker, clock: Callable[[], float] = perf_counter) -> None:
        self.app = app
        self.who = who
        self.clock = clock
        self.log = logging.getLogger("omaha8.request")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or not self.log.isEnabledFor(logging.INFO):
            await self.app(scope, receive, send)
            return
        started = self.clock()
        # What goes through a socket goes straight through: there are thousands of it a second.
        status = 101 if scope["type"] == "websocket" else 500

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, send if scope["type"] == "websocket" else sending)
        finally:
            self._tell(scope, status, self.clock() - started)

    def _tell(self, scope: Scope, status: int, seconds: float) -> None:
        self.log.info(
            "socket" if scope["type"] == "websocket" else "request",
            extra={
                "method": scope.get("method", "GET"),
                "path": scope["path"][:LONGEST_PATH],
                "status": status,
                "ms": round(seconds * 1000, 1),
                "person": self.who(HTTPConnection(scope)),
            },
        )
