"""What a command prints of files that others wrote: nothing in them reaches the terminal raw."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from textwrap import wrap
from typing import Any, Final

WIDTH: Final = 100
_NOT_ASCII: Final = re.compile(r"[^ -~]")


def printable(text: str) -> str:
    """``text`` with a question mark for every character that a terminal would obey or hide."""
    return "".join([c if c.isprintable() else "?" for c in text])


def print_lines(lines: Iterable[str]) -> None:
    """Prints every line, `printable`."""
    print("\n".join([printable(line) for line in lines]), flush=True)


def print_json(value: Any) -> None:
    """Prints one JSON object on a line, with escapes for what is not `printable`."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    print(_NOT_ASCII.sub(lambda found: _escaped(found[0]), text), flush=True)


def wrapped(text: str, indent: str) -> list[str]:
    """A text as indented lines of `WIDTH`, the second and further ones two columns deeper."""
    return wrap(
        text, WIDTH, initial_indent=indent, subsequent_indent=f"{indent}  ", break_on_hyphens=False
    )


def _escaped(char: str) -> str:
    if char.isprintable():
        return char
    # The bytes of a file's name that are no text stand in it as lone surrogates.
    units = char.encode("utf-16-be", "surrogatepass")
    return "".join([f"\\u{units[i : i + 2].hex()}" for i in range(0, len(units), 2)])
