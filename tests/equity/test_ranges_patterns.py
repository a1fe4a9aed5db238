"""Card patterns against a slow twin that tries every order of the cards of a hand."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omaha8.cards import CARD_TEXT
from omaha8.equity.range_table import HAND_COUNT, hand_table
from omaha8.equity.ranges import RangeError, parse_range
from tests.equity.range_twin import fits, written_cards

PATTERNS = [
    "A",
    "AA",
    "A2**",
    "AAA2",
    "A23",
    "AsKs",
    "As2",
    "AsAhK",
    "As2sKhQd",
    "RR",
    "RROO",
    "RRON",
    "RONP",
    "AARR",
    "AKRR",
    "RRR",
    "ARO",
    "xxyy",
    "xxyz",
    "xxx",
    "wxyz",
    "wxy",
    "sshh",
    "ssxx",
    "sx",
    "sxyz",
    "hhh",
    "AxAyxy",
    "Ax2x",
    "AxKyQzJw",
    "AxAyKxKy",
    "AsxKx",
    "A[sh]",
    "[AK][sh]2",
    "Ax[23][sh]*x",
    "RxRyOxOy",
    "RxOxNy",
    "Rx2x",
    "Rs2x",
    "$W$W$W$W",
    "$Bx$Bx$M$M",
    "$Ls$L$N",
    "{A2**}",
    "{$W$W$W}",
    "{RxOx}N",
    "{**}{**}",
    "{*x*x}*y*y",
    "A{$Wx$Wx$Wy}",
    "[A2345]x[A2345]x",
    "$FRR",
    "*s*h*d*c",
    "*",
    "R",
    "x",
]


def text_of(row: int) -> list[str]:
    return [CARD_TEXT[card] for card in hand_table().cards[row]]


def some_rows(mask: np.ndarray[tuple[int], np.dtype[np.bool_]], random: Random) -> Iterator[int]:
    """A few hundred rows of hands, half of them hands that are in if there are so many."""
    for wanted in (True, False):
        rows = np.flatnonzero(mask == wanted)
        yield from random.sample(rows.tolist(), min(80, len(rows)))


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_pattern_has_the_hands_that_its_twin_has(pattern: str) -> None:
    mask = np.zeros(HAND_COUNT, dtype=np.bool_)
    mask[parse_range(pattern).rows] = True
    cards = written_cards(pattern)
    for row in some_rows(mask, Random(pattern)):
        assert mask[row] == fits(text_of(row), cards), text_of(row)


@pytest.mark.parametrize("pattern", ["AxAyxy", "RRO2", "{A2*}x", "$W$Wss"])
def test_among_all_hands_with_an_ace_and_two_deuces(pattern: str) -> None:
    # A small world that is tried to the last hand.
    world = parse_range("A22,AA2")
    found = parse_range(f"(A22,AA2):{pattern}")
    cards = written_cards(pattern)
    expected = [row for row in world.rows.tolist() if fits(text_of(row), cards)]
    assert found.rows.tolist() == expected
    assert 0 < len(expected) < len(world)


RANK = st.sampled_from([*"AKT532*RON", "$W", "$B", "$L", "[A2]", "[KQJ]", ""])
SUIT = st.sampled_from([*"shdcxyzw", "[sh]", "", "", ""])
CARD = st.tuples(RANK, SUIT).map("".join).filter(bool)


@settings(max_examples=50, deadline=None)
@given(st.lists(CARD, min_size=1, max_size=4), st.booleans(), st.randoms(use_true_random=False))
def test_any_pattern_agrees_with_its_twin(cards: list[str], braces: bool, random: Random) -> None:
    pattern = "{" + "".join(cards) + "}" if braces else "".join(cards)
    written = written_cards(pattern)
    if len(written) > 4:
        return
    mask = np.zeros(HAND_COUNT, dtype=np.bool_)
    # Where nothing fits, the twin must find nothing either.
    with suppress(RangeError):
        mask[parse_range(pattern).rows] = True
    for row in random.sample(range(HAND_COUNT), 40):
        assert mask[row] == fits(text_of(row), written), (pattern, text_of(row))
    for row in np.flatnonzero(mask)[:: max(1, int(mask.sum()) // 20)].tolist():
        assert fits(text_of(row), written), (pattern, text_of(row))
