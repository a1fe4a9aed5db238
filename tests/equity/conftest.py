"""Both ways to count, for the tests that ask for `path`."""

from __future__ import annotations

import pytest

from tests.paths import PATHS, use_path


@pytest.fixture(params=PATHS)
def path(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The test runs with numba's kernels, and without."""
    return use_path(request.param, monkeypatch)
