"""One route of the HTTP API: what it takes, who may call it, what it answers (floor 6).

A list of `Endpoint` is both what the server serves (`omaha8.server.api.routes`) and what the
OpenAPI document is made of.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Literal, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from omaha8.room.people_rights import Right, who_may
from omaha8.room.person import Person, Role
from omaha8.server.errors import ApiError

LARGEST_ID: Final = 2**53 - 1


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No body, no query, or no answer but that it is done: ``{}``."""


B = TypeVar("B", bound=msgspec.Struct)
Method = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
Cost = Literal["request", "password", "account"]
"""Which limit of `omaha8.server.limits` a call counts against: any request, one that costs a
password's hash, one that makes an account."""


@dataclass(slots=True)
class Call(Generic[B]):
    """A request as its handler gets it: who asks is known and may, the body is of its type.

    ``session`` is that of the cookie; ``headers`` and ``cookies`` (whole ``Set-Cookie`` lines) go
    out with the answer.
    """

    request: Request
    person: Person | None
    session: str | None
    address: str
    body: B
    query: Any
    headers: dict[str, str] = field(default_factory=dict)
    cookies: list[str] = field(default_factory=list)

    @property
    def caller(self) -> Person:
        """Who asks, where the endpoint has a right. Raises `ApiError`."""
        if self.person is None:
            raise nobody()
        return self.person

    def number(self, name: str) -> int:
        """A number of the path, as in ``{id:int}``."""
        value = int(self.request.path_params[name])
        if value > LARGEST_ID:
            raise ApiError(404, "not_found", "There is nothing at this address.")
        return value

    def text(self, name: str) -> str:
        """A piece of the path."""
        return str(self.request.path_params[name])


def nobody() -> ApiError:
    """For who must first be somebody."""
    return ApiError(401, "who_are_you", "Come in as a guest or log in first.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint(Generic[B]):
    """``path`` is as Starlette has it: ``/api/people/{id:int}``.

    ``right`` ``None``: also for who has no account. ``answer`` is the type of what ``handler``
    returns; a handler may also return a whole `Response` (a file). ``query`` is a struct of the
    parameters behind the question mark. ``errors`` are the codes of its own, with their status.
    ``weight`` is for how many requests it counts.
    """

    method: Method
    path: str
    summary: str
    body: type[B]
    answer: Any
    handler: Callable[[Call[B]], Awaitable[object | Response]]
    right: Right | None = None
    status: int = 200
    query: type[msgspec.Struct] = Nothing
    cost: Cost = "request"
    weight: int = 1
    tag: str = "account"
    errors: tuple[tuple[int, str], ...] = ()

    @property
    def roles(self) -> tuple[Role, ...]:
        """Who may call it; none for anybody at all."""
        return () if self.right is None else who_may(self.right)

    @property
    def changes(self) -> bool:
        """Whether it may change something: then the page that calls must be the server's own."""
        return self.method != "GET"
