"""Bots by the names that people call them (floor 4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from omaha8.bots.any_legal import AnyLegal
from omaha8.bots.caller import caller
from omaha8.bots.hand_strength import HandStrength
from omaha8.bots.policy import Policy
from omaha8.bots.tight import tight

_MAKERS: Final[dict[str, Callable[[str], Policy]]] = {
    "calling": lambda salt: caller,
    "random": lambda salt: AnyLegal(salt),
    "tight": lambda salt: tight,
    "strength": lambda salt: HandStrength(salt=salt),
    "loose": lambda salt: HandStrength(loose=1.6, bluff=0.1, salt=salt),
}

BOT_NAMES: Final = tuple(_MAKERS)


class UnknownBot(ValueError):
    """No bot has this name; the message lists those there are."""


NO_OTHERS: Final[Mapping[str, Policy]] = {}


def find_bot(name: str, salt: str = "", others: Mapping[str, Policy] = NO_OTHERS) -> Policy:
    """The bot of that name, one of ``others`` or of this package.

    Where one of the package leaves things to chance, ``salt`` decides them. Raises `UnknownBot`.
    """
    if name in others:
        return others[name]
    maker = _MAKERS.get(name)
    if maker is None:
        raise UnknownBot(f"no bot is called {name!r}: there are {', '.join(BOT_NAMES)}")
    return maker(salt)
