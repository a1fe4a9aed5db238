"""Kernels are compiled once, and it is said when they are."""

from __future__ import annotations

import pytest

from omaha8.evaluation import compiled
from tests.paths import use_path


def test_it_is_told_when_a_kernel_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    use_path("numba", monkeypatch)
    from numba import njit

    told: list[str] = []
    kernel = njit(lambda count: count + 1)
    with compiled.when_compiling(lambda: told.append("compiling")):
        assert kernel(1) == 2
        assert told == ["compiling"]
        assert kernel(2) == 3
        assert told == ["compiling"]
    with compiled.when_compiling(lambda: told.append("again")):
        assert kernel(3) == 4
    assert told == ["compiling"]


def test_numba_can_be_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    use_path("numba", monkeypatch)
    from numba import config

    compiled.available.cache_clear()
    with monkeypatch.context() as switched_off:
        switched_off.setattr(config, "DISABLE_JIT", 1)
        assert not compiled.available()
    compiled.available.cache_clear()
    assert compiled.available()
