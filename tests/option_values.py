"""Values of the house-rule options that change how one hand is dealt, bet, shown or split."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from omaha8.rules import options as o

OPTION_VALUES: Final[Mapping[str, tuple[Any, ...]]] = {
    "fl_max_bets": (3, 4),
    "fl_heads_up_max": (4, 6, "unlimited"),
    "fl_heads_up_trigger": tuple(o.HeadsUpTrigger),
    "fl_cap_sticky": (True, False),
    "preflop_blinds_count": tuple(o.BlindsCount),
    "straddle_counts_for_cap": (True, False),
    "raise_min": tuple(o.RaiseMinimum),
    "fl_reopen": tuple(o.LimitReopen),
    "big_bet_reopen": tuple(o.BigBetReopen),
    "big_bet_max_raises": (None, 1, 3),
    "pl_max": tuple(o.PotLimitMax),
    "pl_preflop_short_blinds": tuple(o.ShortBlinds),
    "pl_sb_rounded_to_bb": (True, False),
    "heads_up_button_posts_sb": (True, False),
    "straddle_live": (True, False),
    "kill_acts": tuple(o.KillActs),
    "kill_replaces_blind": (True, False),
    "burn": tuple(o.Burn),
    "showdown_first": tuple(o.ShowdownFirst),
    "showdown_first_checked": tuple(o.ShowdownFirstChecked),
    "muck": tuple(o.Muck),
    "uncontested_show": tuple(o.UncontestedShow),
    "history_shows_mucked": tuple(o.HistoryShowsMucked),
    "all_in_face_up": (True, False),
    "odd_chip_hilo": tuple(o.OddChipHiLo),
    "identical_both_ways": tuple(o.IdenticalBothWays),
    "rake": ("none", o.Rake(50, 3), o.Rake(100, 40), o.Rake(1000, 1_000_000)),
    "rake_from": tuple(o.RakeFrom),
}
