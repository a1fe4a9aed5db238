"""Many hands at once: `evaluate_many` must say what `rank` says, on either path."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from random import Random

import numpy as np
import pytest

from omaha8.cards import DECK, CardError, format_cards, parse_card, parse_cards
from omaha8.evaluation import NO_LOW, rank
from omaha8.evaluation.batch import evaluate_many
from omaha8.evaluation.names import low_ranks
from tests.paths import PATHS, use_path

ROOT = Path(__file__).parents[2]
GOLDEN = json.loads((ROOT / "tests" / "data" / "golden_evals.json").read_text("utf-8"))
SEES_ITSELF_ONLY = sorted((ROOT / "src" / "omaha8").rglob("*_kernels.py"))


@pytest.fixture(autouse=True, params=PATHS)
def path(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    return use_path(request.param, monkeypatch)


@pytest.mark.parametrize("hole_size", [4, 5, 6])
@pytest.mark.parametrize("board_size", [3, 4, 5])
def test_it_agrees_with_one_hand_at_a_time(hole_size: int, board_size: int) -> None:
    random = Random(f"{hole_size} hole cards, {board_size} on board, at once")
    dealt = np.array([random.sample(DECK, hole_size + board_size) for _ in range(3_000)])
    highs, lows = evaluate_many(dealt[:, :hole_size], dealt[:, hole_size:])
    for cards, high, low in zip(dealt.tolist(), highs, lows, strict=True):
        hole, board = cards[:hole_size], cards[hole_size:]
        assert (high, low) == rank(hole, board), (format_cards(hole), format_cards(board))


def test_golden_hands() -> None:
    holes = [[parse_card(card) for card in row["hole"]] for row in GOLDEN["hands"]]
    boards = [[parse_card(card) for card in row["board"]] for row in GOLDEN["hands"]]
    highs, lows = evaluate_many(holes, boards)
    assert highs.tolist() == [row["high_class"] for row in GOLDEN["hands"]]
    written = [None if low == NO_LOW else low_ranks(low) for low in lows.tolist()]
    assert written == [row["low"] for row in GOLDEN["hands"]]


def test_one_hand_goes_with_every_board_and_one_board_with_every_hand() -> None:
    hole, board = parse_cards("As2sKhQd"), parse_cards("3s4d9s8c6h")
    others = [parse_cards(text) for text in ("KhKdQdJc", "AhAd2h3d", "7s7d2c2h")]
    boards = [parse_cards(text) for text in ("3s4d9s8c6h", "3h5hQsJs9h")]
    highs, lows = evaluate_many(hole, boards)
    assert list(zip(highs.tolist(), lows.tolist(), strict=True)) == [rank(hole, b) for b in boards]
    highs, lows = evaluate_many(others, board)
    assert list(zip(highs.tolist(), lows.tolist(), strict=True)) == [rank(h, board) for h in others]
    highs, lows = evaluate_many(hole, board)
    assert (highs.tolist(), lows.tolist()) == ([6295], [1])


def test_no_hands_are_no_results() -> None:
    highs, lows = evaluate_many(np.empty((0, 4), int), np.empty((0, 5), int))
    assert (highs.shape, lows.shape) == ((0,), (0,))


@pytest.mark.parametrize(
    ("holes", "boards", "message"),
    [
        ([[0, 1, 2]], [[4, 5, 6]], r"hole cards are rows of 4, 5 or 6 integers: .* \(1, 3\)"),
        ([[0, 1, 2, 3]], [[4, 5]], r"board cards are rows of 3, 4 or 5 integers"),
        ([[0, 1, 2, 3.5]], [[4, 5, 6]], "an array of float64"),
        ([[0, 1, 2, 3]], [[4, 5, 52]], "52 is no card: the numbers of cards go from 0 to 51"),
        ([[-1, 1, 2, 3]], [[4, 5, 6]], "-1 is no card"),
        ([[0, 1, 2, 3], [0, 1, 2, 7]], [[4, 5, 6], [4, 5, 7]], "row 1 has a card twice"),
        ([[0, 1, 2, 2]], [[4, 5, 6]], "row 0 has a card twice"),
        ([[0, 1, 2, 3]] * 2, [[4, 5, 6]] * 3, "2 hands and 3 boards: as many of one"),
    ],
)
def test_wrong_rows_are_named(
    holes: list[list[int]], boards: list[list[int]], message: str
) -> None:
    with pytest.raises(CardError, match=message):
        evaluate_many(holes, boards)


@pytest.mark.parametrize("file", SEES_ITSELF_ONLY, ids=lambda file: file.name)
def test_a_kernel_calls_nothing_outside_its_file(file: Path) -> None:
    """numba's cache would miss a change there."""
    imports = [
        alias.name if isinstance(node, ast.Import) else str(node.module)
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    ]
    assert set(imports) <= {"__future__", "typing", "numpy", "numba"}
