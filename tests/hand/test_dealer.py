"""RULES, deal: one card at a time from the left of the button, a burn before each board street."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omaha8.cards import DECK, Card, CardError, format_cards, parse_cards
from omaha8.evaluation import NO_LOW, rank
from omaha8.hand.actions import CALL, CHECK
from omaha8.hand.dealer import FULL_BOARD, Dealer
from omaha8.hand.events import BoardDealt, HoleDealt
from omaha8.hand.hand import Hand
from omaha8.rules.game import Seat, stakes
from omaha8.rules.house import ROBERT, replace
from tests.strategies import decks

SEATS = [Seat(1), Seat(2), Seat(0)]


def test_one_card_at_a_time_from_the_left_of_the_button() -> None:
    dealer = Dealer.from_deck(DECK, SEATS, 4, burns=True)
    assert dealer.holes == {1: (0, 3, 6, 9), 2: (1, 4, 7, 10), 0: (2, 5, 8, 11)}


def test_a_burn_before_flop_turn_and_river() -> None:
    # Twelve hole cards, then burn 12, flop 13 to 15, burn 16, turn 17, burn 18, river 19.
    assert Dealer.from_deck(DECK, SEATS, 4, burns=True).board == (13, 14, 15, 17, 19)
    assert Dealer.from_deck(DECK, SEATS, 4, burns=False).board == (12, 13, 14, 15, 16)


def test_a_hand_is_dealt_from_the_left_of_the_button_past_empty_seats() -> None:
    hand = Hand(ROBERT, stakes("pl", 1, 2), [99, None, 99, 0, 99], 2, DECK)
    dealt = [(event.seat, event.cards) for event in hand.events if isinstance(event, HoleDealt)]
    assert dealt == [(4, (0, 3, 6, 9)), (0, (1, 4, 7, 10)), (2, (2, 5, 8, 11))]


@pytest.mark.parametrize(("burn", "burned"), [("before_each_board_street", 1), ("none", 0)])
def test_the_table_is_told_of_burns(burn: str, burned: int) -> None:
    hand = Hand(replace(ROBERT, burn=burn), stakes("pl", 1, 2), [99, 99], 0, DECK)
    hand.apply(CALL)
    for _ in range(7):
        hand.apply(CHECK)
    streets = [event for event in hand.events if isinstance(event, BoardDealt)]
    assert [event.burned for event in streets] == [burned] * 3
    assert [len(event.cards) for event in streets] == [3, 1, 1]


@settings(max_examples=60, deadline=None)
@given(decks(), st.integers(2, 7), st.sampled_from([4, 5, 6]), st.booleans())
def test_no_card_is_dealt_twice(
    deck: tuple[Card, ...], players: int, hole_cards: int, burns: bool
) -> None:
    seats = [Seat(seat) for seat in range(players)]
    dealer = Dealer.from_deck(deck, seats, hole_cards, burns)
    dealt = [card for hole in dealer.holes.values() for card in hole or ()] + list(dealer.board)
    assert len(set(dealt)) == len(dealt) == players * hole_cards + FULL_BOARD


def test_street_by_street_as_far_as_the_board_is_known() -> None:
    board = parse_cards("3s4d9sKc2h")
    dealer = Dealer({}, board)
    assert [dealer.next_board(dealt) for dealt in (0, 3, 4)] == [board[:3], board[3:4], board[4:]]
    turn = Dealer({}, board[:4])
    assert turn.next_board(3) == board[3:4]
    assert turn.next_board(4) is None
    assert Dealer({}, ()).next_board(0) is None


@settings(max_examples=60, deadline=None)
@given(decks())
def test_ranks_are_those_of_the_evaluation(deck: tuple[Card, ...]) -> None:
    dealer = Dealer.from_deck(deck, SEATS, 4, burns=True)
    for seat in SEATS:
        hole = dealer.holes[seat]
        assert hole is not None
        high, low = rank(hole, dealer.board)
        for _ in range(2):  # found once, then remembered
            assert dealer.rank(seat) == (high, None if low == NO_LOW else low)


def test_a_deck_that_is_too_short_says_what_is_needed() -> None:
    with pytest.raises(CardError, match="has 19 cards; 3 players with 4 cards, .* need 20"):
        Dealer.from_deck(DECK[:19], SEATS, 4, burns=True)
    assert Dealer.from_deck(DECK[:20], SEATS, 4, burns=True).board[-1] == 19
    assert Dealer.from_deck(DECK[:17], SEATS, 4, burns=False).board[-1] == 16


def test_a_deck_with_a_card_twice_names_it() -> None:
    with pytest.raises(CardError, match="duplicate card 2d in the deck"):
        Dealer.from_deck((*DECK[:30], DECK[1]), SEATS, 4, burns=True)


@pytest.mark.parametrize(
    ("holes", "board", "says"),
    [
        ({0: "As2sKhQd", 1: "As3s4s5s"}, "", "duplicate card As: each card exists once"),
        ({0: "As2sKhQd"}, "3s4dQd", "duplicate card Qd"),
        ({0: "As2sKh"}, "", r"seat 0 has 3 hole cards \(As2sKh\), the game has 4"),
        ({0: "As2sKhQdJc"}, "", "seat 0 has 5 hole cards"),
        ({0: None}, "3s4d", "a board has 0, 3, 4 or 5 cards, not 2"),
        ({0: None}, "3s4d5d6d7d8d", "a board has 0, 3, 4 or 5 cards, not 6"),
    ],
)
def test_a_record_that_cannot_be_is_refused(
    holes: dict[int, str | None], board: str, says: str
) -> None:
    known = {
        Seat(seat): None if text is None else parse_cards(text) for seat, text in holes.items()
    }
    with pytest.raises(CardError, match=says):
        Dealer.known(known, parse_cards(board), 4, burns=True)


def test_unknown_hole_cards_have_no_rank() -> None:
    dealer = Dealer.known({Seat(0): None}, parse_cards("3s4d9sKc2h"), 4, burns=True)
    with pytest.raises(CardError, match="hole cards of seat 0 are unknown"):
        dealer.rank(Seat(0))


def test_a_full_table_of_five_cards_leaves_four_cards() -> None:
    seats = [Seat(seat) for seat in range(8)]
    dealer = Dealer.from_deck(DECK, seats, 5, burns=True)
    assert format_cards(dealer.board[-1:]) == "Ks"
