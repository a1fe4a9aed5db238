"""The choice of deck and order is nobody's: uniform, and changed by every part of it."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omaha8.fairness import dealt_deck, first_button, hash_nonce, permutation, seed_of
from omaha8.fairness.events import NonceHash
from omaha8.rules.game import Seat
from tests.fairness.twin import order

SEEDS: Final = 5200
_NAMES: Final = st.text(
    st.characters(exclude_categories=["Cs"]),
    max_size=6,
)
_BYTES32: Final = st.binary(min_size=32, max_size=32)


def seeds(number: int, count: int) -> list[bytes]:
    random = Random(number)
    return [random.randbytes(32) for _ in range(count)]


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected


@pytest.mark.parametrize("count", [2, 3, 6, 10])
def test_the_first_button_comes_to_every_seat_as_often(count: int) -> None:
    dealt = [Seat(2 * place + 1) for place in range(count)]
    counts = Counter(first_button(seed, dealt) for seed in seeds(4, 5000))
    assert set(counts) == set(dealt)
    # With nine degrees of freedom, 27.9 is passed once in a thousand.
    assert chi_square(list(counts.values())) < 27.9


def test_either_deck_is_chosen_as_often() -> None:
    counts = Counter(dealt_deck(seed) for seed in seeds(1, 20_000))
    # With one degree of freedom, 10.8 is passed once in a thousand.
    assert chi_square([counts[0], counts[1]]) < 10.8


def test_every_card_of_the_deck_comes_to_every_place_as_often() -> None:
    places = [[0] * 52 for _ in range(52)]
    for seed in seeds(2, SEEDS):
        for slot, position in enumerate(permutation.__wrapped__(seed)):
            places[slot][position] += 1
    # 51 x 51 degrees of freedom: 2601 expected, with a deviation of 72.
    assert abs(chi_square([count for row in places for count in row]) - 2601) < 4 * 72
    # 51 degrees of freedom in each place: 110 is passed once in three million.
    assert max(chi_square(row) for row in places) < 110


def test_two_neighbours_come_in_every_order_as_often() -> None:
    pairs = Counter()  # type: Counter[bool]
    for seed in seeds(3, SEEDS):
        order_of_deal = permutation.__wrapped__(seed)
        pairs.update(order_of_deal.index(i) < order_of_deal.index(i + 1) for i in range(0, 52, 2))
    assert chi_square([pairs[True], pairs[False]]) < 10.8


@given(_BYTES32)
def test_an_order_has_every_position_once(seed: bytes) -> None:
    found = permutation(seed)
    assert sorted(found) == list(range(52))
    assert list(found) == order(seed)


@given(st.data())
def test_every_part_changes_the_seed(data: st.DataObject) -> None:
    names = data.draw(st.lists(_NAMES, min_size=2, max_size=4, unique=True))
    given_nonces = {name: data.draw(_BYTES32) for name in names}
    made: dict[str, Any] = {
        "table": data.draw(_NAMES),
        "hand": data.draw(st.integers(0, 2**53 - 1)),
        "roots": [data.draw(_BYTES32), data.draw(_BYTES32)],
        "hashes": [
            NonceHash(name, hash_nonce(nonce).hex()) for name, nonce in given_nonces.items()
        ],
        "nonces": given_nonces,
    }
    first = names[0]
    others: list[dict[str, Any]] = [
        {"table": made["table"] + "\0"},
        {"hand": made["hand"] + 1},
        {"roots": made["roots"][::-1]} if made["roots"][0] != made["roots"][1] else {"hand": 2**60},
        {"hashes": made["hashes"][::-1]},
        {"hashes": [*made["hashes"], NonceHash(max(names) + "x", "00" * 32)]},
        {"nonces": {name: nonce for name, nonce in given_nonces.items() if name != first}},
        {"nonces": {**given_nonces, first: bytes(byte ^ 1 for byte in given_nonces[first])}},
    ]
    found = [seed_of(**{**made, **other}) for other in [{}, *others]]
    assert len(set(found)) == len(found)


def test_a_boundary_between_texts_cannot_be_moved() -> None:
    """A name that holds what another one ends with does not make the same bytes."""
    roots = [bytes(32), bytes(32)]
    hashes = [NonceHash("ab", "00" * 32), NonceHash("c", "11" * 32)]
    moved = [NonceHash("a", "00" * 32), NonceHash("bc", "11" * 32)]
    assert seed_of("t", 1, roots, hashes, {}) != seed_of("t", 1, roots, moved, {})


def test_a_nonce_of_nobody_is_refused() -> None:
    with pytest.raises(ValueError, match="no hash of a nonce from Bob"):
        seed_of("t", 1, [bytes(32), bytes(32)], [NonceHash("Ann", "00" * 32)], {"Bob": bytes(32)})


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_nonce_has_32_bytes(size: int) -> None:
    with pytest.raises(ValueError, match=f"a nonce is 32 bytes, {size} given"):
        hash_nonce(bytes(size))
