"""Messages to and from JSON (floor 6)."""

from __future__ import annotations

from typing import Final

import msgspec

from omaha8.hand.actions import BetTo, RaiseTo
from omaha8.room.messages import SAFE, Act, Ask, ClientMessage
from omaha8.server.faults import MESSAGES, explain

LONGEST: Final = 4096
LONGEST_FRAME: Final = 2 * LONGEST
"""What is longer is not even read: it closes the connection."""
"""Bytes of a client's message."""

_decode = msgspec.json.Decoder(ClientMessage).decode
TYPES: Final = tuple(MESSAGES)


class Malformed(ValueError):
    """A message that is none; the text says what is allowed, ``ask`` what its client called it."""

    def __init__(self, message: str, ask: str | None = None) -> None:
        super().__init__(message)
        self.ask = ask


def decode(text: str | bytes) -> ClientMessage:
    """A client's message. Raises `Malformed`."""
    if isinstance(text, bytes):
        raise Malformed("Messages are text, not binary: one JSON object each.")
    if len(text) > LONGEST or len(text.encode(errors="replace")) > LONGEST:
        raise Malformed(f"A message has at most {LONGEST} bytes.")
    try:
        message: ClientMessage = _decode(text)
    except msgspec.ValidationError as error:
        raise Malformed(explain(str(error), text), _ask_of(text)) from None
    except (ValueError, RecursionError) as error:
        raise Malformed(f"A message is one JSON object with a type ({error}).") from None
    if isinstance(message, Act) and isinstance(message.action, BetTo | RaiseTo):
        to = message.action.to
        if not 0 <= to <= SAFE:
            said = f"An amount is a whole number from 0 to {SAFE} - at `$.action.to`."
            raise Malformed(said, message.id)
    return message


class _Named(msgspec.Struct):
    id: Ask | None = None


_decode_name = msgspec.json.Decoder(_Named).decode


def _ask_of(text: str) -> str | None:
    """What a message is called that is otherwise wrong: its client waits for an answer to that."""
    try:
        return _decode_name(text).id
    except (ValueError, RecursionError):
        return None
