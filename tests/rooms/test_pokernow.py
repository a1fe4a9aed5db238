"""The preset ``pokernow``, played: what the logs of a site for home games show it to do.

``docs/rooms/pokernow.md`` says what shows what, ``docs/sessions.md`` how often it fits.
"""

from __future__ import annotations

import pytest

from omaha8.rules.game import Chips, Seat, stakes
from omaha8.rules.house import RulesError
from omaha8.rules.presets import find_rules
from omaha8.table.commands import (
    ChoosePost,
    ComeBack,
    Leave,
    Sit,
    SitOut,
    Straddle,
    TellMinute,
    TopUp,
)
from omaha8.table.machine import Table
from omaha8.table.refusal import Refused
from tests.table.at_the_table import Dealt, deal, hand, table_of

RULES = find_rules("pokernow")


def home_game(players: str, seats: int | None = None) -> Table:
    """Pot limit 1/2; the first hand has its button on seat 0."""
    return table_of(players, RULES, stakes("pl", 1, 2, RULES), seats)


def seen(dealt: Dealt) -> str:
    """``0 1 2 | 0 1 2 3 | 1 sb 1, 2 bb 2``: button and blinds, who is dealt in, what is posted."""
    return f"{dealt.places} | {' '.join(dealt.players)} | {dealt.posts}"


def test_the_room_deals_pot_limit() -> None:
    with pytest.raises(RulesError, match="allowed_structures: fl is not played here; allowed: pl"):
        stakes("fl", 2, 4, RULES)


# the button


def test_the_button_follows_the_blinds_and_stands_where_somebody_has_left() -> None:
    table = home_game("ABCDE")
    assert hand(table).places == "0 1 2"
    assert seen(hand(table, Leave(Seat(1)))) == "1 2 3 | 0 2 3 4 | 2 sb 1, 3 bb 2"
    assert hand(table).places == "2 3 4"


def test_nobody_posts_for_a_big_blind_who_has_left() -> None:
    table = home_game("ABCDE")
    hand(table)
    assert seen(hand(table, Leave(Seat(2)))) == "1 - 3 | 0 1 3 4 | 3 bb 2"
    # The place of the small blind that nobody posted has the button next: a dead one.
    assert seen(hand(table)) == "2 3 4 | 0 1 3 4 | 3 sb 1, 4 bb 2"


def test_of_two_players_the_button_is_the_small_blind() -> None:
    table = home_game("AB")
    assert [hand(table).places for _ in range(3)] == ["0 0 1", "1 1 0", "0 0 1"]


# who comes in


def test_a_newcomer_comes_in_free() -> None:
    table = home_game("ABCD.")
    hand(table)
    assert seen(hand(table, Sit("E", Chips(100), Seat(4)))) == "1 2 3 | 0 1 2 3 4 | 2 sb 1, 3 bb 2"


def test_a_newcomer_in_the_place_of_the_big_blind_is_the_big_blind() -> None:
    table = home_game("ABC.E")
    hand(table)
    assert seen(hand(table, Sit("D", Chips(100), Seat(3)))) == "1 2 3 | 0 1 2 3 4 | 2 sb 1, 3 bb 2"


def test_a_newcomer_between_button_and_blinds_waits_until_the_button_has_passed() -> None:
    table = home_game("AB.DE")
    assert hand(table).places == "0 1 3"
    # B has the button, D and E the blinds: seat 2 is between them.
    newcomer = Sit("C", Chips(100), Seat(2))
    assert seen(hand(table, newcomer)) == "1 3 4 | 0 1 3 4 | 3 sb 1, 4 bb 2"
    assert seen(hand(table)) == "3 4 0 | 0 1 2 3 4 | 4 sb 1, 0 bb 2"


# who comes back


def away(table: Table, seat: Seat, hands: int) -> None:
    """Sits out for so many hands, comes back and says that he posts."""
    table.apply(SitOut(seat))
    for _ in range(hands):
        hand(table)
    table.apply(ComeBack(seat))
    if table.public.player(seat).debt:
        table.apply(ChoosePost(seat))


def test_who_is_back_before_a_blind_has_passed_posts_nothing() -> None:
    table = home_game("ABCDE")
    hand(table)
    away(table, Seat(4), 1)
    assert seen(hand(table)) == "2 3 4 | 0 1 2 3 4 | 3 sb 1, 4 bb 2"


def test_who_missed_the_big_blind_posts_both_the_small_one_dead() -> None:
    table = home_game("ABCDEF")
    hand(table)
    away(table, Seat(3), 4)
    assert seen(hand(table)) == "0 1 2 | 0 1 2 3 4 5 | 1 sb 1, 2 bb 2, 3 both 2+1"


def test_who_is_back_as_the_big_blind_adds_a_dead_small_one() -> None:
    table = home_game("ABCDE")
    hand(table)
    away(table, Seat(3), 4)
    assert seen(hand(table)) == "1 2 3 | 0 1 2 3 4 | 2 sb 1, 3 bb 2, 3 dead_sb 0+1"


def test_who_missed_the_small_blind_alone_posts_a_dead_small_one() -> None:
    table = home_game("ABCDE")
    hand(table)
    away(table, Seat(2), 3)
    assert seen(hand(table)) == "4 0 1 | 0 1 2 3 4 | 0 sb 1, 1 bb 2, 2 dead_sb 0+1"


def test_who_does_not_post_gets_no_cards() -> None:
    table = home_game("ABCDE")
    hand(table)
    hand(table, SitOut(Seat(3)))
    for _ in range(3):
        hand(table)
    assert seen(hand(table, ComeBack(Seat(3)))) == "1 2 4 | 0 1 2 4 | 2 sb 1, 4 bb 2"


# chips and straddles


def test_left_of_the_big_blind_may_straddle_also_a_newcomer() -> None:
    table = home_game("ABCD.")
    hand(table)
    dealt = deal(table, Sit("E", Chips(100), Seat(4)), Straddle(Seat(4)))
    assert dealt.posts == "2 sb 1, 3 bb 2, 4 straddle 4"


def test_who_leaves_may_come_back_with_less() -> None:
    table = home_game("ABC")
    hand(table)
    took = table.public.player(Seat(2)).stack
    table.apply(Leave(Seat(2)))
    table.apply(TellMinute(1))
    table.apply(Sit("C", Chips(took - 50), Seat(2)))
    assert table.public.player(Seat(2)).stack == took - 50


def test_chips_are_added_between_two_hands() -> None:
    table = home_game("ABC")
    deal(table)
    table.apply(TopUp(Seat(2), Chips(40)))
    assert table.public.player(Seat(2)).top_up == 40
    assert table.public.stack(Seat(2)) == 98


# what the room does and this preset does not


def test_on_the_change_to_two_nobody_is_the_big_blind_twice() -> None:
    table = home_game("ABC")
    assert hand(table).places == "0 1 2"
    # A plain moving button: B has it and C is the big blind once more.
    assert hand(table, Leave(Seat(0))).places == "2 2 1"


def test_on_the_change_from_two_the_newcomer_in_turn_is_the_big_blind() -> None:
    table = home_game("A.C")
    assert hand(table).places == "0 0 2"
    # A plain moving button: C has it, A is the small blind again, the newcomer the big one.
    dealt = hand(table, Sit("B", Chips(100), Seat(1)))
    assert seen(dealt) == "2 2 0 | 0 2 | 2 sb 1, 0 bb 2"


def test_nobody_straddles_heads_up() -> None:
    table = home_game("AB")
    hand(table)
    with pytest.raises(Refused, match="no straddle heads-up"):
        table.apply(Straddle(Seat(1)))


def test_who_is_away_when_the_game_begins_is_a_newcomer() -> None:
    table = home_game("ABCDE")
    table.apply(SitOut(Seat(3)))
    for _ in range(5):
        hand(table)
    assert seen(hand(table, ComeBack(Seat(3)))) == "1 2 3 | 0 1 2 3 4 | 2 sb 1, 3 bb 2"


def test_at_a_dead_button_a_newcomer_left_of_the_blinds_comes_in() -> None:
    table = home_game("ABC.EF")
    hand(table)
    hand(table)
    # C has the button, E and F the blinds: D waits between them.
    assert seen(hand(table, Sit("D", Chips(100), Seat(3)))).startswith("2 4 5 | 0 1 2 4 5 |")
    # E leaves, his place has the button, and D is no longer between it and the blinds.
    assert seen(hand(table, Leave(Seat(4)))) == "4 5 0 | 0 1 2 3 5 | 5 sb 1, 0 bb 2"
