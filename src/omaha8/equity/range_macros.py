"""The words of the range language that stand for longer texts: ``$W``, ``$ds`` and the others."""

from __future__ import annotations

from typing import Final

RANK_MACROS: Final = {
    "B": "AKQJ",
    "R": "AKQJT",
    "F": "KQJ",
    "N": "KQJT9",
    "M": "T987",
    "Z": "65432",
    "L": "A8765432",
    "W": "A5432",
}
"""One card of these ranks."""

RANK_MACRO_NAMES: Final = {
    "B": "a big card",
    "R": "a broadway card",
    "F": "a face card",
    "N": "a high card other than an ace, nine or higher",
    "M": "a middle card",
    "Z": "a small card",
    "L": "a low card, eight or lower, or an ace",
    "W": "a wheel card",
}

HAND_MACROS: Final = {
    "ds": "xxyy",
    "ss": "xxyz",
    "ts": "xxxy",
    "ms": "xxxx",
    "rb": "wxyz",
    "np": "RONP",
    "op": "RRON",
    "tp": "RROO",
    "nt": "!RRR",
    "0g": "AKQJ-5432,A432",
    "1g": "AKQT-6542,AKJT-6532,AQJT-6432,A543,A542,A532",
    "2g": (
        "AKQ9-7652,AKJ9-7642,AKT9-7632,AQJ9-7542,AQT9-7532,AJT9-7432,A654,A653,A652,A643,A642,A632"
    ),
}
"""A kind of hand, by the range that it stands for. The gaps are those inside four ranks in all."""

HAND_MACRO_NAMES: Final = {
    "ds": "double-suited: two cards of each of two suits",
    "ss": "single-suited: two cards of one suit, one of each of two others",
    "ts": "three cards of one suit",
    "ms": "four cards of one suit",
    "rb": "rainbow: four suits",
    "np": "no pair",
    "op": "one pair and two other ranks",
    "tp": "two pair",
    "nt": "no three of a kind",
    "0g": "four ranks in a row, the ace high or low",
    "1g": "four ranks with one gap, the ace high or low",
    "2g": "four ranks with two gaps, the ace high or low",
}
