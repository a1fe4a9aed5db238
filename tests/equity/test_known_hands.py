"""Known hands on every board: the slow way, and every exchange that changes nothing."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omaha8.cards import DECK, Card, format_cards, parse_cards
from omaha8.equity import equity
from omaha8.equity.known import rank_all, suits_that_matter
from omaha8.equity.result import player_equity
from omaha8.equity.tally import tally
from omaha8.evaluation.batch import read_boards
from tests.equity.spots import Hand, by_twin, counted, dealt, shares_of
from tests.strategies import card_lists, suit_permutations


@st.composite
def spots(draw: st.DrawFn) -> tuple[list[Hand], Hand]:
    players = draw(st.sampled_from([2, 2, 3, 4, 10]))
    board = draw(st.sampled_from([0, 3, 4, 5]))
    cards = draw(card_lists(4 * players + board, 4 * players + board))
    return [cards[4 * n : 4 * n + 4] for n in range(players)], cards[4 * players :]


@pytest.mark.parametrize("players", [2, 3, 4, 6, 10])
def test_rivers_agree_with_trying_every_combination(players: int) -> None:
    random = Random(f"{players} players on rivers")
    for _ in range(60):
        hands, board = dealt(random, players, 5)
        expected = counted([by_twin(hands, board)])
        assert shares_of(equity(hands, board)) == expected, (hands, board)


def test_turns_agree_with_trying_every_combination() -> None:
    random = Random("three players on turns")
    for _ in range(8):
        hands, board = dealt(random, 3, 4)
        rivers = [card for card in DECK if card not in board and all(card not in h for h in hands)]
        expected = counted([by_twin(hands, (*board, river)) for river in rivers])
        assert shares_of(equity(hands, board)) == expected


@pytest.mark.parametrize(
    "hands",
    [
        "AhAd2h3d KsKcQsJc",
        "As2s3d4d Ah2hKhQd AcAdJhTh",
        "AsKhQdJc 9s8h7d6c",  # nobody can have a flush
        "AsAhKsKh JdTc9d8c",  # suits that are alike, two and two
        "As2s3s4s KhKd7c7h",
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_classes_of_boards_are_the_boards_one_by_one(hands: str, seed: int) -> None:
    held = [parse_cards(hand) for hand in hands.split()]
    free = [card for card in DECK if all(card not in hand for hand in held)]
    # With many dead cards there are few enough boards to look at each.
    dead = Random(f"{hands} {seed}").sample(free, 18)
    unseen = [card for card in free if card not in dead]
    boards = read_boards(np.array(list(combinations(unseen, 5)), np.uint8))
    each = tally(*rank_all(boards, held), None)
    expected = [player_equity(format_cards(h), c, False) for h, c in zip(held, each, strict=True)]
    assert list(equity(held, dead=dead).players) == expected


def test_suits_that_nobody_can_have_a_flush_in_do_not_matter() -> None:
    hands = [parse_cards("AhAd2h3d"), parse_cards("KsKcQsJh")]
    assert suits_that_matter(hands, (), anybody=False) == (-1, 1, 2, 3)
    # All four may matter to somebody else; clubs and diamonds have other ranks.
    assert suits_that_matter(hands, (), anybody=True) == (0, 1, 2, 3)


def test_suits_are_alike_if_the_hands_and_the_dead_cards_hold_the_same_ranks() -> None:
    hands = [parse_cards("AhAd2h2d")]
    assert suits_that_matter(hands, (), anybody=True) == (0, 1, 1, 0)
    assert suits_that_matter(hands, parse_cards("KhQdQc"), anybody=True) == (0, 1, 2, 3)


@given(spots(), suit_permutations())
@settings(max_examples=30, deadline=None)
def test_suits_never_rank(spot: tuple[list[Hand], Hand], exchanged: tuple[Card, ...]) -> None:
    hands, board = spot
    moved = [tuple(exchanged[card] for card in hand) for hand in hands]
    result, other = equity(hands, board), equity(moved, [exchanged[card] for card in board])
    assert shares_of(other) == shares_of(result)


@given(spots(), st.randoms(use_true_random=False))
@settings(max_examples=30, deadline=None)
def test_neither_seats_nor_the_order_of_cards_matter(
    spot: tuple[list[Hand], Hand], random: Random
) -> None:
    hands, board = spot
    result = equity(hands, board)
    seats = random.sample(range(len(hands)), len(hands))
    mixed = [tuple(random.sample(hands[seat], 4)) for seat in seats]
    other = equity(mixed, random.sample(board, len(board)))
    assert shares_of(other) == [shares_of(result)[seat] for seat in seats]
    assert (other.boards, other.boards_with_low) == (result.boards, result.boards_with_low)


@given(spots())
@settings(max_examples=30, deadline=None)
def test_the_shares_are_one_pot(spot: tuple[list[Hand], Hand]) -> None:
    result = equity(*spot)
    assert sum(Fraction(player.equity_fraction) for player in result.players) == 1
    for player in result.players:
        assert sum(player.shares.values()) == result.boards
        won = sum(Fraction(share) * count for share, count in player.shares.items())
        assert won == Fraction(player.equity_fraction) * result.boards
        assert player.shares.get("1", 0) == player.scoops
    high = sum(player.high_wins for player in result.players)
    assert high <= result.boards <= high + sum(player.high_ties for player in result.players)


def test_dead_cards_do_not_come() -> None:
    hands = ["AhKd2h3d", "KsKcQsJc"]
    result = equity(hands, "4s5s9c")
    without = equity(hands, "4s5s9c", dead="6h6d")
    assert (result.boards, without.boards) == (820, 741)
    assert without.players[0].low_wins < result.players[0].low_wins


def test_quartered_is_half_of_one_half() -> None:
    # The nut low is shared, the high lost; then the low lost and the high shared.
    low_shared = equity(["As2sKhQd", "Ah2c9c9d", "KsKcJhTd"], "3h4dQs8c6s")
    assert [player.quartered for player in low_shared.players] == [1, 1, 0]
    high_shared = equity(["AsKs9h9d", "AhKh9s9c", "2c3dJcTd"], "Ac4h7c8dKd")
    assert [player.shares for player in high_shared.players] == [{"1/4": 1}, {"1/4": 1}, {"1/2": 1}]
    assert [player.quartered for player in high_shared.players] == [1, 1, 0]
    # A pot shared by four is not quartered.
    four = equity(["AsKs2c2d", "AhKh3c3d", "AdKd4c4s", "AcKc5c5d"], "QsQhJdTc9d")
    assert [player.shares for player in four.players] == [{"1/4": 1}] * 4
    assert [player.quartered for player in four.players] == [0] * 4
