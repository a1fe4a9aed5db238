"""What each option of the house rules is called and means, and each of its values (floor 2).

For whoever makes a form of them; ``docs/house-rules.md`` says the same at length.
"""

from __future__ import annotations

from typing import Final

GROUPS: Final = {
    "allowed_structures": "Stakes",
    "fl_max_bets": "Betting",
    "button": "Button and blinds",
    "ante": "Antes, straddles, chops and kills",
    "deal_start": "Deal and showdown",
    "odd_chip_hilo": "Pots",
}
"""By the first option of a group, what the group is called."""

OPTION_TITLES: Final = {
    "allowed_structures": "Structures",
    "chip_unit": "Chip",
    "pl_nl_stakes": "Stakes of pot and no limit",
    "min_bet_by_street": "Least bet",
    "fl_small_blind": "Small blind of limit",
    "fl_small_blind_overrides": "Small blind by stakes",
    "spread_range": "Spread",
    "mixed_order": "Rotation",
    "mixed_switch": "Rotation, when",
    "mixed_fl_stake_multiplier": "Rotation, stakes of limit",
    "fl_max_bets": "Cap",
    "fl_heads_up_max": "Cap, heads-up",
    "fl_heads_up_trigger": "Heads-up",
    "fl_cap_sticky": "Cap, when players fold",
    "preflop_blinds_count": "Cap before the flop",
    "straddle_counts_for_cap": "Straddle and cap",
    "raise_min": "Least raise",
    "fl_reopen": "Short all-in in limit",
    "big_bet_reopen": "Short all-in in pot and no limit",
    "big_bet_max_raises": "Cap of pot and no limit",
    "pl_max": "Pot limit",
    "pl_preflop_short_blinds": "Pot limit, short blinds",
    "pl_sb_rounded_to_bb": "Pot limit, small blind",
    "button": "Button",
    "heads_up_button_posts_sb": "Button, heads-up",
    "new_player": "New player",
    "between_button_and_blind": "New player by the button",
    "missed_bb": "Missed big blind",
    "missed_sb": "Missed small blind",
    "sb_absent": "Small blind absent",
    "missed_markers": "Missed blinds, marks",
    "ratholing_minutes": "Ratholing",
    "ante": "Ante",
    "ante_live": "Ante, live",
    "straddle": "Straddle",
    "straddle_live": "Straddle, live",
    "chop_blinds": "Chop the blinds",
    "kill": "Kill",
    "kill_trigger": "Kill, trigger",
    "kill_min_pot_big_bets": "Kill, least pot",
    "kill_acts": "Kill, turn",
    "kill_replaces_blind": "Kill and blind",
    "optional_kill_max": "Optional kill",
    "deal_start": "First card",
    "burn": "Burn cards",
    "showdown_first": "Showdown, first to show",
    "showdown_first_checked": "Showdown, river checked",
    "muck": "Muck",
    "uncontested_show": "Show uncalled",
    "history_shows_mucked": "Mucked hands",
    "all_in_face_up": "All-in face up",
    "odd_chip_hilo": "Odd chip",
    "odd_chip_tie": "Odd chip of a tie",
    "identical_both_ways": "Tied both ways",
    "rake": "Rake",
    "rake_from": "Rake, from which pot",
}
"""The words by which a host looks for an option."""

OPTION_MEANINGS: Final = {
    "allowed_structures": "what may be dealt",
    "chip_unit": "the unit of every amount",
    "pl_nl_stakes": "what 10/20 names",
    "min_bet_by_street": "on each street of pot and no limit",
    "fl_small_blind": "from the small bet",
    "fl_small_blind_overrides": "small bets of limit with a small blind of their own",
    "spread_range": "the least and the largest bet",
    "mixed_order": "the structures of a mixed game, in turn",
    "mixed_switch": "it changes after an orbit, or so many hands or minutes",
    "mixed_fl_stake_multiplier": "how many big blinds of pot limit its small bet is",
    "fl_max_bets": "bets in a round of limit or spread limit, the first one included",
    "fl_heads_up_max": "bets in such a round where two players are left",
    "fl_heads_up_trigger": "what makes it a round of two players",
    "fl_cap_sticky": "a capped round stays so when two are left",
    "preflop_blinds_count": "whether the big blind is the first of the bets",
    "straddle_counts_for_cap": "it is one of the bets of the round",
    "raise_min": "what it adds at least in pot and no limit",
    "fl_reopen": "what an all-in for less than a bet does",
    "big_bet_reopen": "when it reopens the betting",
    "big_bet_max_raises": "raises in a round",
    "pl_max": "the most that may be bet",
    "pl_preflop_short_blinds": "how a blind counts that is all-in for less",
    "pl_sb_rounded_to_bb": "it counts as if it were a big one",
    "button": "who gets it next",
    "heads_up_button_posts_sb": "the button posts the small blind",
    "new_player": "what he does before he is dealt in",
    "between_button_and_blind": "who sits between the button and the blinds",
    "missed_bb": "how who missed it comes back",
    "missed_sb": "when who missed it alone comes back, by posting it dead",
    "sb_absent": "what happens where nobody is there to post it",
    "missed_markers": "of the big one and of the small one",
    "ratholing_minutes": "for so many minutes who left must bring back at least what he took",
    "ante": "who posts one",
    "ante_live": "it counts as part of a bet",
    "straddle": "who may double the big blind before the cards",
    "straddle_live": "who straddled may raise though nobody else did",
    "chop_blinds": "they may take their money back when all others have folded",
    "kill": "pots for which the limits go up",
    "kill_trigger": "what makes the next pot a kill pot",
    "kill_min_pot_big_bets": "how many big bets the pot must have had",
    "kill_acts": "when the killer acts before the flop",
    "kill_replaces_blind": "a killer in a blind posts the kill in its place",
    "optional_kill_max": "how much at most",
    "deal_start": "who gets it",
    "burn": "whether and when",
    "showdown_first": "when there was a bet on the river",
    "showdown_first_checked": "who shows first then",
    "muck": "who may give up his hand unseen at the showdown",
    "uncontested_show": "whether a winner whom nobody called may show",
    "history_shows_mucked": "whether the hand history has them",
    "all_in_face_up": "hands are turned up when all are all-in with cards to come",
    "odd_chip_hilo": "the half that gets a chip which cannot be halved",
    "odd_chip_tie": "who of winners that tie gets it",
    "identical_both_ways": "how winners who tie for high and for low share the pot",
    "rake": "what the house takes of a pot that saw a flop",
    "rake_from": "from which pots of a hand it comes",
}
"""What it is about, read on from the title."""

STRUCTURE_MEANINGS: Final = {
    "fl": "Limit",
    "pl": "Pot limit",
    "nl": "No limit",
    "spread": "Spread limit",
    "mixed": "Mixed: several in turn",
}

VALUE_MEANINGS: Final[dict[str, dict[str, str]]] = {
    "allowed_structures": STRUCTURE_MEANINGS,
    "mixed_order": {name: text for name, text in STRUCTURE_MEANINGS.items() if name != "mixed"},
    "chip_unit": {"1 minor unit (integers only)": "One chip"},
    "pl_nl_stakes": {
        "blinds": "The blinds are 10 and 20",
        "bets": "The least bets are 10 and 20, the blinds 5 and 10",
    },
    "min_bet_by_street": {
        "bb": "The big blind on every street",
        "small_then_big": "Twice as much on the last two streets",
    },
    "fl_small_blind": {
        "half_exact": "Half of it, where that is whole",
        "half_floor": "Half of it, rounded down",
        "half_ceil": "Half of it, rounded up",
        "two_thirds": "Two thirds of it",
    },
    "fl_heads_up_trigger": {
        "none": "Nothing: the cap stays",
        "players_in_hand": "Two players have not folded",
        "players_able_to_act": "Two players have chips to bet with",
        "round_start": "Two players began the round",
        "hand_start": "Two players were dealt in",
        "event_final_two": "Two players are left in the tournament",
    },
    "preflop_blinds_count": {"one_bet": "It is the first bet", "no_bet": "It is not counted"},
    "raise_min": {
        "last_full_bet_or_raise": "The largest bet or raise of the round",
        "minimum_bet": "The least bet",
    },
    "fl_reopen": {
        "half_bet": "Half a bet or more is a raise; less is completed",
        "full_bet": "Only a whole bet is a raise; it goes on top of the all-in",
        "complete_to_level": "Every one is completed to the whole bet",
    },
    "big_bet_reopen": {
        "full_cumulative": "When they add up to a full raise",
        "full_single": "When one of them alone is a full raise",
    },
    "pl_max": {
        "pot_after_call": "The pot after the call, on top of the call",
        "pot_before_call": "The pot as it lies",
    },
    "pl_preflop_short_blinds": {"assume_full": "As if it were whole", "actual": "As it was paid"},
    "button": {
        "moving": "The next player; it skips empty seats",
        "dead": "It follows the blinds, also to an empty seat",
        "last_small_blind": "Who posted the last small blind",
    },
    "new_player": {
        "post_or_wait": "Posts a big blind, or waits for it",
        "wait": "Waits for the big blind",
        "free": "Comes in free",
    },
    "between_button_and_blind": {
        "wait": "Waits until the button has passed",
        "post": "May post",
    },
    "missed_bb": {
        "post_all_or_wait": "Posts both blinds, or waits for the big one",
        "post_all": "Posts both blinds",
        "wait": "Waits for the big blind",
    },
    "missed_sb": {"dead_after_button": "When the button has passed", "any_time": "At any time"},
    "sb_absent": {"shift": "The blinds move on", "none": "The hand has no small blind"},
    "ante": {
        "none": "Nobody",
        "big_blind": "The big blind, one for the whole table",
    },
    "straddle": {"off": "Nobody", "utg": "The player left of the big blind"},
    "chop_blinds": {"off": "They play on", "both_agree": "If both agree"},
    "kill": {
        "off": "None",
        "optional": "By choice: whoever posts more before the cards",
        "full": "Required of who wins a large pot: twice the limits",
        "half": "Required of who wins a large pot: one and a half times the limits",
    },
    "kill_trigger": {
        "scoop": "One player wins all of a pot at the showdown",
        "win": "One player wins all of a pot, also when nobody called",
    },
    "kill_acts": {
        "in_turn": "In turn",
        "last_first_round": "Last of all",
        "last_after_blinds": "After the blinds, which is last of all too",
    },
    "optional_kill_max": {"2bb": "Two big blinds", "half_stack": "Half of the stack"},
    "deal_start": {"left_of_button": "The player left of the button"},
    "burn": {
        "before_each_board_street": "One before the flop, the turn and the river",
        "none": "None",
    },
    "showdown_first": {
        "last_aggressor_river": "Who bet or raised last on the river",
        "left_of_button": "The first from the left of the button",
    },
    "showdown_first_checked": {
        "left_of_button": "The first from the left of the button",
        "last_actor": "Who acted last",
    },
    "muck": {
        "auto_reveal_unless_beaten": "Who is beaten both ways; winners are shown",
        "optional_non_aggressor": "All but the first to show",
        "optional": "Everybody",
        "show_all": "Nobody",
    },
    "uncontested_show": {"optional": "He may", "never": "He may not"},
    "history_shows_mucked": {
        "no": "No",
        "showdown_players": "Those that were in to the showdown",
    },
    "odd_chip_hilo": {"high": "High", "low": "Low"},
    "odd_chip_tie": {"left_of_button": "The first from the left of the button"},
    "identical_both_ways": {
        "split_pot_evenly": "The whole pot at once",
        "split_each_half": "Each half on its own",
    },
    "rake": {"none": "Nothing"},
    "rake_from": {
        "proportional": "From each by its size",
        "main_pot_first": "From the main pot first",
    },
}
"""By option and value, for those that are a choice."""

EMPTY_MEANINGS: Final = {
    "spread_range": "As the stakes say",
    "mixed_fl_stake_multiplier": "Two beside pot or no limit, else one",
    "fl_heads_up_max": "As many as they like",
    "big_bet_max_raises": "As many as they like",
}
"""Of options that are a number or nothing, what nothing means."""

STAKES_MEANINGS: Final = {
    "fl": "small bet/big bet",
    "pl": "small blind/big blind",
    "nl": "small blind/big blind",
    "spread": "least bet/largest bet",
    "mixed": "small blind/big blind of the pot-limit games",
}
"""What the two numbers of the stakes are; under ``pl_nl_stakes: bets`` pot and no limit have the
least bets."""
