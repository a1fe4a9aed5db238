"""The page of the room ``card-room``, played: optional, full and half kills.

``docs/rooms/card-room.md`` says what shows what.
"""

from __future__ import annotations

import pytest

from omaha8.rules.game import Chips, Seat
from omaha8.rules.house import HouseRules, replace
from omaha8.rules.options import Kill
from omaha8.rules.presets import find_rules
from omaha8.table.between_hands import AnyEvent, KillOwed
from omaha8.table.commands import Deal, KillPot
from omaha8.table.machine import Table
from omaha8.table.refusal import Refused
from tests.rooms.room_hands import game_of, play_out
from tests.table.at_the_table import act, deal, fold_out, hand, stacked, table_of

ROOM = "card-room"
OPTIONAL = replace(find_rules(ROOM), kill="optional")
FULL = replace(find_rules(ROOM), kill="full", kill_min_pot_big_bets=2)
HALF = replace(FULL, kill="half")


def table_10_20(rules: HouseRules, players: str = "ABCDE") -> Table:
    """Limit 10/20, blinds 5 and 10; the first hand had button 0, blinds 1 and 2."""
    table = table_of(players, rules, game_of(ROOM, "fl", 10, 20), buy_in=1000)
    assert hand(table).places == "0 1 2"
    return table


def scooped_by(table: Table, name: str) -> list[AnyEvent]:
    """All check and call; that player has the best high and the best low."""
    deck = stacked(table, "3s4s5sKhKc", **{name: "As2sKdQd"})
    return table.apply(Deal(deck)) + play_out(table)


def first_round(table: Table) -> str:
    """The seats in the order in which all call before the flop."""
    order = ""
    while table.hand is not None and not table.hand.board:
        assert table.turn is not None
        order += str(table.turn)
        act(table, "c")
    return order


# the optional kill


def test_an_overblind_of_twice_the_big_blind_doubles_the_limits() -> None:
    table = table_10_20(OPTIONAL)
    assert "kill the next pot with 20" in [offer.text for offer in table.offers]
    killed = deal(table, KillPot(Seat(0), Chips(20)))
    assert killed.posts == "2 sb 5, 3 bb 10, 0 kill 20"
    assert (killed.game.small_bet, killed.game.big_bet) == (20, 40)
    legal = table.legal
    assert legal is not None
    assert (legal.to_call, legal.min_to) == (20, 40)
    fold_out(table)
    assert deal(table).game.small_bet == 10


def test_in_some_games_up_to_half_the_stack() -> None:
    table = table_10_20(replace(OPTIONAL, optional_kill_max="half_stack"))
    with pytest.raises(Refused, match="20 to 500 chips"):
        table.apply(KillPot(Seat(0), Chips(501)))
    assert deal(table, KillPot(Seat(0), Chips(500))).posts.endswith("0 kill 500")


def test_the_killer_acts_last_in_the_first_round_and_in_turn_afterwards() -> None:
    table = table_10_20(OPTIONAL)
    deal(table, KillPot(Seat(4), Chips(20)))  # he would be the first, left of the big blind
    assert first_round(table) == "01234"
    assert first_on_the_flop(table) == 2


def first_on_the_flop(table: Table) -> int | None:
    assert table.hand is not None
    assert len(table.hand.board) == 3
    return table.turn


# the required kill


def test_who_scoops_a_pot_that_is_large_enough_plays_the_next_one_killed() -> None:
    table = table_10_20(FULL)
    assert KillOwed(Seat(0), Kill.FULL, Chips(50)) in scooped_by(table, "A")
    killed = deal(table)
    # Stakes of twice as much; the blinds of the game, and on top of them the killer's.
    assert (killed.game.small_bet, killed.game.big_bet) == (20, 40)
    assert killed.posts == "3 sb 5, 4 bb 10, 0 kill 20"
    fold_out(table)
    assert deal(table).game.small_bet == 10


def test_a_half_kill_raises_the_stakes_by_half() -> None:
    table = table_10_20(HALF)
    scooped_by(table, "A")
    killed = deal(table)
    assert (killed.game.small_bet, killed.game.big_bet) == (15, 30)
    assert killed.posts == "3 sb 5, 4 bb 10, 0 kill 15"


@pytest.mark.parametrize(
    ("killer", "posts"), [("D", "4 bb 10, 3 kill 20"), ("E", "3 sb 5, 4 kill 20")]
)
def test_a_killer_in_a_blind_posts_in_place_of_it(killer: str, posts: str) -> None:
    table = table_10_20(FULL)
    scooped_by(table, killer)
    assert deal(table).posts == posts


@pytest.mark.parametrize(("least", "kills"), [(2, True), (3, False)])
def test_a_pot_below_the_least_kills_nothing(least: int, kills: bool) -> None:
    # Five calls of 10 make 50: two big bets of 20, not three.
    table = table_10_20(replace(FULL, kill_min_pot_big_bets=least))
    scooped_by(table, "A")
    assert (table.public.kill_owed is not None) is kills


def test_a_pot_that_is_split_kills_nothing() -> None:
    table = table_10_20(FULL)
    table.apply(Deal(stacked(table, "KsKd7h6c2d", A="KhKcQhQc", B="As3sQdJd")))
    play_out(table)
    assert table.public.kill_owed is None


def test_a_pot_without_a_low_is_scooped_too() -> None:
    table = table_10_20(FULL)
    table.apply(Deal(stacked(table, "KsKdTh9c2d", A="KhKcQhQc")))
    play_out(table)
    assert table.public.kill_owed is not None


@pytest.mark.parametrize(
    ("acts", "order"),
    [("last_first_round", "12340"), ("last_after_blinds", "12340"), ("in_turn", "01234")],
)
def test_the_killer_acts_last_in_some_rooms_and_in_turn_in_others(acts: str, order: str) -> None:
    # Blinds D and E, so A is the first in turn.
    table = table_10_20(replace(FULL, kill_acts=acts))
    scooped_by(table, "A")
    deal(table)
    assert first_round(table) == order
    assert first_on_the_flop(table) == 3


def test_where_nothing_is_killed_nothing_changes() -> None:
    table = table_10_20(find_rules(ROOM))
    scooped_by(table, "A")
    assert (table.public.kill_owed, deal(table).game.small_bet) == (None, 10)
    with pytest.raises(Refused, match="kill: off"):
        table.apply(KillPot(Seat(0), Chips(20)))
