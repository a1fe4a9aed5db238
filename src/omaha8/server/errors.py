"""What a request that fails is answered: a code, a sentence, a status (floor 6)."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from http import HTTPStatus
from math import ceil
from typing import Any, Final

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from omaha8.room.people_refusals import Because, PeopleRefused
from omaha8.room.refusals import RoomRefused, Why
from omaha8.server.pages import MISSING
from omaha8.store.interface import StoreError

_log: Final = logging.getLogger("omaha8.server")
BUSY_FOR: Final = 5.0
"""Seconds after which it is worth another try when the server could not."""
_encode: Final = msgspec.json.Encoder().encode


class ErrorBody(msgspec.Struct, frozen=True, omit_defaults=True):
    """Every answer that is an error. ``field`` is the part of the body that it is about."""

    error: str
    message: str
    field: str | None = None


class ApiError(Exception):
    """A request that is refused. ``retry_after`` is in seconds."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        field: str | None = None,
        retry_after: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.status = status
        self.body = ErrorBody(code, message, field)
        self.headers = dict(headers or {})
        if retry_after is not None:
            self.headers["retry-after"] = str(max(1, ceil(retry_after)))
        super().__init__(message)


STATUS: Final[dict[str, int]] = {
    Why.NOT_ALLOWED: 403,
    Why.NO_SUCH_TABLE: 404,
    Why.TOO_FAST: 429,
    Why.MUTED: 403,
    Why.NOT_SAVED: 503,
    Because.BAD_NAME: 400,
    Because.BAD_PASSWORD: 400,
    Because.BAD_NOTE: 400,
    Because.WRONG_PASSWORD: 401,
    Because.WRONG_CODE: 401,
    Because.WRONG_LINK: 403,
    Because.NOT_REGISTERED: 403,
    Because.NO_SUCH_PERSON: 404,
    Because.NO_SUCH_SESSION: 404,
    Because.NO_SUCH_BOT: 404,
    Because.NO_SUCH_NOTE: 404,
    Because.BUSY: 503,
}
"""Of what is refused; everything else is a conflict with how things stand (409)."""

_PLAIN: Final = {
    400: ("malformed", "That is no request that this server understands."),
    404: ("not_found", "There is nothing at this address."),
    405: ("method_not_allowed", "This address knows no such method."),
}


def answer_to(error: Exception) -> ApiError | None:
    """The answer to what the room, its people or the disk refuse; ``None`` for what is a fault."""
    match error:
        case ApiError():
            return error
        case RoomRefused(code=code, wait=wait):
            return ApiError(STATUS.get(code, 409), code.value, str(error), retry_after=wait)
        case PeopleRefused(code=code, field=field):
            status = STATUS.get(code, 409)
            wait = BUSY_FOR if status == 503 else None
            return ApiError(status, code.value, str(error), field=field, retry_after=wait)
        case StoreError():
            _log.error("not kept: %s", error)
            return ApiError(
                503,
                Why.NOT_SAVED.value,
                "The server could not keep that; nothing has changed. Its log says why.",
                retry_after=BUSY_FOR,
            )
        case _:
            return None


def plain(status: int, headers: Mapping[str, str] | None = None) -> ApiError:
    """What is the same whatever was asked for: 400, 404, 405."""
    code, sentence = _PLAIN[status]
    return ApiError(status, code, sentence, headers=headers)


def json_response(body: object, status: int = 200, headers: Mapping[str, str] = {}) -> Response:
    """``body`` as msgspec writes it; not to be kept by anybody on the way."""
    return Response(
        _encode(body),
        status,
        {"cache-control": "no-store", **headers},
        media_type="application/json",
    )


def error_response(error: ApiError) -> Response:
    """The answer for an error."""
    return json_response(error.body, error.status, error.headers)


def unexpected(error: BaseException, where: str) -> Response:
    """What nobody foresaw: the log gets all of it, the client only that it happened."""
    _log.error("%s failed", where, exc_info=error)
    return error_response(
        ApiError(500, "internal", "Something went wrong in the server; its log says what.")
    )


async def _of_starlette(request: Request, error: Exception) -> Response:
    if not isinstance(error, HTTPException):
        return unexpected(error, f"{request.method} {request.url.path}")
    if error.status_code == 404 and _wants_page(request):
        return FileResponse(MISSING, 404)
    code, sentence = _PLAIN.get(
        error.status_code, (HTTPStatus(error.status_code).name.lower(), f"{error.detail}.")
    )
    return error_response(ApiError(error.status_code, code, sentence, headers=error.headers))


def _wants_page(request: Request) -> bool:
    """Whether somebody looks for a page, who would not know what to do with JSON."""
    if request.method not in ("GET", "HEAD") or request.url.path.startswith("/api/"):
        return False
    return "text/html" in request.headers.get("accept", "")


def exception_handlers() -> dict[Any, Any]:
    """For ``Starlette(exception_handlers=...)``: its own errors in the same form."""
    return {HTTPException: _of_starlette, Exception: _of_starlette}
