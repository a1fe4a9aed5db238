"""Names that can be read and told apart (floor 5)."""

from __future__ import annotations

from typing import Final
from unicodedata import category, normalize

LONGEST_NAME: Final = 20
NAMELESS: Final = "Guest"
_MOST_MARKS: Final = 3
"""Combining marks on one character; more of them would grow over the lines above and below."""

_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Hangul fillers and the empty braille pattern: letters and a symbol, but drawn as nothing."""
_UNSEEN: Final = frozenset(
    "\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f"
    + "".join(map(chr, [*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]))
)
"""Marks that are drawn as nothing: joiners, inherent vowels, variation selectors."""

_ALIKE: Final = str.maketrans(
    # Cyrillic and Greek letters, some of them as their capitals look; digits and a bar.
    "аесорухіјѕһԁԛԝвнмктαορνικυτχβημγεζω01|",
    "aecopyxijshdqwbhmktaopvikutxbhmyezwoll",
)


def shown_name(wanted: str | None) -> str:
    """A name to show: one line that can be seen, and not too long."""
    return readable(wanted or "") or NAMELESS


def numbered(name: str, number: int) -> str:
    """The name of another person who wanted ``name`` as well."""
    end = f" {number}"
    return name[: LONGEST_NAME - len(end)].rstrip() + end


def readable(wanted: str, longest: int = LONGEST_NAME) -> str:
    """Composed, in one line, without what is not drawn; empty where nothing is."""
    kept: list[str] = []
    marks = _MOST_MARKS
    for char in normalize("NFKC", wanted):
        kind = category(char)
        if kind == "Cf" or char in _UNSEEN:
            # Zero-width characters and those that turn the direction of the rest around.
            continue
        if kind[0] in "CZ" or char in _BLANK:
            kept.append(" ")
            marks = _MOST_MARKS
        elif kind[0] == "M":
            # A mark needs something to stand on.
            if kept and kept[-1] != " " and marks < _MOST_MARKS:
                kept.append(char)
                marks += 1
        else:
            kept.append(char)
            marks = 0
    name = " ".join(normalize("NFKC", "".join(kept)).split())
    return name[:longest].strip()


def name_key(name: str) -> str:
    """Equal for names that look the same.

    They differ by no more than case, blanks, compatible characters (NFKC), letters of another
    alphabet that are drawn alike, and 0, 1 or I for o and l.
    """
    shown = readable(name)
    # A capital I in the middle of small letters is meant to be read as an l.
    meant = [
        "l" if char == "I" and before.islower() else char
        for before, char in zip(f" {shown}", shown, strict=False)
    ]
    return "".join(normalize("NFKC", "".join(meant).casefold()).translate(_ALIKE).split())
