"""What was acknowledged and is not there any more: noticed, said, and kept in mind (floor 5)."""

from __future__ import annotations

import logging
import os
import time
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

import apsw
import msgspec

from omaha8.store.acknowledged import Acknowledged, read_acknowledged
from omaha8.store.faults import DamagedFile
from omaha8.store.interface import StoreError
from omaha8.store.log import Log, log_of, read_log

_log: Final = logging.getLogger(__name__)
SUFFIX: Final = "-losses"


class Loss(msgspec.Struct, frozen=True):
    """One that a server found when it started; ``at`` in ms since 1970."""

    at: int
    text: str


class Inspection:
    """The log of a file and what was acknowledged; before SQLite looks at it, and changes it.

    A server may be writing. Raises `StoreError` if the log cannot be read.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        # First: what is written meanwhile is more, not less.
        self._known = read_acknowledged(file)
        try:
            salts = b"" if self._known is None else self._known.salts
            self._found = read_log(log_of(file), salts)
        except OSError as error:
            raise StoreError(f"{log_of(file)}: {error.strerror or error}") from error

    def fault(self, connection: apsw.Connection) -> str | None:
        """What is lost, by a connection to the file as it was found."""
        missing = self._missing(connection)
        fault = log_fault(self._found, self._known)
        if missing and not fault and not self._found.salts:
            fault = "is gone or empty"
        said = [part for part in (fault, missing) if part]
        return f"{log_of(self._file).name}: {'; '.join(said)}" if said else None

    def _missing(self, connection: apsw.Connection) -> str | None:
        event = None if self._known is None else self._known.event
        if event is None:
            return None
        there = connection.execute(
            "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'events'"
        ).get
        last: Any = -1
        if there:
            mark = connection.execute(
                "SELECT mark FROM events WHERE table_id = ? AND seq = ?", (event.table, event.seq)
            ).get
            if mark == event.mark:
                return None
            last = connection.execute(
                "SELECT coalesce(max(seq), -1) FROM events WHERE table_id = ?", (event.table,)
            ).get
        return (
            f"the last event that was acknowledged, {event.seq} of table {event.table}, is not "
            f"there; that table has {'none' if last < 0 else f'up to {last}'}"
        )

    def keep_aside(self) -> str:
        """Copy the log for a later look; the name of the copy, or nothing if there is no log.

        Raises `StoreError`.
        """
        log = log_of(self._file)
        try:
            content = log.read_bytes() if log.exists() else b""
            if not content:
                return ""
            # The same log, found twice, is kept once.
            name = f"{log.name}.damaged-{blake2b(content, digest_size=4).hexdigest()}"
            _write(log.with_name(name), content, os.O_TRUNC)
        except OSError as error:
            raise StoreError(
                f"{log}: is damaged, and cannot be kept aside: {error.strerror or error}"
            ) from error
        return name

    def settle(self, connection: apsw.Connection) -> None:
        """Say in the log of the server what was lost, and begin anew behind it.

        Raises `StoreError` where there is nothing to go on from, or a reader is in the way.
        """
        text = self.fault(connection)
        if text is None:
            return
        kept = self.keep_aside()
        if kept:
            text += f". The log as it was found is kept as {kept}"
        structure = str(connection.execute("PRAGMA integrity_check (1)").get)
        if structure != "ok" or not connection.execute("PRAGMA user_version").get:
            reason = structure if structure != "ok" else "there is nothing else in the file"
            raise DamagedFile(
                f"{self._file}: {text}. What is left cannot be used ({reason}): keep the whole "
                "folder aside, and put the latest backup in its place as omaha8.db, alone"
            )
        # Before the log is written to: what is left of it would be taken for lost again.
        try:
            connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
        except apsw.BusyError as error:
            raise StoreError(f"{self._file}: another program reads it; stop that one") from error
        _log.error("%s", text)
        line = msgspec.json.encode(Loss(round(time.time() * 1000), text)) + b"\n"
        _write(losses_of(self._file), line, os.O_APPEND)


def log_fault(found: Log, known: Acknowledged | None) -> str | None:
    """What the log itself says, held against what was acknowledged."""
    kept = known.frames if known is not None and known.salts == found.salts else 0
    # One transaction behind may have been on its way when the power went: nobody was answered.
    if found.taken >= kept and len(found.behind) < 2:
        return None
    last = max(kept, found.frames)
    many = sum(1 for frame in found.behind if not kept or frame <= kept)
    where = (
        f"is damaged after page {found.taken} of {last}"
        if found.whole and (found.behind or found.frames >= kept)
        else f"ends after page {found.taken} of {last}"
        if found.whole
        else f"has a damaged header, and {last} pages behind it"
    )
    return f"{where}; what was acknowledged behind that is lost" + (
        f", at least {many} transactions" if many > 1 else ""
    )


def losses_of(file: Path) -> Path:
    """Where they are kept in mind."""
    return file.with_name(file.name + SUFFIX)


def losses(file: Path) -> list[Loss]:
    """Those that servers found, oldest first. Raises `StoreError`."""
    path = losses_of(file)
    try:
        lines = path.read_bytes().splitlines() if path.exists() else []
        return [msgspec.json.decode(line, type=Loss) for line in lines]
    except (OSError, msgspec.DecodeError) as error:
        raise StoreError(f"{path}: cannot be read: {error}") from error


def _write(path: Path, content: bytes, how: int) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC | how
    with open(os.open(path, flags, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
