"""A range's text as tokens, and the error that points at a character of it (needs no numpy)."""

from __future__ import annotations

import re
from enum import Enum
from typing import Final, NamedTuple

from omaha8.cards import RANKS, SUITS
from omaha8.equity.range_macros import HAND_MACROS, RANK_MACROS

SUIT_VARIABLES: Final = "wxyz"
RANK_VARIABLES: Final = "BEFGILMNOPRUV"
"""The letters that are neither rank nor suit nor suit variable."""

BLANKS: Final = " \t\r\n\u00a0"
VARIATION_SELECTORS: Final = "\ufe0e\ufe0f"
SUIT_SYMBOLS: Final = {"♣": 0, "♦": 1, "♥": 2, "♠": 3, "♧": 0, "♢": 1, "♡": 2, "♤": 3}
PUNCTUATION: Final = ",:!()[]{}+-"
CARD_HELP: Final = (
    "a card (a rank 2-9 T J Q K A, a suit c d h s, '*', a variable such as R or x, or a list [A,2])"
)
WIDEST_LINE: Final = 72
_PERCENT: Final = re.compile(r"([0-9]+(?:\.[0-9]+)?|\.[0-9]+)[ ]?%")
_NUMBER: Final = re.compile(r"[0-9]+(?:\.[0-9]+)?|\.[0-9]+")


class RangeError(ValueError):
    """A text is no range; the message shows the character with a caret below it.

    ``reason`` says in one line what is wrong and what was expected, ``text`` is the whole range and
    ``at`` the index of the character (the length of the text at its end).
    """

    def __init__(self, reason: str, text: str, at: int) -> None:
        self.reason, self.text, self.at = reason, text, at
        line, column = _window(text, at)
        super().__init__(f"{reason} (character {at + 1})\n  {line}\n  {' ' * column}^")


class Kind(Enum):
    """What a token is; ``value`` of the token: see each."""

    RANK = "rank"  # 0-12
    SUIT = "suit"  # 0-3
    SUIT_VARIABLE = "suit variable"  # index in SUIT_VARIABLES
    RANK_VARIABLE = "rank variable"  # index in RANK_VARIABLES
    ANY = "*"  # 0
    RANKS = "macro of ranks"  # a 13-bit mask of ranks
    HANDS = "macro of hands"  # 0; its name is in the text
    PERCENT = "percentage"  # 0; the number is in the text
    WEIGHT = "weight"  # 0; the number is in the text
    MARK = "mark"  # 0; one of PUNCTUATION
    END = "end"  # 0


class Token(NamedTuple):
    """The characters from ``at`` to ``end``; ``spaced``: blanks stand before it."""

    kind: Kind
    text: str
    at: int
    end: int
    value: int = 0
    spaced: bool = False


def lex(text: str) -> list[Token]:
    """The tokens of ``text``, the last one `Kind.END`. Raises `RangeError`."""
    tokens: list[Token] = []
    at, spaced = 0, False
    while at < len(text):
        if text[at] in BLANKS:
            at, spaced = at + 1, True
        elif text[at] in VARIATION_SELECTORS:
            at += 1
        else:
            token = _read(text, at)
            tokens.append(token._replace(spaced=spaced))
            at, spaced = token.end, False
    tokens.append(Token(Kind.END, "", at, at, spaced=spaced))
    return tokens


def _read(text: str, at: int) -> Token:
    """The token that begins at ``at``, which is no blank."""
    char = text[at]
    if percent := _PERCENT.match(text, at):
        return Token(Kind.PERCENT, percent[1], at, percent.end())
    if text.startswith("10", at):
        return Token(Kind.RANK, "T", at, at + 2, RANKS.index("T"))
    if char == "@":
        return _weight(text, at)
    if char == "$":
        return _macro(text, at)
    found = _LETTERS.get(char)
    if found is None:
        raise RangeError(f"{char!r} means nothing here: {CARD_HELP} is expected", text, at)
    return Token(found[0], found[1], at, at + 1, found[2])


def _letters() -> dict[str, tuple[Kind, str, int]]:
    """What each character is, with its canonical spelling and value; capitals do not matter."""
    letters = {"*": (Kind.ANY, "*", 0)} | {mark: (Kind.MARK, mark, 0) for mark in PUNCTUATION}
    alphabets = [
        (Kind.RANK, RANKS),
        (Kind.SUIT, SUITS),
        (Kind.SUIT_VARIABLE, SUIT_VARIABLES),
        (Kind.RANK_VARIABLE, RANK_VARIABLES),
    ]
    for kind, alphabet in alphabets:
        for value, letter in enumerate(alphabet):
            letters[letter.upper()] = letters[letter.lower()] = (kind, letter, value)
    return letters | {s: (Kind.SUIT, SUITS[i], i) for s, i in SUIT_SYMBOLS.items()}


_LETTERS: Final = _letters()


def _weight(text: str, at: int) -> Token:
    start = at + 1
    while start < len(text) and text[start] in BLANKS:
        start += 1
    number = _NUMBER.match(text, start)
    if number is None:
        raise RangeError("a number is expected after '@', as in AA@50", text, start)
    return Token(Kind.WEIGHT, number[0], at, number.end())


def _macro(text: str, at: int) -> Token:
    """``$B`` is one card, ``$ds`` a kind of hand: capitals and small letters matter here.

    ``$NP`` could be ``$np`` and ``$N`` with the rank variable P, so it is refused; ``$DS`` can only
    be ``$ds``.
    """
    name, letter = text[at + 1 : at + 3], text[at + 1 : at + 2].upper()
    hands = name.lower() in HAND_MACROS
    ranks = letter in RANK_MACROS
    if name in HAND_MACROS or (hands and not ranks):
        return Token(Kind.HANDS, f"${name.lower()}", at, at + 3)
    if hands and name == name.upper():
        raise RangeError(
            f"'${name}' can be read in two ways: write ${name.lower()} for the kind of hand, or "
            f"{name[1]}${name[0]} for the two cards",
            text,
            at,
        )
    if ranks:
        mask = sum(1 << RANKS.index(rank) for rank in RANK_MACROS[letter])
        return Token(Kind.RANKS, f"${letter}", at, at + 2, mask)
    known = ", ".join(f"${name}" for name in (*RANK_MACROS, *HAND_MACROS))
    raise RangeError(f"one of {known} is expected", text, at)


def _window(text: str, at: int) -> tuple[str, int]:
    """The part of the text around ``at`` as one printable line, and the column of ``at`` in it."""
    begin = max(0, min(at - WIDEST_LINE // 2, len(text) - WIDEST_LINE))
    end = begin + WIDEST_LINE
    line = "".join(
        char if " " <= char <= "~" or char in SUIT_SYMBOLS else "·" for char in text[begin:end]
    )
    left, right = "..." * (begin > 0), "..." * (end < len(text))
    return left + line + right, at - begin + len(left)
