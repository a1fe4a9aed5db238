"""What is wrong with a message, and what is allowed at that place (floor 6)."""

from __future__ import annotations

import re
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

import msgspec

from omaha8.hand.actions import Action
from omaha8.room.messages import ClientMessage

Kinds = dict[str, type[msgspec.Struct]]


def _by_tag(union: Any) -> Kinds:
    return {str(kind.__struct_config__.tag): kind for kind in get_args(union)}


MESSAGES: Final = _by_tag(ClientMessage)
ACTIONS: Final = _by_tag(Action)
_QUOTED: Final = 40


def explain(wrong: str, text: str | bytes) -> str:
    """``wrong``, what the decoder has to say about ``text``, with what is allowed instead."""
    what, _, path = wrong.partition(" - at `$")
    at = path.rstrip("`").removeprefix(".").split(".") if path else []
    try:
        value = msgspec.json.decode(text)
    except (ValueError, RecursionError):
        return f"{_short(wrong)}."
    what_it_is, kinds = "type", MESSAGES
    if at and at[0] == "action":
        what_it_is, kinds, at = "action", ACTIONS, at[1:]
        value = value.get("action") if isinstance(value, dict) else None
    allowed = _allowed(what, at, value, what_it_is, kinds)
    return f"{_short(wrong)}{f'; {allowed}' if allowed else ''}."


def _allowed(what: str, at: list[str], value: Any, what_it_is: str, kinds: Kinds) -> str:
    tag = value.get("type") if isinstance(value, dict) else None
    kind = kinds.get(tag) if isinstance(tag, str) else None
    if kind is None or at == ["type"]:
        return f"{what_it_is}s are {', '.join(kinds)}"
    if at:
        hint = get_type_hints(kind).get(at[0])
        return f"{at[0]} is {_listed(get_args(hint))}" if get_origin(hint) is Literal else ""
    if " field `" not in what:
        return ""
    fields = kind.__struct_fields__
    if not fields:
        return f"{tag} has no fields but type"
    names = ", ".join(f"`{field}`" for field in fields)
    return f"{tag} has the field{'s' if len(fields) > 1 else ''} {names}"


def _listed(words: tuple[Any, ...]) -> str:
    return " or ".join(str(word) for word in words)


def _short(wrong: str) -> str:
    """Without a page of what the client itself has sent."""
    return re.sub(r"'[^']{40,}'|`[^`]{40,}`", lambda m: f"{m[0][:_QUOTED]}...{m[0][-1]}", wrong)
