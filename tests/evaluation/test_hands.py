"""`evaluate`: cards and names of the best high and the best low."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given

from omaha8.cards import CardError, format_cards, parse_cards
from omaha8.evaluation import Category, Evaluation, Low, evaluate, rank
from omaha8.evaluation.classes import WORST_CLASS, class_of_five
from omaha8.evaluation.lows import LOW_MASKS, NO_LOW, low_mask
from omaha8.evaluation.names import high_name, low_name, low_short_name
from tests.strategies import Deal, deals

VECTORS = json.loads((Path(__file__).parents[1] / "data" / "vectors.json").read_text("utf-8"))


def of(hole: str, board: str) -> Evaluation:
    return evaluate(parse_cards(hole), parse_cards(board))


def low_of(hole: str, board: str) -> Low:
    low = of(hole, board).low
    assert low is not None
    return low


@pytest.mark.parametrize("row", VECTORS["hands"], ids=lambda row: row["hole"])
def test_the_hands_of_the_rules(row: dict[str, Any]) -> None:
    evaluation = of(row["hole"], row["board"])
    if "high" in row:
        assert evaluation.high.name == row["high"]
    if "high_not" in row:
        assert row["high_not"] not in evaluation.high.name
    if "low" in row:
        assert (evaluation.low and evaluation.low.dashes) == row["low"]
    if "then" in row:
        assert low_of(row["hole"], row["then"]["turn_added_board"]).dashes == row["then"]["low"]


@pytest.mark.parametrize(
    ("hole", "board", "name", "short_name"),
    [
        ("AsKsTd2h", "QsJsTs4d", "royal flush", "royal flush"),
        ("9s8s2h2d", "7s6s5sAdAh", "straight flush, nine high", "straight flush, nine high"),
        ("AsAdKhKd", "AhAcQs", "four of a kind, aces, queen kicker", "four of a kind, aces"),
        ("KsKd2c4c", "Kh9d9c", "full house, kings over nines", "full house, kings over nines"),
        ("6s6dKcQh", "6h2d2c", "full house, sixes over deuces", "full house, sixes over deuces"),
        ("As9s2h2d", "Js6s3sKdKh", "flush, A-J-9-6-3", "flush, ace high"),
        ("9s8d2h2d", "7s6s5dAdKh", "straight, nine high", "straight, nine high"),
        ("As2dKhKd", "3s4h5dTdTh", "straight, five high", "straight, five high"),
        ("7s7d2c2h", "7hAcTs9d", "three of a kind, sevens, A-T kickers", "three of a kind, sevens"),
        ("QsQdKcJh", "5h5d9c3s", "two pair, queens and fives, nine kicker", None),
        ("AsKd7h8h", "AdTc6s2c", "pair of aces, K-T-6 kickers", "pair of aces"),
        ("AsKd7h8h", "Jd9c6s2c", "ace high, K-J-9-6 kickers", "ace high"),
    ],
)
def test_highs_in_words(hole: str, board: str, name: str, short_name: str | None) -> None:
    high = of(hole, board).high
    assert high.name == name
    assert high.short_name == (short_name or "two pair, queens and fives")


def test_every_class_has_a_name_of_its_own() -> None:
    names = {high_name(high_class) for high_class in range(1, WORST_CLASS + 1)}
    assert len(names) == WORST_CLASS


@pytest.mark.parametrize(
    ("hole", "board", "ranks", "name", "short_name"),
    [
        ("As2s9cTc", "3s4d6hKd", "6432A", "Six-Four Low", "Six Low"),
        ("As2s9cTc", "3s4d8hKd", "8432A", "Eight-Four Low", "Eight Low"),
        ("6s5s9cTc", "7s4d8hKd", "87654", "Eight-Seven Low", "Eight Low"),
        ("As2s9cTc", "3s4d5hKd", "5432A", "Wheel", "Wheel"),
    ],
)
def test_lows_in_words(hole: str, board: str, ranks: str, name: str, short_name: str) -> None:
    low = low_of(hole, board)
    assert (low.ranks, low.dashes) == (ranks, "-".join(ranks))
    assert (low.name, low.short_name) == (name, short_name)


def test_six_four_beats_six_five() -> None:
    six_four = low_of("As2s9cTc", "3s4d6hKd")
    six_five = low_of("As2s9cTc", "3s5d6hKd")
    assert (six_four.name, six_five.name) == ("Six-Four Low", "Six-Five Low")
    assert six_four.low_rank < six_five.low_rank


def test_lows_are_named_by_their_two_highest_cards() -> None:
    names = [low_name(low) for low in range(NO_LOW)]
    assert list(dict.fromkeys(names)) == [
        *("Wheel", "Six-Four Low", "Six-Five Low", "Seven-Four Low", "Seven-Five Low"),
        *("Seven-Six Low", "Eight-Four Low", "Eight-Five Low", "Eight-Six Low", "Eight-Seven Low"),
    ]
    short_names = [low_short_name(low) for low in range(NO_LOW)]
    assert list(dict.fromkeys(short_names)) == ["Wheel", "Six Low", "Seven Low", "Eight Low"]


def test_cards_stand_as_a_hand_is_read() -> None:
    two_pair = of("6dAs9cTc", "6hAd3s8d2c").high
    assert format_cards(two_pair.cards) == "AsAd6d6h8d"
    assert format_cards(two_pair.hole_cards) == "As6d"
    straight = of("As2dKhKd", "3s4h5dTdTh").high
    assert format_cards(straight.cards) == "5d4h3s2dAs"
    low = low_of("As2dKhKd", "8s7h3dTdTh")
    assert format_cards(low.cards) == "8s7h3d2dAs"
    assert format_cards(low.hole_cards) == "As2d"


def test_high_and_low_may_play_different_hole_cards() -> None:
    evaluation = of("As2dKhKd", "Ks7h3d4c9h")
    assert evaluation.high.category is Category.THREE_OF_A_KIND
    assert format_cards(evaluation.high.hole_cards) == "KhKd"
    assert evaluation.low is not None
    assert format_cards(evaluation.low.hole_cards) == "As2d"


@given(deals())
def test_the_cards_make_the_hand(deal: Deal) -> None:
    evaluation = evaluate(*deal)
    high, low = evaluation.high, evaluation.low
    assert class_of_five(high.cards) == high.high_class
    for hand in (high, low) if low else (high,):
        from_hole = [card for card in hand.cards if card in deal.hole]
        from_board = [card for card in hand.cards if card in deal.board]
        assert sorted(from_hole) == sorted(hand.hole_cards)
        assert (len(from_hole), len(from_board)) == (2, 3)
    if low:
        assert low_mask(low.cards) == LOW_MASKS[low.low_rank]


@given(deals())
def test_numbers_are_those_of_rank(deal: Deal) -> None:
    evaluation = evaluate(*deal)
    low = NO_LOW if evaluation.low is None else evaluation.low.low_rank
    assert (evaluation.high.high_class, low) == rank(*deal)


@given(deals(hole_sizes=(5, 6)))
def test_big_o_plays_the_best_four_of_its_cards(deal: Deal) -> None:
    fours = [rank(four, deal.board) for four in combinations(deal.hole, 4)]
    assert rank(*deal) == (min(high for high, _ in fours), min(low for _, low in fours))


def test_an_evaluation_is_a_value() -> None:
    evaluation = of("As2sKhQd", "3s4d9s8c6h")
    assert evaluation == of("As2sKhQd", "3s4d9s8c6h")
    assert len({evaluation, of("As2sKhQd", "3s4d9s8c6h")}) == 1
    assert msgspec.json.decode(msgspec.json.encode(evaluation), type=Evaluation) == evaluation


def test_wrong_cards_are_named() -> None:
    with pytest.raises(CardError, match="4, 5 or 6 hole cards needed, 2 given"):
        of("As2s", "3s4d9s")
    with pytest.raises(CardError, match="duplicate card 3s"):
        of("As2s3s4s", "3s4d9s")
