"""The two ways to count: kernels that numba compiles, and NumPy alone."""

from __future__ import annotations

from typing import Final

import pytest

from omaha8.evaluation import compiled

PATHS: Final = ("numba", "numpy")


def use_path(path: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Makes a test take one of `PATHS`; it skips where numba is not installed."""
    if path == "numpy":
        monkeypatch.setattr(compiled, "available", lambda: False)
    elif not compiled.available():
        pytest.skip("numba is not installed: only the path without it can be tested")
    return path
