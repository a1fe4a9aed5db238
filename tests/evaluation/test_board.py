"""Ranking hands on a board: exactly two hole cards and exactly three board cards, both ways."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omaha8.cards import DECK, Card, CardError, format_cards, parse_card, parse_cards
from omaha8.evaluation import NO_LOW, prepare, rank
from omaha8.evaluation.names import low_ranks
from tests.evaluation import twin
from tests.strategies import Deal, deals, suit_permutations

GOLDEN = json.loads((Path(__file__).parents[1] / "data" / "golden_evals.json").read_text("utf-8"))


def ranked(hole: tuple[Card, ...], board: tuple[Card, ...]) -> tuple[int, str | None]:
    """Class and low as written."""
    high_class, low = rank(hole, board)
    return high_class, None if low == NO_LOW else low_ranks(low)


def test_golden_hands() -> None:
    assert len(GOLDEN["hands"]) == 600
    for row in GOLDEN["hands"]:
        hole = tuple(map(parse_card, row["hole"]))
        board = tuple(map(parse_card, row["board"]))
        assert ranked(hole, board) == (row["high_class"], row["low"]), row


@pytest.mark.parametrize(
    ("hole_size", "board_size", "count"),
    [
        (4, 5, 100_000),
        (4, 4, 5_000),
        (4, 3, 5_000),
        (5, 5, 4_000),
        (5, 4, 2_000),
        (5, 3, 2_000),
        (6, 5, 2_000),
        (6, 4, 1_000),
        (6, 3, 1_000),
    ],
)
def test_random_deals_agree_with_trying_every_combination(
    hole_size: int, board_size: int, count: int
) -> None:
    random = Random(f"{hole_size} hole cards, {board_size} on board")
    for _ in range(count):
        dealt = tuple(random.sample(DECK, hole_size + board_size))
        hole, board = dealt[:hole_size], dealt[hole_size:]
        assert ranked(hole, board) == twin.best(hole, board), (
            format_cards(hole),
            format_cards(board),
        )


@given(deals())
def test_peculiar_deals_agree_with_trying_every_combination(deal: Deal) -> None:
    assert ranked(*deal) == twin.best(*deal)


@pytest.mark.parametrize(
    ("hole", "board", "high_class"),
    [
        ("As2s2d2h", "AhAdAcKsKd", 22),  # four aces with a deuce: a second hole card must play
        ("2s2h2d2c", "AhKdQc", 5966),  # four of a kind in the hole are a pair
        ("AsAh3d4c", "KsKhKdKc2s", 179),  # four kings on board are three
    ],
)
def test_exactly_two_hole_cards_play_for_high(hole: str, board: str, high_class: int) -> None:
    assert rank(parse_cards(hole), parse_cards(board))[0] == high_class


def test_one_suited_hole_card_makes_no_flush() -> None:
    high_class, _ = rank(parse_cards("AhKc9dJs"), parse_cards("2h5hTh7hQc"))
    assert high_class > 1609


def test_a_board_of_one_suit_needs_two_of_it_in_the_hole() -> None:
    board = parse_cards("AsKsQsJsTs")
    assert rank(parse_cards("9s8s2h3d"), board)[0] == 3
    assert rank(parse_cards("9s8h2h3d"), board)[0] > 1599


@given(deals(), suit_permutations())
def test_suits_never_rank(deal: Deal, exchanged: tuple[Card, ...]) -> None:
    hole, board = (tuple(exchanged[card] for card in cards) for cards in deal)
    assert rank(hole, board) == rank(*deal)


@given(deals(), st.randoms(use_true_random=False))
def test_the_order_of_the_cards_does_not_matter(deal: Deal, random: Random) -> None:
    hole, board = list(deal.hole), list(deal.board)
    random.shuffle(hole)
    random.shuffle(board)
    assert rank(hole, board) == rank(*deal)


@given(deals(hole_sizes=(5, 6), board_sizes=(4, 5)))
def test_more_cards_never_make_a_worse_hand(deal: Deal) -> None:
    high_class, low = rank(*deal)
    fewer_high, fewer_low = rank(deal.hole[:-1], deal.board[:-1])
    assert high_class <= fewer_high
    assert low <= fewer_low


@given(deals())
def test_a_prepared_board_ranks_as_a_fresh_one(deal: Deal) -> None:
    board = prepare(deal.board)
    assert board.cards == deal.board
    assert board.rank(deal.hole) == board.rank(deal.hole) == rank(*deal)


@pytest.mark.parametrize(
    ("hole", "board", "message"),
    [
        ("As2s3s", "4s5s6s", "4, 5 or 6 hole cards needed, 3 given"),
        ("As2s3s4s5s6s7s", "8s9sTs", "4, 5 or 6 hole cards needed, 7 given"),
        ("As2s3s4s", "5s6s", "3, 4 or 5 board cards needed, 2 given"),
        ("As2s3s4s", "5s6s7s8s9sTs", "3, 4 or 5 board cards needed, 6 given"),
        ("As2s3s4s", "5s6sAs", "duplicate card As: each card exists once"),
    ],
)
def test_wrong_cards_are_named(hole: str, board: str, message: str) -> None:
    with pytest.raises(CardError, match=message):
        rank(parse_cards(hole), parse_cards(board))


def test_cards_that_stand_twice_or_are_none_are_named() -> None:
    with pytest.raises(CardError, match="duplicate card 2c"):
        prepare([Card(0), Card(0), Card(1)])
    with pytest.raises(CardError, match="52 is no card: the numbers of cards go from 0 to 51"):
        prepare([Card(0), Card(52), Card(1)])
    with pytest.raises(CardError, match="3, 4 or 5 board cards needed, 0 given"):
        prepare([])
