"""RULES, ante: none, a fraction of the small bet from everybody, or one big-blind ante."""

from __future__ import annotations

from omaha8.rules.game import Chips, Seat, stakes
from omaha8.rules.house import ROBERT, replace
from omaha8.rules.options import FractionalAnte
from omaha8.rules.presets import find_rules
from omaha8.table.commands import ChoosePost, ComeBack, Sit, SitOut
from tests.table.at_the_table import deal, hand, table_of

EVERYBODY = replace(ROBERT, ante=FractionalAnte("1/10", "always"))


def test_a_tenth_of_the_small_bet_from_everybody_dealt_in() -> None:
    table = table_of("ABCD", EVERYBODY, stakes("fl", 20, 40, EVERYBODY), buy_in=400)
    hand(table, SitOut(Seat(3)))
    assert deal(table).posts == "2 ante 0+2, 0 ante 0+2, 1 ante 0+2, 2 sb 10, 0 bb 20"


def test_one_ante_from_the_big_blind() -> None:
    rules = find_rules("tda")
    table = table_of("ABCD", rules, stakes("nl", 1, 2, rules))
    assert hand(table).posts == "1 sb 1, 2 bb 2, 2 bb_ante 0+2"
    # It goes with the big blind wherever that goes; the button is dead.
    dealt = hand(table, SitOut(Seat(2)))
    assert (dealt.places, dealt.posts) == ("1 - 3", "3 bb 2, 3 bb_ante 0+2")


def test_an_ante_of_one_chip() -> None:
    rules = find_rules("tda")
    table = table_of("ABC", rules, stakes("nl", 1, 1, rules))
    assert deal(table).posts == "1 sb 1, 2 bb 1, 2 bb_ante 0+1"


def test_who_comes_in_pays_the_ante_besides() -> None:
    table = table_of("ABCDEF", EVERYBODY, stakes("fl", 20, 40, EVERYBODY), buy_in=400)
    hand(table)
    hand(table, SitOut(Seat(3)))
    hand(table, ComeBack(Seat(3)), ChoosePost(Seat(3)))
    posts = deal(table).posts.split(", ")
    assert [post for post in posts if post[0] == "3"] == ["3 ante 0+2", "3 both 20+10"]


def test_rooms_whose_antes_are_for_tournaments_have_none_in_a_cash_game() -> None:
    rules = find_rules("card-room")
    table = table_of("ABC", rules, stakes("fl", 20, 40, rules), buy_in=400)
    assert deal(table).posts == "1 sb 10, 2 bb 20"


def test_a_big_blind_too_short_for_both_posts_the_blind_first() -> None:
    """TDA, big-blind ante: from a short stack the blind comes first."""
    rules = find_rules("tda")
    table = table_of("AB.", rules, stakes("nl", 10, 20, rules), buy_in=4000)
    hand(table)
    table.apply(Sit("C", Chips(400), Seat(2)))
    table.public.player(2).stack = Chips(25)
    table.public.taken += 375
    assert deal(table).posts.endswith("2 bb 20, 2 bb_ante 0+5")
