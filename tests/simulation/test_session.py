"""What can be simulated, and that chance comes from the seed alone."""

from __future__ import annotations

import pytest

from omaha8.bots.by_name import UnknownBot
from omaha8.rules.house import RulesError
from omaha8.simulation import BLOCK, SessionError
from tests.simulation.sessions import session_of


def test_bots_take_the_seats_in_turn() -> None:
    assert session_of("calling,tight", seats=5).lineup == (
        "calling",
        "tight",
        "calling",
        "tight",
        "calling",
    )
    assert session_of("tight", seats=2).lineup == ("tight", "tight")


def test_blocks_hold_all_hands() -> None:
    session = session_of("calling", hands=2 * BLOCK + 1)
    assert session.blocks == 3
    assert [session.block_size(number) for number in range(3)] == [BLOCK, BLOCK, 1]
    assert session_of("calling", hands=BLOCK).blocks == 1


def test_every_thing_of_every_block_has_a_chance_of_its_own() -> None:
    one, other = session_of("calling", seed="1"), session_of("calling", seed="2")
    drawn = {
        session.chance(block, what)
        for session in (one, other)
        for block in (0, 1, 11)
        for what in ("deck 0", "deck 1", "seat 0", "bot 0")
    }
    assert len(drawn) == 24
    assert one.chance(0, "deck 0") == session_of("tight", seed="1").chance(0, "deck 0")


@pytest.mark.parametrize(
    ("bots", "seats", "hands", "complaint"),
    [
        ("calling", 6, 0, "hands: 1 or more, not 0"),
        ("calling,tight,random", 2, 10, "bots: 3 of them, and 2 seats"),
    ],
)
def test_what_cannot_be_played(bots: str, seats: int, hands: int, complaint: str) -> None:
    with pytest.raises(SessionError, match=complaint):
        session_of(bots, seats=seats, hands=hands)


def test_tables_and_bots_that_there_are_not() -> None:
    with pytest.raises(RulesError, match="seats: 2 to 10"):
        session_of("calling", seats=11)
    with pytest.raises(UnknownBot, match="'shark'"):
        session_of("shark")
