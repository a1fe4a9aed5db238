"""Matchups that other programs agree on, and published figures, to the last tally."""

from __future__ import annotations

import json
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from omaha8.cards import DECK
from omaha8.equity import equity
from omaha8.equity.boards import cards_left, runouts
from omaha8.equity.versus_random import KnownSide, count_codes
from omaha8.evaluation.lows import NO_LOW
from tests.paths import use_path

GOLDEN = json.loads(
    (Path(__file__).parents[1] / "data" / "golden_equities.json").read_text("utf-8")
)
PREFLOP = [row for row in GOLDEN["hand_vs_random"] if not row["board"]]
ON_BOARD = [row for row in GOLDEN["hand_vs_random"] if row["board"]]
TALLIES = ("equity_fraction", "high_wins", "high_ties", "low_wins", "low_ties", "scoops")


@pytest.mark.parametrize("row", GOLDEN["matchups"], ids=lambda row: row["name"])
def test_matchups(row: dict[str, Any]) -> None:
    result = equity(row["hands"], "".join(row["board"]), "".join(row["dead"]))
    assert result.method == "exact"
    assert result.boards == row["total_boards"]
    assert result.boards_with_low == row["boards_with_low"]
    for player, expected in zip(result.players, row["players"], strict=True):
        assert player.hand == expected["hand"]
        assert player.shares == expected["share_histogram"]
        assert player.equity == expected["equity"]
        for name in TALLIES:
            assert getattr(player, name) == expected[name], name


def check_against_random(row: dict[str, Any]) -> None:
    result = equity([row["hand"], "*"], "".join(row["board"]))
    assert result.method == "exact"
    assert result.boards == row["total_matchups"]
    assert result.boards - result.boards_with_low == row["no_low"]
    hero, random_hand = result.players
    for name in (*TALLIES, "equity"):
        assert getattr(hero, name) == row[name], name
    assert random_hand.high_wins == row["high_losses"]
    assert random_hand.low_wins == row["low_losses"]
    assert random_hand.high_ties == row["high_ties"]
    cells = row["cells"]
    assert hero.quartered == cells["high_loss"]["low_tie"] + cells["high_tie"]["low_loss"]
    assert random_hand.scoops == cells["high_loss"]["no_low"] + cells["high_loss"]["low_loss"]


@pytest.mark.usefixtures("path")
@pytest.mark.parametrize("row", ON_BOARD, ids=lambda row: "".join(row["board"]))
def test_a_random_hand_on_the_turn(row: dict[str, Any]) -> None:
    check_against_random(row)


@pytest.mark.parametrize("row", PREFLOP, ids=lambda row: row["hand"])
def test_a_random_hand_before_the_flop(
    row: dict[str, Any], request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Without numba it takes half a minute; the boards above try that path.
    use_path("numba", monkeypatch)
    check_against_random(row)


def test_published_figures() -> None:
    badger, tied = GOLDEN["published_checks"][:2]
    assert equity(badger["hands"]).players[1].equity == badger["exact"]
    result = equity(tied["hands"], "".join(tied["board"]))
    assert [player.equity_fraction for player in result.players] == ["1/2", "1/2"]


def test_published_simulations() -> None:
    published = GOLDEN["published_checks"][2]
    for text, figure in published["mc"].items():
        hands = [{"****": "*"}.get(hand, hand) for hand in text.split(" v ")]
        (player, _) = equity(hands, method="sampled", samples=200_000).players
        assert player.standard_error is not None
        error = (player.standard_error**2 + published["mc_std_error"] ** 2) ** 0.5
        assert abs(player.equity - figure) < 4 * error, text


def test_counts_of_boards() -> None:
    counts = GOLDEN["counts"]
    boards, each = runouts((), DECK, (0, 1, 2, 3))
    assert each.sum() == counts["boards_5"] == comb(52, 5)
    low_ranks = np.bitwise_count(boards.lows)
    assert each[low_ranks >= 3].sum() == counts["boards_with_3_distinct_low_ranks"]
    for players, name in ((2, "hu_preflop_boards"), (3, "three_way_preflop_boards")):
        assert runouts((), DECK[4 * players :], (0, 1, 2, 3)).counts.sum() == counts[name]


def test_how_often_a_random_hand_makes_a_low(monkeypatch: pytest.MonkeyPatch) -> None:
    use_path("numba", monkeypatch)
    # For low only ranks count: no suit matters.
    boards, each = runouts((), DECK, (-1, -1, -1, -1))
    left, left_suited = cards_left(boards, DECK)
    none = np.zeros(len(each), np.uint16)
    nobody = np.full(len(each), NO_LOW, np.uint8)
    side = KnownSide(boards, each, left, left_suited, none, nobody, none)
    (by_code,) = count_codes(side, 1).tolist()
    assert sum(by_code[12:]) == GOLDEN["counts"]["random_hand_makes_low_num"]
    assert sum(by_code) == GOLDEN["counts"]["random_hand_makes_low_den"]
