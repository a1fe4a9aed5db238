"""How far the log beside a file is whole (floor 5).

SQLite takes the log up to the last transaction before the first frame that does not fit, and says
nothing of what follows. The format: "Database File Format", section "The Write-Ahead Log".
"""

from __future__ import annotations

from pathlib import Path
from struct import Struct, iter_unpack
from typing import BinaryIO, Final

import msgspec

SUFFIX: Final = "-wal"
HEADER: Final = 32
SALTS: Final = slice(16, 24)
"""Of the header: two numbers that each frame repeats, others every time the log is begun anew."""
_MAGIC: Final = 0x377F_0682
"""With 1 added the checksums are of big-endian words."""
_VERSION: Final = 3_007_000
_PAGE: Final = 4096
_FRAME: Final = 24
_WORD: Final = 0xFFFF_FFFF
_Sums = tuple[int, int]


class Log(msgspec.Struct, frozen=True, kw_only=True):
    """What is in a log. Frames, of a page each, are numbered from 1."""

    salts: bytes = b""
    whole: bool = True
    """The header is right, or there is none because nothing was written."""
    taken: int = 0
    """The last frame that SQLite takes: it ends a transaction, and all before it fit."""
    frames: int = 0
    """The last frame that carries the salts, whole or not."""
    behind: tuple[int, ...] = ()
    """Frames with the salts that ended transactions, and are not taken."""


def log_of(file: Path) -> Path:
    """The log beside a file."""
    return file.with_name(file.name + SUFFIX)


def read_log(path: Path, salts: bytes = b"") -> Log:
    """Read a log, also while a server writes to it. ``salts`` are for one whose header is broken.

    Raises `OSError`; no file is an empty log.
    """
    try:
        with path.open("rb", buffering=1 << 20) as file:
            while True:
                header = file.read(HEADER)
                found = _read(file, header, salts)
                file.seek(0)
                # Begun anew meanwhile: old frames stood behind a new header.
                if file.read(HEADER) == header:
                    return found
                file.seek(0)
    except FileNotFoundError:
        return Log()


def _read(file: BinaryIO, header: bytes, known: bytes) -> Log:
    if len(header) < HEADER or not any(header):
        return Log()
    order = ">" if header[3] & 1 else "<"
    magic, version, page, _, _, _, *own = Struct(">8I").unpack(header)
    sums = _sums(order, (0, 0), header[:24])
    whole = magic & ~1 == _MAGIC and version == _VERSION and sums == tuple(own)
    salts, size = (header[SALTS], page) if whole else (known, _PAGE)
    fits, number, taken, frames, behind = whole, 0, 0, 0, list[int]()
    while len(frame := file.read(_FRAME + size)) == _FRAME + size:
        number += 1
        salts = salts or frame[8:16]
        if frame[8:16] != salts:
            fits = False
            continue
        frames = number
        if fits:
            sums = _sums(order, _sums(order, sums, frame[:8]), frame[_FRAME:])
            fits = sums == Struct(">2I").unpack(frame[16:24]) and any(frame[:4])
        # How many pages the file has after it, in the last frame of a transaction alone.
        if any(frame[4:8]):
            if fits:
                taken = number
            else:
                behind.append(number)
    return Log(salts=salts, whole=whole, taken=taken, frames=frames, behind=tuple(behind))


def _sums(order: str, sums: _Sums, content: bytes) -> _Sums:
    first, second = sums
    for one, other in iter_unpack(f"{order}2I", content):
        first = (first + one + second) & _WORD
        second = (second + other + first) & _WORD
    return first, second
