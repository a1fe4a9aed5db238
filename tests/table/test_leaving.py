"""RULES, sit out, leave; a connection lost in the middle of a hand."""

from __future__ import annotations

import pytest

from omaha8.hand.actions import CHECK, FOLD
from omaha8.hand.events import Checked, Folded, HandEnded, Mucked, Shown
from omaha8.hand.legal import IllegalAction
from omaha8.rules.game import Chips, Seat, stakes
from omaha8.rules.house import ROBERT, replace
from omaha8.table.between_hands import (
    ClearAsked,
    ConnectionBack,
    ConnectionLost,
    SitOutAtBigBlind,
)
from omaha8.table.commands import (
    Act,
    ChangeSeat,
    Clear,
    ComeBack,
    Deal,
    Disconnect,
    Leave,
    Reconnect,
    ShowHand,
    Sit,
    SitOut,
    TimeOut,
)
from omaha8.table.events import CameBack, Leaving, Left, SatOut
from omaha8.table.refusal import Refused
from tests.table.at_the_table import act, call_down, deal, fold_out, hand, stacked, table_of

A, B, C, D = (Seat(i) for i in range(4))


def test_between_hands_one_leaves_at_once() -> None:
    table = table_of("ABC")
    assert table.apply(Leave(B)) == [Left(B, Chips(100))]
    assert table.public.free == [B]


def test_a_leaver_is_folded_in_his_turn_and_has_left_when_the_hand_is_over() -> None:
    table = table_of("ABCD")
    deal(table)  # D is first to act, then A
    assert table.apply(Leave(A)) == [Leaving(A)]
    assert act(table, "c")[1:] == [Folded(A)]
    with pytest.raises(Refused, match="A leaves after this hand already"):
        table.apply(Leave(A))
    events = fold_out(table)
    assert events[-1] == Left(A, Chips(100))


def test_whose_turn_it_is_folds_at_once() -> None:
    table = table_of("ABCD")
    deal(table)
    assert table.apply(Leave(D)) == [Leaving(D), Folded(D)]
    assert table.turn == A


def test_a_leaver_in_the_big_blind_may_still_win_it() -> None:
    table = table_of("ABC")
    deal(table)
    table.apply(Leave(C))
    assert fold_out(table)[-1] == Left(C, Chips(101))


def test_two_leavers_and_the_last_one_wins() -> None:
    table = table_of("ABC")
    deal(table)
    table.apply(Leave(B))
    events = table.apply(Leave(A))
    assert [type(e) for e in events[:3]] == [Leaving, Folded, Folded]
    assert isinstance(events[-1], Left)
    assert table.public.free == [A, B]


def test_who_is_all_in_and_leaves_is_paid_what_he_wins() -> None:
    table = table_of("ABC", games=stakes("nl", 1, 2), buy_in=40)
    hand(table)
    table.apply(Deal(stacked(table, "KsKhKdTc3d", B="KcAcAdQh")))
    act(table, "r39")
    assert table.apply(Leave(B)) == [Leaving(B)]
    # C folds the small blind, A calls.
    assert act(table, "f c")[-1] == Left(B, Chips(39 + 39 + 1))


def test_who_changes_his_mind_in_time_stays() -> None:
    table = table_of("ABCD")
    deal(table)
    table.apply(Leave(B))
    assert table.apply(ComeBack(B)) == [CameBack(B)]
    fold_out(table)
    assert table.public.player(B).name == "B"


def test_a_chair_is_freed_at_once_between_hands() -> None:
    table = table_of("ABC")
    assert table.apply(Clear(B)) == [Left(B, Chips(100))]


def test_whose_chair_is_freed_plays_his_hand_to_its_end() -> None:
    """RULES, one player to a hand: nobody folds another's."""
    table = table_of("ABCD")
    hand(table)
    table.apply(Deal(stacked(table, "KsKhKdTc3d", A="KcAcAdQh")))
    assert table.apply(Clear(A)) == [ClearAsked(A)]
    assert table.turn == A
    assert call_down(table)[-1] == Left(A, table.public.departed["A"].amount)
    assert table.public.departed["A"].amount > 100


def test_a_chair_that_is_freed_cannot_be_kept() -> None:
    table = table_of("ABCD")
    deal(table)
    table.apply(Clear(A))
    with pytest.raises(Refused, match="A has to go after this hand already"):
        table.apply(Clear(A))
    with pytest.raises(Refused, match="A leaves after this hand"):
        table.apply(ChangeSeat(A, B))
    # Nor by getting up and thinking better of it, or by sitting out for a moment.
    table.apply(Leave(A))
    table.apply(ComeBack(A))
    table.apply(SitOut(A))
    table.apply(ComeBack(A))
    fold_out(table)
    assert table.public.free[0] == A


def test_who_is_to_go_may_get_up_at_once() -> None:
    table = table_of("ABCD")
    deal(table)
    table.apply(Clear(D))
    assert table.apply(Leave(D)) == [Leaving(D), Folded(D)]


@pytest.mark.parametrize(
    ("first", "leaver", "kind"), [("", C, Shown), ("s", A, Mucked)], ids=["winner", "beaten"]
)
def test_a_leaver_shows_what_may_win_and_mucks_what_cannot(
    first: str, leaver: Seat, kind: type
) -> None:
    """RULES, showdown: a hand that can win no share may be mucked, any other is shown."""
    table = table_of("ABC", replace(ROBERT, muck="optional"))
    hand(table)
    table.apply(Deal(stacked(table, "KsKhKdTc3d", C="KcAcAdQh")))
    while table.legal is not None and not table.legal.showdown:
        act(table, "c")
    act(table, first)
    assert table.turn == leaver
    done = table.apply(Leave(leaver))[1]
    assert isinstance(done, Shown | Mucked)
    assert (type(done), done.seat) == (kind, leaver)


# Sitting out.


def test_sitting_out_begins_with_the_next_hand() -> None:
    table = table_of("ABCD")
    deal(table)
    assert table.apply(SitOut(D)) == [SatOut(D)]
    assert table.turn == D  # in this one he plays
    fold_out(table)
    assert "3" not in deal(table).players


def test_at_the_next_big_blind() -> None:
    table = table_of("ABCD")
    hand(table)
    table.apply(SitOut(A, "next_big_blind"))
    assert table.public.player(A).out_at_big_blind
    assert hand(table).players == "0123"  # the big blind is D's
    dealt = hand(table)
    assert SatOut(A) in dealt.events
    assert (dealt.posts, dealt.players) == ("3 sb 1, 1 bb 2", "123")
    assert table.public.marks(A) == ("ML",)


def test_who_thinks_again_before_the_big_blind_stays_in() -> None:
    table = table_of("ABCD")
    hand(table)
    assert table.apply(SitOut(D, "next_big_blind")) == [SitOutAtBigBlind(D)]
    with pytest.raises(Refused, match="sits out at the big blind already"):
        table.apply(SitOut(D, "next_big_blind"))
    table.apply(ComeBack(D))
    assert deal(table).posts == "2 sb 1, 3 bb 2"


def test_the_last_but_one_who_sits_out_at_his_big_blind_stops_the_game() -> None:
    table = table_of("AB")
    hand(table)
    table.apply(SitOut(A, "next_big_blind"))
    assert table.waiting_for.text == "two players for a hand: seat 1 to come back"
    table.apply(ComeBack(A))
    assert deal(table).places == "1 1 0"


def test_a_first_hand_waits_for_two_who_stay() -> None:
    table = table_of("AB")
    table.apply(SitOut(A, "next_big_blind"))
    assert table.waiting_for.text == "two players for a hand: seat 1 to come back"
    with pytest.raises(Refused, match="two players for a hand: seat 1 to come back"):
        deal(table, button=1)


def test_sitting_out_twice_and_coming_back_to_nothing_are_refused() -> None:
    table = table_of("AB")
    with pytest.raises(Refused, match="A is not sitting out"):
        table.apply(ComeBack(A))
    table.apply(SitOut(A))
    with pytest.raises(Refused, match="A is sitting out already; come back at any time"):
        table.apply(SitOut(A, "next_big_blind"))


# A lost connection, a player who does not act.


def test_who_is_disconnected_keeps_his_hand_and_his_turn() -> None:
    table = table_of("ABCD")
    deal(table)
    assert table.apply(Disconnect(D)) == [ConnectionLost(D)]
    assert table.turn == D
    assert not table.public.player(D).connected
    assert table.apply(Reconnect(D)) == [ConnectionBack(D)]
    with pytest.raises(Refused, match="D is connected"):
        table.apply(Reconnect(D))
    table.apply(Disconnect(D))
    with pytest.raises(Refused, match="D's connection is lost already"):
        table.apply(Disconnect(D))


def test_who_does_not_act_folds_to_a_bet_and_checks_without_one() -> None:
    table = table_of("ABCD")
    deal(table)
    assert table.apply(TimeOut(D)) == [Folded(D)]
    act(table, "c c")
    assert table.apply(TimeOut(C))[0] == Checked(C)


def test_only_whose_turn_it_is_can_time_out() -> None:
    table = table_of("ABCD")
    with pytest.raises(Refused, match="waits for a deck and the button of the first hand"):
        table.apply(TimeOut(A))
    deal(table)
    with pytest.raises(
        Refused, match="Seat 1 is not to act: the table waits for an action of seat 4"
    ):
        table.apply(TimeOut(A))


def test_acting_out_of_turn_or_between_hands_is_refused_by_the_hand() -> None:
    table = table_of("ABCD")
    with pytest.raises(IllegalAction, match="nobody is to act"):
        table.apply(Act(A, FOLD))
    deal(table)
    with pytest.raises(IllegalAction, match="it is seat 3's turn"):
        table.apply(Act(A, FOLD))
    with pytest.raises(IllegalAction, match="cannot check: seat 3 may fold, call 2 or raise to 4"):
        table.apply(Act(D, CHECK))


def test_a_hand_is_shown_afterwards_by_who_held_it_and_nobody_else() -> None:
    table = table_of("ABC")
    deal(table)
    fold_out(table)
    with pytest.raises(IllegalAction, match="not in the hand any more"):
        table.apply(ShowHand(A))
    (shown,) = table.apply(ShowHand(C))
    assert isinstance(shown, Shown)
    assert shown.voluntary
    deal(table)
    events = call_down(table)
    assert isinstance(events[-1], HandEnded)
    table.apply(Leave(A))
    table.apply(Sit("X", Chips(100)))
    with pytest.raises(Refused, match="Seat 1 has no hand to show"):
        table.apply(ShowHand(A))
