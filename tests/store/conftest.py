"""A store of each kind."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from omaha8.store.memory import MemoryStore
from omaha8.store.store import Store
from tests.store.keeping import AnyStore

NOBODY = 65534


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


@contextmanager
def somebody_else() -> Iterator[None]:
    """Without the rights of the administrator, who may write everywhere."""
    if os.geteuid():
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that everybody may look into, and only its owner write."""
    path = Path(tempfile.mkdtemp())
    path.chmod(0o755)
    yield path
    shutil.rmtree(path)
