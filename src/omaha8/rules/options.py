"""The values that house-rule options can take (floor 2).

Each option of `HouseRules` that is a choice has its enumeration here. The text of a member is the
form used in presets, in JSON and on the command line.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

import msgspec


class Structure(StrEnum):
    """How much may be bet. ``MIXED`` is a table's rotation, never one hand's structure."""

    FIXED_LIMIT = "fl"
    POT_LIMIT = "pl"
    NO_LIMIT = "nl"
    SPREAD = "spread"
    MIXED = "mixed"


class BigBetStakes(StrEnum):
    """What "10-20" names in pot and no limit: the blinds, or the minimum bets."""

    BLINDS = "blinds"
    BETS = "bets"


class MinBetByStreet(StrEnum):
    """The minimum bet of pot and no limit on the four streets."""

    BIG_BLIND = "bb"
    SMALL_THEN_BIG = "small_then_big"


class SmallBlindRule(StrEnum):
    """The small blind of a limit game, from its small bet; floor and ceil to the whole dollar."""

    HALF_EXACT = "half_exact"
    HALF_FLOOR = "half_floor"
    HALF_CEIL = "half_ceil"
    TWO_THIRDS = "two_thirds"


class HeadsUpTrigger(StrEnum):
    """When the heads-up cap of limit replaces the ordinary one."""

    NONE = "none"
    PLAYERS_IN_HAND = "players_in_hand"
    PLAYERS_ABLE_TO_ACT = "players_able_to_act"
    ROUND_START = "round_start"
    HAND_START = "hand_start"
    EVENT_FINAL_TWO = "event_final_two"


class BlindsCount(StrEnum):
    """Whether the big blind is the first bet of the first round's cap."""

    ONE_BET = "one_bet"
    NO_BET = "no_bet"


class RaiseMinimum(StrEnum):
    """The least a raise adds in pot and no limit."""

    LAST_FULL = "last_full_bet_or_raise"
    MINIMUM_BET = "minimum_bet"


class LimitReopen(StrEnum):
    """What a short all-in does in fixed limit."""

    HALF_BET = "half_bet"
    FULL_BET = "full_bet"
    COMPLETE_TO_LEVEL = "complete_to_level"


class BigBetReopen(StrEnum):
    """Whether short all-ins that add up to a full raise reopen the betting."""

    FULL_CUMULATIVE = "full_cumulative"
    FULL_SINGLE = "full_single"


class PotLimitMax(StrEnum):
    """The pot-limit maximum: the pot after the call, or the pot as it lies."""

    POT_AFTER_CALL = "pot_after_call"
    POT_BEFORE_CALL = "pot_before_call"


class ShortBlinds(StrEnum):
    """How a blind that is all-in for less counts for the pot limit before the flop."""

    ASSUME_FULL = "assume_full"
    ACTUAL = "actual"


class ButtonRule(StrEnum):
    """Who gets the button next."""

    MOVING = "moving"
    DEAD = "dead"
    LAST_SMALL_BLIND = "last_small_blind"


class NewPlayer(StrEnum):
    """What a newcomer does before he is dealt in."""

    POST_OR_WAIT = "post_or_wait"
    WAIT = "wait"
    FREE = "free"


class BetweenButtonAndBlind(StrEnum):
    """A newcomer between the button and the blinds."""

    WAIT = "wait"
    POST = "post"


class MissedBigBlind(StrEnum):
    """How a player who missed the big blind gets back in."""

    POST_ALL_OR_WAIT = "post_all_or_wait"
    POST_ALL = "post_all"
    WAIT = "wait"


class MissedSmallBlind(StrEnum):
    """When a player who missed the small blind gets back in."""

    DEAD_AFTER_BUTTON = "dead_after_button"
    ANY_TIME = "any_time"


class SmallBlindAbsent(StrEnum):
    """The small blind is not there: the blinds shift, or the hand has none."""

    SHIFT = "shift"
    NONE = "none"


class ShowdownFirst(StrEnum):
    """Who shows first when there was betting on the river."""

    LAST_AGGRESSOR_RIVER = "last_aggressor_river"
    LEFT_OF_BUTTON = "left_of_button"


class ShowdownFirstChecked(StrEnum):
    """Who shows first when the river was checked."""

    LEFT_OF_BUTTON = "left_of_button"
    LAST_ACTOR = "last_actor"


class Muck(StrEnum):
    """Who may muck at the showdown."""

    AUTO_REVEAL = "auto_reveal_unless_beaten"
    OPTIONAL_NON_AGGRESSOR = "optional_non_aggressor"
    OPTIONAL = "optional"
    SHOW_ALL = "show_all"


class UncontestedShow(StrEnum):
    """Whether a winner whom nobody called may show."""

    OPTIONAL = "optional"
    NEVER = "never"


class HistoryShowsMucked(StrEnum):
    """Whether a hand history shows what was mucked at the showdown."""

    NO = "no"
    SHOWDOWN_PLAYERS = "showdown_players"


class OddChipHiLo(StrEnum):
    """The half that gets the odd chip of a pot."""

    HIGH = "high"
    LOW = "low"


class OddChipTie(StrEnum):
    """Who of tied winners gets odd chips first, one each."""

    LEFT_OF_BUTTON = "left_of_button"


class IdenticalBothWays(StrEnum):
    """A pot whose high winners are also its low winners: cut once, or each half on its own."""

    SPLIT_POT_EVENLY = "split_pot_evenly"
    SPLIT_EACH_HALF = "split_each_half"


class DealStart(StrEnum):
    """Who gets the first card."""

    LEFT_OF_BUTTON = "left_of_button"


class Burn(StrEnum):
    """Whether a card is burned before the flop, the turn and the river."""

    BEFORE_EACH_BOARD_STREET = "before_each_board_street"
    NONE = "none"


class AnteRule(StrEnum):
    """No ante, or one ante for the table posted by the big blind."""

    NONE = "none"
    BIG_BLIND = "big_blind"


class FractionalAnte(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An ante from every player, as a fraction of the small bet such as ``1/10``."""

    fraction_of_small_bet: str
    where: Literal["tournaments", "always"] = "tournaments"


class Straddle(StrEnum):
    """Whether the player left of the big blind may straddle."""

    OFF = "off"
    UTG = "utg"


class ChopBlinds(StrEnum):
    """Whether the blinds may take their money back when all fold to them."""

    OFF = "off"
    BOTH_AGREE = "both_agree"


class Kill(StrEnum):
    """Kill pots: none, by choice before the deal, or required of who scoops."""

    OFF = "off"
    OPTIONAL = "optional"
    FULL = "full"
    HALF = "half"


class KillTrigger(StrEnum):
    """What makes the next hand a required kill."""

    SCOOP = "scoop"
    WIN = "win"


class KillActs(StrEnum):
    """When the killer acts before the flop."""

    IN_TURN = "in_turn"
    LAST_FIRST_ROUND = "last_first_round"
    LAST_AFTER_BLINDS = "last_after_blinds"


class OptionalKillMax(StrEnum):
    """The largest overblind of an optional kill."""

    TWO_BIG_BLINDS = "2bb"
    HALF_STACK = "half_stack"


class RakeFrom(StrEnum):
    """How a hand's rake is shared over its pots."""

    PROPORTIONAL = "proportional"
    MAIN_POT_FIRST = "main_pot_first"


class Rake(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``per_mille`` of the pots (50 is five percent), at most ``cap`` chips a hand."""

    per_mille: int
    cap: int
