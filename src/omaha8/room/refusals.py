"""Why a room refuses, beyond what its table says (floor 5)."""

from __future__ import annotations

from enum import StrEnum


class Why(StrEnum):
    """The kind of a refusal, for programs; the message is for people."""

    NOT_ALLOWED = "not_allowed"
    NO_SUCH_TABLE = "no_such_table"
    NO_FUNDS = "no_funds"
    TOO_MANY = "too_many"
    MUTED = "muted"
    TOO_FAST = "too_fast"
    STALE = "stale"
    NOT_YOUR_TURN = "not_your_turn"
    NOT_SAVED = "not_saved"
    PAUSED = "paused"
    FROZEN = "frozen"


class RoomRefused(ValueError):
    """What the room does not do now. Nothing has changed; the message says what is possible.

    ``wait`` is after how many seconds to try again, where that helps.
    """

    def __init__(self, code: Why, message: str, wait: float | None = None) -> None:
        self.code = code
        self.wait = wait
        super().__init__(message)
