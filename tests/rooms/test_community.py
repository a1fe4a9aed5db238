"""The page of the room ``community``, played.

``docs/rooms/community.md`` says what shows what.
"""

from __future__ import annotations

import pytest

from omaha8.hand.actions import CHECK
from omaha8.hand.events import HoleDealt, Shown
from omaha8.hand.legal import IllegalAction
from omaha8.hand.notation import play
from omaha8.hand.project import view
from omaha8.rules.game import Seat
from omaha8.rules.house import RulesError
from omaha8.rules.presets import find_rules
from omaha8.table.commands import SitOut
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

ROOM = "community"
RULES = find_rules(ROOM)
LIMIT = opening(ROOM, "fl", 5, 10)
POT_LIMIT = opening(ROOM, "pl", 5, 10)
NO_LIMIT = opening(ROOM, "nl", 5, 10)
EVERY_GAME = pytest.mark.parametrize("line", [LIMIT, POT_LIMIT, NO_LIMIT])
HEADS_UP_DOWN = "c c / c c / c c / c c"

# cards and hands


def test_four_pocket_cards_face_down_and_five_on_the_board() -> None:
    done = play(f"{LIMIT} {TO_THE_RIVER}")
    dealt = [e for e in view(done.events, Seat(0)) if isinstance(e, HoleDealt)]
    assert [(e.seat, e.count, e.cards is not None) for e in dealt] == [
        (1, 4, False),
        (2, 4, False),
        (3, 4, False),
        (0, 4, True),
    ]
    assert len(done.board) == 5


def test_two_pocket_cards_and_three_of_the_board_never_any_five() -> None:
    # Four spades in the pocket, or four on the board, make no flush with one more.
    assert made("AsQs9s7s", "Ks2h4d8cJh").high.short_name == "ace high"
    assert made("As9d7c6h", "KsQs4s2sJh").high.short_name == "ace high"
    # A-2-3-4 in the pocket and a five on the board are no wheel.
    assert low_of("As2d3c4h", "5hKsQdJc8s") is None


@pytest.mark.parametrize(
    ("hole", "board", "low"),
    [
        ("As2dKhQh", "8s7h6cKdQd", "8-7-6-2-A"),
        ("As2dKhQh", "9s7h6cKdQd", None),
        ("As2dKhQh", "8s8h6c6dQd", None),  # no card above eight on it, and no low
    ],
)
def test_no_card_above_eight_and_no_rank_twice(hole: str, board: str, low: str | None) -> None:
    assert low_of(hole, board) == low


def test_the_best_low_is_ace_to_five_and_the_ace_counts_high_as_well() -> None:
    both = made("As2dAhKh", "3s4h5cAdQd")
    assert both.low is not None
    assert (both.low.dashes, both.low.name) == ("5-4-3-2-A", "Wheel")
    assert made("AsKd9h9c", "AhQd7c5s2h").high.short_name == "pair of aces"


def test_ace_deuce_of_spades_on_three_four_five_of_spades_scoops() -> None:
    cards = "board:3s4s5sKhKc 0:As2sKdQd 1:KsQsJhTh"
    done = play(f"{opening(ROOM, 'fl', 5, 10, '100*2', cards)} {HEADS_UP_DOWN}")
    assert payouts(done) == {0: 10}
    assert awards(done)[0].hand == "straight flush, five high; Wheel"


def test_lows_compare_by_the_highest_card_then_the_next() -> None:
    lows = [
        made("5s4sKcQc", "8h7h6hJdTd").low,
        made("4s2sKcQc", "8h7h5hJdTd").low,
        made("3sAsKcQc", "8h7h4hJdTd").low,
        made("2sAsKcQc", "7h6h5hJdTd").low,
    ]
    ranks = [low.low_rank for low in lows if low is not None]
    assert len(ranks) == 4
    assert ranks == sorted(ranks, reverse=True)


def test_without_a_low_the_high_takes_the_whole_pot() -> None:
    # Nobody's low qualifies, though two hands hold nothing above an eight.
    cards = "board:KsKdJh9c2d 0:KhKcQhQc 1:As3s4d5d"
    done = play(f"{opening(ROOM, 'fl', 5, 10, '100*2', cards)} {HEADS_UP_DOWN}")
    assert payouts(done) == {0: 10}


# games and stakes


def test_fixed_limit_pot_limit_and_no_limit() -> None:
    assert [str(structure) for structure in RULES.allowed_structures] == ["fl", "pl", "nl"]
    with pytest.raises(RulesError, match="spread is not played here; allowed: fl, pl, nl"):
        game_of(ROOM, "spread", 5, 10)


def test_in_5_10_limit_two_rounds_of_5_and_two_of_10_no_more_and_no_less() -> None:
    assert bounds(LIMIT) == (10, 10)
    assert bounds(f"{LIMIT} {TO_THE_FLOP}") == (5, 5)
    assert bounds(f"{LIMIT} {TO_THE_TURN}") == (10, 10)
    assert bounds(f"{LIMIT} {TO_THE_RIVER}") == (10, 10)
    assert refusal(f"{LIMIT} {TO_THE_FLOP} r4") == "Bet 5 at least (you asked for 4)."
    assert refusal(f"{LIMIT} {TO_THE_FLOP} r6") == "Bet 5 at most (you asked for 6)."


def test_a_pot_of_30_is_bet_30_at_most() -> None:
    line = opening(ROOM, "pl", 5, 10, "1000*3")
    assert play(f"{line} c c c /").pot == 30
    assert bounds(f"{line} c c c /") == (10, 30)
    assert refusal(f"{line} c c c / r31") == "Bet 30 at most (you asked for 31)."


def test_100_into_100_is_raised_by_300_that_is_to_400() -> None:
    line = opening(ROOM, "pl", 25, 50, "10000*2")
    assert play(f"{line} c c /").pot == 100
    assert bounds(f"{line} c c / r100") == (200, 400)
    assert play(f"{line} c c / r100 r400 c").pot == 900


def test_no_limit_bets_from_the_big_blind_to_the_whole_stack() -> None:
    assert bounds(f"{NO_LIMIT} {TO_THE_FLOP}") == (10, 990)
    assert bounds(f"{NO_LIMIT} {TO_THE_RIVER}") == (10, 990)


# the cap


def test_a_round_of_limit_is_a_bet_and_three_raises() -> None:
    assert levels(f"{LIMIT} {TO_THE_FLOP}") == [5, 10, 15, 20]
    assert levels(f"{LIMIT} {TO_THE_RIVER}") == [10, 20, 30, 40]
    capped = legal(f"{LIMIT} {TO_THE_FLOP} r5 r10 r15 r20")
    assert (capped.capped, capped.explain()) == (True, "fold or call 15 (capped)")


def test_the_big_blind_is_the_bet_and_not_a_raise_of_the_small_one() -> None:
    # A bet and a raise before the cards would leave two raises.
    assert levels(LIMIT) == [10, 15, 20]


def test_when_two_remain_it_is_a_bet_and_five_raises_on_every_round() -> None:
    two = opening(ROOM, "fl", 5, 10, "1000*2")
    assert levels(two) == [10, 15, 20, 25, 30]
    assert levels(f"{LIMIT} f f") == [10, 15, 20, 25, 30]
    flop = f"{LIMIT} f f c c /"
    assert levels(flop) == [5, 10, 15, 20, 25, 30]
    assert levels(f"{flop} c c /") == [10, 20, 30, 40, 50, 60]
    assert levels(f"{flop} c c / c c /") == [10, 20, 30, 40, 50, 60]


def test_two_remain_in_the_hand_only_when_the_others_have_folded() -> None:
    # Seat 3 is all-in and still in the hand: two can bet, three remain.
    line = opening(ROOM, "fl", 5, 10, "1000,1000,1000,5")
    assert levels(f"{line} c f c c /") == [5, 10, 15, 20]


@pytest.mark.parametrize("line", [POT_LIMIT, NO_LIMIT])
def test_pot_and_no_limit_have_no_cap(line: str) -> None:
    raises = " ".join(f"r{to}" for to in range(20, 200, 10))
    assert legal(f"{line} {raises}").no_raise is None


# blinds and button


def test_5_10_limit_posts_2_and_5_and_5_10_pot_or_no_limit_5_and_10() -> None:
    assert posted(LIMIT) == [(1, "sb", 2), (2, "bb", 5)]
    assert posted(POT_LIMIT) == [(1, "sb", 5), (2, "bb", 10)]
    assert posted(NO_LIMIT) == [(1, "sb", 5), (2, "bb", 10)]


@pytest.mark.parametrize(
    ("low", "dollar", "small_blind"),
    [
        (5, 1, 2),
        (15, 1, 7),
        (2, 1, 1),
        (1, 1, 1),  # half of 1 is rounded down to 0, which is no blind
        (500, 100, 200),  # the dollar, not the cent, is what is rounded to
        (100, 100, 100),
        (50, 100, 50),
    ],
)
def test_half_a_bet_is_rounded_down_to_the_dollar_and_never_to_nothing(
    low: int, dollar: int, small_blind: int
) -> None:
    assert game_of(ROOM, "fl", low, 2 * low, dollar=dollar).small_blind == small_blind


@EVERY_GAME
def test_the_blinds_are_live_and_have_the_last_word(line: str) -> None:
    big = play(line).public.game.big_blind
    small = legal(f"{line} c c")
    assert (small.seat, small.to_call) == (1, big - play(line).public.game.small_blind)
    option = legal(f"{line} c c c")
    assert (option.seat, option.to_call, option.min_to) == (2, 0, 2 * big)
    # The big blind need not check: the round goes on.
    assert acting(f"{line} c c c r{2 * big}")[:3] == [3, 0, 1]


@EVERY_GAME
def test_who_wants_to_play_matches_the_big_blind(line: str) -> None:
    first = legal(line)
    assert (first.seat, first.to_call) == (3, play(line).public.game.big_blind)
    with pytest.raises(IllegalAction, match="cannot check"):
        play(line).apply(CHECK)


def test_the_button_moves_clockwise_to_the_next_active_player() -> None:
    table = table_of("ABCDE", RULES)
    assert [hand(table).places for _ in range(2)] == ["0 1 2", "1 2 3"]
    table.apply(SitOut(Seat(4)))
    assert [hand(table).places for _ in range(3)] == ["2 3 0", "3 0 1", "0 1 2"]


def test_left_of_the_button_is_dealt_first_and_acts_first_after_the_flop() -> None:
    done = play(LIMIT)
    assert [e.seat for e in done.events if isinstance(e, HoleDealt)] == [1, 2, 3, 0]
    order = acting(LIMIT)
    assert order[4:] == 3 * [1, 2, 3, 0]  # the button is last
    assert order[:4] == [3, 0, 1, 2]  # before the flop the big blind is


# the streets


def test_flop_of_three_turn_and_river_of_one() -> None:
    assert [cards for _, cards in streets(play(f"{LIMIT} {TO_THE_RIVER}"))] == [3, 1, 1]


def test_before_the_flop_raises_are_of_the_lower_stake_or_within_the_pot() -> None:
    assert bounds(LIMIT) == (10, 10)
    assert bounds(POT_LIMIT) == (20, 35)
    assert bounds(f"{POT_LIMIT} {TO_THE_FLOP}") == (10, 40)


# showdown


def test_the_last_to_bet_or_raise_on_the_river_shows_first() -> None:
    line = opening(ROOM, "fl", 5, 10, extras=SHOWDOWN)
    # A bet on the turn does not count.
    assert tabled(play(f"{line} {TO_THE_TURN} c r10 c c c / c c c c"))[0] == "1"
    assert tabled(play(f"{line} {TO_THE_RIVER} c c r10 c c c"))[0] == "3"


def test_a_checked_river_is_shown_from_the_left_of_the_dealer() -> None:
    line = opening(ROOM, "fl", 5, 10, extras=SHOWDOWN)
    assert tabled(play(f"{line} {CHECKED_DOWN}")) == ["1", "2", "3", "0"]


def test_hands_are_revealed_clockwise_unless_they_can_win_nothing() -> None:
    # The high of seat 3 beats that of 1, which is shown for its low all the same.
    line = opening(ROOM, "fl", 5, 10, extras=SHOWDOWN)
    assert tabled(play(f"{line} {TO_THE_RIVER} c c r10 c c c")) == ["3", "0", "1", "-2"]


def test_who_need_not_show_may_when_it_is_over() -> None:
    line = opening(ROOM, "fl", 5, 10, extras=SHOWDOWN)
    done = play(f"{line} {TO_THE_RIVER} c c r10 c c c")
    (shown,) = done.show(Seat(2))
    assert isinstance(shown, Shown)
    assert shown.voluntary


def test_the_best_high_and_the_best_low_split_the_pot() -> None:
    line = opening(ROOM, "fl", 5, 10, extras=SHOWDOWN)
    assert payouts(play(f"{line} {CHECKED_DOWN}")) == {0: 10, 1: 5, 3: 5}


@EVERY_GAME
def test_who_bets_and_sees_all_fold_has_bought_the_pot_and_shows_or_mucks(line: str) -> None:
    bet = legal(f"{line} {TO_THE_FLOP}").min_to
    done = play(f"{line} {TO_THE_FLOP} r{bet} f f f")
    assert done.over
    assert tabled(done) == []
    assert payouts(done) == {1: done.pot}
    assert tabled(play(f"{line} {TO_THE_FLOP} r{bet} f f f s1")) == ["1*"]


def test_the_odd_chip_of_an_uneven_pot_goes_to_high() -> None:
    # The small blind of 2 folds: a pot of 17.
    cards = "board:KsKd7h6c2d 0:KhKcQhQc 2:AhTsTc9c 3:Ac3cJhJc"
    line = opening(ROOM, "fl", 5, 10, "1000*4", cards)
    done = play(f"{line} c c f c / c c c / c c c / c c c")
    assert payouts(done) == {0: 9, 3: 8}
    assert [award.why for award in awards(done)] == [
        "high of the main pot, 9: best high; odd chip to high",
        "low of the main pot, 8: best low; odd chip to high",
    ]
