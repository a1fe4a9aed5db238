"""The page of the room ``poker-room``, played: one hand.

``docs/rooms/poker-room.md`` says what shows what. Blinds from hand to hand are in
``test_poker_room_blinds.py``.
"""

from __future__ import annotations

import pytest

from omaha8.hand.actions import CHECK
from omaha8.hand.events import HoleDealt
from omaha8.hand.legal import IllegalAction
from omaha8.hand.notation import play
from omaha8.hand.project import history
from omaha8.rules.game import Chips
from omaha8.rules.house import RulesError
from omaha8.rules.presets import find_rules
from omaha8.table.commands import Sit
from omaha8.table.machine import Table
from omaha8.table.refusal import Refused
from tests.hand.reading import acting, awards, legal, payouts, tabled
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
from tests.table.at_the_table import DECK, deal

ROOM = "poker-room"
RULES = find_rules(ROOM)
LIMIT = opening(ROOM, "fl", 2, 4)

# cards and hands


def test_two_of_four_and_three_of_five_for_high_and_for_low() -> None:
    hand = made("AhKhQhJh", "Th9h4c3d2s")
    assert hand.high.name == "ace high, K-T-9-4 kickers"  # no royal flush of four hole cards
    assert low_of("As2s3s4s", "5hKhQdJcTc") is None  # no wheel of four hole cards


def test_two_other_cards_may_play_for_low() -> None:
    hand = made("As2dKhKd", "Ks7h3d4c9h")
    assert hand.high.short_name == "three of a kind, kings"
    assert hand.low is not None
    assert hand.low.dashes == "7-4-3-2-A"


def test_high_and_low_win_half_of_the_pot_each() -> None:
    line = opening(ROOM, "fl", 2, 4, "100*2", "board:KsKd7h6c2d 0:KhKcQhQc 1:As3sQdJd")
    assert payouts(play(f"{line} c c / c c / c c / c c s")) == {0: 2, 1: 2}


def test_without_a_low_the_high_wins_the_whole_pot() -> None:
    line = opening(ROOM, "fl", 2, 4, "100*2", "board:KsKdJh9c2d 0:KhKcQhQc 1:As3s4d5d")
    assert payouts(play(f"{line} c c / c c / c c / c c s")) == {0: 4}


def test_a_low_is_five_unpaired_cards_of_eight_or_lower() -> None:
    assert low_of("Ad2cTh9h", "8s7h6cKdQd") == "8-7-6-2-A"
    assert low_of("Ad2cTh9h", "9s7h6cKdQd") is None
    assert low_of("8d7cTh9h", "8s7h6cKdQd") is None


def test_three_board_cards_of_one_rank_or_two_make_no_low() -> None:
    # Three cards of eight or lower lie there, but only two ranks.
    assert low_of("Ah2d3c4s", "8h8d7cKsQd") is None
    assert low_of("Ah2d3c4s", "8h6d7cKsQd") == "8-7-6-2-A"


def test_straights_and_flushes_do_not_count_for_low() -> None:
    assert low_of("As2s9dTc", "3s4s5s9cTd") == "5-4-3-2-A"


def test_the_lower_highest_card_wins_then_the_next() -> None:
    lows = [
        made("7s5sKcQc", "8h6h4hJdTd").low,
        made("5s3sKcQc", "8h6h4hJdTd").low,
        made("3s2sKcQc", "8h6h4hJdTd").low,
        made("6s2sKcQc", "7h5h4hJdTd").low,
    ]
    ranks = [low.low_rank for low in lows if low is not None]
    assert len(ranks) == 4
    assert ranks == sorted(ranks, reverse=True)


def test_an_ace_may_be_the_lowest_card_and_the_highest() -> None:
    hand = made("As3dKhQh", "Ad5d6c8sKc")
    assert hand.high.short_name == "two pair, aces and kings"
    assert hand.low is not None
    assert hand.low.dashes == "8-6-5-3-A"


# before the deal


def test_players_buy_in_before_they_are_dealt_in() -> None:
    table = Table(RULES, game_of(ROOM, "fl", 2, 4), 4)
    with pytest.raises(Refused, match="Bring 40 to 400 chips"):
        table.apply(Sit("A", Chips(39)))
    table.apply(Sit("A", Chips(40)))
    table.apply(Sit("B", Chips(400)))
    assert deal(table).players == "01"


def test_the_room_deals_limit_only() -> None:
    for structure in ("pl", "nl", "spread"):
        with pytest.raises(RulesError, match="is not played here; allowed: fl"):
            game_of(ROOM, structure, 2, 4)


def test_in_2_4_the_blinds_are_1_and_2_left_of_the_button() -> None:
    assert posted(LIMIT) == [(1, "sb", 1), (2, "bb", 2)]


def test_cards_are_dealt_clockwise_from_the_left_of_the_button() -> None:
    # Not from the button, as the page says first.
    dealt = [e for e in play(LIMIT, DECK).events if isinstance(e, HoleDealt)]
    assert [(e.seat, e.count) for e in dealt] == [(1, 4), (2, 4), (3, 4), (0, 4)]
    assert dealt[0].cards == DECK[0:16:4]
    assert dealt[3].cards == DECK[3:16:4]


# the rounds


def test_left_of_the_big_blind_is_first_and_may_not_check() -> None:
    first = legal(LIMIT)
    assert (first.seat, first.explain()) == (3, "fold, call 2 or raise to 4")
    with pytest.raises(IllegalAction, match="cannot check: seat 3 may fold, call 2 or raise to 4"):
        play(LIMIT).apply(CHECK)


def test_the_big_blind_may_check_or_raise_when_nobody_has_raised() -> None:
    assert legal(f"{LIMIT} c c c").explain() == "fold, check or raise to 4"
    raised = legal(f"{LIMIT} r4 c c")
    assert (raised.seat, raised.to_call) == (2, 2)


def test_a_card_is_burned_before_flop_turn_and_river() -> None:
    done = play(f"{LIMIT} {TO_THE_RIVER}", DECK)
    assert streets(done) == [(1, 3), (1, 1), (1, 1)]
    # Sixteen hole cards, then burn and turn.
    assert done.board == (*DECK[17:20], DECK[21], DECK[23])


def test_afterwards_left_of_the_button_is_first() -> None:
    assert acting(LIMIT)[4:] == 3 * [1, 2, 3, 0]


def test_the_button_stays_when_its_player_folds() -> None:
    done = play(f"{LIMIT} c f c c /")
    assert done.public.button == 0
    assert acting(f"{LIMIT} c f c c /") == 3 * [1, 2, 3]


def test_after_a_bet_nobody_checks() -> None:
    assert legal(f"{LIMIT} {TO_THE_FLOP}").explain() == "fold, check or bet 2"
    assert legal(f"{LIMIT} {TO_THE_FLOP} r2").explain() == "fold, call 2 or raise to 4"
    with pytest.raises(IllegalAction, match="cannot check"):
        play(f"{LIMIT} {TO_THE_FLOP} r2").apply(CHECK)


def test_bets_double_on_the_turn() -> None:
    assert legal(f"{LIMIT} {TO_THE_TURN}").min_to == 4


# showdown


def test_the_last_to_bet_or_raise_shows_first_not_the_last_to_call() -> None:
    line = opening(ROOM, "fl", 2, 4, extras=SHOWDOWN)
    assert tabled(play(f"{line} {TO_THE_RIVER} c r4 c c c"))[0] == "2"
    assert tabled(play(f"{line} {TO_THE_RIVER} r4 c r8 c c c"))[0] == "3"


def test_where_the_river_was_checked_the_last_to_act_shows_first() -> None:
    line = opening(ROOM, "fl", 2, 4, extras=SHOWDOWN)
    assert tabled(play(f"{line} {CHECKED_DOWN}")) == ["0"]
    assert legal(f"{line} {CHECKED_DOWN}").seat == 1


def test_who_was_not_called_need_not_show() -> None:
    done = play(f"{LIMIT} {TO_THE_RIVER} r4 f f f")
    assert (done.over, tabled(done)) == (True, [])


def test_who_called_the_last_bet_may_muck() -> None:
    line = f"{opening(ROOM, 'fl', 2, 4, extras=SHOWDOWN)} {TO_THE_RIVER} c c r4 c c c"
    assert tabled(play(line)) == ["3"]
    assert legal(line).explain() == "show or muck"
    assert tabled(play(f"{line} s s m")) == ["3", "0", "1", "-2"]


def test_the_history_has_what_was_mucked_at_the_showdown_and_nothing_that_was_folded() -> None:
    line = f"{opening(ROOM, 'fl', 2, 4, extras=SHOWDOWN)} {TO_THE_RIVER} f c r4 c c"
    done = play(f"{line} s m")
    assert tabled(done) == ["3", "0", "-2"]
    asked = [e for e in history(done.events, None, RULES) if isinstance(e, HoleDealt)]
    assert {e.seat: e.cards is not None for e in asked} == {0: False, 1: False, 2: True, 3: False}


def test_the_cards_speak() -> None:
    # Nobody declares anything: seat 0 has the high, 1 and 3 share the low.
    line = f"{opening(ROOM, 'fl', 2, 4, extras=SHOWDOWN)} {CHECKED_DOWN} s s s"
    assert payouts(play(line)) == {0: 4, 1: 2, 3: 2}
    assert awards(play(line))[0].hand == "four of a kind, kings, seven kicker"
