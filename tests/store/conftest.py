"""A store of each kind."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from omaha8.store.memory import MemoryStore
from omaha8.store.store import Store
from tests.store.keeping import AnyStore


@pytest.fixture(params=["file", "memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[AnyStore]:
    """In a folder, and in memory."""
    one = Store.open(tmp_path / "data") if request.param == "file" else MemoryStore()
    yield one
    one.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where a store may be."""
    return tmp_path / "data"
