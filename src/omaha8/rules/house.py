"""House rules: every option a room can set, validated (floor 2).

The defaults are the preset ``robert``: the authorities for cash games wherever a room is silent.
A room is a value, never a subclass: ``replace(ROBERT, muck=Muck.SHOW_ALL)``.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Any, Literal, get_type_hints

import msgspec

from omaha8.rules import options as o
from omaha8.rules.options import Structure


class RulesError(ValueError):
    """An option or a combination of options is impossible; the message begins with its name."""


class HouseRules(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """All house-rule options. JSON holds only what differs from the defaults.

    Raises `RulesError` on creation when an option is impossible, alone or with another.
    """

    allowed_structures: tuple[Structure, ...] = tuple(Structure)
    chip_unit: Literal["1 minor unit (integers only)"] = "1 minor unit (integers only)"

    # stakes
    pl_nl_stakes: o.BigBetStakes = o.BigBetStakes.BLINDS
    min_bet_by_street: o.MinBetByStreet = o.MinBetByStreet.BIG_BLIND
    fl_small_blind: o.SmallBlindRule = o.SmallBlindRule.HALF_EXACT
    fl_small_blind_overrides: dict[int, int] = {}
    spread_range: tuple[int, int] | None = None
    mixed_order: tuple[Structure, ...] = (Structure.FIXED_LIMIT, Structure.POT_LIMIT)
    mixed_switch: str = "orbit"
    mixed_fl_stake_multiplier: int | None = None

    # betting
    fl_max_bets: int = 4
    fl_heads_up_max: int | Literal["unlimited"] = "unlimited"
    fl_heads_up_trigger: o.HeadsUpTrigger = o.HeadsUpTrigger.PLAYERS_ABLE_TO_ACT
    fl_cap_sticky: bool = True
    preflop_blinds_count: o.BlindsCount = o.BlindsCount.ONE_BET
    straddle_counts_for_cap: bool = False
    raise_min: o.RaiseMinimum = o.RaiseMinimum.LAST_FULL
    fl_reopen: o.LimitReopen = o.LimitReopen.HALF_BET
    big_bet_reopen: o.BigBetReopen = o.BigBetReopen.FULL_CUMULATIVE
    big_bet_max_raises: int | None = None
    pl_max: o.PotLimitMax = o.PotLimitMax.POT_AFTER_CALL
    pl_preflop_short_blinds: o.ShortBlinds = o.ShortBlinds.ASSUME_FULL
    pl_sb_rounded_to_bb: bool = False

    # button, blinds, entry
    button: o.ButtonRule = o.ButtonRule.MOVING
    heads_up_button_posts_sb: bool = True
    new_player: o.NewPlayer = o.NewPlayer.POST_OR_WAIT
    between_button_and_blind: o.BetweenButtonAndBlind = o.BetweenButtonAndBlind.WAIT
    missed_bb: o.MissedBigBlind = o.MissedBigBlind.POST_ALL_OR_WAIT
    missed_sb: o.MissedSmallBlind = o.MissedSmallBlind.DEAD_AFTER_BUTTON
    sb_absent: o.SmallBlindAbsent = o.SmallBlindAbsent.SHIFT
    missed_markers: tuple[str, str] = ("ML", "MS")
    ratholing_minutes: int = 60

    # antes, straddles, chops, kills
    ante: o.AnteRule | o.FractionalAnte = o.AnteRule.NONE
    ante_live: bool = False
    straddle: o.Straddle = o.Straddle.OFF
    straddle_live: bool = True
    chop_blinds: o.ChopBlinds = o.ChopBlinds.OFF
    kill: o.Kill = o.Kill.OFF
    kill_trigger: o.KillTrigger = o.KillTrigger.SCOOP
    kill_min_pot_big_bets: int = 5
    kill_acts: o.KillActs = o.KillActs.IN_TURN
    kill_replaces_blind: bool = True
    optional_kill_max: o.OptionalKillMax = o.OptionalKillMax.TWO_BIG_BLINDS

    # deal and showdown
    deal_start: o.DealStart = o.DealStart.LEFT_OF_BUTTON
    burn: o.Burn = o.Burn.BEFORE_EACH_BOARD_STREET
    showdown_first: o.ShowdownFirst = o.ShowdownFirst.LAST_AGGRESSOR_RIVER
    showdown_first_checked: o.ShowdownFirstChecked = o.ShowdownFirstChecked.LEFT_OF_BUTTON
    muck: o.Muck = o.Muck.AUTO_REVEAL
    uncontested_show: o.UncontestedShow = o.UncontestedShow.OPTIONAL
    history_shows_mucked: o.HistoryShowsMucked = o.HistoryShowsMucked.NO
    all_in_face_up: bool = True

    # pots
    odd_chip_hilo: o.OddChipHiLo = o.OddChipHiLo.HIGH
    odd_chip_tie: o.OddChipTie = o.OddChipTie.LEFT_OF_BUTTON
    identical_both_ways: o.IdenticalBothWays = o.IdenticalBothWays.SPLIT_POT_EVENLY
    rake: Literal["none"] | o.Rake = "none"
    rake_from: o.RakeFrom = o.RakeFrom.PROPORTIONAL

    def __post_init__(self) -> None:
        for option, wrong in _problems(self):
            raise RulesError(f"{option}: {wrong}")


def _problems(rules: HouseRules) -> list[tuple[str, str]]:
    """Every impossible option as (name, what is wrong and what is allowed)."""
    wrong = [
        (option, f"{getattr(rules, option)!r} is a text; use {kind.__name__} or replace()")
        for option, kind in _ENUMERATIONS.items()
        if not isinstance(getattr(rules, option), kind)
    ]
    playable = [s for s in rules.allowed_structures if s != Structure.MIXED]
    if not playable:
        wrong.append(("allowed_structures", "name at least one of fl, pl, nl, spread"))
    if len(set(rules.allowed_structures)) != len(rules.allowed_structures):
        wrong.append(("allowed_structures", "a structure stands twice"))
    if Structure.MIXED in rules.allowed_structures:
        if not rules.mixed_order or Structure.MIXED in rules.mixed_order:
            wrong.append(("mixed_order", "a sequence of fl, pl, nl, spread"))
        elif not set(rules.mixed_order) <= set(playable):
            extra = ", ".join(s for s in rules.mixed_order if s not in playable)
            wrong.append(("mixed_order", f"{extra} is not in allowed_structures"))
    if not re.fullmatch(r"orbit|(hands|minutes):[1-9]\d*", rules.mixed_switch):
        wrong.append(("mixed_switch", f"orbit, hands:N or minutes:N, not {rules.mixed_switch!r}"))
    multiplier = rules.mixed_fl_stake_multiplier
    if multiplier is not None and multiplier < 1:
        wrong.append(("mixed_fl_stake_multiplier", f"at least 1, not {multiplier}"))
    if rules.fl_max_bets < 1:
        wrong.append(("fl_max_bets", f"at least 1, not {rules.fl_max_bets}"))
    heads_up = rules.fl_heads_up_max
    if heads_up != "unlimited" and heads_up < rules.fl_max_bets:
        wrong.append(
            (
                "fl_heads_up_max",
                f"at least fl_max_bets ({rules.fl_max_bets}) or unlimited, not {heads_up}",
            )
        )
    raises = rules.big_bet_max_raises
    if raises is not None and raises < 1:
        wrong.append(("big_bet_max_raises", f"at least 1, or none, not {raises}"))
    for bet, blind in rules.fl_small_blind_overrides.items():
        if not 0 < blind <= bet:
            wrong.append(
                ("fl_small_blind_overrides", f"a small blind of 1 to {bet} at {bet}, not {blind}")
            )
    if rules.spread_range is not None and not 0 < rules.spread_range[0] <= rules.spread_range[1]:
        low, high = rules.spread_range
        wrong.append(
            ("spread_range", f"a least and a largest bet, as in 10, 30, not {low}, {high}")
        )
    if rules.kill != o.Kill.OFF and Structure.FIXED_LIMIT not in rules.allowed_structures:
        wrong.append(("kill", f"{rules.kill} needs fixed limit (fl) in allowed_structures"))
    if rules.kill_min_pot_big_bets < 0:
        wrong.append(("kill_min_pot_big_bets", "0 big bets or more"))
    if rules.ratholing_minutes < 0:
        wrong.append(("ratholing_minutes", "0 minutes or more"))
    if len(set(rules.missed_markers)) != 2 or not all(rules.missed_markers):
        wrong.append(("missed_markers", "two different marks, as in ML and MS"))
    wrong.extend(_money_problems(rules))
    return wrong


def _money_problems(rules: HouseRules) -> list[tuple[str, str]]:
    wrong: list[tuple[str, str]] = []
    if isinstance(rules.ante, o.FractionalAnte):
        fraction = rules.ante.fraction_of_small_bet
        found = re.fullmatch(r"([1-9]\d*)/([1-9]\d*)", fraction)
        if found is None or int(found[1]) > int(found[2]):
            wrong.append(("ante", f"a fraction of the small bet such as 1/10, not {fraction!r}"))
    elif rules.ante == o.AnteRule.BIG_BLIND and rules.ante_live:
        wrong.append(("ante_live", "a big-blind ante is dead money and cannot be live"))
    if isinstance(rules.rake, o.Rake) and not (
        0 < rules.rake.per_mille <= 1000 and rules.rake.cap >= 1
    ):
        wrong.append(("rake", "a rate of 1 to 1000 per mille and a cap of 1 chip or more, or none"))
    return wrong


_ENUMERATIONS: dict[str, type[StrEnum]] = {
    option: kind
    for option, kind in get_type_hints(HouseRules).items()
    if isinstance(kind, type) and issubclass(kind, StrEnum)
}

OPTION_NAMES: tuple[str, ...] = HouseRules.__struct_fields__
"""Every option by name, in the order they are listed."""

ROBERT = HouseRules()
"""The default for cash games."""


def replace(rules: HouseRules, **changes: Any) -> HouseRules:
    """``rules`` with some options changed, validated again.

    Values may be members of the option's enumeration or the text of one. Raises `RulesError` for
    an unknown option, a value that is none of the option's, or an impossible combination.
    """
    for name in changes:
        if name not in OPTION_NAMES:
            raise RulesError(f"{name}: no such option; options are {', '.join(OPTION_NAMES)}")
    stated: dict[str, Any] = msgspec.to_builtins(rules, str_keys=True)
    for name, value in changes.items():
        stated[name] = msgspec.to_builtins(value, str_keys=True)
    try:
        return msgspec.convert(stated, HouseRules, str_keys=True)
    except msgspec.ValidationError as error:
        # The message ends in the place, as in "... - at `$.muck`" or "... - at `key` in `$.muck`".
        message, _, place = str(error).partition(" - at ")
        name = place.rpartition("$.")[2].rstrip("`").partition("[")[0]
        option = name.partition(".")[0]
        if option not in OPTION_NAMES:
            raise RulesError(message) from None
        wrong = f"{message[0].lower()}{message[1:]}"
        if message.startswith(("Expected", "Invalid enum value")):
            wrong = f"{changes.get(option)!r} is no value of it"
        raise RulesError(f"{name}: {wrong}; allowed: {allowed_values(option)}") from None


def allowed_values(option: str) -> str:
    """The values an option can take, for messages: ``half_bet, full_bet, complete_to_level``."""
    schema = msgspec.json.schema(HouseRules)["$defs"]
    found: dict[str, Any] = schema["HouseRules"]["properties"][option]
    return ", ".join(_values(found, schema))


def _values(found: dict[str, Any], schema: dict[str, Any]) -> list[str]:
    if "$ref" in found:
        return _values(schema[found["$ref"].rpartition("/")[2]], schema)
    if "enum" in found:
        return [str(value) for value in found["enum"]]
    if "anyOf" in found:
        return [value for part in found["anyOf"] for value in _values(part, schema)]
    if "prefixItems" in found:
        of = " and ".join(value for part in found["prefixItems"] for value in _values(part, schema))
        return [f"a list of {of}"]
    if found.get("items"):
        return ["a list of " + ", ".join(_values(found["items"], schema))]
    if "properties" in found:
        return [" with ".join(["an object", " and ".join(found["required"])])]
    names = {
        "integer": "a whole number",
        "boolean": "true, false",
        "null": "none",
        "string": "a text",
        "object": "an object of whole numbers",
    }
    return [names[found["type"]]]
