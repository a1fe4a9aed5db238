"""What went wrong with a file, in words for who runs the server (floor 5)."""

from __future__ import annotations

import apsw

from omaha8.store.interface import StoreError


class DamagedFile(StoreError):
    """The file is no store, or its structure is broken."""


def in_words(error: Exception, path: str) -> StoreError:
    """The `StoreError` that says what happened to the file at ``path``."""
    match error:
        case StoreError():
            return error
        case apsw.FullError():
            return StoreError(f"{path}: the disk is full; nothing was kept. Free some space")
        case apsw.ReadOnlyError():
            return StoreError(
                f"{path}: may not be written; give the folder and its files to the user that "
                "runs the server"
            )
        case apsw.CorruptError() | apsw.NotADBError() | UnicodeDecodeError():
            return DamagedFile(
                f"{path}: is damaged or not a file of this program ({_said(error)}). Stop the "
                "server, keep the whole folder aside, and put the latest backup in its place "
                "as omaha8.db, alone"
            )
        case apsw.BusyError() | apsw.LockedError():
            return StoreError(f"{path}: another program is writing to it; stop that one")
        case apsw.CantOpenError():
            return StoreError(f"{path}: cannot be opened; look at who may read and write it")
        case apsw.IOError():
            return StoreError(
                f"{path}: the disk refused ({_said(error)}); nothing was kept. Look at the disk, "
                "its space and its quotas"
            )
        case apsw.Error():
            return StoreError(f"{path}: {_said(error)}")
        case _:
            return StoreError(f"{type(error).__name__}: {error}")


def _said(error: Exception) -> str:
    code = getattr(error, "extendedresult", None)
    name = apsw.mapping_extended_result_codes.get(code) if isinstance(code, int) else None
    text = str(error) or type(error).__name__
    return f"{text}, {name}" if isinstance(name, str) else text
