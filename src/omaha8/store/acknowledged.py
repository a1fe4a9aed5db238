"""What was acknowledged last, beside the file that has it (floor 5).

A file of its own, written after each transaction and not synced: nobody waits for it. The kernel
keeps it when the server is killed. After a power cut it may be older than the log, never newer.
"""

from __future__ import annotations

import logging
import os
from mmap import mmap
from pathlib import Path
from typing import Final
from zlib import crc32

import msgspec

from omaha8.store.log import HEADER, SALTS, log_of
from omaha8.store.records import TableId

_log: Final = logging.getLogger(__name__)
SUFFIX: Final = "-head"
_SIZE: Final = 512
"""Bytes, one sector: it is replaced whole or not at all."""
_SURE: Final = 200
"""With fewer frames than these the log may have been begun anew by one transaction with more."""


class Event(msgspec.Struct, frozen=True):
    """The last row of the journal that was kept."""

    table: TableId
    seq: int
    mark: bytes


class Acknowledged(msgspec.Struct, frozen=True):
    """The log had ``frames`` frames of these salts, and the journal this event."""

    salts: bytes = b""
    frames: int = 0
    event: Event | None = None


_decode: Final = msgspec.json.Decoder(Acknowledged).decode
_encode: Final = msgspec.json.Encoder().encode


def head_of(file: Path) -> Path:
    """Where it is said of a file."""
    return file.with_name(file.name + SUFFIX)


def read_acknowledged(file: Path) -> Acknowledged | None:
    """What was acknowledged last; `None` where that is not known."""
    try:
        content = head_of(file).read_bytes()
        check, _, text = content.partition(b" ")
        text = text.rstrip()
        return _decode(text) if int(check, 16) == crc32(text) else None
    except (OSError, ValueError, msgspec.DecodeError):
        return None


class HeadFile:
    """The file that says it; to be used in the writer's thread."""

    def __init__(self, file: Path) -> None:
        self._path = head_of(file)
        self._log = log_of(file)
        self._log_file: int | None = None
        self._failed = False
        self._frames = 0
        self._salts = b""
        self._memory: mmap | bytearray = bytearray(_SIZE)
        try:
            self._memory = _in_memory(self._path)
        except OSError as error:
            self._complain(error)
        # What was said before is settled.
        self._say(Acknowledged())
        if isinstance(self._memory, mmap):
            self._memory.flush()

    def note(self, frames: int, event: Event | None) -> None:
        """A transaction is on disk, and the log has so many frames."""
        if frames <= self._frames or self._frames < _SURE:
            # It may have been begun anew.
            try:
                if self._log_file is None:
                    self._log_file = os.open(self._log, os.O_RDONLY | os.O_CLOEXEC)
                self._salts = os.pread(self._log_file, HEADER, 0)[SALTS]
            except OSError as error:
                self._complain(error)
                self._salts = b""
        self._frames = frames
        self._say(Acknowledged(self._salts, frames, event))

    def _say(self, what: Acknowledged) -> None:
        text = _encode(what)
        self._memory[:] = (b"%08x " % crc32(text) + text).ljust(_SIZE)

    def _complain(self, error: OSError) -> None:
        # A loss might not be noticed; nothing is lost by that.
        if not self._failed:
            _log.warning("%s: %s", self._path, error.strerror or error)
        self._failed = True

    def close(self) -> None:
        """After the connections: with no log left there is nothing to say."""
        if isinstance(self._memory, mmap):
            self._memory.close()
        if self._log_file is not None:
            os.close(self._log_file)
        if not self._log.exists() or not self._log.stat().st_size:
            self._path.unlink(missing_ok=True)


def _in_memory(path: Path) -> mmap:
    """Memory that is the file, in the kernel's keeping: a call less for each transaction."""
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        # Whole, so that the disk has a place for it.
        os.pwrite(file, bytes(_SIZE), 0)
        return mmap(file, _SIZE)
    finally:
        os.close(file)
