"""Whose turn it is (RULES, who acts)."""

from __future__ import annotations

import pytest

from omaha8.hand.actions import FOLD
from omaha8.hand.legal import IllegalAction
from omaha8.hand.notation import play
from omaha8.rules.game import Seat
from tests.hand.reading import acting, legal, refusal

# Five players, the button in seat 0: small blind 1, big blind 2. Per round five seats act.


def test_first_left_of_the_big_blind_then_left_of_the_button() -> None:
    line = "nlo8 1/2 b0 100*5"
    assert acting(f"{line} |") == [3, 4, 0, 1, 2] + 3 * [1, 2, 3, 4, 0]


def test_the_street_goes_by_the_board() -> None:
    streets = ["", "c c /", "c c / c c /", "c c / c c / c c /"]
    hands = [play(f"nlo8 1/2 b0 100*2 | {played}") for played in streets]
    assert [hand.public.street for hand in hands] == ["preflop", "flop", "turn", "river"]
    assert [len(hand.board) for hand in hands] == [0, 3, 4, 5]


def test_a_hand_says_whose_turn_it_is() -> None:
    assert play("nlo8 1/2 b0 100*3 |").turn == 0
    assert play("nlo8 1/2 b0 100*3 | f").turn == 1
    assert play("nlo8 1/2 b0 100*3 | f f").turn is None


def test_nobody_acts_for_another_seat() -> None:
    hand = play("nlo8 1/2 b0 100*3 |")
    with pytest.raises(IllegalAction, match="seat 1 is not to act: it is seat 0's turn"):
        hand.apply(FOLD, Seat(1))
    hand.apply(FOLD, Seat(0))
    assert hand.turn == 1


def test_the_first_to_act_may_not_check_and_the_big_blind_has_the_option() -> None:
    line = "nlo8 1/2 b0 100*5"
    assert legal(f"{line} |").to_call == 2
    option = legal(f"{line} | c c c c")
    assert (option.seat, option.to_call, option.min_to) == (2, 0, 4)


def test_a_raise_of_the_big_blind_gives_everybody_another_turn() -> None:
    assert acting("nlo8 1/2 b0 100*3 | c c r6")[:3] == [0, 1, 1]


def test_who_folded_or_is_all_in_is_passed_over() -> None:
    assert acting("nlo8 1/2 b0 100,100,100,30,100 | r30 f c c c")[:6] == [1, 2, 0] * 2


def test_empty_seats_are_passed_over() -> None:
    assert acting("nlo8 1/2 b1 -,100,-,100,100,-,100 |")[:8] == [6, 1, 3, 4, 3, 4, 6, 1]


def test_heads_up_the_button_is_first_before_the_flop_and_last_after() -> None:
    assert acting("nlo8 1/2 b0 100*2 |") == [0, 1, 1, 0, 1, 0, 1, 0]
    assert acting("nlo8 1/2 b1 100*2 |") == [1, 0, 0, 1, 0, 1, 0, 1]


def test_a_house_where_the_button_posts_no_small_blind_heads_up() -> None:
    assert acting("nlo8 1/2 b0 100*2 heads_up_button_posts_sb=false |")[:4] == [1, 0, 1, 0]


def test_a_straddle_acts_last_before_the_flop() -> None:
    assert acting("nlo8 1/2 b0 100*5 sb1=1 bb2=2 straddle3=4 |")[:6] == [4, 0, 1, 2, 3, 1]
    assert legal("nlo8 1/2 b0 100*5 sb1=1 bb2=2 straddle3=4 |").to_call == 4


def test_a_straddle_on_a_straddle_acts_last() -> None:
    line = "nlo8 1/2 b0 100*5 sb1=1 bb2=2 straddle3=4 straddle4=8 |"
    assert acting(line)[:6] == [0, 1, 2, 3, 4, 1]


def test_who_posted_a_missed_blind_acts_in_turn_and_may_check() -> None:
    line = "nlo8 1/2 b0 100*5 sb1=1 bb2=2 missed_bb4=2 both0=2+1 |"
    assert acting(line)[:5] == [3, 4, 0, 1, 2]
    assert legal(f"{line} c").to_call == 0
    assert legal(f"{line} c c").to_call == 0


# kill pots


@pytest.mark.parametrize(
    ("kill_acts", "first_round"),
    [
        ("in_turn", [3, 4, 0, 1, 2]),
        ("last_first_round", [3, 0, 1, 2, 4]),
        ("last_after_blinds", [3, 0, 1, 2, 4]),
    ],
)
def test_when_the_killer_acts(kill_acts: str, first_round: list[int]) -> None:
    # RULES, kill: in turn, or last in the first round only.
    line = f"flo8 1/2:4/8 b0 100*5 sb1=1 bb2=2 kill4=4 kill_acts={kill_acts} |"
    assert acting(line) == first_round + 3 * [1, 2, 3, 4, 0]


@pytest.mark.parametrize("kill_acts", ["in_turn", "last_first_round", "last_after_blinds"])
def test_a_killer_in_the_big_blind_acts_where_the_big_blind_does(kill_acts: str) -> None:
    # RULES, kill: in place of his own blind if he is in one.
    for posts in ("sb1=1 kill2=4", "kill2=4"):
        line = f"flo8 1/2:4/8 b0 100*5 {posts} kill_acts={kill_acts} |"
        assert acting(line)[:6] == [3, 4, 0, 1, 2, 1]


def test_a_killer_in_the_small_blind_acts_last_only_if_the_house_says_so() -> None:
    line = "flo8 1/2:4/8 b0 100*5 kill1=4 bb2=2"
    assert acting(f"{line} |")[:5] == [3, 4, 0, 1, 2]
    assert acting(f"{line} kill_acts=last_first_round |")[:5] == [3, 4, 0, 2, 1]


def test_a_killer_heads_up() -> None:
    assert acting("flo8 1/2:4/8 b0 100*2 sb0=1 kill1=4 |")[:4] == [0, 1, 1, 0]
    assert acting("flo8 1/2:4/8 b0 100*2 kill0=4 bb1=2 |")[:4] == [0, 1, 1, 0]


def test_a_killer_who_acts_last_has_an_option_and_may_raise() -> None:
    line = "flo8 1/2:4/8 b0 100*5 sb1=1 bb2=2 kill4=4 kill_acts=last_first_round | c f f c"
    option = legal(line)
    assert (option.seat, option.to_call, option.min_to) == (4, 0, 8)
    assert acting(f"{line} r8")[:2] == [3, 2]


# dead button, no small blind


def test_a_button_at_an_empty_seat() -> None:
    line = "nlo8 1/2 b2 100,100,-,100,100 |"
    assert acting(line)[:8] == [0, 1, 3, 4, 3, 4, 0, 1]


def test_a_dead_button_heads_up_leaves_the_blinds_where_they_are() -> None:
    # TDA, dead button: nobody has the button; small blind first on every street.
    assert acting("nlo8 1/2 b0 -,100,100 tda |")[:4] == [1, 2, 1, 2]


def test_a_hand_without_a_small_blind() -> None:
    line = "nlo8 1/2 b0 100*4 bb2=2 |"
    assert acting(line)[:8] == [3, 0, 1, 2, 1, 2, 3, 0]


def test_a_hand_without_any_post_begins_left_of_the_button() -> None:
    assert acting("nlo8 1/2 b1 100*4 posts=none |")[:6] == [2, 3, 0, 1, 2, 3]
    assert acting("nlo8 1/2 b2 100,100,-,100 posts=none |")[:6] == [3, 0, 1, 3, 0, 1]


def test_nobody_shows_while_there_is_betting() -> None:
    assert refusal("nlo8 1/2 b0 100*3 | s") == (
        "cannot show: seat 0 may fold, call 2 or raise to 4-100"
    )


# all-in


def test_a_short_big_blind_does_not_lower_the_price() -> None:
    # RULES, short blind: others still call the full blind.
    for game in ("flo8 5/10", "plo8 5/10", "nlo8 5/10", "so8 5/10"):
        choices = legal(f"{game} b0 100,100,4,100 |")
        assert (choices.to_call, choices.min_to) == (10, 20)
        assert legal(f"{game} b0 100,100,4,100 | c c").to_call == 5


def test_a_short_big_blind_is_asked_no_more() -> None:
    assert acting("nlo8 5/10 b0 100,100,4,100 |")[:4] == [3, 0, 1, 1]


def test_everybody_all_in_from_the_posts_sees_the_board_at_once() -> None:
    hand = play("nlo8 5/10 b0 100,5,10 sb1=5 bb2=10 dead_sb0=0+100 |")
    assert hand.over
    assert len(hand.board) == 5


def test_the_last_player_with_chips_is_not_asked() -> None:
    # The blinds are all-in, the small one for less than the big one: no decision is left.
    assert play("nlo8 5/10 b0 3,100 |").over  # the button has 3 of the small blind
    assert play("nlo8 5/10 b0 100,4 |").over  # the big blind has 4, the small one paid 5
    assert legal("nlo8 5/10 b0 100,7 |").to_call == 5  # 7 against 5: a call or a fold


def test_the_last_player_with_chips_is_asked_to_match_an_all_in_and_no_more() -> None:
    line = "nlo8 1/2 b0 50,100 | r50"
    assert acting(line) == [1]
    assert play(f"{line} c").over


def test_a_side_pot_is_bet_by_those_who_have_chips() -> None:
    line = "nlo8 1/2 b0 10,100,100 | r10 c c"
    assert acting(line) == [1, 2] * 3
