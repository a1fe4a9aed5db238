"""What a player wants to do (floor 3)."""

from __future__ import annotations

import msgspec

from omaha8.rules.game import Chips


class Fold(msgspec.Struct, frozen=True, tag="fold", forbid_unknown_fields=True):
    """Give up the hand."""


class Check(msgspec.Struct, frozen=True, tag="check", forbid_unknown_fields=True):
    """Stay in without betting, when there is nothing to call."""


class Call(msgspec.Struct, frozen=True, tag="call", forbid_unknown_fields=True):
    """Match the price, or as much of it as the stack holds."""


class BetTo(msgspec.Struct, frozen=True, tag="bet", forbid_unknown_fields=True):
    """Bet ``to`` chips, where nobody has bet this round."""

    to: Chips


class RaiseTo(msgspec.Struct, frozen=True, tag="raise", forbid_unknown_fields=True):
    """Raise to a total of ``to`` chips this round."""

    to: Chips


class Show(msgspec.Struct, frozen=True, tag="show", forbid_unknown_fields=True):
    """Turn the hole cards up at the showdown."""


class Muck(msgspec.Struct, frozen=True, tag="muck", forbid_unknown_fields=True):
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
