"""Samples: within four standard errors of the exact equity, and the same for the same seed."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from random import Random

import numpy as np
import pytest

from omaha8.cards import DECK, parse_cards
from omaha8.equity import Equity, EquityError, Spot, equity, parse_range, parse_spot
from omaha8.equity.dealing import Deals, deal_many, unknown_of
from omaha8.equity.sampling import BATCH
from tests.equity.spots import dealt, shares_of
from tests.paths import use_path


def errors(sampled: Equity, exact: Equity) -> list[float]:
    """How many standard errors each player is off."""
    found = []
    for player, right in zip(sampled.players, exact.players, strict=True):
        assert player.standard_error is not None
        off = abs(player.equity - right.equity)
        found.append(off / player.standard_error if off else 0.0)
    return found


def test_two_hundred_spots_within_four_standard_errors() -> None:
    random = Random("two hundred spots")
    worst = 0.0
    for number in range(200):
        hands, board = dealt(random, random.choice([2, 2, 3, 4, 6]), random.choice([0, 3, 3, 4]))
        exact = equity(hands, board)
        sampled = equity(hands, board, method="sampled", samples=5_000, seed=number)
        worst = max(worst, *errors(sampled, exact))
    # Hundreds of equities: the farthest is some three standard errors off, and not none.
    assert 2 < worst < 4


@pytest.mark.parametrize(
    ("hands", "board"),
    [
        ("AhKd2h3d A23", "4s5s9c"),
        ("AA A23", "2c7d9hTs"),
        ("AA23 AA2K KK23:xxyy", "2c7d9hTs4d"),
        ("AA23@90,QQJJ@10 A2KK", "2c7d9hTs"),
        ("As2sKhQd *", "3h4d8c"),
        ("As2sKhQd * JsJhTsTh", "3h4d8cKc"),
        ("AA23:xxyy *", "3h4d8cKc9s"),
    ],
)
def test_ranges_and_random_hands(hands: str, board: str) -> None:
    exact = equity(hands.split(), board, method="exact")
    sampled = equity(hands.split(), board, method="sampled", samples=100_000, seed=1)
    assert max(errors(sampled, exact)) < 4


@pytest.mark.parametrize(
    ("hands", "board"),
    [
        ("AhKd2h3d KsKcQsJc", ""),
        ("AA A2 KK", "4s5s9c"),
        ("AA@30,KK@10 A2@30,34@40 *", "2c7d9hTs"),
        ("* * * AA KsKcQsJc * * * * *", ""),
        ("AhKd2h3d KsKcQsJc", "2c7d9hTs4d"),
    ],
)
def test_a_seed_gives_the_same_deals_on_either_path(
    hands: str, board: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def sample() -> Equity:
        return equity(hands.split(), board, method="sampled", samples=BATCH + 1_000, seed=7)

    use_path("numba", monkeypatch)
    compiled = sample()
    use_path("numpy", monkeypatch)
    plain = sample()
    assert plain.players == compiled.players
    assert plain.note is not None
    assert "numba is not installed" in plain.note


@pytest.mark.usefixtures("path")
def test_the_number_of_workers_changes_nothing() -> None:
    hands = ["AA", "A2", "*"]
    alone = equity(hands, method="sampled", samples=3 * BATCH, seed=3)
    with ThreadPoolExecutor(3) as pool:
        together = equity(hands, method="sampled", samples=3 * BATCH, seed=3, map=pool.map)
    assert together == alone
    assert shares_of(equity(hands, method="sampled", samples=3 * BATCH, seed=4)) != shares_of(alone)


def deals_of(spot: Spot, count: int) -> Deals:
    return deal_many(unknown_of(spot), count, seed=11, batch=0)


@pytest.mark.usefixtures("path")
def test_a_deal_is_made_of_different_cards_that_nobody_has_seen() -> None:
    spot = parse_spot(["AA", "KsKcQsJc", "*", "A2"], "4s5s9c", dead="2c3c")
    deals = deals_of(spot, 500)
    aces, ace_deuce = parse_range("AA"), parse_range("A2")
    for holes, board in zip(deals.holes.tolist(), deals.boards.tolist(), strict=True):
        dealt_cards = [card for hole in holes for card in hole] + board
        assert len(set(dealt_cards)) == 14
        assert set(dealt_cards) <= set(spot.unseen)
        # Ranges stand first, in the order of the players.
        assert holes[0] in aces
        assert holes[1] in ace_deuce


def test_every_hand_of_a_range_is_as_likely_as_it_should_be() -> None:
    # Two aces are in the other hand: of AA22 there remain the other two, with any two deuces.
    spot = parse_spot(["AA22", "AcAd"], "KsKhQd")
    deals = deals_of(spot, 200_000)
    firsts = Counter(tuple(sorted(hole)) for hole in deals.holes[:, 0].tolist())
    (two_aces_left,) = {hand[2:] for hand in firsts}
    assert two_aces_left == parse_cards("AhAs")
    pairs = np.array(list(firsts.values()))
    expected = 200_000 / 6
    assert len(pairs) == 6
    assert ((pairs - expected) ** 2 / expected).sum() < 20.5  # chi squared of 5, one in a thousand


def test_weights_are_how_often_a_hand_is_drawn() -> None:
    deals = deals_of(parse_spot(["AAAA@75,KKKK@25", "QsQhJsJh"]), 100_000)
    aces = (deals.holes[:, 0].min(axis=1) == 48).mean()
    assert abs(aces - 0.75) < 4 * (0.75 * 0.25 / 100_000) ** 0.5


def test_every_card_of_the_deck_is_as_likely_to_come() -> None:
    deals = deals_of(parse_spot(["AsAhKsKh", "*"]), 100_000)
    cards = np.concatenate([deals.holes.ravel(), deals.boards.ravel()])
    found = np.bincount(cards, minlength=len(DECK))
    expected = 100_000 * 9 / 48
    assert found[list(parse_cards("AsAhKsKh"))].tolist() == [0] * 4
    # Not independent, so somewhat below chi squared of 47.
    assert ((found[found > 0] - expected) ** 2 / expected).sum() < 85


@pytest.mark.usefixtures("path")
def test_ranges_that_share_too_many_cards_are_refused() -> None:
    with pytest.raises(EquityError, match="the ranges share too many cards: of .* deals only 0"):
        equity(["AAA*", "AAK*"], method="sampled", samples=100)


@pytest.mark.parametrize("seed", [-1, 2**64, 2**200])
def test_any_whole_number_is_a_seed(seed: int) -> None:
    result = equity(["AA", "KK"], method="sampled", samples=100, seed=seed)
    assert (result.seed, result.samples, result.boards) == (seed, 100, 100)
