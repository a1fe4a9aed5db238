"""The page of the room ``poker-room``, played: button, newcomers and missed blinds.

``docs/rooms/poker-room.md`` says what shows what.
"""

from __future__ import annotations

import pytest

from omaha8.hand.events import HoleDealt, Posted
from omaha8.rules.game import Chips, Seat
from omaha8.rules.presets import find_rules
from omaha8.table.commands import ChoosePost, ChooseWait, ComeBack, Leave, Sit, SitOut
from omaha8.table.entry import EntryOffer
from omaha8.table.machine import Table
from omaha8.table.refusal import Refused
from tests.table.at_the_table import act, deal, fold_out, hand, table_of

RULES = find_rules("poker-room")


def test_who_posted_the_small_blind_gets_the_button() -> None:
    table = table_of("ABCD", RULES)
    assert [hand(table).places for _ in range(5)] == ["0 1 2", "1 2 3", "2 3 0", "3 0 1", "0 1 2"]


def test_nobody_has_the_button_before_having_paid_both_blinds() -> None:
    table = table_of("ABC...", RULES)
    paid: dict[str, set[str]] = {}
    buttons: list[str] = []
    for number in range(24):
        if number in (4, 7, 9):
            seat = Seat({4: 5, 7: 3, 9: 4}[number])
            table.apply(Sit("XYZ"[(4, 7, 9).index(number)], Chips(100), seat))
            if number != 9:
                table.apply(ChoosePost(seat))
        dealt = deal(table)
        for event in dealt.events:
            if isinstance(event, Posted) and event.kind in ("sb", "bb"):
                paid.setdefault(table.public.player(event.seat).name, set()).add(event.kind)
        buttons.append(table.public.player(dealt.assigned.positions.button).name)
        if number >= 3:  # the first three had to begin somewhere
            assert paid[buttons[-1]] == {"sb", "bb"}
        fold_out(table)
    assert set(buttons) == set("ABCXYZ")


# a new player


def newcomer(seat: int) -> Table:
    """X sits down after a hand with the button in seat 0 and the blinds in 1 and 4."""
    table = table_of("AB..E.GH.", RULES)
    assert hand(table).places == "0 1 4"
    table.apply(Sit("X", Chips(100), Seat(seat)))
    return table


def test_left_of_the_big_blind_a_newcomer_posts_a_live_big_blind_or_waits() -> None:
    table = newcomer(8)
    (offer,) = table.offers
    assert offer.text == "post 2 or wait for the big blind"
    dealt = deal(table, ChoosePost(Seat(8)))
    assert (dealt.places, dealt.posts) == ("1 4 6", "4 sb 1, 6 bb 2, 8 missed_bb 2")
    # His post is a bet: when H has called, he may check.
    act(table, "c")
    turn = table.legal
    assert turn is not None
    assert (turn.seat, turn.to_call) == (8, 0)


def test_a_newcomer_who_waits_is_dealt_in_with_the_big_blind() -> None:
    table = newcomer(8)
    table.apply(ChooseWait(Seat(8)))
    assert [hand(table).players for _ in range(2)] == ["01467", "01467"]
    dealt = hand(table)
    assert (dealt.places, dealt.posts) == ("6 7 8", "7 sb 1, 8 bb 2")


def test_a_newcomer_in_the_place_of_the_big_blind_is_the_big_blind() -> None:
    table = newcomer(5)
    assert table.offers == []
    dealt = deal(table)
    assert (dealt.places, dealt.posts) == ("1 4 5", "4 sb 1, 5 bb 2")


@pytest.mark.parametrize("seat", [2, 3])
def test_a_newcomer_between_button_and_blind_waits_until_the_button_has_passed(seat: int) -> None:
    table = newcomer(seat)
    (offer,) = table.offers
    assert isinstance(offer, EntryOffer)
    assert (offer.now, offer.text) == (
        False,
        "post 2 when the button has passed or wait for the big blind",
    )
    # Button 1, small blind 4: he sits between them.
    dealt = hand(table, ChoosePost(Seat(seat)))
    assert (dealt.places, str(seat) in dealt.players) == ("1 4 6", False)
    # Button 4 has passed him.
    dealt = hand(table)
    assert dealt.posts == f"6 sb 1, 7 bb 2, {seat} missed_bb 2"


# a missed big blind


def missed_big() -> Table:
    """D lets the big blind pass: the next player posts it, D is marked ML."""
    table = table_of("ABCDEF", RULES)
    assert hand(table).places == "0 1 2"
    dealt = hand(table, SitOut(Seat(3)))
    assert (dealt.places, dealt.players) == ("1 2 4", "01245")
    assert table.public.marks(Seat(3)) == ("ML",)
    table.apply(ComeBack(Seat(3)))
    return table


def test_a_missed_big_blind_is_marked_ml_and_asked_of_the_next_active_player() -> None:
    missed_big()


def test_with_ml_there_are_no_cards_before_all_blinds_are_posted() -> None:
    table = missed_big()
    for _ in range(12):
        assert "3" not in hand(table).players
    with pytest.raises(Refused, match="Waiting makes up for no missed blind here"):
        table.apply(ChooseWait(Seat(3)))
    assert table.public.marks(Seat(3)) == ("ML",)


def test_of_both_blinds_posted_the_small_one_is_dead_and_in_the_pot_before_the_cards() -> None:
    table = missed_big()
    hand(table)  # button 2, small blind 4: he sits between them
    (offer,) = table.offers
    assert offer.text == "post 3 (2 live, 1 dead)"
    dealt = deal(table, ChoosePost(Seat(3)))
    assert dealt.posts == "5 sb 1, 0 bb 2, 3 both 2+1"
    kinds = [type(e) for e in dealt.events if isinstance(e, Posted | HoleDealt)]
    assert kinds == [Posted] * 3 + [HoleDealt] * 6
    assert table.public.marks(Seat(3)) == ()
    # In the pot but no bet: he has 2 in, as the big blind has.
    turn = table.legal
    assert turn is not None
    assert (turn.seat, turn.to_call) == (1, 2)
    assert table.hand is not None
    assert (table.hand.pot, table.hand.public.bets[3]) == (6, 2)
    fold_out(table)
    assert "3" in hand(table).players


# a missed small blind


def missed_small() -> Table:
    """C, big blind of the first hand, lets the small blind pass."""
    table = table_of("ABCDEF", RULES)
    assert hand(table).places == "0 1 2"
    dealt = hand(table, SitOut(Seat(2)))
    # D, due the big blind, posts the small one; E the big one. Each posts one blind.
    assert (dealt.places, dealt.posts) == ("1 3 4", "3 sb 1, 4 bb 2")
    assert table.public.marks(Seat(2)) == ("MS",)
    table.apply(ComeBack(Seat(2)))
    return table


def test_a_missed_small_blind_is_marked_ms_and_both_blinds_shift() -> None:
    missed_small()


def test_with_ms_there_are_no_cards_before_the_small_blind_is_posted() -> None:
    table = missed_small()
    for _ in range(6):
        assert "2" not in hand(table).players


def test_a_missed_small_blind_is_posted_dead_after_the_button_has_passed() -> None:
    table = table_of("ABCDEF", RULES)
    hand(table)
    hand(table, SitOut(Seat(2)))
    table.apply(ComeBack(Seat(2)))
    (offer,) = table.offers
    assert offer.text == "post 1 dead"
    dealt = deal(table, ChoosePost(Seat(2)))
    # The button went from B, on his right, to D, on his left.
    assert (dealt.places, dealt.posts) == ("3 4 5", "4 sb 1, 5 bb 2, 2 dead_sb 0+1")
    assert table.hand is not None
    assert (table.hand.pot, table.hand.public.bets[2]) == (4, 0)


def test_before_the_button_has_passed_a_missed_small_blind_cannot_be_posted() -> None:
    table = missed_small()
    table.apply(Leave(Seat(3)))
    (offer,) = table.offers
    assert offer.text == "post 1 dead when the button has passed"
    # D, the last small blind, is gone: B keeps the button, and C sits between it and the blinds.
    dealt = hand(table, ChoosePost(Seat(2)))
    assert (dealt.places, dealt.players) == ("1 4 5", "0145")
    assert hand(table).posts == "5 sb 1, 0 bb 2, 2 dead_sb 0+1"
