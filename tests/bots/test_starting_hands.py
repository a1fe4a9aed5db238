"""Starting hands of Omaha Hi/Lo, best first."""

from __future__ import annotations

from random import Random

import pytest

from omaha8.bots import points, top_fraction
from omaha8.cards import DECK, parse_cards
from tests.random_hands import shuffled

BEST_FIRST = (
    "AsAh2s3h",  # aces with the two best low cards, suited twice
    "As2s3hKh",
    "AsAh2d3c",
    "Ad3d4sKh",
    "As2sKhQd",
    "As2hTd9c",
    "KsKhQsJh",
    "2s3h4d5c",
    "KsQhJdTc",
    "JsTh9d8c",
    "9s9h7d4c",
    "Ts8h7d3c",
    "9s7h9d9c",
    "7s7h7d7c",
)


def test_best_first() -> None:
    found = [points(parse_cards(hole)) for hole in BEST_FIRST]
    assert found == sorted(found, reverse=True)


@pytest.mark.parametrize("size", [4, 5, 6])
def test_the_top_part_of_all_hands_is_that_part(size: int) -> None:
    random = Random(size)
    fractions = [top_fraction(random.sample(DECK, size)) for _ in range(4000)]
    for part in (0.05, 0.1, 0.25, 0.5, 0.8):
        found = sum(fraction <= part + 1e-9 for fraction in fractions) / len(fractions)
        assert found == pytest.approx(part, abs=0.045)


def test_suits_and_order_do_not_matter() -> None:
    random = Random(5)
    for _ in range(200):
        hole = shuffled(random)[:4]
        turned = [card // 4 * 4 + (card + 1) % 4 for card in reversed(hole)]
        assert points(turned) == points(hole)  # type: ignore[arg-type]
