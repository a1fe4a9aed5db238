"""A player's cells - which part of the high with which part of the low, how often - as a result."""

from __future__ import annotations

from fractions import Fraction
from xml.etree import ElementTree

import numpy as np
import pytest

from omaha8.equity import Equity, equity
from omaha8.equity.picture import shares_svg
from omaha8.equity.result import boards_with_low, player_equity
from omaha8.equity.tally import tally


def test_each_cell_is_a_share() -> None:
    # Three players. Rows: no part of the high, alone, with one, with two others.
    # Columns: nobody has a low, no part of it, alone, with one, with two others.
    cells = np.arange(1, 21).reshape(4, 5)
    player = player_equity("AhAd2h3d", cells, sampled=False)
    assert player.shares == {
        "0": 1 + 2,
        "1/6": 5 + 17,
        "1/4": 4 + 12,
        "1/3": 16 + 20,
        "5/12": 15 + 19,
        "1/2": 3 + 7 + 11 + 14,
        "2/3": 10 + 18,
        "3/4": 9 + 13,
        "1": 6 + 8,
    }
    assert (player.high_wins, player.high_ties) == (40, 155)
    assert (player.low_wins, player.low_ties) == (3 + 8 + 13 + 18, 4 + 9 + 14 + 19 + 50)
    assert player.scoops == 6 + 8
    assert player.quartered == 4 + 12
    won = [Fraction(share) * count for share, count in player.shares.items()]
    mean = sum(won, Fraction(0)) / 210
    assert player.equity_fraction == f"{mean.numerator}/{mean.denominator}"
    assert player.equity == float(mean)
    assert player.standard_error is None
    assert boards_with_low(cells) == 210 - 1 - 6 - 11 - 16


def test_the_standard_error_is_that_of_the_mean_share() -> None:
    cells = np.zeros((3, 4), np.int64)
    cells[1, 0], cells[0, 0], cells[2, 0] = 30, 50, 20
    shares = [1.0] * 30 + [0.0] * 50 + [0.5] * 20
    player = player_equity("*", cells, sampled=True)
    assert player.standard_error == pytest.approx(np.std(shares, ddof=1) / 100**0.5)


def test_showdowns_are_counted_by_who_shares_what() -> None:
    # A scoop; a tie of all; a high that two split, without a low; a low that the others share.
    highs = np.array([[9, 5, 7, 8], [50, 5, 7, 9], [60, 5, 8, 10]], np.uint16)
    lows = np.array([[56, 3, 56, 56], [56, 3, 56, 4], [56, 3, 56, 4]], np.uint8)
    expected = np.zeros((3, 4, 5), np.int64)
    expected[0, 1, 0], expected[1:, 0, 0] = 1, 1
    expected[:, 3, 4] = 10
    expected[:2, 2, 0] = 100
    expected[2, 0, 0] += 100
    expected[0, 1, 1], expected[1:, 0, 3] = 1000, 1000
    assert tally(highs, lows, np.array([1, 10, 100, 1000])).tolist() == expected.tolist()
    assert tally(highs, lows, None)[2, 0, 0] == 2


def texts(picture: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(picture).iter()]


def test_the_picture_says_what_the_result_says() -> None:
    result = equity(["AhAd2h3d", "KsKcQsJc"])
    found = texts(shares_svg(result))
    assert "A♥ A♦ 2♥ 3♦" in found
    assert "equity 69.38%" in found
    assert [text for text in found if text in ("scoop", "half", "nothing")] == [
        *("scoop", "half", "nothing"),
        *("scoop", "half", "nothing"),
    ]
    assert "Exact: 1,086,008 boards, 55.8% with a low." in found


def test_a_picture_of_ranges_on_a_board() -> None:
    result: Equity = equity(["AA!AAA", "*"], "4s5s9c", method="sampled", samples=500)
    found = texts(shares_svg(result))
    assert "AA!AAA" in found
    assert any(text.startswith("Board 4♠ 5♠ 9♣. Sampled: 500 boards") for text in found)
