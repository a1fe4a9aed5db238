"""Why a share goes where it goes, in words that a client can show."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from omaha8.rules.game import Seat
from omaha8.rules.house import ROBERT, HouseRules, replace
from omaha8.rules.split import pot_name, split_pot, uncontested, why


def words(
    amount: int,
    high: Sequence[int],
    low: Sequence[int],
    pot: int = 0,
    pots: int = 1,
    rules: HouseRules = ROBERT,
) -> list[str]:
    """The shares of a pot in words; the seats in order from the left of the button."""
    eligible = [Seat(seat) for seat in sorted({*high, *low})]
    highs = {seat: 1 if seat in high else 2 for seat in eligible}
    lows = {seat: 1 for seat in eligible if seat in low}
    shares = split_pot(amount, eligible, highs, lows, rules)
    return [f"{share.seat} {share.amount}: {why(share, pot, pots)}" for share in shares]


def test_each_half_of_an_odd_pot_says_where_the_odd_chip_went() -> None:
    assert words(57, [1], [3, 4]) == [
        "1 29: high of the main pot, 29: best high; odd chip to high",
        "3 14: low of the main pot, 28: quartered with seat 4; odd chip to high",
        "4 14: low of the main pot, 28: quartered with seat 3; odd chip to high",
    ]


def test_an_odd_chip_of_a_half_is_said_to_who_got_it() -> None:
    assert words(58, [1], [3, 4])[1:] == [
        "3 15: low of the main pot, 29: quartered with seat 4, one odd chip more",
        "4 14: low of the main pot, 29: quartered with seat 3",
    ]


def test_who_takes_one_half_and_shares_the_other() -> None:
    # RULES: of 56 the other player is quartered.
    assert words(56, [1], [1, 2]) == [
        "1 28: high of the main pot, 28: best high",
        "1 14: low of the main pot, 28: quartered with seat 2",
        "2 14: low of the main pot, 28: quartered with seat 1",
    ]


@pytest.mark.parametrize(
    ("winners", "how"),
    [
        ([1, 2], "split with seat 2"),
        ([1, 2, 3], "split three ways with seats 2 and 3"),
        ([1, 2, 3, 4], "split four ways with seats 2, 3 and 4"),
        ([1, 2, 3, 4, 5], "split 5 ways with seats 2, 3, 4 and 5"),
    ],
)
def test_a_pot_without_a_low_that_is_shared(winners: list[int], how: str) -> None:
    said = words(60, winners, [])[0]
    share = 60 // len(winners)
    assert said == f"1 {share}: all of the main pot, 60: best high, no low qualifies; {how}"


def test_a_half_that_three_share() -> None:
    assert words(60, [1], [2, 3, 4])[1] == (
        "2 10: low of the main pot, 30: split three ways with seats 3 and 4"
    )


def test_a_scoop_and_winners_tied_both_ways() -> None:
    assert words(60, [1], [1]) == ["1 60: all of the main pot, 60: best high and best low"]
    both = "all of the main pot, 61: best high and best low"
    assert words(61, [1, 2], [1, 2]) == [
        f"1 31: {both}; split with seat 2, one odd chip more",
        f"2 30: {both}; split with seat 1",
    ]


def test_tied_both_ways_with_each_half_on_its_own() -> None:
    each = replace(ROBERT, identical_both_ways="split_each_half")
    assert words(10, [1, 2], [1, 2], rules=each) == [
        "1 3: high of the main pot, 5: quartered with seat 2, one odd chip more",
        "2 2: high of the main pot, 5: quartered with seat 1",
        "1 3: low of the main pot, 5: quartered with seat 2, one odd chip more",
        "2 2: low of the main pot, 5: quartered with seat 1",
    ]


def test_an_uncontested_pot() -> None:
    (share,) = uncontested(6, Seat(1))
    assert why(share, 0, 1) == "all of the main pot, 6: uncontested"


def test_pots_have_names() -> None:
    assert [pot_name(pot, 1) for pot in range(1)] == ["main pot"]
    assert [pot_name(pot, 2) for pot in range(2)] == ["main pot", "side pot"]
    assert [pot_name(pot, 3) for pot in range(3)] == ["main pot", "side pot 1", "side pot 2"]
    assert words(20, [1], [], pot=1, pots=2) == [
        "1 20: all of the side pot, 20: best high, no low qualifies"
    ]
