"""Who shows first (RULES, showdown)."""

from __future__ import annotations

import pytest

from omaha8.hand.notation import play
from tests.hand.reading import tabled

TO_THE_RIVER = "nlo8 1/2 b0 100*4 {} muck=show_all | c c c c / c c c c / c c c c /"


def shown(river: str, options: str = "") -> str:
    """The seats in the order in which they show after that river."""
    return " ".join(tabled(play(f"{TO_THE_RIVER.format(options)} {river}")))


def test_the_last_to_bet_or_raise_on_the_river_shows_first_then_clockwise() -> None:
    assert shown("r2 c c c") == "1 2 3 0"
    assert shown("c c r2 c c c") == "3 0 1 2"
    assert shown("r2 c r4 c c c") == "3 0 1 2"
    assert shown("r2 f r4 c c") == "3 0 1"


def test_a_bet_of_an_earlier_street_does_not_count() -> None:
    line = "nlo8 1/2 b0 100*3 muck=show_all | c c c / c c c / c r2 c c / c c c"
    assert tabled(play(line)) == ["1", "2", "0"]


def test_a_short_all_in_raise_is_the_last_one() -> None:
    line = "nlo8 1/2 b0 15,100,100 muck=show_all | c c c / c c c / c c c / r10 c r13 c c"
    assert tabled(play(line)) == ["0", "1", "2"]


def test_a_checked_river_is_shown_from_the_left_of_the_button() -> None:
    assert shown("c c c c") == "1 2 3 0"
    assert shown("f c c c") == "2 3 0"


def test_or_from_the_last_who_acted() -> None:
    # The poker room: who performed the last action on the river shows first.
    last = "showdown_first_checked=last_actor"
    assert shown("c c c c", last) == "0 1 2 3"
    assert shown("r2 c c c", last) == "1 2 3 0"


def test_who_folded_last_has_nothing_to_show() -> None:
    assert shown("c c c f", "showdown_first_checked=last_actor") == "3 1 2"


@pytest.mark.parametrize("preset", ["pokerstars", "community"])
def test_rooms_that_show_a_checked_river_from_the_left_of_the_button(preset: str) -> None:
    assert shown("c c c c", preset) == "1 2 3 0"


def test_the_poker_room_shows_from_the_last_actor() -> None:
    line = "flo8 1/2 b0 100*3 poker-room muck=show_all | c c c / c c c / c c c / c c c"
    assert tabled(play(line)) == ["0", "1", "2"]


def test_a_house_may_always_begin_left_of_the_button() -> None:
    assert shown("c c r2 c c c", "showdown_first=left_of_button") == "1 2 3 0"
