"""How many files and connections the process may have open (floor 6)."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

_OFTEN: Final = 10_240
"""What systems allow that say they would allow any number, and do not."""
KEPT: Final = 64
"""For the journal, pages, logs: not for connections."""


def raise_open_files() -> int | None:
    """Allow the process as many open files as it may allow itself; how many that are.

    ``None`` for any number, and where the system does not say.
    """
    try:
        import resource
    except ImportError:
        return None
    kind = resource.RLIMIT_NOFILE
    soft, hard = resource.getrlimit(kind)
    for most in (hard, max(soft, _OFTEN)) if soft != resource.RLIM_INFINITY else ():
        with suppress(OSError, ValueError):
            resource.setrlimit(kind, (most, hard))
            break
    soft, _ = resource.getrlimit(kind)
    return None if soft == resource.RLIM_INFINITY else soft


def places(files: int | None) -> int | None:
    """How many connections there may be at once, with so many ``files``."""
    return None if files is None else max(files - KEPT, files // 2)
