"""Events and actions as JSON (floor 3). Cards are text there, as in ``"As2sKhQd"``."""

from __future__ import annotations

from typing import Any

import msgspec

from omaha8.cards import format_cards, parse_cards
from omaha8.hand.actions import Action
from omaha8.hand.events import BoardDealt, Event, HoleDealt, Shown

_WITH_CARDS = frozenset((HoleDealt, BoardDealt, Shown))
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode
_decode_action = msgspec.json.Decoder(Action).decode


class CodecError(ValueError):
    """A text is not the JSON form of an event or action; the message says where."""


def event_to_builtins(event: Event) -> dict[str, Any]:
    """The JSON form of an event as a dict; ``type`` names its kind."""
    form: dict[str, Any] = msgspec.to_builtins(event, str_keys=True)
    if isinstance(event, HoleDealt | BoardDealt | Shown) and event.cards is not None:
        form["cards"] = format_cards(event.cards)
    return form


def event_to_json(event: Event) -> bytes:
    """One event as a JSON object."""
    if type(event) in _WITH_CARDS:
        return _encode(event_to_builtins(event))
    return _encode(event)


def event_from_builtins(form: object) -> Event:
    """The event of a decoded JSON object. Raises `CodecError`."""
    if not isinstance(form, dict):
        raise CodecError(f"an event is an object with a type, not {type(form).__name__}")
    try:
        cards = form.get("cards")
        if isinstance(cards, str):
            form = {**form, "cards": parse_cards(cards)}
        elif cards is not None:
            raise CodecError("cards are text, as in As2sKhQd - at `$.cards`")
        event: Event = msgspec.convert(form, Event, str_keys=True)
    except ValueError as error:
        raise CodecError(f"event: {error}") from None
    return event


def event_from_json(text: bytes | str) -> Event:
    """The event of a JSON object. Raises `CodecError`."""
    try:
        form = _decode(text)
    except (ValueError, RecursionError) as error:
        raise CodecError(f"event: {error}") from None
    return event_from_builtins(form)


def action_to_json(action: Action) -> bytes:
    """``{"type":"raise","to":24}``."""
    return _encode(action)


def action_from_json(text: bytes | str) -> Action:
    """The action of a JSON object. Raises `CodecError`."""
    try:
        return _decode_action(text)
    except ValueError as error:
        raise CodecError(f"action: {error}") from None
