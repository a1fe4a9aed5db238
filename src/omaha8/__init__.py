"""Omaha Hi/Lo (eight or better): cards, evaluation, rules and the hand.

What a program needs first is here, loaded when it is used: ``from omaha8 import Hand, evaluate``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    # ruff: noqa: F401
    from omaha8.cards import (
        Card,
        CardError,
        deck_from_seed,
        format_cards,
        format_symbols,
        parse_card,
        parse_cards,
    )
    from omaha8.evaluation import Evaluation, High, Low, PreparedBoard, evaluate, prepare, rank
    from omaha8.hand.actions import Action, BetTo, Call, Check, Fold, Muck, RaiseTo, Show
    from omaha8.hand.codec import (
        action_from_json,
        action_to_json,
        event_from_json,
        event_to_json,
    )
    from omaha8.hand.dealer import Dealer
    from omaha8.hand.events import Event
    from omaha8.hand.hand import Hand, SetupError
    from omaha8.hand.legal import IllegalAction, Legal
    from omaha8.hand.notation import NotationError, play, write
    from omaha8.hand.posts import Post
    from omaha8.hand.project import project, view
    from omaha8.hand.public import PublicHand
    from omaha8.hand.view import SeatView
    from omaha8.rules.game import Chips, Game, Seat, stakes
    from omaha8.rules.house import ROBERT, HouseRules, RulesError, replace
    from omaha8.rules.options import Structure
    from omaha8.rules.presets import PRESET_NAMES, find_rules

_HOMES = {
    "cards": (
        [
            "Card",
            "CardError",
            "deck_from_seed",
            "format_cards",
            "format_symbols",
            "parse_card",
            "parse_cards",
        ]
    ),
    "evaluation": ["Evaluation", "High", "Low", "PreparedBoard", "evaluate", "prepare", "rank"],
    "hand.actions": ["Action", "BetTo", "Call", "Check", "Fold", "Muck", "RaiseTo", "Show"],
    "hand.codec": ["action_from_json", "action_to_json", "event_from_json", "event_to_json"],
    "hand.dealer": ["Dealer"],
    "hand.events": ["Event"],
    "hand.hand": ["Hand", "SetupError"],
    "hand.legal": ["IllegalAction", "Legal"],
    "hand.notation": ["NotationError", "play", "write"],
    "hand.posts": ["Post"],
    "hand.project": ["project", "view"],
    "hand.public": ["PublicHand"],
    "hand.view": ["SeatView"],
    "rules.game": ["Chips", "Game", "Seat", "stakes"],
    "rules.house": ["ROBERT", "HouseRules", "RulesError", "replace"],
    "rules.options": ["Structure"],
    "rules.presets": ["PRESET_NAMES", "find_rules"],
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [*_HOME_OF]


def __getattr__(name: str) -> Any:
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module 'omaha8' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"omaha8.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME_OF})
