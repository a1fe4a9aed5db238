"""The way of every request of the HTTP API to its handler and back (floor 6)."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable
from math import ceil
from typing import Any, Final, get_type_hints

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from omaha8.room.people_rights import may
from omaha8.server.auth import NOBODY, Doorman, Known
from omaha8.server.endpoints import Call, Endpoint, Nothing, nobody
from omaha8.server.errors import (
    ApiError,
    answer_to,
    error_response,
    json_response,
    plain,
    unexpected,
)
from omaha8.server.limits import Limits
from omaha8.server.same_site import check_json, check_same_site

METHODS: Final = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
LARGEST_BODY: Final = 16 * 1024
"""Bytes."""


def routes(endpoints: Iterable[Endpoint[Any]], doorman: Doorman, limits: Limits) -> list[Route]:
    """One route per path, and one for all that is not there."""
    by_path: dict[str, dict[str, Endpoint[Any]]] = defaultdict(dict)
    for endpoint in endpoints:
        if endpoint.method in by_path[endpoint.path]:
            raise ValueError(f"{endpoint.method} {endpoint.path} is there twice")
        by_path[endpoint.path][endpoint.method] = endpoint
    return [
        *(
            Route(path, _server(methods, doorman, limits), methods=METHODS)
            for path, methods in by_path.items()
        ),
        Route("/api/{rest:path}", _nothing, methods=METHODS),
    ]


async def _nothing(_: Request) -> Response:
    return error_response(plain(404))


def _server(
    methods: dict[str, Endpoint[Any]], doorman: Doorman, limits: Limits
) -> Callable[[Request], Awaitable[Response]]:
    async def serve(request: Request) -> Response:
        endpoint = methods.get("GET" if request.method == "HEAD" else request.method)
        if endpoint is None:
            # Said here: with a method of its own the next route would be asked, for a page.
            return error_response(plain(405, {"allow": ", ".join(methods)}))
        try:
            return await _answer(endpoint, request, doorman, limits)
        except ClientDisconnect:
            return error_response(ApiError(400, "gone", "The request broke off."))
        except Exception as error:
            answer = answer_to(error)
            if answer is None:
                return unexpected(error, f"{endpoint.method} {endpoint.path}")
            return error_response(answer)

    return serve


async def _answer(
    endpoint: Endpoint[Any], request: Request, doorman: Doorman, limits: Limits
) -> Response:
    address = doorman.addresses.client(request)
    try:
        if endpoint.changes:
            check_same_site(request.headers, https=doorman.addresses.secure(request))
            if endpoint.method != "DELETE" or _has_body(request):
                check_json(request.headers)
        known = doorman.who(request)
    except ApiError:
        _count(endpoint, NOBODY, address, limits)
        raise
    _count(endpoint, known, address, limits)
    if endpoint.right is not None and not may(known.person, endpoint.right):
        if known.person is None:
            raise nobody()
        roles = " or ".join(endpoint.roles)
        raise ApiError(403, "not_allowed", f"That is for {roles}; you are {known.person.role}.")
    call: Call[Any] = Call(
        request,
        known.person,
        known.session,
        address,
        decoded(await _read(request) if endpoint.changes else b"", endpoint.body),
        queried(request, endpoint.query),
    )
    answer = await endpoint.handler(call)
    response = (
        answer
        if isinstance(answer, Response)
        else json_response(Nothing() if answer is None else answer, endpoint.status)
    )
    response.headers.update(call.headers)
    for cookie in call.cookies:
        response.headers.append("set-cookie", cookie)
    return response


def _count(endpoint: Endpoint[Any], known: Known, address: str, limits: Limits) -> None:
    if known.person is None:
        wait = limits.requests_of_address.wait(address, endpoint.weight)
    else:
        wait = limits.requests_of_person.wait(str(known.person.id), endpoint.weight)
    if not wait and endpoint.cost == "password":
        wait = limits.passwords_of_address.wait(address)
    elif not wait and endpoint.cost == "account":
        wait = limits.accounts_of_address.wait(address)
    if wait:
        raise too_fast(wait)


def too_fast(wait: float) -> ApiError:
    """The answer to who must wait so many seconds."""
    seconds = max(1, ceil(wait))
    return ApiError(
        429, "too_fast", f"Too many at once; try again in {seconds} s.", retry_after=wait
    )


def _has_body(request: Request) -> bool:
    return (
        request.headers.get("content-length", "0") != "0" or "transfer-encoding" in request.headers
    )


async def _read(request: Request) -> bytes:
    length = request.headers.get("content-length", "")
    if length.isdecimal() and int(length) > LARGEST_BODY:
        raise _too_large()
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST_BODY:
            raise _too_large()
    return bytes(body)


def _too_large() -> ApiError:
    return ApiError(413, "too_large", f"A body has at most {LARGEST_BODY} bytes.")


def decoded(body: bytes, kind: type[msgspec.Struct]) -> Any:
    """A body of its type; none is ``{}``. Raises `ApiError`."""
    try:
        return msgspec.json.decode(body or b"{}", type=kind)
    except msgspec.ValidationError as error:
        raise _malformed(str(error), kind) from None
    except (ValueError, RecursionError) as error:
        raise ApiError(400, "malformed", f"A body is one JSON object ({error}).") from None


def queried(request: Request, kind: type[msgspec.Struct]) -> Any:
    """What stands behind the question mark, of its type. Raises `ApiError`."""
    given = dict(request.query_params)
    try:
        query = msgspec.convert(given, kind, strict=False)
    except msgspec.ValidationError as error:
        raise _malformed(str(error), kind) from None
    for name in given:
        # The word null: what is not given is left out.
        if getattr(query, name) is None:
            raise _malformed(f"Expected a value, got `null` - at `$.{name}`", kind)
    return query


def _malformed(wrong: str, kind: type[msgspec.Struct]) -> ApiError:
    """What is wrong, and the fields that there are."""
    what, _, path = wrong.partition(" - at `$")
    named = re.match(r"\.(\w+)", path) or re.search(r"field `(\w{1,40})`", what)
    # A client's own words are quoted in part only: he may have put a secret in the wrong place.
    what = re.sub(r"'[^']{40,}'|`[^`]{40,}`", lambda m: f"{m[0][:20]}...{m[0][-1]}", what)
    at = f" ({path.strip('.`')})" if path.strip(".`") else ""
    known = list(get_type_hints(kind))
    fields = f"the fields are {', '.join(known)}" if known else "there are no fields here"
    return ApiError(
        400,
        "malformed",
        f"{what}{at}; {fields}.",
        field=named[1] if named and named[1] in known else None,
    )
