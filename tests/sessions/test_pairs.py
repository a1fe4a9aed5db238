"""Two records in a row: what the first says of button and blinds, the second should have."""

from __future__ import annotations

import pytest

from omaha8.history.corpus import Record, RecordedPost, Seated, Stakes
from omaha8.sessions.pairs import pairs
from omaha8.sessions.reasons import BIG, BUTTON, DEALT, SMALL, Reason
from tests.sessions.logs import RULES


def record(number: int, button: int | None, seats: str, *posts: str, session: str = "s") -> Record:
    """``posts`` as in ``1 sb``."""
    return Record(
        id=f"#{number}",
        structure="PL",
        stakes=Stakes(),
        seats=tuple(Seated(int(seat), 100) for seat in seats),
        actions={},
        posts=tuple(RecordedPost(int(post[0]), post[2:]) for post in posts),
        button=button,
        session=session,
        number=number,
    )


FIRST = record(1, 0, "0123", "1 sb", "2 bb")


def found(*records: Record) -> list[tuple[str, tuple[str, ...], Reason | None]]:
    return [(pair.id, pair.differences, pair.reason) for pair in pairs(records, RULES)]


def test_consecutive_hands_that_agree() -> None:
    second = record(2, 1, "0123", "2 sb", "3 bb")
    newcomer = record(3, 2, "01234", "3 sb", "4 bb")
    back = record(4, 3, "012345", "4 sb", "5 bb", "5 dead_sb")
    assert found(back, newcomer, second, FIRST) == [
        ("#2", (), None),
        ("#3", (), None),
        ("#4", (), None),
    ]


def test_hands_of_other_sessions_or_not_in_a_row_are_no_pairs() -> None:
    other = record(2, 1, "0123", "2 sb", "3 bb", session="t")
    assert found(FIRST, record(3, 1, "0123", "2 sb", "3 bb"), other) == []
    nameless = Record(id="x", structure="PL", stakes=Stakes(), seats=(), actions={}, posts=())
    assert found(FIRST, nameless, record(2, 1, "0123")) == []


def test_a_dead_small_blind_and_a_dead_button() -> None:
    gone = record(2, 1, "013", "3 bb")
    dead = record(3, None, "013", "3 sb", "0 bb")
    assert found(FIRST, gone, dead, record(4, 3, "013", "0 sb", "1 bb")) == [
        ("#2", (), None),
        ("#3", (), None),
        ("#4", (), None),
    ]
    # Without the hand before nobody knows where the small blind would have been.
    assert found(gone, dead) == []


@pytest.mark.parametrize(
    ("first", "second", "different", "reason"),
    [
        (
            record(1, 0, "012", "1 sb", "2 bb"),
            record(2, 1, "12", "1 sb", "2 bb"),
            (BUTTON, SMALL, BIG),
            Reason.TO_HEADS_UP,
        ),
        (
            record(1, 0, "02", "0 sb", "2 bb"),
            record(2, 2, "012", "0 sb", "1 bb"),
            (SMALL, BIG, DEALT),
            Reason.FROM_HEADS_UP,
        ),
        (
            record(1, 0, "02", "0 sb", "2 bb"),
            record(2, 0, "02", "0 sb", "2 bb"),
            (BUTTON, SMALL, BIG),
            Reason.NEW_GAME,
        ),
        (FIRST, record(2, 4, "01234", "0 sb", "1 bb"), (BUTTON, SMALL, BIG), Reason.NEW_GAME),
        (FIRST, record(2, 2, "0123", "2 sb", "3 bb"), (BUTTON,), Reason.UNEXPLAINED),
        (
            FIRST,
            record(2, 3, "3", "3 bb"),
            (BUTTON, SMALL, BIG, DEALT),
            Reason.UNEXPLAINED,
        ),
    ],
)
def test_what_differs_and_why(
    first: Record, second: Record, different: tuple[str, ...], reason: Reason
) -> None:
    assert found(first, second) == [("#2", different, reason)]
