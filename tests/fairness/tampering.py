"""Ways to falsify a history, one small thing at a time."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

Path = tuple[str | int, ...]
_HEX: Final = "0123456789abcdef"
_CARDS: Final = "23456789TJQKAcdhs"
_PROVED: Final = {
    "decks_committed": ("hand", "roots", "hashes"),
    "deck_chosen": ("hand", "nonces", "missing", "seed", "dealt", "other"),
    "blinds_assigned": ("number",),
    "hand_started": ("button",),
    "board_dealt": ("cards", "burned"),
    "shown": ("seat", "cards"),
    "hole_dealt": ("seat", "cards"),
}
"""What of each event the shuffle can vouch for."""


def proved(history: dict[str, Any]) -> Iterator[Path]:
    """The way to each text and number that nobody can change unnoticed."""
    yield ("table",)
    yield ("hand",)
    for number, event in enumerate(history["events"]):
        if event.get("cards", "") is None:
            continue
        for key in _PROVED.get(event["type"], ()):
            yield from _leaves(event[key], ("events", number, key))
    yield from _leaves(history["openings"], ("openings",))


def _leaves(value: Any, path: Path) -> Iterator[Path]:
    if isinstance(value, list | tuple):
        for i, each in enumerate(value):
            yield from _leaves(each, (*path, i))
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from _leaves(each, (*path, key))
    elif value is not None:
        yield path


def at(history: dict[str, Any], path: Path) -> Any:
    """What stands there."""
    found: Any = history
    for step in path:
        found = found[step]
    return found


def changed(history: dict[str, Any], path: Path, change: Callable[[Any], Any]) -> dict[str, Any]:
    """The history with something else there."""
    twin = copy.deepcopy(history)
    holder = at(twin, path[:-1])
    holder[path[-1]] = change(holder[path[-1]])
    return twin


def another(value: Any, random: Random, place: int | None = None) -> Any:
    """A value of which one character, or the number, is another."""
    if isinstance(value, int):
        return value + random.choice([-1, 1])
    place = random.randrange(len(value)) if place is None else place
    letters = _HEX if len(value) == 64 else _CARDS
    letter = random.choice([letter for letter in letters if letter != value[place]])
    return value[:place] + letter + value[place + 1 :]


def lists(history: dict[str, Any]) -> Iterator[tuple[Path, int]]:
    """Every list that is proved, and how many stand in it."""
    events = history["events"]
    for number, key in ((0, "roots"), (0, "hashes"), (1, "nonces"), (1, "missing"), (1, "other")):
        yield ("events", number, key), len(events[number][key])
    yield ("openings",), len(history["openings"])
    yield ("events",), 2
