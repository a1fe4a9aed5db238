"""A client's table is the server's, whatever part of the events it was told."""

from __future__ import annotations

import msgspec
import pytest

from omaha8.client.state import TableState
from omaha8.hand.actions import CALL, FOLD
from omaha8.room.shown import Me
from omaha8.rules.game import Chips, Seat
from omaha8.table import commands as c
from tests.client.told import Teller, nonce

OWN, HASH = nonce(1)


def dealt() -> tuple[Teller, TableState]:
    teller = Teller()
    state = TableState(teller.welcome, teller.snapshot())
    for message in (teller.commits({"Ann": HASH}), *teller.deals({"Ann": OWN})):
        state.events(message)
    return teller, state


def test_the_hand_is_folded_for_the_seat() -> None:
    teller, state = dealt()
    hand = teller.table.hand
    assert hand is not None
    view = state.seat_view()
    assert view.hole == hand.dealer.holes[Seat(0)] == state.hole
    assert view.legal == teller.table.legal
    assert state.is_my_turn
    assert state.turn == (1, teller.view.turn_id)
    assert state.playing


def test_the_tail_and_a_snapshot_say_the_same() -> None:
    teller, state = dealt()
    state.events(teller.do(c.Act(Seat(0), CALL)))
    fresh = TableState(teller.welcome, teller.snapshot())
    assert fresh.hand == state.hand
    assert fresh.seats == state.seats
    assert fresh.seq == state.seq
    assert fresh.openings == state.openings
    assert fresh.names == state.names
    assert state.board == ()


def test_names_are_of_who_was_dealt_in() -> None:
    teller, state = dealt()
    first: tuple[str | None, ...] = state.names
    assert first == ("Ann", "Bob", "Cid")
    for command in (c.SitOut(Seat(2)), c.Act(Seat(0), FOLD), c.Act(Seat(1), FOLD)):
        state.events(teller.do(command))
    for message in (teller.commits({"Ann": HASH}), *teller.deals({"Ann": OWN})):
        state.events(message)
    assert state.names == ("Ann", "Bob", None)


def test_a_gap_is_noticed_and_changes_nothing() -> None:
    teller, state = dealt()
    before = state.seq
    teller.do(c.Act(Seat(0), CALL))
    later = teller.do(c.Act(Seat(1), CALL))
    assert state.events(later) is None
    assert state.seq == before


def test_events_that_are_told_twice_count_once() -> None:
    teller, state = dealt()
    message = teller.do(c.Act(Seat(0), CALL))
    assert state.events(message)
    hand = list(state.hand)
    assert state.events(message) == []
    assert state.hand == hand
    assert state.seq == teller.next - 1


def test_chairs_follow_who_comes_goes_and_sits_out() -> None:
    teller, state = dealt()
    for command in (
        c.SitOut(Seat(1)),
        c.Leave(Seat(2)),
        c.Act(Seat(0), FOLD),
        c.Act(Seat(1), FOLD),
    ):
        state.events(teller.do(command))
    assert state.seats == list(teller.snapshot().seats)
    assert state.seats[2] is None
    assert state.seats[1] is not None
    assert state.seats[1].sitting_out
    assert not state.playing
    state.events(teller.do(c.Sit("Dan", Chips(100), Seat(2))))
    state.events(teller.do(c.ComeBack(Seat(1))))
    assert state.seats == list(teller.snapshot().seats)
    assert [info and info.stack for info in state.seats] == [*state.view.stacks]


def test_a_voided_hand_is_no_hand() -> None:
    teller, state = dealt()
    state.events(teller.do(c.VoidHand("its cards could not be read")))
    assert state.hand == []
    assert not state.playing
    with pytest.raises(ValueError, match="no hand"):
        state.seat_view()


def test_an_event_of_a_kind_to_come_is_left_alone() -> None:
    teller, state = dealt()
    message = teller.do(c.Act(Seat(0), CALL))
    strange = {"type": "coffee_served", "seat": 1}
    told = type(message)(
        seq=message.seq,
        events=(*message.events, strange),
        view=message.view,
        me=message.me,
    )
    assert state.events(told)
    assert state.seq == message.seq + len(message.events)


def test_what_is_ones_own_stays_until_it_is_told_again() -> None:
    teller, state = dealt()
    assert state.is_my_turn
    before = state.me
    state.events(msgspec.structs.replace(teller.events([]), me=None))
    assert state.me is before
    state.events(teller.do(c.Act(Seat(0), CALL)))
    assert state.me != before
    watches = Me(seat=None)
    state.events(msgspec.structs.replace(teller.events([]), me=watches))
    assert state.viewer is None
    # The state of a table that is seen later than it is tells nothing of one's own.
    state.snapshot(msgspec.structs.replace(teller.snapshot(), me=None))
    assert state.me == watches
