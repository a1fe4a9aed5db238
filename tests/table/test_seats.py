"""RULES, entry: chairs, the waiting list, and moving from one chair to another."""

from __future__ import annotations

import pytest

from omaha8.rules.game import Chips, Seat
from omaha8.rules.house import ROBERT, RulesError, replace
from omaha8.table.between_hands import Listed, SeatChangeAsked, SeatChanged, Unlisted
from omaha8.table.commands import (
    ChangeSeat,
    ChoosePost,
    Command,
    JoinWaitingList,
    KillPot,
    Leave,
    LeaveWaitingList,
    Sit,
)
from omaha8.table.events import Left, Seated
from omaha8.table.machine import Table
from omaha8.table.refusal import Refusal, Refused
from tests.table.at_the_table import deal, fold_out, hand, limit, table_of

A, B, C, D, E = (Seat(i) for i in range(5))


def refusal(table: Table, command: Command) -> tuple[Refusal, str]:
    with pytest.raises(Refused) as refused:
        table.apply(command)
    return refused.value.code, str(refused.value)


@pytest.mark.parametrize("seats", [1, 11])
def test_two_to_ten_chairs(seats: int) -> None:
    with pytest.raises(RulesError, match="^seats: 2 to 10 with 4 hole cards"):
        Table(ROBERT, limit(), seats)


def test_sit_anywhere_or_in_the_first_free_chair() -> None:
    table = table_of("A.C.")
    assert table.apply(Sit("D", Chips(100), D)) == [Seated(D, "D", Chips(100))]
    assert table.apply(Sit("B", Chips(100))) == [Seated(B, "B", Chips(100))]
    assert refusal(table, Sit("E", Chips(100))) == (
        Refusal.TABLE_FULL,
        "Every seat is taken: join the waiting list.",
    )


@pytest.mark.parametrize(
    ("command", "code", "message"),
    [
        (Sit("X", Chips(100), A), Refusal.SEAT_TAKEN, "Seat 1 is taken; free: 2, 4."),
        (
            Sit("X", Chips(100), Seat(4)),
            Refusal.NO_SUCH_SEAT,
            "There is no seat 5: seats are 1 to 4.",
        ),
        (Sit("A", Chips(100)), Refusal.REFUSED, "A sits in seat 1 already."),
        (Sit(" ", Chips(100)), Refusal.REFUSED, "Say a name to sit down with."),
        (Leave(B), Refusal.NOT_SEATED, "Nobody sits in seat 2."),
        (
            JoinWaitingList("X"),
            Refusal.REFUSED,
            "There is no need to wait: the free seats 2, 4 are yours.",
        ),
        (JoinWaitingList("A"), Refusal.REFUSED, "A sits in seat 1 already."),
        (JoinWaitingList(""), Refusal.REFUSED, "Say a name to be called by."),
        (
            LeaveWaitingList("X"),
            Refusal.REFUSED,
            "X is not on the waiting list (nobody is).",
        ),
        (ChangeSeat(A, C), Refusal.SEAT_TAKEN, "Seat 3 is taken; free: 2, 4."),
        (ChangeSeat(A, A), Refusal.SEAT_TAKEN, "A sits in seat 1 already."),
        (
            ChangeSeat(A, Seat(-1)),
            Refusal.NO_SUCH_SEAT,
            "There is no seat 0: seats are 1 to 4.",
        ),
    ],
    ids=repr,
)
def test_refused(command: Command, code: Refusal, message: str) -> None:
    assert refusal(table_of("A.C."), command) == (code, message)


# The waiting list.


def full() -> Table:
    table = table_of("ABC")
    assert table.apply(JoinWaitingList("X")) == [Listed("X")]
    table.apply(JoinWaitingList("Y"))
    return table


def test_a_chair_is_offered_to_the_first_on_the_list() -> None:
    table = full()
    assert not table.public.offered
    table.apply(Leave(B))
    assert table.public.offered == ("X",)
    code, message = refusal(table, Sit("Y", Chips(100)))
    assert code is Refusal.TABLE_FULL
    assert message == "The free seat 2 is first offered to X: join the waiting list."
    assert refusal(table, Sit("Z", Chips(100)))[0] is Refusal.TABLE_FULL
    table.apply(Sit("X", Chips(100)))
    assert table.public.waiting == ("Y",)


def test_who_does_not_come_is_taken_off_the_list() -> None:
    table = full()
    table.apply(Leave(B))
    assert table.apply(LeaveWaitingList("X")) == [Unlisted("X")]
    assert table.public.offered == ("Y",)
    table.apply(LeaveWaitingList("Y"))
    table.apply(Sit("Z", Chips(100)))


def test_as_many_as_there_are_chairs_and_then_anybody() -> None:
    table = full()
    table.apply(Leave(A))
    table.apply(Leave(B))
    assert table.public.offered == ("X", "Y")
    table.apply(Sit("Y", Chips(100)))
    assert refusal(table, Sit("Z", Chips(100)))[0] is Refusal.TABLE_FULL
    table.apply(Leave(C))
    # Two chairs, one of them for X: the other is anybody's.
    table.apply(Sit("Z", Chips(100)))
    assert table.public.waiting == ("X",)


def test_nobody_waits_twice_or_without_need() -> None:
    table = full()
    assert refusal(table, JoinWaitingList("Y"))[1] == "Y is number 2 on the list already."
    table.apply(Leave(A))
    # The free chair is X's.
    table.apply(JoinWaitingList("Z"))
    assert table.public.waiting == ("X", "Y", "Z")


# Changing seats.


def test_between_hands_at_once() -> None:
    table = table_of("ABC..")
    assert table.apply(ChangeSeat(B, E)) == [SeatChanged(B, E)]
    assert (table.public.seat_of("B"), table.public.free) == (E, [B, D])


def test_in_a_hand_after_it_and_the_chair_is_kept() -> None:
    table = table_of("ABC..")
    deal(table)
    assert table.apply(ChangeSeat(B, E)) == [SeatChangeAsked(B, E)]
    assert table.public.free == [D]
    assert refusal(table, Sit("X", Chips(100), E)) == (
        Refusal.SEAT_TAKEN,
        "Seat 5 is kept for B, who moves there after this hand; free: 4.",
    )
    assert refusal(table, ChangeSeat(C, E))[0] is Refusal.SEAT_TAKEN
    table.apply(ChangeSeat(B, D))  # he thinks again
    assert table.public.free == [E]
    assert fold_out(table)[-1] == SeatChanged(B, D)


def test_who_moves_is_new_to_the_blinds_of_his_chair() -> None:
    table = table_of("ABCD..")
    hand(table)
    table.apply(ChangeSeat(D, Seat(5)))  # D was due the big blind
    dealt = deal(table)
    # A has it now; D waits, or posts, like anybody who sits down.
    assert (dealt.posts, dealt.players) == ("2 sb 1, 5 bb 2", "0125")
    fold_out(table)
    table.apply(ChangeSeat(B, E))
    assert "4" not in hand(table).players
    assert "4 missed_bb 2" in deal(table, ChoosePost(E)).posts


def test_a_leaver_moves_nowhere() -> None:
    table = table_of("ABC..")
    deal(table)
    table.apply(ChangeSeat(C, E))
    table.apply(Leave(C))
    assert refusal(table, ChangeSeat(C, D))[1] == "C leaves after this hand."
    events = fold_out(table)
    assert events[-1] == Left(C, Chips(101))
    assert table.public.free == [C, D, E]


def test_a_kill_owed_moves_with_the_killer_and_one_asked_for_lapses() -> None:
    table = table_of("ABC..", replace(ROBERT, kill="optional"))
    hand(table)
    table.apply(KillPot(B, Chips(4)))
    table.apply(ChangeSeat(B, E))
    assert table.public.kill_asked is None
