"""What a table is called, and its usual buy-in."""

from __future__ import annotations

import pytest

from omaha8.rules.game import stakes
from omaha8.rules.house import ROBERT, RulesError, replace
from omaha8.rules.presets import find_rules
from omaha8.table import TableSetup
from omaha8.table.mixed import mixed_games

CARD_ROOM = find_rules("card-room")


def test_the_usual_table_of_limit_2_4() -> None:
    setup = TableSetup.usual(ROBERT, stakes("fl", 2, 4), 6)
    assert (setup.min_buy_in, setup.buy_in, setup.max_buy_in) == (40, 200, 400)
    assert setup.title == "Limit Omaha Hi/Lo 2/4"
    table = setup.open()
    assert (table.public.min_buy_in, table.public.max_buy_in) == (40, 400)
    assert table.public.free == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("structure", "stakes_text", "title"),
    [
        ("pl", "1/2", "Pot Limit Omaha Hi/Lo 1/2"),
        ("nl", "1/2", "No Limit Omaha Hi/Lo 1/2"),
        ("spread", "10/30", "Spread Limit Omaha Hi/Lo 10/30"),
    ],
)
def test_titles(structure: str, stakes_text: str, title: str) -> None:
    low, high = map(int, stakes_text.split("/"))
    setup = TableSetup.usual(ROBERT, stakes(structure, low, high), 6)
    assert (setup.stakes, setup.title) == (stakes_text, title)


def test_a_room_that_names_the_bets_is_named_by_them() -> None:
    """RULES, stakes: a card room's 10-20 is a minimum bet of 10, then 20; the blinds are 5, 10."""
    game = stakes("nl", 10, 20, CARD_ROOM)
    assert (game.small_blind, game.big_blind) == (5, 10)
    assert TableSetup.usual(CARD_ROOM, game, 6).title == "No Limit Omaha Hi/Lo 10/20"


def test_games_that_rotate_are_all_named() -> None:
    rules = replace(find_rules("pokerstars"), mixed_fl_stake_multiplier=2)
    setup = TableSetup.usual(rules, mixed_games(rules, 1, 2), 6)
    assert setup.structure == "mixed"
    assert setup.stakes == "4/8, 1/2"
    assert setup.title == "Mixed Omaha Hi/Lo: Limit 4/8, Pot Limit 1/2"
    assert (setup.min_buy_in, setup.buy_in, setup.max_buy_in) == (80, 400, 800)


@pytest.mark.parametrize(("seats", "buy_in"), [(1, None), (11, None), (6, 1)])
def test_an_impossible_table_is_refused_by_option(seats: int, buy_in: int | None) -> None:
    with pytest.raises(RulesError, match="^(seats|buy_in): "):
        TableSetup.usual(ROBERT, stakes("fl", 2, 4), seats, buy_in)
