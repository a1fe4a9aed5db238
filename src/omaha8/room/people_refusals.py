"""Why somebody does not get in, or not what he asks of his account (floor 5)."""

from __future__ import annotations

from enum import StrEnum


class Because(StrEnum):
    """The kind of a refusal, for programs; the message is for people."""

    BAD_NAME = "bad_name"
    NAME_TAKEN = "name_taken"
    BAD_PASSWORD = "bad_password"
    WRONG_PASSWORD = "wrong_password"
    WRONG_CODE = "wrong_code"
    WRONG_LINK = "wrong_link"
    BAD_NOTE = "bad_note"
    REGISTERED = "registered"
    NOT_REGISTERED = "not_registered"
    SEATED = "seated"
    NO_SUCH_PERSON = "no_such_person"
    NO_SUCH_SESSION = "no_such_session"
    NO_SUCH_BOT = "no_such_bot"
    NO_SUCH_NOTE = "no_such_note"
    TOO_MANY = "too_many"
    LAST_HOST = "last_host"
    NO_RANK = "not_allowed"
    BUSY = "busy"


class PeopleRefused(ValueError):
    """Nothing has changed; the message says what is possible. ``field`` is what it is about."""

    def __init__(self, code: Because, message: str, field: str | None = None) -> None:
        self.code = code
        self.field = field
        super().__init__(message)
