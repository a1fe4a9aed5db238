"""Omaha Hi/Lo (eight or better): cards, evaluation, rules and the hand.

What a program needs first is here, loaded when it is used: ``from omaha8 import Hand, evaluate``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from omaha8.cards import Card as Card
    from omaha8.cards import CardError as CardError
    from omaha8.cards import deck_from_seed as deck_from_seed
    from omaha8.cards import format_cards as format_cards
    from omaha8.cards import format_symbols as format_symbols
    from omaha8.cards import parse_card as parse_card
    from omaha8.cards import parse_cards as parse_cards
    from omaha8.evaluation import Evaluation as Evaluation
    from omaha8.evaluation import High as High
    from omaha8.evaluation import Low as Low
    from omaha8.evaluation import PreparedBoard as PreparedBoard
    from omaha8.evaluation import evaluate as evaluate
    from omaha8.evaluation import prepare as prepare
    from omaha8.evaluation import rank as rank
    from omaha8.evaluation.batch import evaluate_many as evaluate_many
    from omaha8.hand.actions import Action as Action
    from omaha8.hand.actions import BetTo as BetTo
    from omaha8.hand.actions import Call as Call
    from omaha8.hand.actions import Check as Check
    from omaha8.hand.actions import Fold as Fold
    from omaha8.hand.actions import Muck as Muck
    from omaha8.hand.actions import RaiseTo as RaiseTo
    from omaha8.hand.actions import Show as Show
    from omaha8.hand.codec import action_from_json as action_from_json
    from omaha8.hand.codec import action_to_json as action_to_json
    from omaha8.hand.codec import event_from_json as event_from_json
    from omaha8.hand.codec import event_to_json as event_to_json
    from omaha8.hand.dealer import Dealer as Dealer
    from omaha8.hand.events import Event as Event
    from omaha8.hand.hand import Hand as Hand
    from omaha8.hand.hand import SetupError as SetupError
    from omaha8.hand.legal import IllegalAction as IllegalAction
    from omaha8.hand.legal import Legal as Legal
    from omaha8.hand.notation import NotationError as NotationError
    from omaha8.hand.notation import play as play
    from omaha8.hand.notation import write as write
    from omaha8.hand.posts import Post as Post
    from omaha8.hand.project import project as project
    from omaha8.hand.project import view as view
    from omaha8.hand.public import PublicHand as PublicHand
    from omaha8.hand.view import SeatView as SeatView
    from omaha8.rules.game import Chips as Chips
    from omaha8.rules.game import Game as Game
    from omaha8.rules.game import Seat as Seat
    from omaha8.rules.game import stakes as stakes
    from omaha8.rules.house import ROBERT as ROBERT
    from omaha8.rules.house import HouseRules as HouseRules
    from omaha8.rules.house import RulesError as RulesError
    from omaha8.rules.house import replace as replace
    from omaha8.rules.options import Structure as Structure
    from omaha8.rules.presets import PRESET_NAMES as PRESET_NAMES
    from omaha8.rules.presets import find_rules as find_rules

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
    "evaluation.batch": ["evaluate_many"],
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
