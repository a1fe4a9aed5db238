"""What a player wants to do (floor 3)."""

from __future__ import annotations

import msgspec

from omaha8.rules.game import Chips


class Fold(msgspec.Struct, frozen=True, tag="fold"):
    """Give up the hand."""


class Check(msgspec.Struct, frozen=True, tag="check"):
    """Stay in without betting, when there is nothing to call."""


class Call(msgspec.Struct, frozen=True, tag="call"):
    """Match the price, or as much of it as the stack holds."""


class BetTo(msgspec.Struct, frozen=True, tag="bet"):
    """Bet ``to`` chips, where nobody has bet this round."""

    to: Chips


class RaiseTo(msgspec.Struct, frozen=True, tag="raise"):
    """Raise to a total of ``to`` chips this round."""

    to: Chips


class Show(msgspec.Struct, frozen=True, tag="show"):
    """Turn the hole cards up at the showdown."""


class Muck(msgspec.Struct, frozen=True, tag="muck"):
    """Give up the hand at the showdown without showing it."""


Action = Fold | Check | Call | BetTo | RaiseTo | Show | Muck

FOLD = Fold()
CHECK = Check()
CALL = Call()
SHOW = Show()
MUCK = Muck()


def describe(action: Action) -> str:
    """``fold``, ``call``, ``raise to 24``: as a player says it."""
    if isinstance(action, BetTo):
        return f"bet {action.to}"
    if isinstance(action, RaiseTo):
        return f"raise to {action.to}"
    return type(action).__name__.lower()
