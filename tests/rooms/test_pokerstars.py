"""The page of the room ``pokerstars``, played.

``docs/rooms/pokerstars.md`` says what shows what.
"""

from __future__ import annotations

import pytest

from omaha8.hand.actions import BetTo, RaiseTo
from omaha8.hand.events import HoleDealt
from omaha8.hand.notation import play
from omaha8.hand.project import view
from omaha8.rules.game import Chips, Seat
from omaha8.rules.house import RulesError, replace
from omaha8.rules.options import Structure
from omaha8.rules.presets import find_rules
from omaha8.table.between_hands import GameChanged
from omaha8.table.mixed import mixed_games
from tests.hand.reading import acting, awards, bounds, legal, levels, payouts, refusal, tabled
from tests.rooms.room_hands import (
    CHECKED_DOWN,
    SHOWDOWN,
    TO_THE_FLOP,
    TO_THE_RIVER,
    TO_THE_TURN,
    game_of,
    low_of,
    made,
    opening,
    posted,
    streets,
)
from tests.table.at_the_table import hand, table_of

ROOM = "pokerstars"
RULES = find_rules(ROOM)
LIMIT = opening(ROOM, "fl", 2, 4)
POT_LIMIT = opening(ROOM, "pl", 1, 2)
NO_LIMIT = opening(ROOM, "nl", 1, 2)

LADDER = "87654 87653 8642A 8432A 76542 7652A 75432 65432 6432A 5432A"


def on_the_ladder(ranks: str) -> tuple[str, str]:
    """Hole cards and board that make just this low."""
    low, high = ranks[3:], ranks[:3]
    return "".join(f"{rank}s" for rank in low) + "KcQc", "".join(f"{r}h" for r in high) + "JdTd"


# cards and hands


def test_four_hole_cards_that_only_their_player_sees() -> None:
    events = play(LIMIT).events
    for seat in range(4):
        dealt = [e for e in view(events, Seat(seat)) if isinstance(e, HoleDealt)]
        assert [e.count for e in dealt] == [4, 4, 4, 4]
        assert [e.seat for e in dealt if e.cards is not None] == [seat]


def test_exactly_two_hole_cards_and_exactly_three_of_the_board() -> None:
    # Royal hearts, if four hole cards might play; the wheel, if none or one might.
    assert made("AhKhQhJh", "Th9h4c3d2s").high.name == "ace high, K-T-9-4 kickers"
    assert low_of("AhKhQhJh", "5h4c3d2sAs") is None


def test_high_and_low_may_be_made_of_different_hole_cards() -> None:
    hand = made("As2dKhKd", "Ks7h3d4c9h")
    assert hand.high.name == "three of a kind, kings, 9-7 kickers"
    assert hand.low is not None
    assert hand.low.dashes == "7-4-3-2-A"


def test_the_pot_is_split_between_the_best_high_and_the_best_low() -> None:
    cards = "board:KsKd7h6c2d 0:KhKcQhQc 1:As3sQdJd"
    line = opening(ROOM, "fl", 2, 4, "100*2", cards)
    assert payouts(play(f"{line} c c / c c / c c / c c")) == {0: 2, 1: 2}


@pytest.mark.parametrize(
    ("hole", "board", "low"),
    [
        ("Ad2cTh9h", "8s7h6cKdQd", "8-7-6-2-A"),
        ("Ad2cTh9h", "9s7h6cKdQd", None),  # a nine is too high
        ("AdKcTh9h", "8s7h6cKdQd", None),  # one low card in the hole
        ("8d7cTh9h", "8s7h6cKdQd", None),  # both paired
        ("Ah2d3c4s", "8h8d7cKsQd", None),  # two low ranks on the board
    ],
)
def test_a_low_is_five_different_ranks_of_eight_or_lower(
    hole: str, board: str, low: str | None
) -> None:
    assert low_of(hole, board) == low


def test_without_a_low_the_high_takes_the_whole_pot() -> None:
    cards = "board:KsKdJh9c2d 0:KhKcQhQc 1:As3s4d5d"
    line = opening(ROOM, "fl", 2, 4, "100*2", cards)
    assert payouts(play(f"{line} c c / c c / c c / c c")) == {0: 4}


def test_straights_and_flushes_do_not_spoil_a_low_and_the_wheel_is_best() -> None:
    hand = made("As2s9dTc", "3s4s5s9cTd")
    assert hand.high.name == "straight flush, five high"
    assert low_of("As2s9dTc", "3s4s5s9cTd") == "5-4-3-2-A"


def test_the_ten_lows_of_the_page_from_the_worst_to_the_best() -> None:
    lows = [made(*on_the_ladder(ranks)).low for ranks in LADDER.split()]
    assert [low and low.ranks for low in lows] == LADDER.split()
    ranks = [low.low_rank for low in lows if low is not None]
    assert ranks == sorted(ranks, reverse=True)
    assert len(set(ranks)) == 10
    assert ranks[0] == 55  # nothing qualifies below the first
    assert ranks[-1] == 0  # nothing beats the last


def test_lows_are_named_from_the_highest_card_down() -> None:
    lows = [made(*on_the_ladder(ranks)).low for ranks in LADDER.split()]
    names = [low.short_name for low in lows if low is not None]
    assert (names[0], names[4], names[8]) == ("Eight Low", "Seven Low", "Six Low")
    six_five, six_four = lows[7], lows[8]
    assert six_four is not None
    assert six_five is not None
    assert (six_five.name, six_four.name) == ("Six-Five Low", "Six-Four Low")
    assert six_four.low_rank < six_five.low_rank


def test_a_straight_that_is_also_the_best_low_scoops() -> None:
    cards = "board:3h4s5dKhKc 0:As2sQdJd 1:KsQsJhTh"
    line = opening(ROOM, "fl", 2, 4, "100*2", cards)
    done = play(f"{line} c c / c c / c c / c c")
    assert [award.why for award in awards(done)] == [
        "all of the main pot, 4: best high and best low"
    ]


def test_the_best_low_can_be_tied_and_is_then_quartered() -> None:
    cards = "board:3h4s5dKhKc 0:As2sQdJd 1:Ad2dKsKd"
    line = opening(ROOM, "fl", 2, 4, "100*2", cards)
    assert payouts(play(f"{line} c c / c c / c c / c c")) == {0: 1, 1: 3}


# structures


def test_limit_pot_limit_no_limit_and_mixed() -> None:
    played = [str(structure) for structure in RULES.allowed_structures]
    assert played == ["fl", "pl", "nl", "mixed"]
    with pytest.raises(RulesError, match="spread is not played here"):
        game_of(ROOM, "spread", 10, 30)


def test_mixed_is_limit_and_pot_limit_in_turn_and_the_blinds_rise_for_limit() -> None:
    rules = replace(RULES, mixed_fl_stake_multiplier=2)
    table = table_of("ABC", rules, mixed_games(rules, 1, 2), buy_in=300)
    played = [hand(table) for _ in range(7)]
    games = [(str(d.game.structure), d.game.small_blind, d.game.big_blind) for d in played]
    # An orbit of three hands each: limit 4/8, pot limit 1/2, limit again.
    assert games == [("fl", 2, 4)] * 3 + [("pl", 1, 2)] * 3 + [("fl", 2, 4)]
    # A change is told before the hand.
    assert isinstance(played[3].events[0], GameChanged)
    assert isinstance(played[6].events[0], GameChanged)


# blinds and the first round


def test_the_small_blind_is_left_of_the_button_and_the_big_blind_left_of_that() -> None:
    assert posted(LIMIT) == [(1, "sb", 1), (2, "bb", 2)]


def test_heads_up_the_button_is_the_small_blind() -> None:
    assert posted(opening(ROOM, "fl", 2, 4, "100*2")) == [(0, "sb", 1), (1, "bb", 2)]


@pytest.mark.parametrize(("low", "blinds"), [(2, (1, 2)), (15, (10, 15)), (4, (2, 4))])
def test_limit_2_4_has_blinds_of_1_and_2_and_15_30_of_10_and_15(
    low: int, blinds: tuple[int, int]
) -> None:
    game = game_of(ROOM, "fl", low, 2 * low)
    assert (game.small_blind, game.big_blind) == blinds
    assert (game.small_bet, game.big_bet) == (low, 2 * low)


@pytest.mark.parametrize("structure", ["pl", "nl"])
def test_pot_and_no_limit_are_named_by_their_blinds(structure: str) -> None:
    game = game_of(ROOM, structure, 1, 2)
    assert (game.small_blind, game.big_blind) == (1, 2)


def test_blinds_may_be_unequal_in_other_ways() -> None:
    game = game_of(ROOM, "fl", 10, 20, small_blind=7)
    assert (game.small_blind, game.big_blind) == (7, 10)
    game = game_of(ROOM, "pl", 2, 5)
    assert (game.small_blind, game.big_blind) == (2, 5)


def test_first_under_the_gun_then_clockwise() -> None:
    assert acting(LIMIT)[:4] == [3, 0, 1, 2]


@pytest.mark.parametrize("line", [LIMIT, POT_LIMIT, NO_LIMIT])
def test_at_a_big_blind_of_2_a_call_costs_2_and_a_raise_is_to_4_at_least(line: str) -> None:
    first = legal(line)
    assert (first.seat, first.to_call, first.min_to) == (3, 2, 4)
    play(f"{line} f")
    play(f"{line} c")
    play(f"{line} r4")


def test_the_big_blind_is_a_live_bet() -> None:
    option = legal(f"{LIMIT} c c c")
    assert (option.seat, option.to_call, option.min_to) == (2, 0, 4)


def test_a_round_ends_when_all_who_are_in_have_bet_the_same() -> None:
    raised = f"{LIMIT} c r4 f c"
    assert (legal(raised).seat, legal(raised).to_call) == (3, 2)
    assert not play(raised).board
    assert len(play(f"{raised} c").board) == 3


# the later rounds


def test_flop_of_three_turn_and_river_of_one() -> None:
    assert [cards for _, cards in streets(play(f"{LIMIT} {TO_THE_RIVER}"))] == [3, 1, 1]


def test_the_later_rounds_begin_left_of_the_button() -> None:
    assert acting(LIMIT) == [3, 0, 1, 2] + 3 * [1, 2, 3, 0]
    # The small blind has folded: the next one begins.
    assert acting(f"{LIMIT} c c f c")[:3] == [2, 3, 0]


def test_in_2_4_bets_are_2_before_and_on_the_flop_and_4_afterwards() -> None:
    assert bounds(f"{LIMIT}") == (4, 4)
    assert bounds(f"{LIMIT} {TO_THE_FLOP}") == (2, 2)
    assert bounds(f"{LIMIT} {TO_THE_TURN}") == (4, 4)
    assert bounds(f"{LIMIT} {TO_THE_RIVER}") == (4, 4)


def test_the_structures_differ_in_nothing_but_the_amounts() -> None:
    assert acting(LIMIT) == acting(POT_LIMIT) == acting(NO_LIMIT)
    assert streets(play(f"{POT_LIMIT} {TO_THE_RIVER}")) == streets(play(f"{LIMIT} {TO_THE_RIVER}"))


# showdown and pot


def test_the_last_to_bet_or_raise_shows_first() -> None:
    line = opening(ROOM, "fl", 2, 4, extras=SHOWDOWN)
    assert tabled(play(f"{line} {TO_THE_RIVER} c c r4 c c c"))[0] == "3"
    assert tabled(play(f"{line} {TO_THE_RIVER} r4 c r8 c c c"))[0] == "3"


def test_a_checked_river_is_shown_from_the_left_of_the_button() -> None:
    line = opening(ROOM, "fl", 2, 4, extras=SHOWDOWN)
    assert tabled(play(f"{line} {CHECKED_DOWN}")) == ["1", "2", "3", "0"]


def test_equal_hands_share_their_half_evenly() -> None:
    # Of 24 seat 0 has the high half, seats 1 and 3 share the low one.
    line = opening(ROOM, "fl", 2, 4, extras=SHOWDOWN)
    done = play(f"{line} {TO_THE_RIVER} r4 c c c")
    assert payouts(done) == {0: 12, 1: 6, 3: 6}


def test_without_a_low_equal_highs_share_the_whole_pot() -> None:
    cards = "board:KsJd9h5c4s 0:AsQh7h3h 1:AhQc7c3c"
    line = opening(ROOM, "fl", 2, 4, "100*2", cards)
    assert payouts(play(f"{line} c c / c c / c c / c c")) == {0: 2, 1: 2}


def test_after_a_hand_the_button_moves_to_the_next_player() -> None:
    table = table_of("ABC.E", RULES)
    assert [hand(table).places for _ in range(5)] == [
        "0 1 2",
        "1 2 4",
        "2 4 0",
        "4 0 1",
        "0 1 2",
    ]


# how much


def test_four_bets_a_round_bet_raise_reraise_cap() -> None:
    assert levels(LIMIT) == [4, 6, 8]  # the big blind is the first
    assert levels(f"{LIMIT} {TO_THE_FLOP}") == [2, 4, 6, 8]
    assert levels(f"{LIMIT} {TO_THE_TURN}") == [4, 8, 12, 16]
    assert legal(f"{LIMIT} {TO_THE_FLOP} r2 r4 r6 r8").capped


def test_the_four_bets_are_the_rounds_and_not_each_players() -> None:
    capped = legal(f"{LIMIT} {TO_THE_FLOP} r2 r4 r6 c r8")
    assert (capped.seat, capped.capped) == (2, True)  # who has raised once
    last = legal(f"{LIMIT} r4 r6 r8")
    assert (last.seat, last.capped) == (2, True)  # who has not acted at all


def test_four_bets_heads_up_too() -> None:
    two = opening(ROOM, "fl", 2, 4, "1000*2")
    assert levels(two) == [4, 6, 8]
    assert levels(f"{two} c c /") == [2, 4, 6, 8]


def test_pot_limit_bets_from_the_big_blind_to_the_pot() -> None:
    assert bounds(f"{POT_LIMIT} {TO_THE_FLOP}") == (2, 8)


@pytest.mark.parametrize("line", [POT_LIMIT, NO_LIMIT])
def test_a_bet_of_5_is_raised_to_10_at_least(line: str) -> None:
    assert bounds(f"{line} {TO_THE_FLOP} r5")[0] == 10
    assert refusal(f"{line} {TO_THE_FLOP} r5 r9") == "Raise to 10 at least (you asked for 9)."


@pytest.mark.parametrize("line", [POT_LIMIT, NO_LIMIT])
def test_a_raise_is_at_least_the_largest_bet_or_raise_of_the_round(line: str) -> None:
    # The bet was 2, the raise on top of it 6: the next one adds 6 or more.
    assert bounds(f"{line} {TO_THE_FLOP} r2 r8")[0] == 14


def test_100_into_100_is_raised_to_400_at_most() -> None:
    line = opening(ROOM, "pl", 25, 50, "10000*2")
    assert play(f"{line} c c /").pot == 100
    assert bounds(f"{line} c c /") == (50, 100)
    assert bounds(f"{line} c c / r100") == (200, 400)
    # 100 of it are the call, which makes a pot of 300; 300 are the raise.
    assert play(f"{line} c c / r100 r400").pot == 600
    assert refusal(f"{line} c c / r100 r401") == "Raise to 400 at most (you asked for 401)."


@pytest.mark.parametrize("line", [POT_LIMIT, NO_LIMIT])
def test_pot_and_no_limit_have_no_cap(line: str) -> None:
    raises = " ".join(f"r{to}" for to in range(4, 40, 2))
    assert legal(f"{line} {raises}").no_raise is None


def test_no_limit_bets_from_the_big_blind_to_the_whole_stack() -> None:
    assert bounds(f"{NO_LIMIT} {TO_THE_FLOP}") == (2, 998)
    assert bounds(f"{NO_LIMIT} {TO_THE_FLOP} r5") == (10, 998)


@pytest.mark.parametrize("line", [LIMIT, POT_LIMIT, NO_LIMIT])
@pytest.mark.parametrize("street", ["", TO_THE_FLOP, f"{TO_THE_TURN} c"])
def test_slider_and_box_cannot_leave_the_legal_range(line: str, street: str) -> None:
    choices = legal(f"{line} {street}")
    wager = RaiseTo if choices.price else BetTo
    possible = [to for to in range(1100) if wager(Chips(to)) in choices]
    assert possible == list(range(choices.min_to, choices.max_to + 1))
    assert choices.min_to <= choices.half_pot_to <= choices.pot_to <= choices.max_to


def test_a_mixed_table_is_no_structure_of_a_hand() -> None:
    with pytest.raises(RulesError, match="mixed is a table's rotation"):
        game_of(ROOM, Structure.MIXED, 1, 2)
