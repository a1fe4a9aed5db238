"""The bots of a room: names and tempers (floor 5)."""

from __future__ import annotations

from typing import Final

from omaha8.bots import HandStrength, Policy

NAMES: Final = ("Bea", "Carl", "Dora", "Emil", "Fay", "Gus", "Hana", "Ivo", "Jo")

_TEMPERS: Final = (
    (1.0, 1.0, 0.05),
    (1.3, 0.8, 0.02),
    (0.8, 1.2, 0.05),
    (1.1, 1.0, 0.1),
    (0.9, 0.9, 0.03),
)
"""How loose, how bold, how often a bluff."""


def bot(number: int) -> tuple[str, Policy]:
    """The name and the policy of a room's bots, counted from 0."""
    loose, bold, bluff = _TEMPERS[number % len(_TEMPERS)]
    name = NAMES[number % len(NAMES)]
    return name, HandStrength(loose=loose, bold=bold, bluff=bluff, salt=name)


def policy_of(name: str) -> Policy:
    """The policy of the bot of that name, which sat there before."""
    number = NAMES.index(name) if name in NAMES else 0
    return bot(number)[1]
