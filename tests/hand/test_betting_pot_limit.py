"""Pot limit: how much is the pot (RULES, pot limit)."""

from __future__ import annotations

import pytest

from tests.hand.reading import bounds, legal, refusal

FIVE_TEN = "plo8 5/10 b0 1000*4"


def most(line: str) -> int:
    return bounds(line)[1]


def test_before_the_flop_the_first_raise_is_to_three_and_a_half_big_blinds() -> None:
    assert bounds(f"{FIVE_TEN} |") == (20, 35)
    assert refusal(f"{FIVE_TEN} | r36") == "Raise to 35 at most (you asked for 36)."
    assert refusal(f"{FIVE_TEN} | r19") == "Raise to 20 at least (you asked for 19)."


def test_limpers_count() -> None:
    # 25 in the middle, 10 to call: 35 on top of the 10.
    assert most(f"{FIVE_TEN} | c") == 45
    assert most(f"{FIVE_TEN} | c c") == 50  # the small blind adds 5 to call: 35 + 5, on 10
    assert most(f"{FIVE_TEN} | c c c") == 50  # the big blind has the option: 40 on 10


def test_the_pot_after_the_call_on_top() -> None:
    # RULES: pot 100, bet 100, so raise to 400.
    pot_of_100 = "plo8 25/50 b0 5000*2 | c c"
    assert bounds(f"{pot_of_100} / ") == (50, 100)
    assert bounds(f"{pot_of_100} / r100") == (200, 400)
    assert bounds(f"{pot_of_100} / r100 r400") == (700, 1300)


def test_a_smaller_bet_leaves_a_smaller_raise() -> None:
    # Pot 100, bet 60: 160 + 60 to call, 220 on top of 60.
    assert bounds("plo8 25/50 b0 5000*2 | c c / r60") == (120, 280)


def test_the_bets_of_a_player_who_folded_count() -> None:
    # 70, 10, 30 and the 10 of the big blind that folded, 60 to call: 180 on 70.
    assert most(f"{FIVE_TEN} | c c r30 f r70") == 250


def test_the_stack_is_the_other_maximum() -> None:
    assert bounds("plo8 5/10 b0 1000,1000,1000,28 |") == (20, 28)
    # And the minimum too, where it is shorter than a whole raise.
    assert bounds("plo8 5/10 b0 1000,1000,1000,14 |") == (14, 14)


def test_pot_and_half_pot_are_inside_the_bounds() -> None:
    choices = legal("plo8 25/50 b0 5000*2 | c c / r100")
    assert (choices.pot_to, choices.half_pot_to, choices.all_in_to) == (400, 250, 4950)
    small = legal("plo8 25/50 b0 5000*2 | c c / r90")
    assert (small.min_to, small.half_pot_to) == (180, 230)
    short = legal("plo8 25/50 b0 190,5000 | c c / r100")
    assert (short.min_to, short.pot_to, short.half_pot_to) == (140, 140, 140)


# what else is in the pot


def test_antes_count() -> None:
    # Four antes of 2 and the blinds make 23, 10 to call: 33 on 10.
    assert most("plo8 5/10a2 b0 1000*4 |") == 43


def test_a_big_blind_ante_counts() -> None:
    assert most("plo8 5/10a10 b0 1000*4 tda |") == 45


def test_dead_money_counts_and_is_no_bet() -> None:
    assert bounds(f"{FIVE_TEN} sb1=5 bb2=10 dead_sb3=0+5 |") == (20, 40)
    assert legal(f"{FIVE_TEN} sb1=5 bb2=10 dead_sb3=0+5 |").to_call == 10
    assert bounds(f"{FIVE_TEN} sb1=5 bb2=10 both0=10+5 |") == (20, 50)


def test_a_straddle_counts() -> None:
    # 1 + 2 + 4 in the middle, 4 to call: 11 on 4.
    assert bounds("plo8 1/2 b0 200*5 sb1=1 bb2=2 straddle3=4 |") == (8, 15)


def test_a_hand_without_a_small_blind_has_less_to_raise() -> None:
    assert most(f"{FIVE_TEN} bb2=10 |") == 30


# pl_preflop_short_blinds


@pytest.mark.parametrize(
    ("stacks", "assume_full", "actual"),
    [
        ("1000,2,1000,1000", 35, 32),  # the small blind has 2 of 5
        ("1000,1000,4,1000", 35, 29),  # the big blind has 4 of 10
        ("1000,2,4,1000", 35, 26),
    ],
)
def test_short_blinds_count_in_full_or_as_paid(stacks: str, assume_full: int, actual: int) -> None:
    line = f"plo8 5/10 b0 {stacks}"
    assert most(f"{line} |") == assume_full
    assert most(f"{line} pl_preflop_short_blinds=actual |") == actual


def test_short_blinds_are_assumed_full_before_the_flop_only() -> None:
    # The pot on the flop is what was paid: 4 and three times 10.
    assert most("plo8 5/10 b0 1000,1000,4,1000 | c c c /") == 34


def test_an_assumed_blind_counts_for_every_raise_of_the_round() -> None:
    # 5, 10 assumed and 35, with 35 to call: 85 on 35. Actual: 5, 4 and 29, 29 to call, on 29.
    assert most("plo8 5/10 b0 1000,1000,4,1000 | r35") == 120
    assert most("plo8 5/10 b0 1000,1000,4,1000 pl_preflop_short_blinds=actual | r29") == 96


# pl_sb_rounded_to_bb


def test_a_rounded_small_blind_makes_it_four_big_blinds() -> None:
    # Robert, pot limit: a player can open for four times the big blind.
    assert bounds(f"{FIVE_TEN} pl_sb_rounded_to_bb=true |") == (20, 40)


def test_a_small_blind_that_has_called_is_rounded_no_more() -> None:
    rounded = f"{FIVE_TEN} pl_sb_rounded_to_bb=true"
    assert most(f"{rounded} | c c c") == 50  # as without it: 40 in the middle, on 10
    assert most(f"{rounded} | c c f") == 50  # 30 and 5 folded, which count as 10
    assert most(f"{rounded} | r40 f") == 135  # 60 in the middle, 35 to call, on 40
    assert most(f"{rounded} | r40 f r135") == 445  # 185 and 125 to call, on 135


def test_without_a_small_blind_nothing_is_rounded() -> None:
    assert most(f"{FIVE_TEN} pl_sb_rounded_to_bb=true bb2=10 |") == 30


def test_on_the_flop_nothing_is_rounded() -> None:
    assert most(f"{FIVE_TEN} pl_sb_rounded_to_bb=true | c c f c /") == 35


# pl_max and stakes


def test_the_pot_as_it_lies_is_a_smaller_maximum() -> None:
    before_call = "pl_max=pot_before_call"
    assert most(f"plo8 25/50 b0 5000*2 {before_call} | c c /") == 100
    assert most(f"plo8 25/50 b0 5000*2 {before_call} | c c / r100") == 300
    assert most(f"{FIVE_TEN} {before_call} |") == 25


def test_minimum_bets_that_double_on_the_turn() -> None:
    # The card room's 10-20: blinds of 5 and 10, at least 20 on turn and river.
    ten_twenty = "plo8 5/10:10/20 b0 1000*3 card-room"
    assert bounds(f"{ten_twenty} | c c c /") == (10, 30)
    assert bounds(f"{ten_twenty} | c c c / c c c /") == (20, 30)
    assert bounds(f"{ten_twenty} | c c c / c c c / r20") == (40, 90)


def test_the_minimum_wins_where_the_pot_is_smaller() -> None:
    # A pot of 20, and a least bet of 40.
    assert bounds("plo8 5/10:10/40 b0 1000*2 | c c / c c /") == (40, 40)
