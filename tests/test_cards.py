"""Cards: reading and writing them, sets of them, and the order of a deck."""

from __future__ import annotations

from collections import Counter
from hashlib import shake_256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omaha8.cards import (
    ALL_CARDS,
    DECK,
    NO_CARDS,
    RANKS,
    SUITS,
    Card,
    CardError,
    card_set,
    cards_in,
    deck_from_seed,
    format_cards,
    format_symbols,
    parse_card,
    parse_cards,
    rank_of,
    suit_of,
)
from tests.strategies import card_lists, cards, seeds


def test_a_deck_is_every_rank_in_every_suit() -> None:
    assert format_cards(DECK) == "".join(rank + suit for rank in RANKS for suit in SUITS)
    assert [(rank_of(card), suit_of(card)) for card in DECK] == [
        (rank, suit) for rank in range(13) for suit in range(4)
    ]


@pytest.mark.parametrize(
    "text",
    [
        "As2hTdQc",
        "as2htdqc",
        "AS2HTDQC",
        "As 2h Td Qc",
        " As, 2h, 10d, Qc ",
        "A♠2♥T♦Q♣",
        "A♠ 2♥ 10♦ Q♣",
        "A♤ 2♡ 10♢ Q♧",
        "A♠️ 2♥️ 10♦️ Q♣️",
        "[As 2h][Td Qc]",
        "As\t2h\nTd\u00a0Qc",
    ],
)
def test_cards_may_be_written_in_any_usual_way(text: str) -> None:
    assert parse_cards(text) == (Card(51), Card(2), Card(33), Card(40))


@pytest.mark.parametrize("text", ["", "  ", "[]"])
def test_no_cards_are_a_text_too(text: str) -> None:
    assert parse_cards(text) == ()


@given(card_lists())
def test_written_cards_read_back(hand: tuple[Card, ...]) -> None:
    assert parse_cards(format_cards(hand)) == hand
    assert parse_cards(format_cards(hand, " ").upper()) == hand
    assert parse_cards(format_cards(hand, ", ").lower()) == hand
    assert parse_cards(format_symbols(hand)) == hand
    assert parse_cards(format_symbols(hand, "")) == hand


@given(cards())
def test_one_written_card_reads_back(card: Card) -> None:
    assert parse_card(format_cards([card])) == card


@pytest.mark.parametrize(
    ("text", "unknown"),
    [
        ("Ax", "'Ax'"),
        ("1s", "'1s'"),
        ("As2", "'2'"),
        ("10", "'10'"),
        ("A s", "'A '"),
        ("As??", "'??'"),
        ("AsKhZz", "'Zz'"),
        ("11s", "'11'"),
    ],
)
def test_an_unknown_card_is_named_and_the_right_form_shown(text: str, unknown: str) -> None:
    with pytest.raises(CardError, match=r"a card is a rank .* and a suit .*, as in As") as error:
        parse_cards(text)
    assert f"unknown card {unknown} in {text!r}" in str(error.value)


def test_a_card_that_stands_twice_is_named() -> None:
    with pytest.raises(CardError, match="duplicate card As in 'As2hA♠': each card exists once"):
        parse_cards("As2hA♠")
    with pytest.raises(CardError, match="duplicate card 9d"):
        card_set(parse_cards("9d") * 2)


@pytest.mark.parametrize(
    ("text", "count", "message"),
    [
        ("As2hTd", 4, "4 cards needed, 3 given in 'As2hTd'"),
        ("As2hTd", 1, "1 card needed, 3 given in 'As2hTd'"),
        ("", 4, "4 cards needed, 0 given in ''"),
    ],
)
def test_a_wrong_number_of_cards_is_counted(text: str, count: int, message: str) -> None:
    with pytest.raises(CardError, match=message):
        parse_cards(text, count)


@pytest.mark.parametrize("number", [-1, 52])
def test_a_number_that_is_no_card_is_refused(number: int) -> None:
    with pytest.raises(CardError, match=f"{number} is no card: .* 0 to 51"):
        card_set([Card(number)])


@given(card_lists())
def test_a_set_holds_its_cards_in_order(hand: tuple[Card, ...]) -> None:
    assert list(cards_in(card_set(hand))) == sorted(hand)


def test_sets_combine_as_bits() -> None:
    assert card_set(DECK) == ALL_CARDS
    assert card_set([]) == NO_CARDS
    spades = card_set(card for card in DECK if suit_of(card) == 3)
    aces = card_set(card for card in DECK if rank_of(card) == 12)
    assert parse_cards("As") == tuple(cards_in(type(spades)(spades & aces)))


def test_the_deck_of_a_seed_is_the_same_for_ever() -> None:
    assert format_cards(deck_from_seed(bytes(32))) == (
        "QcKhJh6c3hAdKdQh9hJc6sTdAc7h5d8s9dJd3c3s5c5s2s2c7c9s"
        "TsKs4c2d2hAh6h6dThAsTc5hQd9c8hKc8d4h4sQs3d7sJs8c4d7d"
    )
    assert format_cards(deck_from_seed(bytes(range(32)))) == (
        "5h6d4h8h5s8cAh7c3sKh9c4sQs4d5cAsKsKdJh9d5d3h6hAd6cTs"
        "Td6s2hKc2c7s2s9hTc3d7h8sAcQcJsJd8d4c3c9sJcQhQdTh2d7d"
    )


@given(seeds())
def test_a_shuffle_follows_its_description(seed: bytes) -> None:
    stream = iter(shake_256(b"omaha8 deck 1" + seed).digest(4096))
    deck = list(DECK)
    for place in range(51, 0, -1):
        choices = place + 1
        fair = [byte for byte in range(256) if byte < 256 // choices * choices]
        byte = next(byte for byte in stream if byte in fair)
        deck[place], deck[byte % choices] = deck[byte % choices], deck[place]
    assert deck_from_seed(seed) == tuple(deck)


@given(seeds())
def test_a_shuffled_deck_has_every_card_once(seed: bytes) -> None:
    assert sorted(deck_from_seed(seed)) == list(DECK)


@given(st.binary(max_size=64).filter(lambda seed: len(seed) != 32))
def test_a_seed_has_32_bytes(seed: bytes) -> None:
    with pytest.raises(ValueError, match=f"a deck seed is 32 bytes, {len(seed)} given"):
        deck_from_seed(seed)


@pytest.fixture(scope="module")
def many_decks() -> list[tuple[Card, ...]]:
    return [deck_from_seed(number.to_bytes(32, "big")) for number in range(10_400)]


def test_every_card_comes_everywhere_equally_often(many_decks: list[tuple[Card, ...]]) -> None:
    expected = len(many_decks) / 52
    total = 0.0
    for place in range(52):
        counts = Counter(deck[place] for deck in many_decks)
        chi_squared = sum((counts[card] - expected) ** 2 / expected for card in DECK)
        total += chi_squared
        # 51 degrees of freedom: above 100 once in 20,000 places of a fair shuffle.
        assert chi_squared < 100, f"place {place}"
    # Mean 51 * 51, standard deviation about 72.
    assert 2601 - 5 * 72 < total < 2601 + 5 * 72


def test_the_second_card_does_not_depend_on_the_first(many_decks: list[tuple[Card, ...]]) -> None:
    distances = Counter((deck[1] - deck[0]) % 52 for deck in many_decks)
    assert 0 not in distances
    expected = len(many_decks) / 51
    chi_squared = sum((distances[n] - expected) ** 2 / expected for n in range(1, 52))
    assert chi_squared < 100
