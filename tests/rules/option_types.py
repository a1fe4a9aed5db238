"""The types of the house-rule options, and the values of those that are choices by name."""

from __future__ import annotations

from enum import StrEnum
from types import UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from omaha8.rules.house import OPTION_NAMES, HouseRules

TYPES: Final[dict[str, Any]] = get_type_hints(HouseRules)


def named_values(kind: Any) -> list[Any]:
    """The values of an option's type that have a name: enumerations, texts, true and false."""
    if get_origin(kind) in (Union, UnionType):
        return [value for part in get_args(kind) for value in named_values(part)]
    if get_origin(kind) is Literal:
        return list(get_args(kind))
    if kind is bool:
        return [True, False]
    return list(kind) if isinstance(kind, type) and issubclass(kind, StrEnum) else []


NAMED: Final = [(option, value) for option in OPTION_NAMES for value in named_values(TYPES[option])]
