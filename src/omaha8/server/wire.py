"""Messages to and from JSON (floor 6)."""

from __future__ import annotations

from typing import Final

import msgspec

from omaha8.hand.actions import BetTo, RaiseTo
from omaha8.room.messages import SAFE, Act, ClientMessage
from omaha8.server.faults import MESSAGES, explain

LONGEST: Final = 4096
"""Bytes of a client's message."""

_decode = msgspec.json.Decoder(ClientMessage).decode
TYPES: Final = tuple(MESSAGES)


class Malformed(ValueError):
    """A message that is none; the text says what is allowed."""


def decode(text: str | bytes) -> ClientMessage:
    """A client's message. Raises `Malformed`."""
    if isinstance(text, bytes):
        raise Malformed("Messages are text, not binary: one JSON object each.")
    if len(text) > LONGEST or len(text.encode(errors="replace")) > LONGEST:
        raise Malformed(f"A message has at most {LONGEST} bytes.")
    try:
        message: ClientMessage = _decode(text)
    except msgspec.ValidationError as error:
        raise Malformed(explain(str(error), text)) from None
    except (ValueError, RecursionError) as error:
        raise Malformed(f"A message is one JSON object with a type ({error}).") from None
    if isinstance(message, Act) and isinstance(message.action, BetTo | RaiseTo):
        to = message.action.to
        if not 0 <= to <= SAFE:
            raise Malformed(f"An amount is a whole number from 0 to {SAFE} - at `$.action.to`.")
    return message
