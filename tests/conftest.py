"""What tests need from outside the repository: the corpus of real hands, and a Chromium.

Where one is absent its tests skip with a line that says so. With ``OMAHA8_REQUIRE="browser
corpus"`` in the environment, as in CI, they fail instead.
"""

from __future__ import annotations

import logging
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT: Final = Path(__file__).parents[1]
CHROMIUMS: Final = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")


# How long an example takes is nothing that a test says.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


def pytest_configure(config: pytest.Config) -> None:
    """Tests that take long have a mark of their own: ``pytest -m "not slow"`` leaves them out."""
    config.addinivalue_line("markers", "slow: plays on a server in a process of its own, for long")


def absent(what: str, reason: str) -> NoReturn:
    """Skips the test that asks for ``what``, or fails it where it is required."""
    if what in os.environ.get("OMAHA8_REQUIRE", "").split():
        pytest.fail(f"{reason} (OMAHA8_REQUIRE names {what!r})", pytrace=False)
    pytest.skip(reason)


LOGGERS: Final = (
    None,
    "uvicorn",
    "uvicorn.error",
    "uvicorn.access",
    "uvicorn.asgi",
    "websockets",
    "asyncio",
)


@pytest.fixture(autouse=True)
def logs_as_they_were() -> Iterator[None]:
    """A command that sets up the logs of its process does not do so for the tests that follow."""
    loggers = [logging.getLogger(name) for name in LOGGERS]
    before = [(each.handlers[:], each.level, each.propagate) for each in loggers]
    yield
    logging.captureWarnings(False)
    for each, (handlers, level, propagate) in zip(loggers, before, strict=True):
        each.handlers[:], each.propagate = handlers, propagate
        each.setLevel(level)


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of real hands: ``hands.jsonl.gz``, ``odd.jsonl.gz`` and others."""
    folder = Path(os.environ.get("OMAHA8_CORPUS") or ROOT.parent / "shared" / "data" / "hands")
    if not (folder / "hands.jsonl.gz").is_file():
        absent("corpus", f"no hands.jsonl.gz in {folder}: set OMAHA8_CORPUS to the corpus's folder")
    return folder


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of an installed Chromium or Chrome."""
    for name in CHROMIUMS:
        if path := shutil.which(name):
            return path
    absent("browser", "no Chromium found: install one (Debian: apt install chromium)")


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """A headless Chromium for the (synchronous) tests of one module."""
    # Half a second to import: only where a browser test runs.
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium,
            chromium_sandbox=False,
            args=[
                "--disable-gpu",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--no-first-run",
            ],
        )
        yield browser
        browser.close()
