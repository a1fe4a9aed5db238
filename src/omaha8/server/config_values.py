"""Values out of a configuration, and what is said of those that are wrong (floor 6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from types import NoneType, UnionType
from typing import Any, Literal, Self, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

Section = TypeVar("Section", bound=msgspec.Struct)

_KINDS: dict[Any, str] = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: 'a text in "quotes"',
    Any: "any value",
}
_QUOTED = 60


class ConfigError(ValueError):
    """Something in a configuration is wrong: the file and the key, and what is allowed."""

    @classmethod
    def of_key(cls, file: str, key: str, known: Sequence[str], what: str = "key") -> Self:
        """A key that there is not."""
        close = get_close_matches(key.rpartition(".")[2], known, n=1)
        hint = f"did you mean {close[0]}? " if close else ""
        return cls(f"{_place(file, key)}: no such {what}; {hint}{what}s are {', '.join(known)}")

    @classmethod
    def of_value(cls, file: str, section: str, wrong: str) -> Self:
        """A value that cannot be; ``wrong`` begins with the key and a colon."""
        key, colon, rest = wrong.partition(":")
        if not file:
            return cls(f"--{key.replace('_', '-')}{colon}{rest}")
        return cls(f"{_place(file, f'{section}.{key}' if section else key)}{colon}{rest}")


def _place(file: str, key: str) -> str:
    return f"{file}: {key}" if file else key


def read_section(
    name: str,
    kind: type[Section],
    file: str,
    stated: Any,
    flags: Mapping[str, Any],
) -> Section:
    """One section of ``file``, and over it ``flags``, which are named by their keys.

    Raises `ConfigError`.
    """
    if not isinstance(stated, dict):
        raise ConfigError(f"{_place(file, name)}: a section that begins with [{name}]")
    hints = get_type_hints(kind, include_extras=True)
    known = kind.__struct_fields__
    values: dict[str, Any] = {}
    for key, value in stated.items():
        if key not in known:
            raise ConfigError.of_key(file, f"{name}.{key}" if name else key, known)
        values[key] = _convert(file, name, key, value, hints[key])
    try:
        section = kind(**values)
    except ValueError as error:
        raise ConfigError.of_value(file, name, str(error)) from error
    if not flags:
        return section
    given = {key: _convert("", name, key, value, hints[key]) for key, value in flags.items()}
    try:
        return kind(**{**values, **given})
    except ValueError as error:
        raise ConfigError.of_value("", name, str(error)) from error


def _convert(file: str, section: str, key: str, value: Any, hint: Any) -> Any:
    try:
        return msgspec.convert(value, hint)
    except msgspec.ValidationError as error:
        # What the struct itself says of an impossible value; else the type was wrong.
        said = str(error).partition(" - at ")[0]
        wrong = f"{allowed(hint)}, not {_short(value)}"
        if isinstance(error.__cause__, ValueError):
            wrong = said
        raise ConfigError.of_value(file, section, f"{key}: {wrong}") from error


def allowed(hint: Any) -> str:
    """What a value of a type looks like in TOML, in words."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Literal:
        return _either([f'"{word}"' for word in arguments])
    if origin in (Union, UnionType):
        return _either([allowed(part) for part in arguments if part is not NoneType])
    if origin is tuple:
        return f"a list of {allowed(arguments[0]).removeprefix('a ').replace('text', 'texts')}"
    if origin is dict:
        return "keys with values in {braces}, or a section of their own"
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        hints = get_type_hints(hint)
        parts = ", ".join(f"{name} = {allowed(hints[name])}" for name in hint.__struct_fields__)
        return f"{{ {parts} }}"
    return _KINDS.get(hint, str(hint))


def _either(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _short(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    text = repr(value)
    return text if len(text) <= _QUOTED else f"{text[:_QUOTED]}..."
