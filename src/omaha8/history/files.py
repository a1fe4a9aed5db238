"""Files of hands, whoever recorded them: the form is found in the file (floor 3).

Recorded hands are one JSON object a line (`omaha8.history.corpus`). A room gives its hands out as
one JSON object each: a file may hold one, over many lines too, a list of them, or one a line, also
among recorded hands; or it holds them as text (`omaha8.history.told`).
"""

from __future__ import annotations

import gzip
import zlib
from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from omaha8.history.corpus import Broken, CorpusError, Line, read_each, read_line
from omaha8.history.told import (
    ToldError,
    ToldHand,
    ToldLine,
    is_text,
    is_told,
    read_lines,
    read_told,
)

HEAD: Final = 1 << 20
LARGEST: Final = 64 << 20
"""Bytes, unpacked, of a file that is not read line by line. A hand has some 30,000."""
UNREAD: Final = "this cannot be replayed"

AnyHand = Line | ToldHand | ToldLine


def read_hands(path: Path) -> Iterator[AnyHand]:
    """Every hand of a file, gzipped or not.

    Raises `CorpusError` when the file cannot be opened, where it cannot be unpacked any further,
    and before any hand when there is none.
    """
    head = _unpacked(path, HEAD)
    if is_text(_text(head)):
        yield from read_lines(_text(_unpacked(path, LARGEST)), path.name)
        return
    first = head.lstrip().partition(b"\n")[0]
    form = _json(first)
    if first[:1] in (b"{", b"[") and not isinstance(form, dict):
        forms = _told_in(_json(_unpacked(path, LARGEST)))
        if forms:
            yield from _read_all(path, forms)
            return
    wrong = UNREAD if is_told(form) else "not JSON lines"
    each: Iterator[AnyHand] = read_each(path, read_either, wrong)
    yield from each


def read_either(line: bytes, place: str) -> Line | ToldHand:
    """One line, a recorded hand or one that a room tells; ``place`` names it."""
    form = _json(line) if b'"omaha8_hand"' in line else None
    return _read_told(form, place) if is_told(form) else read_line(line, place)


def _read_told(form: object, place: str) -> ToldHand | Broken:
    try:
        return read_told(form)
    except ToldError as error:
        return Broken(place, str(error), nameless=True)


def _told_in(form: object) -> Sequence[object]:
    """The hands of a whole file; none where it is something else."""
    if is_told(form):
        return [form]
    return form if isinstance(form, list) and any(map(is_told, form)) else []


def _read_all(path: Path, forms: Sequence[object]) -> Iterator[ToldHand | Broken]:
    hands = [_read_told(form, f"{path.name}[{place}]") for place, form in enumerate(forms)]
    broken = [hand for hand in hands if isinstance(hand, Broken)]
    if len(broken) == len(hands):
        raise CorpusError(f"{path}: {UNREAD}: {broken[0].reason}")
    yield from hands


def _unpacked(path: Path, most: int) -> bytes:
    """The beginning of a file, as far as it can be read; what is wrong with it is said later."""
    found = bytearray()
    try:
        with path.open("rb") as raw:
            packed = raw.peek(2)[:2] == b"\x1f\x8b"
            stream = gzip.GzipFile(fileobj=raw) if packed else raw
            while len(found) < most and (more := stream.read1(1 << 16)):
                found += more
    except (OSError, EOFError, zlib.error):
        pass
    return bytes(found).removeprefix(BOM_UTF8)


def _text(content: bytes) -> list[str]:
    # Not `splitlines`: a name may hold what is a line's end elsewhere.
    return content.decode("utf-8", "replace").split("\n")


def _json(text: bytes) -> Any:
    """The value, ``None`` where it is no JSON."""
    try:
        return msgspec.json.decode(text)
    except (ValueError, RecursionError):
        return None
