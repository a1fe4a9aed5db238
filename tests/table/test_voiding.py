"""A hand that is called off: everybody has what he began it with, and the next one comes."""

from __future__ import annotations

import pytest

from omaha8.hand.events import PostKind
from omaha8.hand.notation import play, write
from omaha8.rules.game import Chips, Seat, stakes
from omaha8.rules.house import ROBERT, replace
from omaha8.rules.options import Rake
from omaha8.table.between_hands import AnyEvent, HandVoided, SeatChanged, TopUpAsked
from omaha8.table.commands import (
    ChangeSeat,
    ChoosePost,
    Deal,
    KillPot,
    Leave,
    ShowHand,
    Sit,
    TopUp,
    VoidHand,
)
from omaha8.table.events import Left, Rebought
from omaha8.table.machine import Table
from omaha8.table.refusal import Refused
from omaha8.table.visibility import TableView, project_event
from tests.table.at_the_table import DECK, act, deal, hand, table_of
from tests.table.state_of import state_of

A, B, C, D = (Seat(i) for i in range(4))
EXPOSED = VoidHand("a card was exposed")


def stacks(table: Table) -> list[int]:
    return [0 if player is None else player.stack for player in table.public.seats]


@pytest.mark.parametrize(
    "line",
    ["", "c", "r4 c f", "r4 c c c c", "c c c c c r2 c c c c", "f f c c c c c c c"],
    ids=["posts", "a call", "a raise", "the flop", "the turn", "the river"],
)
def test_all_bets_go_back(line: str) -> None:
    table = table_of("ABCD", replace(ROBERT, rake=Rake(500, 40)))
    deal(table)
    act(table, line)
    assert table.public.playing
    assert table.apply(EXPOSED) == [HandVoided("a card was exposed", (Chips(100),) * 4)]
    assert stacks(table) == [100] * 4
    assert (table.public.raked, table.public.chips) == (0, 400)
    assert table.legal is None
    assert table.waiting_for.what == "deck"


def test_who_is_all_in_has_his_chips_again() -> None:
    table = table_of("ABC", games=stakes("nl", 1, 2), buy_in=40)
    deal(table)
    act(table, "r40 c")
    table.apply(EXPOSED)
    assert stacks(table) == [40] * 3


def test_the_blinds_and_the_button_move_on_as_after_any_hand() -> None:
    table = table_of("ABCD")
    assert deal(table).places == "0 1 2"
    table.apply(EXPOSED)
    following = deal(table)
    assert (following.places, following.assigned.number) == ("1 2 3", 2)


def test_what_was_posted_to_come_in_goes_back_and_is_owed_no_more() -> None:
    table = table_of("ABCD.")
    hand(table)
    table.apply(Sit("X", Chips(100), Seat(4)))
    assert "missed_bb" in deal(table, ChoosePost(Seat(4))).posts
    table.apply(EXPOSED)
    assert table.public.stack(Seat(4)) == 100
    following = deal(table)
    assert "4" in following.players
    assert "missed_bb" not in following.posts


def test_what_was_put_off_until_the_end_of_the_hand_is_done() -> None:
    table = table_of("ABC..")
    deal(table)
    table.apply(Leave(B))
    table.apply(TopUp(A, Chips(50)))
    table.apply(ChangeSeat(C, D))
    events = table.apply(EXPOSED)
    assert events[1:] == [
        Rebought(A, Chips(50), Chips(150)),
        Left(B, Chips(100)),
        SeatChanged(C, D),
    ]
    assert stacks(table) == [150, 0, 0, 100, 0]


def test_a_top_up_taken_back_before_stays_away() -> None:
    table = table_of("ABC")
    deal(table)
    table.apply(TopUp(A, Chips(50)))
    assert table.apply(TopUp(A, Chips(0))) == [TopUpAsked(A, Chips(0))]
    assert len(table.apply(EXPOSED)) == 1


def test_a_kill_is_over_with_its_hand() -> None:
    table = table_of("ABCD", replace(ROBERT, kill="optional"))
    hand(table)
    killed = deal(table, KillPot(A, Chips(4)))
    assert str(PostKind.KILL) in killed.posts
    table.apply(EXPOSED)
    assert str(PostKind.KILL) not in deal(table).posts


def test_between_hands_there_is_none_to_void() -> None:
    table = table_of("ABC")
    with pytest.raises(Refused, match="No hand is going on that could be voided"):
        table.apply(EXPOSED)
    hand(table)
    with pytest.raises(Refused, match="No hand is going on that could be voided"):
        table.apply(EXPOSED)


def test_a_reason_is_given() -> None:
    table = table_of("ABC")
    deal(table)
    with pytest.raises(Refused, match="Say why the hand is voided"):
        table.apply(VoidHand(" "))
    assert table.public.playing


def test_nobody_has_a_hand_to_show_afterwards() -> None:
    table = table_of("ABC")
    deal(table)
    table.apply(EXPOSED)
    with pytest.raises(Refused, match="no hand to show"):
        table.apply(ShowHand(A))


def test_everybody_sees_it_and_has_no_cards_any_more() -> None:
    table = Table(ROBERT, stakes("fl", 2, 4))
    events: list[AnyEvent] = [table.opening]
    for command in (Sit("A", Chips(100)), Sit("B", Chips(100)), Deal(DECK, A)):
        events += table.apply(command)
    assert TableView.fold(events, A).hole == tuple(DECK[1:8:2])
    voided = table.apply(EXPOSED)
    assert [project_event(event, None) for event in voided] == voided
    seen = TableView.fold(events + voided, A)
    assert seen.hole is None
    assert state_of(seen.table) == state_of(table.public)


def test_the_line_of_a_voided_hand_ends_where_it_was_voided() -> None:
    table = table_of("ABCD")
    deal(table)
    act(table, "r4 c f")
    assert table.hand is not None
    events = list(table.hand.events)
    line = write(events)
    assert line.endswith("| r4 c f")
    table.apply(EXPOSED)
    assert play(line).public.street == "preflop"
    assert [type(event) for event in play(line).events] == [type(event) for event in events]
