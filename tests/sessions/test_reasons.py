"""A reason is found where it fits, and nowhere else."""

from __future__ import annotations

import pytest

from omaha8.rules.game import Seat
from omaha8.sessions.reasons import Reason, button_moves
from omaha8.table.positions import Places
from tests.sessions.logs import begins, driven, game, last, says

THREE: list[str | list[str]] = [
    game(1, "A", "ABC", "B sb 1", "C bb 2"),
    begins(2, "B", "ABC", "C sb 1", "A bb 2"),
]
"""The button at B, the blinds at C and A."""
TWO: list[str | list[str]] = [
    game(1, "B", "BC", "B sb 1", "C bb 2"),
    begins(2, "C", "BC", "C sb 1", "B bb 2"),
]
"""The button and the small blind at C, the big blind at B."""


def places(button: int, small: int, big: int) -> Places:
    return Places(Seat(button), Seat(small), Seat(big))


@pytest.mark.parametrize(
    ("last_button", "before", "dealt", "moved"),
    [
        (0, {0, 1, 2}, {0, 1, 2}, places(1, 2, 0)),
        (0, {0, 1, 2}, {1, 2}, places(1, 1, 2)),
        (0, {0, 1, 2}, {0, 2}, places(2, 2, 0)),
        (1, {1, 2}, {0, 1, 2}, places(2, 0, 1)),
        (1, {1, 3}, {1, 2, 3}, places(3, 1, 2)),
        (1, {1, 3}, {0, 2}, None),
    ],
)
def test_a_plainly_moving_button(
    last_button: int, before: set[int], dealt: set[int], moved: Places | None
) -> None:
    of = [frozenset(map(Seat, seats)) for seats in (before, dealt)]
    assert button_moves(places(last_button, 0, 0), of[0], of[1], 4) == moved


def test_to_heads_up_the_room_makes_a_big_blind_of_the_same_player() -> None:
    leaves = says("B", "quits")
    assert last(*THREE, leaves, begins(3, "C", "AC", "C sb 1", "A bb 2")).reason is (
        Reason.TO_HEADS_UP
    )
    # As the table has it; and as neither has it.
    assert last(*THREE, leaves, begins(3, "A", "AC", "A sb 1", "C bb 2")).agrees
    strange = begins(3, "C", "AC", "A sb 1", "C bb 2")
    assert last(*THREE, leaves, strange).reason is Reason.UNEXPLAINED


@pytest.mark.parametrize(
    ("leaver", "third"),
    [
        ("A", begins(3, "C", "BC", "C sb 1", "B bb 2")),
        ("C", begins(3, "A", "AB", "A sb 1", "B bb 2")),
    ],
)
def test_to_heads_up_both_agree_if_a_blind_leaves(leaver: str, third: list[str]) -> None:
    assert last(*THREE, says(leaver, "quits"), third).agrees


def test_from_heads_up_the_room_moves_the_button_and_both_blinds() -> None:
    comes = says("D", "is approved")
    third = begins(3, "B", "BCD", "C sb 1", "D bb 2")
    assert last(*TWO, comes, third).reason is Reason.FROM_HEADS_UP
    strange = begins(3, "B", "BCD", "D sb 1", "C bb 2")
    assert last(*TWO, comes, strange).reason is Reason.UNEXPLAINED


def test_a_newcomer_waits_at_a_dead_button() -> None:
    four: list[str | list[str]] = [
        game(1, "A", "ACDE", "C sb 1", "D bb 2"),
        begins(2, "C", "ACDE", "D sb 1", "E bb 2"),
    ]
    said = [says("D", "quits"), says("B", "is approved")]
    # D's place has the button, B sits left of the blinds at E and A.
    waits = begins(3, None, "ACE", "E sb 1", "A bb 2")
    later = begins(4, "E", "ABCE", "A sb 1", "B bb 2")
    hands = driven(*four, *said, waits, later).hands
    assert [hand.reason for hand in hands] == [None, None, Reason.DEAD_BUTTON_WAIT, None]
    assert last(*four, *said, begins(3, None, "ABCE", "E sb 1", "A bb 2")).agrees


def test_away_when_the_game_began() -> None:
    start: list[str | list[str]] = [
        game(1, "A", "ABC", "B sb 1", "C bb 2", away="D"),
        begins(2, "B", "ABC", "C sb 1", "A bb 2"),
        says("D", "sits back"),
        begins(3, "C", "ABC", "A sb 1", "B bb 2"),
    ]
    # D sits between the button and the blinds of the third hand, and waits.
    fourth = begins(4, "A", "ABCD", "B sb 1", "C bb 2", "D missed 2", "D dead 1")
    assert last(*start, fourth).reason is Reason.AWAY_AT_START
    other = begins(4, "A", "ABCD", "B sb 1", "C bb 2", "A missed 2", "A dead 1")
    assert last(*start, other).reason is Reason.UNEXPLAINED
    assert last(*start, begins(4, "A", "ABCD", "B sb 1", "C bb 2")).agrees


def test_a_straddle_of_two_and_one_from_elsewhere() -> None:
    heads_up = begins(3, "B", "BC", "B sb 1", "C bb 2", "B straddle 4")
    assert last(*TWO, heads_up).reason is Reason.HEADS_UP_STRADDLE
    button = begins(3, "C", "ABC", "A sb 1", "B bb 2", "A straddle 4")
    assert last(*THREE, button).reason is Reason.UNEXPLAINED
    under_the_gun = begins(3, "C", "ABC", "A sb 1", "B bb 2", "C straddle 4")
    assert last(*THREE, under_the_gun).agrees
