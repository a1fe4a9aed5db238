"""Whether numba is there to compile kernels: the functions over arrays in ``*_kernels.py``.

Those modules are imported only where it is. numba keeps what it compiled in a cache beside the
source, and compiles again when the *file* of a kernel has changed; it does not look at what a
kernel calls elsewhere. So a module with kernels imports nothing from this package.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import cache
from typing import Any, Final

WHY_SLOW: Final = "numba is not installed: the result is the same, but takes longer"


@cache
def available() -> bool:
    """Whether numba is installed and not switched off (``NUMBA_DISABLE_JIT``)."""
    try:
        import numba
    except ImportError:
        return False
    return not getattr(numba.config, "DISABLE_JIT", 0)


def when_compiling(tell: Callable[[], None]) -> AbstractContextManager[Any]:
    """A context in which ``tell`` is called for each kernel that was not in the cache.

    Needs numba (`available`).
    """
    from numba.core import event

    class Listener(event.Listener):
        def on_start(self, event: Any) -> None:
            tell()

        def on_end(self, event: Any) -> None:
            pass

    listening: AbstractContextManager[Any] = event.install_listener("numba:compile", Listener())
    return listening
