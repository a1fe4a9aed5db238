"""How many bets a round may see (RULES, cap)."""

from __future__ import annotations

import pytest

from tests.hand.reading import bounds, legal, levels

# Flop rounds at 2/4 that come down to two players in different ways. What stays open is how many
# bets of 2 the round may see.
DEALT_TWO = "flo8 1/2 b0 100*2 {} | c c /"
TWO_AT_THE_FLOP = "flo8 1/2 b0 100*3 {} | f c c /"
THIRD_FOLDS_ON_THE_FLOP = "flo8 1/2 b0 100*3 {} | c c c / r2 r4 f"
THIRD_IS_ALL_IN = "flo8 1/2 b0 2,100,100 {} | c c c /"
THREE = "flo8 1/2 b0 100*3 {} | c c c /"
SPOTS = (DEALT_TWO, TWO_AT_THE_FLOP, THIRD_FOLDS_ON_THE_FLOP, THIRD_IS_ALL_IN, THREE)


def bets(spot: str, options: str) -> int:
    return levels(spot.format(options))[-1] // 2


@pytest.mark.parametrize(
    ("trigger", "allowed"),
    [
        ("none", (4, 4, 4, 4, 4)),
        ("players_in_hand", (6, 6, 6, 4, 4)),
        ("players_able_to_act", (6, 6, 6, 6, 4)),
        ("round_start", (6, 6, 4, 4, 4)),
        ("hand_start", (6, 4, 4, 4, 4)),
        ("event_final_two", (4, 4, 4, 4, 4)),
    ],
)
def test_what_counts_as_heads_up(trigger: str, allowed: tuple[int, ...]) -> None:
    options = f"fl_heads_up_max=6 fl_heads_up_trigger={trigger}"
    assert tuple(bets(spot, options) for spot in SPOTS) == allowed


def test_the_last_two_of_a_tournament_are_heads_up_by_the_event() -> None:
    options = "fl_heads_up_max=6 fl_heads_up_trigger=event_final_two"
    assert bets(DEALT_TWO, options) == 4
    assert bets(DEALT_TWO, f"{options} final_two") == 6


def test_unlimited_raising_heads_up_ends_with_the_chips() -> None:
    # Robert: no limit to the number of raises when two are left.
    assert levels("flo8 1/2 b0 15*2 | c c /") == [2, 4, 6, 8, 10, 12, 13]
    assert levels("flo8 1/2 b0 15*2 tda final_two | c c /") == [2, 4, 6, 8, 10, 12, 13]
    assert levels("flo8 1/2 b0 15*2 tda | c c /") == [2, 4, 6, 8]


@pytest.mark.parametrize(
    ("preset", "allowed"),
    [
        ("pokerstars", (4, 4, 4, 4, 4)),
        ("community", (6, 6, 6, 4, 4)),
    ],
)
def test_the_caps_of_the_rooms(preset: str, allowed: tuple[int, ...]) -> None:
    assert tuple(bets(spot, preset) for spot in SPOTS) == allowed


# fl_cap_sticky


def test_a_round_once_capped_stays_capped() -> None:
    capped = "flo8 1/2 b0 100*3 community | c c c / r2 r4 r6 r8 f"
    assert legal(capped).capped
    assert levels(f"{capped} c") == [4, 8, 12, 16, 20, 24]  # the turn is a new round


def test_without_that_a_fold_lifts_the_cap() -> None:
    lifted = "flo8 1/2 b0 100*3 community fl_cap_sticky=false | c c c / r2 r4 r6 r8 f"
    assert levels(lifted) == [10, 12]


def test_a_fold_before_the_cap_lifts_it() -> None:
    assert levels("flo8 1/2 b0 100*3 community | c c c / r2 r4 r6 f") == [8, 10, 12]


def test_an_all_in_that_caps_the_raising_does_not_lift_the_cap() -> None:
    # Robert: heads-up lifts the cap if it comes before the raising has been capped. The fourth
    # bet is seat 2's last chips: the cap was reached among three.
    capped = "flo8 1/2 b0 100,100,8 | r4 r6 r8"
    assert legal(capped).capped
    assert legal(f"{capped} c").capped
    assert bounds(capped.replace("b0 100,100,8", "b0 100,100,8 fl_cap_sticky=false")) == (10, 10)


def test_a_round_of_one_bet() -> None:
    line = "flo8 1/2 b0 100*3 fl_max_bets=1"
    assert levels(f"{line} |") == []
    assert levels(f"{line} | c c c /") == [2]


def test_an_all_in_before_the_cap_lifts_it() -> None:
    assert levels("flo8 1/2 b0 100,16,6 | r4 c r6") == [8, 10, 12, 14, 16]


# straddles and blinds


def test_a_straddle_is_no_bet_of_the_cap_unless_the_house_says_so() -> None:
    straddled = "flo8 1/2 b0 100*5 sb1=1 bb2=2 straddle3=4"
    assert levels(f"{straddled} |") == [6, 8, 10]
    assert levels(f"{straddled} straddle_counts_for_cap=true |") == [6, 8]


def test_a_missed_blind_posted_by_others_is_no_further_bet() -> None:
    assert levels("flo8 1/2 b0 100*5 sb1=1 bb2=2 missed_bb4=2 both0=2+1 |") == [4, 6, 8]


# pot limit, no limit, spread limit


@pytest.mark.parametrize("game", ["plo8 1/2", "nlo8 1/2"])
def test_pot_and_no_limit_have_no_cap(game: str) -> None:
    assert bounds(f"{game} b0 500*3 | r4 r6 r8 r10 r12 r14 r16 r18")[0] == 20


@pytest.mark.parametrize("game", ["plo8 1/2", "nlo8 1/2"])
@pytest.mark.parametrize("blinds_count", ["one_bet", "no_bet"])
def test_some_card_rooms_cap_the_raises(game: str, blinds_count: str) -> None:
    # RULES, raises in PL and NL: `big_bet_max_raises` of a bet, and the big blind is one.
    options = f"big_bet_max_raises=3 preflop_blinds_count={blinds_count}"
    assert bounds(f"{game} b0 500*3 {options} | r4 r6")[0] == 8
    assert legal(f"{game} b0 500*3 {options} | r4 r6 r8").capped
    assert bounds(f"{game} b0 500*3 {options} | c c c / r2 r4 r6")[0] == 8
    assert legal(f"{game} b0 500*3 {options} | c c c / r2 r4 r6 r8").capped


def test_spread_limit_is_capped_like_limit() -> None:
    # The card room: the rules of spread limit are those of fixed limit but for the amounts.
    assert levels("so8 5/10:10/10..30 b0 500*3 |") == [40, 70, 100]
    assert levels("so8 5/10:10/10..30 b0 500*3 | c c c /") == [30, 60, 90, 120]


def test_that_nobody_can_call_is_said_before_the_cap() -> None:
    # Two players of whom one is all-in: more bets are not capped, they are pointless.
    choices = legal("flo8 1/2 b0 100,9 | r4 r6 r8 r9")
    assert choices.no_raise == "nobody can call a raise"
    assert not choices.capped
