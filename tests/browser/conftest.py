"""Pages to test on; what a page complains about fails the test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import pytest

from tests.browser.http import LATE, Visitor
from tests.browser.scene import Stage, pages

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page, ViewportSize

SIZES: Final[list[ViewportSize]] = [
    {"width": 1280, "height": 800},
    {"width": 390, "height": 844},
    {"width": 360, "height": 640},
]
PATIENCE_MS: Final = 20_000


@contextmanager
def quiet_page(browser: Browser, size: ViewportSize) -> Iterator[Page]:
    """A page with nothing stored, on whose console no error or warning may appear."""
    narrow = size["width"] < 800
    context = browser.new_context(viewport=size, has_touch=narrow, reduced_motion="reduce")
    context.add_init_script(LATE)
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    complaints: list[str] = []

    def note(message: ConsoleMessage) -> None:
        # A browser complains of every refusal of the server; the page has to tell it.
        refused = "/api/" in message.location["url"] and "status of 4" in message.text
        if message.type in ("error", "warning") and not refused:
            complaints.append(message.text)

    page.on("console", note)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.close()
    assert complaints == []


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Where the files of the page are."""
    with pages() as address:
        yield address


@pytest.fixture
def stage(browser: Browser, address: str) -> Iterator[Stage]:
    """A fresh wide page."""
    with quiet_page(browser, SIZES[0]) as page:
        yield Stage(page, address)


@pytest.fixture
def phone(browser: Browser, address: str) -> Iterator[Stage]:
    """A fresh narrow page."""
    with quiet_page(browser, SIZES[1]) as page:
        yield Stage(page, address)


@pytest.fixture(scope="module", params=SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
def each_size(browser: Browser, address: str, request: pytest.FixtureRequest) -> Iterator[Stage]:
    """A page for all scenes of a module, in each size."""
    with quiet_page(browser, request.param) as page:
        yield Stage(page, address)


@pytest.fixture(scope="module")
def wide(browser: Browser, address: str) -> Iterator[Stage]:
    """A wide page for all scenes of a module."""
    with quiet_page(browser, SIZES[0]) as page:
        yield Stage(page, address)


@pytest.fixture
def visitor(browser: Browser, address: str) -> Iterator[Visitor]:
    """Somebody on the pages around the table."""
    with quiet_page(browser, SIZES[0]) as page:
        yield Visitor(page, address)


@pytest.fixture
def pocket(browser: Browser, address: str) -> Iterator[Visitor]:
    """Somebody on them with a phone."""
    with quiet_page(browser, SIZES[1]) as page:
        yield Visitor(page, address)
