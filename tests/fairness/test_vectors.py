"""The bytes of ``docs/fairness.md``: the same in the package, in a slow twin, and in the file."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

from omaha8.cards import Card
from omaha8.fairness import dealt_deck, first_button, hash_nonce, permutation, seed_of
from omaha8.fairness.check import verify
from omaha8.fairness.decks import CommittedDeck
from omaha8.fairness.events import NonceHash
from omaha8.fairness.merkle import EMPTY, card_hash, root_of
from omaha8.fairness.slots import DealSlots
from omaha8.rules.game import Seat
from tests.fairness.twin import FILE, HAND, vectors

VECTORS: Final[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))


def test_the_file_is_what_the_twin_says() -> None:
    assert json.loads(json.dumps(vectors())) == VECTORS
    assert json.loads(HAND.read_text("utf-8")) == VECTORS["histories"][1]


@pytest.mark.parametrize("entry", VECTORS["nonces"], ids=lambda entry: entry["nonce"][:8])
def test_nonces(entry: dict[str, Any]) -> None:
    assert hash_nonce(bytes.fromhex(entry["nonce"])).hex() == entry["hash"]


@pytest.mark.parametrize("entry", VECTORS["cards"], ids=lambda entry: f"{entry['position']}")
def test_cards(entry: dict[str, Any]) -> None:
    found = card_hash(entry["position"], entry["card"], bytes.fromhex(entry["salt"]))
    assert found.hex() == entry["hash"]


def test_a_leaf_without_a_card() -> None:
    assert EMPTY[0].hex() == VECTORS["empty"]


@pytest.mark.parametrize("entry", VECTORS["trees"], ids=["sorted", "shuffled"])
def test_trees(entry: dict[str, Any]) -> None:
    cards = tuple(Card(card) for card in entry["cards"])
    deck = CommittedDeck(cards, tuple(bytes.fromhex(salt) for salt in entry["salts"]))
    assert deck.root.hex() == entry["root"]
    for position, path in entry["paths"].items():
        assert list(deck.opening(0, int(position)).path) == path
        leaf = card_hash(int(position), cards[int(position)], deck.salts[int(position)])
        assert root_of(int(position), leaf, [bytes.fromhex(each) for each in path]) == deck.root


@pytest.mark.parametrize("entry", VECTORS["seeds"], ids=lambda entry: entry["seed"][:8])
def test_seeds(entry: dict[str, Any]) -> None:
    seed = seed_of(
        entry["table"],
        entry["hand"],
        [bytes.fromhex(root) for root in entry["roots"]],
        [NonceHash(**each) for each in entry["hashes"]],
        {each["name"]: bytes.fromhex(each["nonce"]) for each in entry["nonces"]},
    )
    assert seed.hex() == entry["seed"]
    assert dealt_deck(seed) == entry["dealt"]
    assert list(permutation(seed)) == entry["order"]
    for each in entry["buttons"]:
        assert first_button(seed, each["dealt"]) == each["button"]


@pytest.mark.parametrize("entry", VECTORS["deals"], ids=lambda entry: f"{len(entry['dealt'])}")
def test_deals(entry: dict[str, Any]) -> None:
    seats = [Seat(seat) for seat in entry["dealt"]]
    slots = DealSlots(seats, entry["hole_cards"], entry["burns"])
    assert {str(seat): list(slots.hole(seat)) for seat in seats} == entry["holes"]
    assert list(slots.board) == entry["board"]


@pytest.mark.parametrize("history", VECTORS["histories"], ids=["folded", "showdown", "first"])
def test_histories(history: dict[str, Any]) -> None:
    assert [check.name for check in verify(history) if not check.ok] == []
