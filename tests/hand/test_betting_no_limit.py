"""No limit: the least raise, and what a short all-in reopens (RULES, minimum raise)."""

from __future__ import annotations

import pytest

from tests.hand.reading import bounds, legal, refusal

ONE_TWO = "nlo8 1/2 b0 200*3"


def least(line: str) -> int:
    return bounds(line)[0]


def flop(stacks: str, actions: str, options: str = "") -> str:
    """A flop at 50/100 after limping, with ``stacks`` left by seat. Seat 1 is first."""
    before = ",".join(str(int(stack) + 100) for stack in stacks.split(","))
    limps = " ".join("c" * len(stacks.split(",")))
    return f"nlo8 50/100 b0 {before} {options} | {limps} / {actions}"


def test_the_least_bet_is_the_big_blind_and_the_most_is_the_stack() -> None:
    assert bounds(f"{ONE_TWO} |") == (4, 200)
    assert bounds(f"{ONE_TWO} | c c c /") == (2, 198)
    assert refusal(f"{ONE_TWO} | c c c / r1") == "Bet 2 at least (you asked for 1)."
    assert refusal(f"{ONE_TWO} | r201") == "Raise to 200 at most (you asked for 201)."


def test_a_raise_is_at_least_as_large_as_the_last_one() -> None:
    # RULES: a bet of 5, so 10 at least.
    assert least(f"{ONE_TWO} | c c c / r5") == 10
    assert least(f"{ONE_TWO} | c c c / r5 r20") == 35
    assert least(f"{ONE_TWO} | r7") == 12


def test_the_largest_raise_of_the_round_counts_not_the_last() -> None:
    # Raised by 40, then all-in for 10 more: the next raise adds 40.
    assert least("nlo8 1/2 b0 200,52,200,200 | c r42 r52") == 92


def test_on_a_new_street_the_least_bet_is_the_big_blind_again() -> None:
    assert least(f"{ONE_TWO} | r50 c c /") == 2


def test_a_stack_below_the_least_raise_may_go_all_in_and_nothing_between() -> None:
    line = "nlo8 1/2 b0 200,200,200,11 | "
    assert bounds(line) == (4, 11)
    assert bounds("nlo8 1/2 b0 11,200,200,200 | r8") == (11, 11)
    assert refusal("nlo8 1/2 b0 11,200,200,200 | r8 r10") == (
        "Raise to 11 at least (you asked for 10)."
    )


def test_a_straddle_is_the_bet_to_raise() -> None:
    assert least("nlo8 1/2 b0 200*5 sb1=1 bb2=2 straddle3=4 |") == 8


def test_a_live_straddle_has_the_option_and_a_dead_one_has_not() -> None:
    # RULES, straddle: live, it may raise again even if nobody reraised.
    straddled = "nlo8 1/2 b0 200*4 sb1=1 bb2=2 straddle3=4"
    option = legal(f"{straddled} | c c c")
    assert (option.seat, option.to_call, option.min_to) == (3, 0, 8)
    assert legal(f"{straddled} straddle_live=false | c c c").seat == 1  # the flop
    assert least(f"{straddled} straddle_live=false | r12 f f") == 20


# a short all-in does not reopen


def test_a_short_all_in_is_raised_by_the_last_full_raise() -> None:
    # RULES: bet 100, all-in 140, so the next raise is to 240 at least.
    assert least(flop("900,900,140", "r100 r140")) == 240


def test_a_short_all_in_does_not_reopen_for_who_has_acted() -> None:
    choices = legal(flop("900,900,140", "r100 r140 c"))
    assert (choices.seat, choices.to_call, choices.max_to) == (1, 40, 0)
    assert choices.all_in_to == 900  # what the stack is, not what may be done with it
    assert choices.no_raise == "not reopened"


def test_a_short_all_in_does_not_reopen_for_who_called_before_it() -> None:
    choices = legal(flop("140,900,900", "r100 c r140 c"))
    assert (choices.seat, choices.no_raise) == (2, "not reopened")


def test_a_full_raise_after_a_short_all_in_reopens() -> None:
    assert least(flop("900,900,140", "r100 r140 r240")) == 340


def test_an_all_in_of_exactly_a_full_raise_reopens() -> None:
    assert least(flop("900,900,200", "r100 r200 c")) == 300
    assert legal(flop("900,900,199", "r100 r199 c")).no_raise == "not reopened"


def test_a_short_opening_bet_does_not_reopen_for_who_checked() -> None:
    # The big blind is 100; an all-in of 60 is less than a bet.
    assert legal(flop("900,900,60", "c r60 c")).no_raise == "not reopened"
    assert least(flop("900,900,60", "c r60")) == 160
    assert least(flop("900,900,100", "c r100 c")) == 200


def test_a_short_all_in_over_the_big_blind_leaves_the_limper_a_call() -> None:
    choices = legal("nlo8 1/2 b0 200,200,200,3 sb1=1 bb2=2 | r3 c c")
    assert (choices.seat, choices.to_call) == (2, 1)
    assert choices.min_to == 5  # the big blind has not acted
    limped = legal("nlo8 1/2 b0 3,200,200,200 | c r3 c c")
    assert (limped.seat, limped.no_raise) == (3, "not reopened")


# several short all-ins


@pytest.mark.parametrize(
    ("option", "who_bet_may_raise"), [("", True), ("big_bet_reopen=full_single", False)]
)
def test_short_all_ins_that_add_up_reopen_if_they_may(option: str, who_bet_may_raise: bool) -> None:
    # Bet 100, all-in 125, called, all-in 200, called.
    line = flop("900,900,125,900,200", "r100 r125 c r200 c", option)
    choices = legal(line)
    assert choices.seat == 1
    assert (choices.min_to == 300) is who_bet_may_raise
    assert (choices.no_raise == "not reopened") is not who_bet_may_raise


def test_short_all_ins_that_do_not_add_up_for_a_caller_reopen_nothing_for_him() -> None:
    choices = legal(flop("900,900,125,900,200", "r100 r125 c r200 c c"))
    assert (choices.seat, choices.to_call, choices.no_raise) == (3, 75, "not reopened")


def test_a_full_raise_reopens_even_where_only_single_ones_do() -> None:
    line = flop("900,900,140", "r100 r140 r240", "big_bet_reopen=full_single")
    assert least(line) == 340


def test_three_short_all_ins_leave_the_size_of_the_raise() -> None:
    # RULES: bet 300, all-ins of 500, 650 and 800; who has not acted raises to 1,100 at least.
    assert least(flop("5000,5000,500,650,800", "r300 r500 r650 r800")) == 1100


# raise_min and min_bet_by_street


def test_some_houses_ask_for_no_more_than_the_minimum_bet() -> None:
    small = "raise_min=minimum_bet"
    assert least(f"{ONE_TWO} {small} | r50") == 52
    assert least(f"{ONE_TWO} {small} | c c c / r20") == 22


def test_minimum_bets_that_double_on_the_turn() -> None:
    # RULES, `small_then_big`: 10-20 is 10 on two first rounds and 20 on the two last.
    ten_twenty = "nlo8 5/10:10/20 b0 1000*3 card-room"
    assert least(f"{ten_twenty} |") == 20
    assert least(f"{ten_twenty} | c c c /") == 10
    assert least(f"{ten_twenty} | c c c / c c c /") == 20
    assert least(f"{ten_twenty} | c c c / c c c / r25") == 50
    assert least(f"{ten_twenty} | c c c / c c c / c c c /") == 20


# nobody to raise


def test_a_player_whom_nobody_can_call_may_not_raise() -> None:
    choices = legal("nlo8 1/2 b0 200,20,10 | r200 c")
    assert (choices.seat, choices.to_call) == (2, 8)
    assert choices.no_raise == "stack covers no more than the call"
    choices = legal("nlo8 1/2 b0 20,200,10 | r20")
    assert (choices.seat, choices.max_to) == (1, 200)
    alone = legal("nlo8 1/2 b0 20,10,200 | r20 c")
    assert (alone.seat, alone.to_call, alone.max_to) == (2, 18, 0)
    assert alone.no_raise == "nobody can call a raise"
