"""The log of a home game as PokerNow exports it: CSV, the newest line first (floor 3).

`read_log` gives its lines as values, the oldest first (`omaha8.history.pokernow_entries`). A line
that is not known is kept as it is and counted; nothing in a file can raise but the file itself.
"""

from __future__ import annotations

import calendar
import csv
import gzip
import io
import re
import zlib
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import msgspec

from omaha8.history.pokernow_entries import Entry, Unknown
from omaha8.history.pokernow_lines import read_entry

COLUMNS = ["entry", "at", "order"]


class LogError(ValueError):
    """A file is no PokerNow log; the message begins with its name."""


class Logged(msgspec.Struct, frozen=True):
    """A line of a log: what it says, when (in minutes), and its number in the file."""

    entry: Entry
    minute: int
    line: int


class Log(msgspec.Struct, frozen=True):
    """A log, the oldest line first."""

    name: str
    lines: tuple[Logged, ...]

    @property
    def entries(self) -> Iterator[Entry]:
        """What the lines say."""
        return (line.entry for line in self.lines)

    @property
    def unknown(self) -> list[Logged]:
        """The lines that say what is not known."""
        return [line for line in self.lines if isinstance(line.entry, Unknown)]

    def unknown_kinds(self) -> Counter[str]:
        """Unknown lines by their wording, players and numbers left out."""
        return Counter(_wording(entry.text) for entry in self.entries if isinstance(entry, Unknown))


def _wording(text: str) -> str:
    text = re.sub(r'"[^"]*"', '"..."', text)
    return re.sub(r"\d+(\.\d+)?", "N", text)


def read_log(path: Path) -> Log:
    """A log, gzipped or not. Raises `LogError` for a file that cannot be read or is no log."""
    try:
        packed = path.read_bytes()
        raw = gzip.decompress(packed) if packed[:2] == b"\x1f\x8b" else packed
        text = raw.decode("utf-8-sig")
    except OSError as error:
        raise LogError(f"{path}: {error.strerror or error}") from error
    except (EOFError, zlib.error) as error:
        raise LogError(f"{path}: damaged gzip file: {error}") from error
    except UnicodeDecodeError as error:
        raise LogError(f"{path}: no text: {error.reason} at byte {error.start}") from error
    name = path.name.removesuffix(".gz").removesuffix(".csv")
    return Log(name, tuple(_lines(path, text)))


def _lines(path: Path, text: str) -> list[Logged]:
    reader = csv.reader(io.StringIO(text, newline=""))
    lines: list[tuple[tuple[int, int], Logged]] = []
    try:
        if next(reader, [])[:3] != COLUMNS:
            raise LogError(f"{path}: not a log of PokerNow: its columns are entry, at, order")
        for row in reader:
            if not row:
                continue
            entry, at, order = (*row, "", "", "")[:3]
            known = read_entry(entry) if len(row) == 3 else Unknown(",".join(row))
            number = reader.line_num
            # Newest first: of lines without an order the later one in the file is the older one.
            place = (int(order) if order.isdecimal() else 0, -number)
            lines.append((place, Logged(known, _minute(at[:16]), number)))
    except csv.Error as error:
        raise LogError(f"{path}: no CSV: {error}") from error
    lines.sort(key=lambda line: line[0])
    return [line for _, line in lines]


_MINUTE = re.compile(r"([12]\d{3})-(0[1-9]|1[0-2])-(\d\d)T(\d\d):(\d\d)")


@lru_cache(maxsize=64)
def _minute(at: str) -> int:
    """``2024-05-01T20:51`` in minutes since 1970; 0 for what is no time."""
    found = _MINUTE.fullmatch(at)
    return 0 if found is None else calendar.timegm((*map(int, found.groups()), 0)) // 60
