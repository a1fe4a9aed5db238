"""The readout: what plays each way, what a low still needs, and what counterfeited it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import example, given

from omaha8.cards import DECK, Card, CardError, parse_cards, rank_of
from omaha8.evaluation import NO_LOW, counterfeited, evaluate, low_standing, rank, readout
from omaha8.evaluation.readout import low_cards_needed
from tests.strategies import Deal, deals

LOW_RANKS = {rank_of(card) for card in parse_cards("Ac2c3c4c5c6c7c8c")}
VECTORS = json.loads((Path(__file__).parents[1] / "data" / "vectors.json").read_text("utf-8"))


@pytest.mark.parametrize(
    ("hole", "board", "high", "low"),
    [
        (
            "As6d5h4d",
            "Ad6hTs9cJc",
            "High: two pair, aces and sixes - A♠ 6♦ play",
            "Low: not possible on this board",
        ),
        (
            "2h3cKhQd",
            "8d6h4s9cTd",
            "High: king high - K♥ Q♦ play",
            "Low: eight-six, third nut - 2♥ 3♣ play",
        ),
        (
            "Ah3cKhQd",
            "8d6h4s9cTd",
            "High: ace high - A♥ K♥ play",
            "Low: eight-six, second nut - A♥ 3♣ play",
        ),
    ],
)
def test_two_lines(hole: str, board: str, high: str, low: str) -> None:
    hand = readout(parse_cards(hole), parse_cards(board))
    assert (hand.high_line, hand.low_line) == (high, low)


@pytest.mark.parametrize(
    ("hole", "board", "low"),
    [
        ("As2dKhQd", "", "needs three low cards on the board"),
        ("As2dKhQd", "8c6cKc", "needs one more low card"),
        ("As2dKhQd", "8cTcKc", "needs two more low cards"),
        ("As2dKhQd", "8cTcKc3s", "needs one more low card"),
        ("As2dKhQd", "Ac2cKc", "not possible with these hole cards"),
        ("As2dKhQd", "Ac8cKc", "needs two more low cards"),
        ("As2dKhQd", "9cTcJc", "not possible on this board"),
        ("As2dKhQd", "3c4cJcTs9s", "not possible on this board"),
        ("AsAdKhQd", "3c4cJc", "not possible with these hole cards"),
        ("AsJdKhQd", "", "not possible with these hole cards"),
        ("As2d3h4c", "8h8d7cKs", "needs one more low card"),
        ("As2d3h4c", "8h8d7cKsQd", "not possible on this board"),
        ("As2dKhQd", "3c4c5c", "wheel, nut low"),
    ],
)
def test_what_the_low_is_or_needs(hole: str, board: str, low: str) -> None:
    line = readout(parse_cards(hole), parse_cards(board)).low
    assert line.text == low
    assert bool(line.cards) == ("nut" in low)


@pytest.mark.parametrize(
    ("hole", "high"),
    [
        ("As2dKhQd", "High: ace-king - A♠ K♥ in hand"),
        ("2s2d9h9d", "High: pair of nines - 9♥ 9♦ in hand"),
        ("Ts3d9h2d6c", "High: ten-nine - T♠ 9♥ in hand"),
    ],
)
def test_before_the_flop_the_hole_cards_are_told(hole: str, high: str) -> None:
    hand = readout(parse_cards(hole), ())
    assert hand.high_line == high
    assert hand.high.cards == ()


@pytest.mark.parametrize(
    ("board", "best_first"),
    [
        ("8d6h4s", ["8-6-4-2-A", "8-6-4-3-A", "8-6-4-3-2", "8-6-5-4-A", "8-6-5-4-2"]),
        ("3d4h5s", ["5-4-3-2-A", "6-5-4-3-A", "6-5-4-3-2", "7-5-4-3-A", "7-5-4-3-2"]),
    ],
)
def test_the_nut_low_and_the_next(board: str, best_first: list[str]) -> None:
    cards = parse_cards(board)
    lows = {}
    for one in DECK:
        for other in DECK:
            if one < other and not {one, other} & set(cards):
                others = [card for card in parse_cards("KsKd Kh Kc") if card not in (one, other)]
                low = evaluate([one, other, *others[:2]], cards).low
                if low:
                    lows[low.dashes] = low_standing(low.low_rank, cards)
    assert sorted(lows, key=lows.__getitem__)[:5] == best_first
    assert sorted(lows.values()) == list(range(1, len(lows) + 1))


@pytest.mark.parametrize(
    ("hole", "board", "sentence"),
    [
        (
            "Ad2c4h7s",
            "As5d8cKh4d",
            "the 4 on the river paired your four; your low is now 7-5-4-2-A.",
        ),
        (
            "As2dKhQd",
            "3c4c8c2h",
            (
                "the 2 on the turn paired your deuce; "
                "your low is still 8-4-3-2-A, but only seventh nut."
            ),
        ),
        (
            "As2dKhQd",
            "5c6cKc2h",
            "the 2 on the turn paired your deuce; you still need one more low card.",
        ),
        (
            "As2dKhQd",
            "5c6cKcJsAh",
            "the A on the river paired your ace; you cannot make a low any more.",
        ),
        ("As2d3hQd", "5c4d8c2h", None),  # the trey steps in: still the nuts
        ("As2dKhQd", "5c4d8c7h", None),  # nothing of his paired
        ("As2dKhQd", "5c4d8cKs", None),  # a king takes no low away
        ("As2dKhQd", "5c4d3c2s", None),  # a wheel cannot be beaten
        ("As2d8hQd", "5c4d3c8s", None),  # the eight did not play
        ("As2d3hQd", "5c6dKc2s", None),  # the deuce made the low
        ("As2s3sKh", "5hJdQc3d", None),  # two low cards were needed, now one
        ("AsTdKhQd", "5c6dKcAd", None),  # there was no draw to spoil
        ("As2dKhQd", "2c3c8c2h", None),  # paired since the flop
        ("As2dKhQd", "3c4c2h", None),  # the flop comes at once
    ],
)
def test_counterfeiting(hole: str, board: str, sentence: str | None) -> None:
    expected = None if sentence is None else f"Counterfeited: {sentence}"
    assert counterfeited(parse_cards(hole), parse_cards(board)) == expected
    assert readout(parse_cards(hole), parse_cards(board)).counterfeited == expected


def test_the_counterfeit_of_the_rules() -> None:
    (row,) = [row for row in VECTORS["hands"] if "then" in row]
    sentence = counterfeited(parse_cards(row["hole"]), parse_cards(row["then"]["turn_added_board"]))
    assert sentence is not None
    assert sentence.endswith(f"your low is now {row['then']['low']}.")


def lacking(hole: Sequence[Card], board: Sequence[Card]) -> int | None:
    """Low ranks that a board lacks for a low of this hand, by trying every set of them."""
    own, there = (LOW_RANKS.intersection(map(rank_of, cards)) for cards in (hole, board))
    for count in range(4):
        for coming in combinations(sorted(LOW_RANKS - there), count):
            for played in combinations(sorted(there.union(coming)), 3):
                if any(not {*pair} & {*played} for pair in combinations(sorted(own), 2)):
                    return count
    return None


@given(deals(board_sizes=(4, 5)))
@example(Deal(parse_cards("As2s3sKh"), parse_cards("5hJdQc3d")))
@example(Deal(parse_cards("As2dKhQd"), parse_cards("5c6cKc2h")))
def test_counterfeited_is_a_hand_that_a_paired_card_did_not_help(deal: Deal) -> None:
    """A draw that lacks no fewer ranks than before, a low that is farther from the nuts."""
    hole, (*before, card) = deal
    lacked, lacks, to_come = lacking(hole, before), lacking(hole, deal.board), 5 - len(before)
    new = rank_of(card) not in map(rank_of, before)
    low_before, low_now = evaluate(hole, before).low, evaluate(*deal).low
    if low_before and low_now:
        played = rank_of(card) in map(rank_of, low_before.hole_cards)
        spoilt = low_standing(low_now.low_rank, deal.board) > low_standing(
            low_before.low_rank, before
        )
    else:
        played = rank_of(card) in map(rank_of, hole) and rank_of(card) in LOW_RANKS
        spoilt = lacked is not None and lacked <= to_come and lacks == lacked
    sentence = counterfeited(*deal)
    assert (sentence is not None) == (new and played and spoilt)
    if sentence and not low_now:
        assert ("still need" in sentence) == (lacks is not None and lacks < to_come)


@given(deals())
def test_the_lines_are_those_of_the_evaluation(deal: Deal) -> None:
    hand, evaluation = readout(*deal), evaluate(*deal)
    assert hand.high.text == evaluation.high.short_name
    assert hand.high.cards == evaluation.high.cards
    assert hand.low.cards == (evaluation.low.cards if evaluation.low else ())


@given(deals(board_sizes=(3, 4)))
def test_a_low_needs_as_many_cards_as_it_says(deal: Deal) -> None:
    """Whoever lacks one card makes a low with some next card; who lacks more, with none."""
    needed = low_cards_needed(*deal)
    rest = [card for card in DECK if card not in deal.hole and card not in deal.board]
    made_now = rank(*deal)[1] != NO_LOW
    next_makes_it = any(rank(deal.hole, (*deal.board, card))[1] != NO_LOW for card in rest)
    assert made_now == (needed == 0)
    assert next_makes_it == (needed in (0, 1))


@given(deals(board_sizes=(0, 1, 2, 3, 4, 5)))
def test_every_hand_has_two_lines(deal: Deal) -> None:
    hand = readout(*deal)
    assert hand.high_line.startswith("High: ")
    assert hand.low_line.startswith("Low: ")
    assert set(hand.high.hole_cards) <= set(deal.hole)


def test_wrong_cards_are_named() -> None:
    with pytest.raises(CardError, match="4, 5 or 6 hole cards needed, 2 given"):
        readout(parse_cards("As2s"), ())
    with pytest.raises(CardError, match="0, 1, 2, 3, 4 or 5 board cards needed, 6 given"):
        readout(parse_cards("As2s3s4s"), parse_cards("5s6s7s8s9sTs"))
    with pytest.raises(CardError, match="duplicate card 2s"):
        readout(parse_cards("As2s3s4s"), parse_cards("2s6s7s"))
