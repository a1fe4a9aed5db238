"""Lists, filters, complements and weights behave as sets do; and the range as a value."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omaha8.cards import ALL_CARDS, CardError, cards_in, parse_cards
from omaha8.equity.range_table import HAND_COUNT, hand_table
from omaha8.equity.ranges import parse_range, range_of_hands
from tests.strategies import card_lists, holes

ATOMS = ["AA", "A2", "A23", "KK+", "$ds", "$np", "xxyy", "RRON", "AsKs", "[A-9]$W", "As2sKhQd", "*"]


def simple() -> st.SearchStrategy[str]:
    return st.sampled_from(ATOMS)


def compound() -> st.SearchStrategy[str]:
    """Ranges of several atoms, each in parentheses."""
    return st.recursive(
        simple(),
        lambda inner: st.tuples(inner, st.sampled_from(",:!"), inner).map(
            lambda parts: f"({parts[0]}){parts[1]}({parts[2]})"
        ),
        max_leaves=4,
    )


def mask(text: str) -> npt.NDArray[np.bool_]:
    """For each of all hands, whether it is in the range."""
    found = np.zeros(HAND_COUNT, dtype=np.bool_)
    found[parse_range(text).rows] = True
    return found


@settings(max_examples=25, deadline=None)
@given(compound(), compound())
def test_comma_colon_and_bang_are_or_and_and_not(a: str, b: str) -> None:
    of_a, of_b = mask(a), mask(b)
    assert (mask(f"({a}),({b})") == of_a | of_b).all()
    assert (mask(f"({a}):({b})") == of_a & of_b).all()
    assert (mask(f"({a})!({b})") == of_a & ~of_b).all()
    assert (mask(f"!({a})") == ~of_a).all()


@settings(max_examples=25, deadline=None)
@given(compound(), holes())
def test_a_hand_is_in_or_it_is_not(text: str, hand: tuple[int, ...]) -> None:
    found = parse_range(text)
    listed = (found.hands == sorted(hand)).all(axis=1).any()
    assert (hand in found) == listed
    assert (hand in parse_range(f"!({text})")) != listed


@settings(max_examples=20, deadline=None)
@given(compound(), card_lists(0, 9))
def test_dead_cards_take_their_hands_away(text: str, dead: tuple[int, ...]) -> None:
    found = parse_range(text)
    live = found.without(dead)
    assert not np.isin(live.hands, dead).any()
    lost = np.setdiff1d(found.rows, live.rows)
    assert len(lost) + len(live) == len(found)
    assert np.isin(hand_table().cards[lost], dead).any(axis=1).all()
    assert parse_range(live.text) == live


def test_a_range_of_a_deck_of_dead_cards_is_empty() -> None:
    left = parse_range("AA").without(cards_in(ALL_CARDS))
    assert len(left) == 0
    assert left.hands.shape == (0, 4)
    assert "AsAhKsKh" not in left


def test_hands_are_sorted_arrays_that_nobody_can_change() -> None:
    found = parse_range("A2:$ds")
    assert found.hands.dtype == np.uint8
    assert (np.diff(found.hands.astype(int), axis=1) > 0).all()
    assert found.hands.tolist() == sorted(found.hands.tolist())
    assert len(found) == len(found.hands) == len(list(found))
    with pytest.raises(ValueError, match="read-only"):
        found.hands[0, 0] = 1


def test_a_hand_may_be_asked_for_in_any_order_and_spelling() -> None:
    aces = parse_range("AA23")
    assert "2h3d AsAc" in aces
    assert parse_cards("As 2h Ac 3d") in aces
    assert "AsAcKh2d" not in aces


@pytest.mark.parametrize("hand", ["As", "As2s3s4s5s", "AsAs2s3s", "AsXs"])
def test_only_four_cards_are_a_hand(hand: str) -> None:
    with pytest.raises(CardError):
        _ = hand in parse_range("AA")


def test_given_hands_are_a_range() -> None:
    given_hands = [parse_cards("As2sKhQd"), parse_cards("QdKh2sAs"), parse_cards("2c2d2h2s")]
    made = range_of_hands(given_hands)
    assert made == parse_range("As2sKhQd,2222")
    assert made.text == "AsKhQd2s,AsKhQd2s,2s2h2d2c"
    with pytest.raises(CardError, match="4 cards needed, 3 given"):
        range_of_hands([parse_cards("As2sKh")])


def weights_of(text: str) -> dict[float, int]:
    """How many hands have each weight."""
    found = parse_range(text)
    assert found.weights is not None
    assert len(found.weights) == len(found)
    values, counts = np.unique(found.weights, return_counts=True)
    return dict(zip(values.tolist(), counts.tolist(), strict=True))


def test_without_weights_there_are_none() -> None:
    assert parse_range("AA,KK").weights is None


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("AA@10", {10: 6961}),
        ("AA@0.5", {0.5: 6961}),
        ("AA@ 100 , KK@50", {100: 6961, 50: 6925}),
        # The largest weight of a hand counts, wherever it stands.
        ("AA23@100,AA@10", {100: 96, 10: 6865}),
        ("AA@10,AA23@100", {100: 96, 10: 6865}),
        ("AA@10,AA23@5", {10: 6961}),
        ("AA@10,AsAhAdAc@20", {20: 1, 10: 6960}),
        ("AsAhAdAc@20,AsAhAdAc@30,AsAhAdAc@10", {30: 1}),
        # '@' is looser than ':' and '!'.
        ("AA:xxyy@7", {7: 864}),
        ("AA!AAA@7", {7: 6768}),
        ("(AA,KK)@3", {3: 13886}),
        ("(AA@10,KK@5):xxyy", {10: 864, 5: 858}),
        ("(AA@10,KK@5)!AA", {5: 6925}),
        ("(AA@10)!KK,KK@1", {10: 6925, 1: 6961}),
        ("(AA@10,KK@5)$ds", {10: 864, 5: 858}),
        ("(AA@10,KK@5),QQ@1", {10: 6961, 5: 6925, 1: 6961 - 36 - 36}),
    ],
)
def test_weights(text: str, counts: dict[float, int]) -> None:
    assert weights_of(text) == counts


def test_weights_stay_with_their_hands() -> None:
    live = parse_range("AA@10,KK@5").without("As")
    assert live.weights is not None
    assert parse_range(live.text) == live
    heavy = {tuple(hand) for hand in live.hands[live.weights == 10].tolist()}
    assert heavy == {tuple(hand) for hand in parse_range("AA!As").hands.tolist()}
    assert live != parse_range("AA,KK").without("As")


def test_a_range_is_no_key_of_a_dict_and_equal_to_ranges_only() -> None:
    with pytest.raises(TypeError):
        hash(parse_range("AA"))
    assert parse_range("AA") != "AA"


def test_a_range_says_what_it_is() -> None:
    assert repr(parse_range(" AA23 ")) == "<Range AA23: 96 hands>"
    assert parse_range(" AA23 ").text == "AA23"


def test_dead_cards_must_be_cards() -> None:
    aces = parse_range("AA")
    with pytest.raises(CardError):
        aces.without("As As")
    assert aces.without("") is aces
