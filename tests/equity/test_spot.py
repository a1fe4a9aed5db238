"""What is asked for: hands, board, dead cards and method, and one clear line if they cannot be."""

from __future__ import annotations

import numpy as np
import pytest

from omaha8.cards import Card, parse_cards
from omaha8.equity import RangeError, equity, make_plan, parse_spot
from omaha8.equity.every_deal import EveryDeal
from omaha8.equity.plans import KnownHands
from omaha8.equity.range_showdowns import RangeAgainstKnown, RangeAgainstRange
from omaha8.equity.sampling import Sample
from omaha8.equity.versus_random import AgainstRandom


@pytest.mark.parametrize(
    ("hands", "board", "dead", "message"),
    [
        (["AhAd2h3d"], "", "", "2 to 10 players have hands, 1 given"),
        (["*"] * 11, "", "", "2 to 10 players have hands, 11 given"),
        (["AhAd2h3d", "KsKcQsJc"], "4s5s", "", "a board has 0, 3, 4 or 5 cards, 2 given"),
        (["AhAd2h3d", "KsKcQsJc"], "4s5s6s7s8s9s", "", "a board has 0, 3, 4 or 5 cards, 6 given"),
        (["AhAd2h3d", "AhKcQsJc"], "", "", "duplicate card Ah, in AhAd2h3d and in AhKcQsJc"),
        (["AhAd2h3d", "KsKcQsJc"], "Kc5s6s", "", "duplicate card Kc, in the board and in KsKcQsJc"),
        (
            ["AhAd2h3d", "*"],
            "4c5s6s",
            "4c",
            "duplicate card 4c, in the board and in the dead cards",
        ),
        (["AhAh2h3d", "*"], "", "", "duplicate card Ah in 'AhAh2h3d': each card exists once"),
        (["AhAd2h3d4d", "*"], "", "", "a hand has 4 cards, 'AhAd2h3d4d' has 5"),
        (["", "*"], "", "", "a hand has 4 cards, '' has 0"),
        (["AhAd2h3d", "*"], "4x", "", "the board: unknown card '4x'"),
        (["AhAd2h3d", "*"], "", "9d9d", "the dead cards: duplicate card 9d"),
        (["AsAhKsKh", "AdAcKdKc", "AA"], "", "", "no hand of the range 'AA' is possible"),
        (["*"] * 10, "", "2c3c4c5c6c7c8c9c", "10 hands, a board and 8 dead cards are 53 cards"),
    ],
)
def test_what_cannot_be_is_named(hands: list[str], board: str, dead: str, message: str) -> None:
    with pytest.raises(ValueError, match=message) as refused:
        equity(hands, board, dead)
    assert "\n" not in str(refused.value)


def test_a_range_that_is_none_is_pointed_at() -> None:
    with pytest.raises(RangeError, match=r"character 3"):
        parse_spot(["AhAd2h3d", "A2/"])


@pytest.mark.parametrize("text", ["AhAd2h3d", "A♥ A♦ 2♥ 3♦", "ah,ad,2h,3d", " AhAd2h3d "])
def test_hands_may_be_written_as_one_likes_or_be_cards(text: str) -> None:
    spot = parse_spot([text, "*"])
    assert spot.known == (parse_cards("AhAd2h3d"),)
    assert parse_spot([parse_cards(text), "*"]).known == spot.known
    assert spot.holdings[0].text == "AhAd2h3d"


def test_cards_as_numbers_are_checked() -> None:
    with pytest.raises(ValueError, match="52 is no card"):
        parse_spot([[Card(52), Card(1), Card(2), Card(3)], "*"])
    with pytest.raises(ValueError, match="a hand has 4 cards, '2d2h2s' has 3"):
        parse_spot([[Card(1), Card(2), Card(3)], "*"])


@pytest.mark.parametrize("text", ["*", "****"])
def test_a_random_hand(text: str) -> None:
    (_, holding) = parse_spot(["AhAd2h3d", text]).holdings
    assert holding.random
    assert not holding.known


def test_three_cards_are_a_range() -> None:
    (holding, _) = parse_spot(["AhAd2h", "KsKcQsJc"]).holdings
    assert holding.hands is not None
    assert len(holding.hands) == 52 - 3 - 4


def test_weights_are_whole_numbers_without_a_common_factor() -> None:
    spot = parse_spot(["AA@50,KK@12.5", "QsQhJsJh"])
    weights = spot.holdings[0].weights
    assert weights is not None
    assert np.unique(weights).tolist() == [1, 4]
    # If all that is left counts alike, weights say nothing.
    assert parse_spot(["AA@50,KKKK@10", "KsQhJsJh"]).holdings[0].weights is None


@pytest.mark.parametrize(
    ("hands", "board", "work"),
    [
        ("AhAd2h3d KsKcQsJc", "", KnownHands),
        ("AhAd2h3d KsKcQsJc 9s9h8s8h", "4s5c6c", KnownHands),
        ("AhAd2h3d *", "", AgainstRandom),
        ("AhAd2h3d KsKcQsJc *", "4s5c6c", AgainstRandom),
        ("AhAd2h3d A2", "4s5c6c", RangeAgainstKnown),
        ("AA A2", "4s5c6c7h", RangeAgainstRange),
        ("AA A2", "4s5c6c7h8h", RangeAgainstRange),
        ("AA *", "4s5c6c7h8h", RangeAgainstRange),
        ("AA23 KsKcQsJc", "", EveryDeal),
        ("AA23 *", "4s5c6c7h", EveryDeal),
        ("AA A2", "4s5c6c", Sample),
        ("AA A2", "", Sample),
        ("* *", "", Sample),
        ("AhAd2h3d * *", "4s5c6c7h8h", Sample),
    ],
)
def test_exact_where_the_work_is_small_enough_else_a_sample(
    hands: str, board: str, work: type
) -> None:
    plan = make_plan(parse_spot(hands.split(), board))
    assert isinstance(plan.work, work)
    assert plan.method == ("sampled" if work is Sample else "exact")
    assert plan.uses_kernels == (work is not KnownHands)


def test_a_method_may_be_asked_for() -> None:
    spot = parse_spot(["AhAd2h3d", "KsKcQsJc"])
    assert isinstance(make_plan(spot, "sampled").work, Sample)
    large = parse_spot(["AA", "A2"], "4s5c6c")
    assert isinstance(make_plan(large, "exact").work, RangeAgainstRange)
    with pytest.raises(ValueError, match="the method is 'auto', 'exact' or 'sampled', not 'fast'"):
        equity(["AhAd2h3d", "*"], method="fast")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="a sample has 1 deal or more, not 0"):
        equity(["AhAd2h3d", "*"], samples=0)


def test_the_time_is_taken_with_the_clock_that_is_given() -> None:
    ticks = iter([10.0, 12.5])
    result = equity(["AhAd2h3d", "KsKcQsJc"], "4s5c6c", clock=lambda: next(ticks))
    assert result.seconds == 2.5
    assert equity(["AhAd2h3d", "KsKcQsJc"], "4s5c6c").seconds is None


def test_progress_is_told_job_by_job() -> None:
    told: list[tuple[int, int]] = []
    equity(["AhAd2h3d", "AA"], "4s5c6c", progress=lambda done, jobs: told.append((done, jobs)))
    assert told == [(n, len(told)) for n in range(1, len(told) + 1)]
    assert len(told) > 1
