"""Fixed limit: the levels, and what a short all-in does (RULES, betting structures)."""

from __future__ import annotations

import pytest

from tests.hand.reading import bounds, legal, levels, refusal

TWO_FOUR = "flo8 1/2 b0 100*3"
TWENTY_FORTY = "flo8 10/20 b0 500,500,{stack},500 {option} | c c c c /"
"""Four players at 20/40 on the flop. Seat 1 is first, seat 2 has little left and acts after it."""


def flop(all_in: int, actions: str, option: str = "") -> str:
    """Seat 2 can put ``all_in`` into the flop round."""
    return f"{TWENTY_FORTY.format(stack=20 + all_in, option=option)} {actions}"


# fixed limit: small bet before the flop and on it, big bet on turn and river


@pytest.mark.parametrize(
    ("street", "played", "bet"),
    [
        ("flop", "c c c /", 2),
        ("turn", "c c c / c c c /", 4),
        ("river", "c c c / c c c / c c c /", 4),
    ],
)
def test_small_bet_on_the_flop_big_bet_on_turn_and_river(
    street: str, played: str, bet: int
) -> None:
    assert levels(f"{TWO_FOUR} | {played}") == [bet, 2 * bet, 3 * bet, 4 * bet]


def test_before_the_flop_the_big_blind_is_the_first_of_four_bets() -> None:
    assert levels(f"{TWO_FOUR} |") == [4, 6, 8]
    assert levels(f"{TWO_FOUR} fl_max_bets=5 |") == [4, 6, 8, 10]


def test_a_blind_that_is_no_bet_leaves_all_four() -> None:
    assert levels(f"{TWO_FOUR} preflop_blinds_count=no_bet |") == [4, 6, 8, 10]


def test_there_is_one_amount_to_bet_and_no_other() -> None:
    assert refusal(f"{TWO_FOUR} | r5") == "Raise to 4 at most (you asked for 5)."
    assert refusal(f"{TWO_FOUR} | r3") == "Raise to 4 at least (you asked for 3)."
    assert refusal(f"{TWO_FOUR} | c c c / r4") == "Bet 2 at most (you asked for 4)."


def test_when_the_betting_is_capped_it_is_call_or_fold() -> None:
    choices = legal(f"{TWO_FOUR} | r4 r6 r8")
    assert choices.capped
    assert (choices.to_call, choices.max_to) == (4, 0)
    refused = refusal(f"{TWO_FOUR} | r4 r6 r8 r10")
    assert refused == "cannot raise to 10: seat 0 may fold or call 4 (capped)"


def test_unequal_blinds_do_not_change_the_levels() -> None:
    # RULES, fixed-limit blinds: 15/30 plays 10 and 15.
    assert levels("flo8 10/15 b0 500*3 |") == [30, 45, 60]


def test_a_kill_pot_has_the_killed_bets() -> None:
    # RULES, kill: 2/4 plays 4/8, the blinds stay.
    killed = "flo8 1/2:4/8 b0 500*4 sb1=1 bb2=2 kill3=4"
    assert levels(f"{killed} |") == [8, 12, 16]
    assert levels(f"{killed} | c c c c /") == [4, 8, 12, 16]
    assert levels(f"{killed} | c c c c / c c c c /") == [8, 16, 24, 32]


# short all-in, half_bet: half a bet or more counts as full, less reopens nothing


def test_an_all_in_bet_of_half_or_more_is_raised_by_a_whole_bet() -> None:
    assert bounds(flop(15, "c r15")) == (35, 35)
    assert bounds(flop(10, "c r10")) == (30, 30)


def test_an_all_in_bet_of_less_than_half_is_completed() -> None:
    assert bounds(flop(8, "c r8")) == (20, 20)
    assert bounds(flop(9, "c r9")) == (20, 20)


def test_an_all_in_raise_of_half_or_more_is_raised_by_a_whole_bet() -> None:
    assert bounds(flop(30, "r20 r30")) == (50, 50)
    assert bounds(flop(36, "r20 r36")) == (56, 56)


def test_an_all_in_raise_of_less_than_half_is_completed_by_who_has_not_acted() -> None:
    assert bounds(flop(29, "r20 r29")) == (40, 40)
    assert bounds(flop(29, "r20 r29 c")) == (40, 40)


def test_a_short_all_in_of_less_than_half_is_action_only_for_who_bet() -> None:
    choices = legal(flop(29, "r20 r29 c c"))
    assert (choices.seat, choices.to_call, choices.max_to) == (1, 9, 0)
    assert choices.no_raise == "not reopened"
    refused = refusal(flop(29, "r20 r29 c c r40"))
    assert refused == "cannot raise to 40: seat 1 may fold or call 9 (not reopened)"


def test_half_a_bet_more_reopens_the_betting_for_who_bet() -> None:
    assert bounds(flop(30, "r20 r30 c c")) == (50, 50)


def test_half_a_bet_reopens_the_betting_for_who_checked() -> None:
    assert legal(flop(9, "c r9 c c")).no_raise == "not reopened"
    assert bounds(flop(10, "c r10 c c")) == (30, 30)


def test_completing_a_short_all_in_reopens_for_who_called_it() -> None:
    assert bounds(flop(29, "r20 r29 c r40")) == (60, 60)
    assert bounds(flop(29, "r20 r29 c r40 c")) == (60, 60)


def test_a_raise_all_in_short_of_the_completion_counts_from_the_level() -> None:
    # From the level of 20 an all-in to 36 is more than half a bet, and so a full raise.
    line = "flo8 10/20 b0 500,500,49,500,56 | c c c c c / r20 r29 c r36"
    assert bounds(line) == (56, 56)
    assert bounds(f"{line} c") == (56, 56)


def test_two_short_all_ins_reopen_only_for_who_faces_half_a_bet() -> None:
    # Who bet 20 faces 16 more; who has called 29 faces 7, less than half a bet.
    line = "flo8 10/20 b0 500,500,49,500,56 | c c c c c / r20 r29 c r36 c c"
    assert legal(line).seat == 3
    assert legal(line).no_raise == "not reopened"
    assert legal(line).to_call == 7


def test_a_short_all_in_below_half_does_not_use_up_the_cap() -> None:
    assert levels(flop(28, "r20 r28")) == [40, 60, 80]
    assert levels(flop(8, "c r8")) == [20, 40, 60, 80]


def test_a_short_all_in_of_half_or_more_is_one_of_the_four_bets() -> None:
    assert levels(flop(30, "r20 r30")) == [50, 70]
    assert levels(flop(15, "c r15")) == [35, 55, 75]


def test_an_all_in_for_less_than_a_call_is_a_call() -> None:
    # Of a bet of 20 it pays 5; the next raise is to 40 all the same.
    assert bounds(flop(5, "r20 c")) == (40, 40)
    assert legal(flop(5, "r20")).no_raise == "stack covers no more than the call"


# the other values of fl_reopen


def test_full_bet_takes_a_whole_bet_to_reopen() -> None:
    full = "fl_reopen=full_bet"
    assert legal(flop(39, "r20 r39 c c", full)).no_raise == "not reopened"
    assert bounds(flop(40, "r20 r40 c c", full)) == (60, 60)
    # And a short all-in is raised by a whole bet, never completed.
    assert bounds(flop(28, "r20 r28", full)) == (48, 48)


def test_complete_to_level_completes_every_short_all_in() -> None:
    level = "fl_reopen=complete_to_level"
    assert bounds(flop(15, "c r15", level)) == (20, 20)
    assert bounds(flop(39, "r20 r39", level)) == (40, 40)
    assert legal(flop(39, "r20 r39 c c", level)).no_raise == "not reopened"
    assert levels(flop(39, "r20 r39", level)) == [40, 60, 80]


def test_complete_to_level_reopens_once_it_is_complete() -> None:
    # Who called the short all-in of 30 faces only 10 more, but those complete a whole bet.
    completed = flop(30, "r20 r30 c r40", "fl_reopen=complete_to_level")
    assert bounds(completed) == (60, 60)
    assert bounds(f"{completed} c") == (60, 60)
