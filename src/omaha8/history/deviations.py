"""What rooms do their own way, by name, and what no room can have done (floor 3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

DEVIATIONS: Final = {
    "bet_cut_to_opponent_stack": "a bet or raise below the minimum: all that an opponent can call",
    "call_cut_to_opponent_stack": "a call below the price: all that any opponent has in",
    "raise_below_minimum": "a bet or raise below the minimum",
    "raise_above_maximum": "a bet or raise above the maximum",
    "raise_not_allowed": "a raise where the betting is capped or not reopened, or nobody can call",
    "out_of_turn": "an action before it was the player's turn",
    "wager_misnamed": "a raise called a bet, or a bet called a raise",
    "round_total": "the right chips added, but another total of the round recorded",
    "all_in_flag": "all-in marked, or not, against the stack",
    "post_mislabelled": "a post whose kind cannot be what the record says",
    "stakes_differ": "a blind or ante posted in full that is not the one of the stakes",
    "big_blind_missing": "nobody posted the big blind",
    "rake_without_flop": "rake from a hand that saw no flop",
    "odd_unit": "odd chips where the rule does not put them",
    "coarse_unit": "a pot split in units larger than the smallest",
    "rake_rounding": "several pots, out by the rounding of their rake",
    "payout_rule_unknown": "a payout rule that names no known way of rounding",
    "record_fault": "a record that says something against itself, which replays all the same",
}
"""Every kind of deviation and what it means."""

Report = Callable[[str, str], None]
"""Takes the kind and the facts of a deviation; raises `RecordFault` in strict replay."""


class Deviation(msgspec.Struct, frozen=True):
    """What a room did otherwise: one of the kinds of `DEVIATIONS`, and the facts in words."""

    kind: str
    detail: str


class RecordFault(Exception):
    """A record contradicts the rules or itself; the message is the reason."""


class PayoutFault(RecordFault):
    """The engine awards the pots otherwise than the record."""
