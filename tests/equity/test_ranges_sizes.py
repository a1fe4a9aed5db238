"""How many hands ranges have: agreed figures, the table of the docs, and plain combinatorics."""

from __future__ import annotations

import re
from math import comb
from pathlib import Path

import pytest

from omaha8.equity.ranges import parse_range

DOCS = Path(__file__).parents[2] / "docs" / "ranges.md"

# Agreed by several programs.
AGREED = {
    "AA": 6_961,
    "AA!AAA": 6_768,
    "A2": 17_316,
    "A23": 2_848,
    "AA2": 1_108,
    "AA23": 96,
    "AA:xxyy": 864,
    "$np": 183_040,
    "RONP": 183_040,
    "[A-T][A-T][A-T][A-T]": 4_845,
    "*": 270_725,
    "wxyz": 28_561,
    "xxyz": 158_184,
    "xxyy": 36_504,
    "xxxy": 44_616,
    "xxxx": 2_860,
}

COUNTED = {
    "A": comb(52, 4) - comb(48, 4),
    "As": comb(51, 3),
    "AsKs": comb(50, 2),
    "As2sKh": 49,
    "As2sKhQd": 1,
    "A!AA": 4 * comb(48, 3),
    "A!AA!K": 4 * comb(44, 3),
    "A2!AA!22": 16 * comb(44, 2),
    "Ax2x": 4 * comb(50, 2) - comb(4, 2),
    "AxAyxy": comb(4, 2) * 12 * 12,
    "AxAy2x3y": 12,
    "{A2**}": 16 * comb(11, 2) * 16,
    "$W$W$W$W": comb(20, 4),
    "{$W$W$W$W}": comb(5, 4) * 4**4,
    "$L$L$L$L": comb(32, 4),
    "$np": comb(13, 4) * 4**4,
    "$op": 13 * 6 * comb(12, 2) * 16,
    "$tp": comb(13, 2) * 36,
    "$nt": comb(52, 4) - 13 * (4 * 48 + 1),
    "AAKK": 36,
    "AARR": 12 * 36,
    "sshh": comb(13, 2) ** 2,
    "ssxx": 3 * comb(13, 2) ** 2,
    "$0g": 11 * 4**4,
    "$1g": 30 * 4**4,
    "$2g": 54 * 4**4,
    "KKKK-2222": 12,
    "A-K": comb(52, 4) - comb(44, 4),
}


@pytest.mark.parametrize(("text", "hands"), AGREED.items())
def test_agreed_sizes(text: str, hands: int) -> None:
    assert len(parse_range(text)) == hands


@pytest.mark.parametrize(("text", "hands"), COUNTED.items())
def test_sizes_that_combinatorics_gives(text: str, hands: int) -> None:
    assert len(parse_range(text)) == hands


def test_the_table_of_the_docs() -> None:
    rows = re.findall(r"^\| `([^`]+)` \| ([\d,]+) \|$", DOCS.read_text("utf-8"), re.MULTILINE)
    assert len(rows) > 30
    wrong = {
        text: len(parse_range(text))
        for text, hands in rows
        if len(parse_range(text)) != int(hands.replace(",", ""))
    }
    assert not wrong


def test_macros_of_the_docs_are_what_the_docs_say() -> None:
    rows = re.findall(
        r"^\| `(\$\w\w)` \| [^|]+ \| `([^`.]+)` \|$", DOCS.read_text("utf-8"), re.MULTILINE
    )
    assert len(rows) == 10
    for macro, text in rows:
        assert parse_range(macro) == parse_range(text), macro


def test_every_hand_has_one_pattern_of_suits_and_one_of_ranks() -> None:
    suits = [len(parse_range(text)) for text in ("$rb", "$ss", "$ds", "$ts", "$ms")]
    ranks = [len(parse_range(text)) for text in ("$np", "$op", "$tp", "!$nt")]
    assert sum(suits) == sum(ranks) == comb(52, 4)
