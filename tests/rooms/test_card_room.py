"""The page of the room ``card-room``, played: antes, betting, showdown, chops and straddles.

``docs/rooms/card-room.md`` says what shows what. Kill pots are in ``test_card_room_kills.py``.
"""

from __future__ import annotations

import pytest

from omaha8.hand.events import Awarded, HoleDealt
from omaha8.hand.notation import play
from omaha8.rules.game import Chips, Seat
from omaha8.rules.house import RulesError, replace
from omaha8.rules.options import FractionalAnte, Kill
from omaha8.rules.presets import find_preset, find_rules
from omaha8.table.between_hands import ChopAnswered, Chopped
from omaha8.table.commands import AgreeChop, Straddle
from omaha8.table.machine import Table
from omaha8.table.refusal import Refused
from tests.hand.reading import acting, bounds, legal, levels, payouts, refusal, tabled
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
    play_out,
    posted,
    streets,
)
from tests.table.at_the_table import act, deal, hand, table_of

ROOM = "card-room"
RULES = find_rules(ROOM)
LIMIT = opening(ROOM, "fl", 10, 20)
SPREAD = opening(ROOM, "spread", 10, 30)
POT_LIMIT = opening(ROOM, "pl", 10, 20)
NO_LIMIT = opening(ROOM, "nl", 10, 20)

# antes and blinds


def test_a_cash_game_has_no_ante() -> None:
    assert game_of(ROOM, "fl", 10, 20).ante == 0
    assert posted(LIMIT) == [(1, "sb", 5), (2, "bb", 10)]


def test_an_ante_is_a_tenth_of_the_lower_bet_and_counts_towards_no_bet() -> None:
    assert RULES.ante == FractionalAnte("1/10", "tournaments")
    always = "ante=" + '{"fraction_of_small_bet":"1/10","where":"always"}'
    line = f"flo8 5/10:10/20a1 b0 1000*4 {ROOM} {always} |"
    antes = [(seat, "ante", 1) for seat in (1, 2, 3, 0)]
    assert posted(line) == [*antes, (1, "sb", 5), (2, "bb", 10)]
    first = legal(line)
    assert (first.to_call, first.min_to, play(line).pot) == (10, 20, 19)


def test_the_small_blind_is_half_the_lower_bet_and_the_big_blind_all_of_it() -> None:
    game = game_of(ROOM, "fl", 10, 20)
    assert (game.small_blind, game.big_blind) == (5, 10)
    with pytest.raises(RulesError, match="half of a small bet of 5 is no whole number"):
        game_of(ROOM, "fl", 5, 10)
    assert game_of(ROOM, "fl", 500, 1000, dollar=100).small_blind == 250


def test_the_blinds_are_bets_and_may_raise_though_nobody_has() -> None:
    small = legal(f"{LIMIT} c c")
    assert (small.seat, small.to_call, small.min_to) == (1, 5, 20)
    big = legal(f"{LIMIT} c c c")
    assert (big.seat, big.to_call, big.min_to) == (2, 0, 20)


# limit, street by street


def test_four_cards_and_not_two_beginning_with_the_small_blind() -> None:
    dealt = [(e.seat, e.count) for e in play(LIMIT).events if isinstance(e, HoleDealt)]
    assert dealt == [(1, 4), (2, 4), (3, 4), (0, 4)]


def test_two_of_the_four_and_three_of_the_board_as_everywhere() -> None:
    assert made("AhKhQhJh", "Th9h4c3d2s").high.short_name == "ace high"
    assert low_of("As2s3s4s", "5hKhQdJcTc") is None


def test_left_of_the_big_blind_folds_calls_the_lower_bet_or_raises_to_twice_that() -> None:
    first = legal(LIMIT)
    assert (first.seat, first.explain()) == (3, "fold, call 10 or raise to 20")
    assert acting(LIMIT)[:4] == [3, 0, 1, 2]


def test_the_small_blind_adds_the_other_half_and_the_big_blind_checks() -> None:
    assert legal(f"{LIMIT} c c").to_call == 5
    assert legal(f"{LIMIT} c c c").to_call == 0
    assert len(play(f"{LIMIT} c c c c").board) == 3


def test_from_the_flop_on_left_of_the_button_acts_first() -> None:
    assert acting(LIMIT)[4:12] == 2 * [1, 2, 3, 0]
    assert [cards for _, cards in streets(play(f"{LIMIT} {TO_THE_RIVER}"))] == [3, 1, 1]


def test_bets_are_the_lower_on_the_flop_and_the_higher_on_turn_and_river() -> None:
    assert bounds(f"{LIMIT} {TO_THE_FLOP}") == (10, 10)
    assert bounds(f"{LIMIT} {TO_THE_FLOP} r10") == (20, 20)
    assert bounds(f"{LIMIT} {TO_THE_TURN}") == (20, 20)
    assert bounds(f"{LIMIT} {TO_THE_RIVER}") == (20, 20)


# showdown


def test_who_bet_last_is_first_and_everybody_shows_or_mucks_clockwise() -> None:
    line = f"{opening(ROOM, 'fl', 10, 20, extras=SHOWDOWN)} {TO_THE_RIVER} c c r20 c c c"
    assert legal(line).explain() == "show or muck"
    assert [legal(f"{line}{' s' * shown}").seat for shown in range(3)] == [3, 0, 1]
    done = play(f"{line} s s s m")
    assert tabled(done) == ["3", "0", "1", "-2"]
    assert payouts(done) == {0: 60, 1: 30, 3: 30}


def test_where_nobody_bet_it_begins_left_of_the_button() -> None:
    line = f"{opening(ROOM, 'fl', 10, 20, extras=SHOWDOWN)} {CHECKED_DOWN}"
    assert legal(line).seat == 1


# chopping


def folded_to_the_blinds() -> Table:
    """Limit 10/20: the button and the player left of the big blind have folded."""
    table = table_of("ABCD", RULES, game_of(ROOM, "fl", 10, 20), buy_in=400)
    assert deal(table).posts == "1 sb 5, 2 bb 10"
    act(table, "f f")
    return table


def test_when_nobody_calls_the_two_blinds_may_take_their_bets_back() -> None:
    table = folded_to_the_blinds()
    assert [offer.text for offer in table.offers] == ["chop: take 5 back", "chop: take 10 back"]
    table.apply(AgreeChop(Seat(2)))
    assert table.apply(AgreeChop(Seat(1))) == [
        ChopAnswered(Seat(1), True),
        Chopped((Seat(1), Seat(2)), (Chips(5), Chips(10))),
    ]
    assert [table.public.stack(Seat(seat)) for seat in range(4)] == [400] * 4
    assert deal(table).places == "1 2 3"


def test_one_of_the_blinds_alone_does_not_chop() -> None:
    table = folded_to_the_blinds()
    table.apply(AgreeChop(Seat(1)))
    table.apply(AgreeChop(Seat(2), agree=False))
    assert table.waiting_for.text == "an action of seat 2"
    assert [event for event in play_out(table) if isinstance(event, Awarded)]


def test_after_a_call_there_is_no_chop() -> None:
    table = table_of("ABCD", RULES, game_of(ROOM, "fl", 10, 20), buy_in=400)
    deal(table)
    act(table, "c f")
    assert table.offers == []


# straddling


def test_left_of_the_big_blind_raises_before_cards_and_may_raise_again() -> None:
    table = table_of("ABCDE", RULES, game_of(ROOM, "fl", 10, 20), buy_in=400)
    hand(table)
    (offer,) = table.offers
    assert (offer.seat, offer.text) == (4, "straddle with 20")
    dealt = deal(table, Straddle(Seat(4)))
    assert dealt.posts == "2 sb 5, 3 bb 10, 4 straddle 20"
    kinds = [type(e).__name__ for e in dealt.events]
    assert kinds.index("HoleDealt") > len(kinds) - 1 - kinds[::-1].index("Posted")
    act(table, "c c c c")
    again = table.legal
    assert again is not None
    assert (again.seat, again.explain()) == (4, "fold, check or raise to 30")
    with pytest.raises(Refused, match="before the cards"):
        table.apply(Straddle(Seat(4)))


def test_a_straddle_that_is_not_live_has_no_second_raise() -> None:
    rules = replace(RULES, straddle_live=False)
    table = table_of("ABCDE", rules, game_of(ROOM, "fl", 10, 20), buy_in=400)
    hand(table)
    deal(table, Straddle(Seat(4)))
    act(table, "c c c c")
    assert table.hand is not None
    assert len(table.hand.board) == 3


# spread limit


def test_a_10_to_30_spread_is_bet_with_10_to_30_on_every_street() -> None:
    for streets_before in (TO_THE_FLOP, TO_THE_TURN, TO_THE_RIVER):
        assert bounds(f"{SPREAD} {streets_before}") == (10, 30)
    assert refusal(f"{SPREAD} {TO_THE_FLOP} r9") == "Bet 10 at least (you asked for 9)."
    assert refusal(f"{SPREAD} {TO_THE_FLOP} r31") == "Bet 30 at most (you asked for 31)."
    assert (RULES.spread_range, posted(SPREAD)) == ((10, 30), [(1, "sb", 5), (2, "bb", 10)])


def test_spread_limit_is_limit_but_for_the_amounts() -> None:
    assert acting(SPREAD) == acting(LIMIT)
    assert len(levels(f"{SPREAD} {TO_THE_FLOP}")) == len(levels(f"{LIMIT} {TO_THE_FLOP}")) == 4


@pytest.mark.parametrize("line", [SPREAD, POT_LIMIT, NO_LIMIT])
def test_a_bet_or_raise_is_at_least_the_one_before_it(line: str) -> None:
    assert bounds(f"{line} {TO_THE_FLOP} r15")[0] == 30
    assert bounds(f"{line} {TO_THE_FLOP} r15 r40")[0] == 65


def under_60(structure: str, low: int, high: int, all_in: int) -> str:
    """A bets 30, B calls, C, who has as much left, raises all-in, and it is A's turn."""
    stacks = f"{10 + all_in},1000,1000"
    return f"{opening(ROOM, structure, low, high, stacks)} c c c / r30 c r{all_in}"


@pytest.mark.parametrize(("structure", "high"), [("spread", 30), ("pl", 20), ("nl", 20)])
@pytest.mark.parametrize("all_in", [31, 45, 59])
def test_a_bets_30_b_calls_c_is_all_in_under_60_and_a_may_not_reraise(
    structure: str, high: int, all_in: int
) -> None:
    choices = legal(under_60(structure, 10, high, all_in))
    assert (choices.seat, choices.to_call) == (1, all_in - 30)
    assert choices.no_raise == "not reopened"
    # Nor may B, who called.
    assert legal(f"{under_60(structure, 10, high, all_in)} c").no_raise is not None


@pytest.mark.parametrize(("structure", "high"), [("spread", 30), ("pl", 20), ("nl", 20)])
def test_at_60_a_may_reraise(structure: str, high: int) -> None:
    choices = legal(under_60(structure, 10, high, 60))
    assert (choices.seat, choices.min_to) == (1, 90)


def test_all_in_is_excepted_from_the_least_bet() -> None:
    short = opening(ROOM, "nl", 10, 20, "1000,17,1000")
    assert bounds(f"{short} c c c /") == (7, 7)


# pot limit and no limit


@pytest.mark.parametrize("structure", ["pl", "nl"])
def test_10_20_names_the_least_bets_and_the_blinds_are_those_of_10_20_limit(
    structure: str,
) -> None:
    game = game_of(ROOM, structure, 10, 20)
    assert (game.small_blind, game.big_blind) == (5, 10)
    assert (game.small_bet, game.big_bet) == (10, 20)


@pytest.mark.parametrize("line", [POT_LIMIT, NO_LIMIT])
def test_10_20_is_bet_10_on_the_first_two_rounds_and_20_on_the_last_two(line: str) -> None:
    assert bounds(line)[0] == 20  # a raise of the blind by 10
    assert bounds(f"{line} {TO_THE_FLOP}")[0] == 10
    assert bounds(f"{line} {TO_THE_TURN}")[0] == 20
    assert bounds(f"{line} {TO_THE_RIVER}")[0] == 20
    assert refusal(f"{line} {TO_THE_TURN} r19") == "Bet 20 at least (you asked for 19)."


def test_the_largest_bet_of_pot_limit_is_the_pot() -> None:
    assert bounds(f"{POT_LIMIT} {TO_THE_FLOP}") == (10, 40)
    # As a raise: the pot after the call.
    assert bounds(f"{POT_LIMIT} {TO_THE_FLOP} r40") == (80, 160)


def test_no_limit_has_no_largest_bet_but_the_stack() -> None:
    assert bounds(f"{NO_LIMIT} {TO_THE_FLOP}") == (10, 990)


@pytest.mark.parametrize("line", [POT_LIMIT, NO_LIMIT])
def test_raises_of_pot_and_no_limit_are_unlimited_or_capped_by_the_house(line: str) -> None:
    raises = " ".join(f"r{to}" for to in range(20, 120, 10))
    assert legal(f"{line} {raises}").no_raise is None
    capped = line.replace("|", "big_bet_max_raises=3 |")
    assert legal(f"{capped} r20 r30 r40").no_raise == "capped"


# what the page leaves to the table


def test_what_a_table_of_this_room_chooses() -> None:
    preset = find_preset(ROOM)
    assert set(preset.choices) == {"kill", "kill_min_pot_big_bets", "optional_kill_max"}
    assert preset.choices["kill"] == tuple(Kill)
    assert RULES.kill is Kill.OFF


def test_the_room_plays_limit_spread_pot_and_no_limit() -> None:
    assert [str(structure) for structure in RULES.allowed_structures] == [
        "fl",
        "spread",
        "pl",
        "nl",
    ]
