"""Events and commands of a table as JSON (floor 4); those of a hand as in `omaha8.hand.codec`."""

from __future__ import annotations

from typing import Any, get_args

import msgspec

from omaha8.hand.codec import CodecError, event_from_builtins, event_to_builtins
from omaha8.hand.codec import event_to_json as hand_event_to_json
from omaha8.table.between_hands import AnyEvent, TableEvent
from omaha8.table.commands import Command

_KINDS = frozenset(get_args(TableEvent))
_TAGS = frozenset(str(kind.__struct_config__.tag) for kind in _KINDS)
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode
_decode_command = msgspec.json.Decoder(Command).decode


def to_builtins(event: AnyEvent) -> dict[str, Any]:
    """The JSON form of an event as a dict; ``type`` names its kind."""
    if type(event) in _KINDS:
        form: dict[str, Any] = msgspec.to_builtins(event, str_keys=True)
        return form
    return event_to_builtins(event)  # type: ignore[arg-type]


def to_json(event: AnyEvent) -> bytes:
    """One event as a JSON object."""
    if type(event) in _KINDS:
        return _encode(event)
    return hand_event_to_json(event)  # type: ignore[arg-type]


def from_builtins(form: object) -> AnyEvent:
    """The event of a decoded JSON object. Raises `CodecError`."""
    if not isinstance(form, dict) or form.get("type") not in _TAGS:
        return event_from_builtins(form)
    try:
        event: TableEvent = msgspec.convert(form, TableEvent, str_keys=True)
    except ValueError as error:
        raise CodecError(f"event: {error}") from None
    return event


def from_json(text: bytes | str) -> AnyEvent:
    """The event of a JSON object. Raises `CodecError`."""
    try:
        form = _decode(text)
    except ValueError as error:
        raise CodecError(f"event: {error}") from None
    return from_builtins(form)


def command_to_json(command: Command) -> bytes:
    """``{"type":"sit","name":"Ann","buy_in":200,"seat":null,"bot":false}``."""
    return _encode(command)


def command_from_json(text: bytes | str) -> Command:
    """The command of a JSON object. Raises `CodecError`."""
    try:
        return _decode_command(text)
    except ValueError as error:
        raise CodecError(f"command: {error}") from None
