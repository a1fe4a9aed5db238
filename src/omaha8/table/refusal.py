"""Why a table refuses a command (floor 4)."""

from __future__ import annotations

from enum import StrEnum


class Refusal(StrEnum):
    """The kind of a refusal, for programs; the message is for people."""

    SEAT_TAKEN = "seat_taken"
    NO_SUCH_SEAT = "no_such_seat"
    TABLE_FULL = "table_full"
    NOT_SEATED = "not_seated"
    ALREADY_SEATED = "already_seated"
    BUY_IN = "buy_in"
    IN_HAND = "in_hand"
    TOO_FEW = "too_few"
    REFUSED = "refused"


def seat_words(*seats: int) -> str:
    """Chairs as people count them, from 1: ``seat 4``, ``seats 2, 4``."""
    return f"seat{'' if len(seats) == 1 else 's'} {', '.join(str(seat + 1) for seat in seats)}"


class Refused(ValueError):
    """A command that is not possible now. Nothing has changed; the message says what is."""

    def __init__(self, code: Refusal, message: str) -> None:
        self.code = code
        super().__init__(message)
