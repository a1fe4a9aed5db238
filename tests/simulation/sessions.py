"""Sessions for tests."""

from __future__ import annotations

from omaha8.rules.game import stakes
from omaha8.rules.house import replace
from omaha8.rules.options import Kill
from omaha8.rules.presets import find_rules
from omaha8.simulation import Session


def session_of(
    bots: str,
    *,
    hands: int = 100,
    seats: int = 6,
    structure: str = "fl",
    rules: str = "robert",
    low: int = 2,
    high: int = 4,
    seed: str = "a",
    kill: Kill = Kill.OFF,
) -> Session:
    """``bots`` as on the command line; Robert's limit 2/4 unless said."""
    house = replace(find_rules(rules), kill=kill)
    return Session(
        rules=house,
        game=stakes(structure, low, high, house),
        seats=seats,
        bots=tuple(bots.split(",")),
        hands=hands,
        seed=seed,
    )
