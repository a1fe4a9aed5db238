"""Who makes a request or opens a socket (floor 6): by cookie, or a bot by its token."""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.requests import HTTPConnection

from omaha8.room.people import People
from omaha8.room.person import Person
from omaha8.server.addresses import Addresses
from omaha8.server.errors import ApiError

COOKIE: Final = "omaha8"
_DAY: Final = 86_400


class Known(msgspec.Struct, frozen=True):
    """``session`` is that of the cookie, ``None`` for a bot and for who has no account."""

    person: Person | None
    session: str | None


NOBODY: Final = Known(None, None)


class Doorman:
    """Knows people by what their requests bring along."""

    def __init__(self, people: People, addresses: Addresses | None = None) -> None:
        self.people = people
        self.addresses = addresses or Addresses()

    def who(self, connection: HTTPConnection) -> Known:
        """Who that is, without the disk where he was here lately.

        A cookie that is worth nothing (any more) is none; a token in ``Authorization`` that is
        worth nothing raises `ApiError`: a program is to be told, not taken for a stranger.
        """
        authorization = connection.headers.get("authorization")
        if authorization is not None:
            scheme, _, token = authorization.partition(" ")
            bot = self.people.by_bot_token(token.strip()) if scheme.casefold() == "bearer" else None
            if bot is None:
                raise ApiError(
                    401,
                    "bad_token",
                    "This is no token of a bot here; its owner can make a new one.",
                    headers={"www-authenticate": "Bearer"},
                )
            return Known(bot, None)
        session = self.people.session(connection.cookies.get(COOKIE))
        if session is None:
            return NOBODY
        return Known(self.people.by_id(session.person), session.id)

    def cookie(self, connection: HTTPConnection, value: str, days: int) -> str:
        """The ``Set-Cookie`` line of a session; by https for https only."""
        return self._line(connection, value, days * _DAY)

    def no_cookie(self, connection: HTTPConnection) -> str:
        """The line that takes the cookie away."""
        return self._line(connection, "", 0)

    def _line(self, connection: HTTPConnection, value: str, seconds: int) -> str:
        secure = "; Secure" if self.addresses.secure(connection) else ""
        return f"{COOKIE}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}"
