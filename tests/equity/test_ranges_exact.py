"""Ranges and random hands, exactly: the sum of their hands one by one, whichever way is taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product

import numpy as np
import pytest

from omaha8.cards import DECK, Card, format_cards, parse_cards
from omaha8.equity import EquityError, equity, parse_range
from omaha8.equity.every_deal import EveryDeal
from omaha8.equity.plans import make_plan
from omaha8.equity.range_showdowns import RangeAgainstKnown, RangeAgainstRange
from omaha8.equity.solver import solve
from omaha8.equity.spot import parse_spot
from omaha8.evaluation import prepare
from tests.equity.spots import Hand, counted, in_lowest_terms, shares_of

pytestmark = pytest.mark.usefixtures("path")


def hands_of(text: str, taken: str) -> list[tuple[Hand, int]]:
    """The hands of a range and their weights in percent, or four cards, or all hands."""
    if text == "*":
        out = parse_cards(taken)
        return [(hand, 1) for hand in combinations([c for c in DECK if c not in out], 4)]
    chosen = parse_range(text)
    weights = [1.0] * len(chosen) if chosen.weights is None else chosen.weights.tolist()
    return [(hand, round(weight)) for hand, weight in zip(chosen, weights, strict=True)]


def one_by_one(hands: Sequence[str], board: str) -> list[Counter[str]]:
    """All deals of the hands, each by itself."""
    on_board = parse_cards(board)
    found = [Counter[str]() for _ in hands]
    for deal in product(*[hands_of(hand, board) for hand in hands]):
        cards = [card for hand, _ in deal for card in hand]
        if len({*cards, *on_board}) != len(cards) + len(on_board):
            continue
        weight = 1
        for _, of_hand in deal:
            weight *= of_hand
        result = shares_of(equity([hand for hand, _ in deal], on_board))
        for total, shares in zip(found, result, strict=True):
            total.update({share: count * weight for share, count in shares.items()})
    return found


@pytest.mark.parametrize(
    ("hands", "board", "way"),
    [
        ("AhKd2h3d 5566", "4s5s9c", RangeAgainstKnown),
        ("AhKd2h3d 5566@50,7788@25 KsKcQsJc", "4s5s9c2d", RangeAgainstKnown),
        ("AA22:xxyy KK33", "4s5s9cTd", RangeAgainstRange),
        ("AA22:xxyy@30,QQJJ@60 AA33:xxyz,KK33:xxyz", "4s5s9cTd7h", RangeAgainstRange),
        ("AA23:xxyy JJTT:xxyy", "4h5h9h", RangeAgainstRange),
        ("AA23:xxyy KsKhQsJh", "", EveryDeal),
        ("AA22:xxyy KK33:xyzw QsJsTh9h", "4s5s9cTd", EveryDeal),
    ],
)
def test_a_range_is_all_its_hands(hands: str, board: str, way: type) -> None:
    plan = make_plan(parse_spot(hands.split(), board), "exact")
    assert isinstance(plan.work, way)
    result, expected = shares_of(solve(plan)), one_by_one(hands.split(), board)
    if "@" in hands:
        result, expected = in_lowest_terms(result), in_lowest_terms(expected)
    assert result == expected


def test_a_random_hand_is_all_hands() -> None:
    hero, other, board = map(parse_cards, ("As2sKhQd", "Ah3h9c9d", "3s4d9s8c6h"))
    prepared = prepare(board)
    taken = {*hero, *other, *board}
    hands = combinations([card for card in DECK if card not in taken], 4)
    known = [prepared.rank(hero), prepared.rank(other)]
    expected = counted([*known, prepared.rank(hand)] for hand in hands)
    result = equity([hero, other, "*"], board)
    assert result.boards == 82_251
    assert shares_of(result) == expected
    # Whoever sits where.
    assert shares_of(equity(["*", hero, other], board)) == [expected[2], *expected[:2]]


def test_a_range_against_a_random_hand_is_the_same_by_pairs_and_hand_by_hand() -> None:
    spot = parse_spot(["AA23:xxyy", "*"], "4s5s9cTd7h")
    pairs, one_hand_at_a_time = RangeAgainstRange(spot), EveryDeal(spot)
    by_pairs = np.sum([pairs.cells(part) for part in range(len(pairs))], axis=0)
    hands = range(len(one_hand_at_a_time))
    by_hand = np.sum([one_hand_at_a_time.cells(part) for part in hands], axis=0)
    assert by_pairs.tolist() == by_hand.tolist()


def test_a_range_a_hand_and_a_random_hand() -> None:
    board = "4s5s9cTd7h"
    result = equity(["AA23:xxyy", "KsKhQsJh", "*"], board)
    assert result.method == "exact"
    expected = [Counter[str](), Counter[str](), Counter[str]()]
    for hand, _ in hands_of("AA23:xxyy", ""):
        if not {*hand} & {*parse_cards(board + "KsKhQsJh")}:
            for total, shares in zip(
                expected, shares_of(equity([hand, "KsKhQsJh", "*"], board)), strict=True
            ):
                total.update(shares)
    assert shares_of(result) == expected


def test_deals_that_only_exchange_suits_are_looked_at_once() -> None:
    assert len(parse_range("AA23")) == 96
    # One hand holds the ace of hearts, so three are left: two of them are alike.
    work = EveryDeal(parse_spot(["AA23", "KsKhQsJh"]))
    assert len(work) < 96 / 1.5
    alone = EveryDeal(parse_spot(["AA23:xxyy", "KK45"]))
    assert len(alone) < 24 * 96 / 15


def test_hands_that_the_others_exclude_are_left_out() -> None:
    # With two aces elsewhere AA is one pair of aces: 1 of 6.
    spot = parse_spot(["AsAh2s3h", "AA"], "", "KsKh")
    (hands,) = [holding.hands for holding in spot.holdings if holding.hands is not None]
    assert all({Card(48), Card(49)} < set(hand) for hand in hands.tolist())
    assert not any({*hand} & {*parse_cards("AsAh2s3hKsKh")} for hand in hands.tolist())


def test_a_range_of_one_hand_is_that_hand() -> None:
    result = equity(["AAAA", "KsKhQsJh"])
    assert result.players[0].hand == "AAAA"
    assert result.players[0].shares == equity(["AcAdAhAs", "KsKhQsJh"]).players[0].shares


def test_ranges_that_need_the_same_cards_cannot_be_dealt() -> None:
    for hands, board in (
        ("AAAK AAQQ", ""),
        ("AAAK AAQQ", "2c3c4d5d"),
        ("AAAK AAQQ 2h2d3h3d", "4d5d6d"),
    ):
        with pytest.raises(EquityError, match="cannot be dealt together"):
            equity(hands.split(), board, method="exact")


def test_what_cannot_be_counted_is_refused() -> None:
    with pytest.raises(EquityError, match="deals of these ranges are too many to count exactly"):
        equity(["AA", "KK", "QQ"], method="exact")
    fine = ",".join(
        f"{a}{b}@{50 + n / 100}" for n, (a, b) in enumerate(combinations("23456789TJ", 2))
    )
    with pytest.raises(EquityError, match="weights with fewer decimals, or a sample"):
        equity([fine, fine], "AsAhKd", method="exact")


def test_known_cards_of_a_range_stand_as_written() -> None:
    result = equity(["AhAd2h3d", "AA23"])
    assert [player.hand for player in result.players] == [
        format_cards(parse_cards("AhAd2h3d")),
        "AA23",
    ]
