"""The presets: seven sets of house rules and where each value comes from (floor 2).

A preset states only what its room or authority states; everything else is inherited. Where a room
leaves an option to the table, the preset lists the choices and plays the first until one is made.
"""

from __future__ import annotations

from typing import Any

import msgspec

from omaha8.rules.house import OPTION_NAMES, ROBERT, HouseRules, RulesError, replace
from omaha8.rules.options import FractionalAnte


class Preset(msgspec.Struct, frozen=True, kw_only=True):
    """One room's rules: ``stated`` holds its own options, ``choices`` what it leaves to a table."""

    name: str
    title: str
    rules: HouseRules
    inherits: str | None
    stated: dict[str, Any]
    choices: dict[str, tuple[str, ...]]

    def source_of(self, option: str) -> str:
        """The preset that states the value of ``option``: this one, or one it inherits from.

        Of an option left to the table the first choice is stated here, if it has one.
        """
        chosen = str(getattr(self.rules, option)) in self.choices.get(option, ())
        if self.inherits is None or option in self.stated or chosen:
            return self.name
        return find_preset(self.inherits).source_of(option)


_STATED: dict[str, tuple[str, dict[str, Any]]] = {
    "tda": (
        "tournaments: dead button, big-blind ante",
        {
            "button": "dead",
            "pl_preflop_short_blinds": "assume_full",
            "ante": "big_blind",
            "fl_heads_up_trigger": "event_final_two",
            "all_in_face_up": True,
            "muck": "optional_non_aggressor",
            "chop_blinds": "off",
            "straddle": "off",
            "kill": "off",
        },
    ),
    "pokerstars": (
        "a large online room: limit, pot limit, no limit and mixed, cap of four bets",
        {
            "allowed_structures": ("fl", "pl", "nl", "mixed"),
            "pl_nl_stakes": "blinds",
            "min_bet_by_street": "bb",
            "fl_small_blind": "half_exact",
            "fl_small_blind_overrides": {15: 10},
            "fl_max_bets": 4,
            "fl_heads_up_max": 4,
            "fl_heads_up_trigger": "none",
            "pl_max": "pot_after_call",
            "button": "moving",
            "showdown_first_checked": "left_of_button",
        },
    ),
    "poker-room": (
        "an online room: the last small blind gets the button, missed blinds are marked",
        {
            "allowed_structures": ("fl",),
            "fl_small_blind": "half_exact",
            "button": "last_small_blind",
            "new_player": "post_or_wait",
            "between_button_and_blind": "wait",
            "missed_bb": "post_all",
            "missed_sb": "dead_after_button",
            "sb_absent": "shift",
            "showdown_first_checked": "last_actor",
            "muck": "optional_non_aggressor",
            "history_shows_mucked": "showdown_players",
            "burn": "before_each_board_street",
        },
    ),
    "community": (
        "an English community room: bet and three raises, bet and five when two remain",
        {
            "allowed_structures": ("fl", "pl", "nl"),
            "pl_nl_stakes": "blinds",
            "min_bet_by_street": "bb",
            "fl_small_blind": "half_floor",
            "fl_max_bets": 4,
            "fl_heads_up_max": 6,
            "fl_heads_up_trigger": "players_in_hand",
            "pl_max": "pot_after_call",
            "button": "moving",
            "showdown_first_checked": "left_of_button",
            "muck": "auto_reveal_unless_beaten",
            "odd_chip_hilo": "high",
        },
    ),
    "card-room": (
        "a live card room: straddles, chops, kills, spread limit, minimum bets that double",
        {
            "allowed_structures": ("fl", "spread", "pl", "nl"),
            "pl_nl_stakes": "bets",
            "min_bet_by_street": "small_then_big",
            "fl_small_blind": "half_exact",
            "big_bet_reopen": "full_cumulative",
            "muck": "optional",
            "ante": FractionalAnte("1/10", "tournaments"),
            "straddle": "utg",
            "straddle_live": True,
            "chop_blinds": "both_agree",
            "kill_trigger": "scoop",
            "kill_acts": "last_first_round",
            "kill_replaces_blind": True,
            "spread_range": (10, 30),
        },
    ),
    # Measured: what fits the logs of real sessions (docs/sessions.md). The room has no page.
    "pokernow": (
        "a site for home games: dead button, newcomers come in free, missed blinds are posted",
        {
            "allowed_structures": ("pl",),
            "button": "dead",
            "heads_up_button_posts_sb": True,
            "new_player": "free",
            "between_button_and_blind": "wait",
            "missed_bb": "post_all",
            "sb_absent": "none",
            "ratholing_minutes": 0,
            "straddle": "utg",
        },
    ),
}

_CHOICES: dict[str, dict[str, tuple[str, ...]]] = {
    "card-room": {
        "kill": ("off", "optional", "full", "half"),
        "kill_min_pot_big_bets": ("table choice",),
        "optional_kill_max": ("2bb", "half_stack"),
    }
}

_PRESETS: dict[str, Preset] = {
    "robert": Preset(
        name="robert",
        title="the default for cash games: the authorities wherever a room is silent",
        rules=ROBERT,
        inherits=None,
        stated={name: getattr(ROBERT, name) for name in OPTION_NAMES},
        choices={},
    )
}
for _name, (_title, _options) in _STATED.items():
    _PRESETS[_name] = Preset(
        name=_name,
        title=_title,
        rules=replace(ROBERT, **_options),
        inherits="robert",
        stated=_options,
        choices=_CHOICES.get(_name, {}),
    )

PRESET_NAMES: tuple[str, ...] = tuple(_PRESETS)


def find_preset(name: str) -> Preset:
    """The preset called ``name``, in any case, ``_`` or blanks for ``-``. Raises `RulesError`."""
    found = _PRESETS.get(name.strip().lower().replace("_", "-").replace(" ", "-"))
    if found is None:
        raise RulesError(f"rules: no preset {name!r}; presets are {', '.join(PRESET_NAMES)}")
    return found


def find_rules(name: str) -> HouseRules:
    """The house rules of a preset by its name. Raises `RulesError`."""
    return find_preset(name).rules
