"""What can go wrong between a client and a server (floor 6)."""

from __future__ import annotations

from typing import Any, Final

from omaha8.room.messages import Error


class ClientError(Exception):
    """Anything below."""


class Unreachable(ClientError):
    """No server answers at the address, or not for as long as the client was to be patient."""


class Closed(ClientError):
    """The connection is closed for good; ``code`` is the close code, ``None`` of one's own end."""

    def __init__(self, message: str, code: int | None = None) -> None:
        super().__init__(message)
        self.code = code


class NoAnswer(ClientError):
    """The server has said nothing to a message for too long; it may have been done."""


class HttpError(ClientError):
    """An answer with an error: ``status`` of HTTP, ``code`` of the room."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code


class UnfairDeal(ClientError):
    """What the server told of a shuffle does not agree with what it told before."""


class Refused(ClientError):
    """The server would not do it, and nothing has changed.

    ``legal`` is what the player may do where it is his turn; ``hand`` and ``turn`` are where the
    table is, for a stale decision.
    """

    def __init__(self, error: Error) -> None:
        super().__init__(error.message)
        self.code = error.code
        self.legal: dict[str, Any] | None = error.legal
        self.hand = error.hand
        self.turn = error.turn


class Stale(Refused):
    """The turn that was decided on is over."""


class NotYourTurn(Refused):
    """Somebody else is to act, or nobody."""


class Illegal(Refused):
    """The action is not among the legal ones."""


class NotSeated(Refused):
    """Only a seated player can do that."""


class NotSaved(Refused):
    """The server could not write it down, so it has not happened: a full disk."""


class Frozen(Refused):
    """The table has stopped after a fault of the program."""


_KINDS: Final[dict[str, type[Refused]]] = {
    "stale": Stale,
    "not_your_turn": NotYourTurn,
    "illegal": Illegal,
    "not_seated": NotSeated,
    "not_saved": NotSaved,
    "frozen": Frozen,
}


def refused(error: Error) -> Refused:
    """The exception of an ``error`` message."""
    return _KINDS.get(error.code, Refused)(error)
