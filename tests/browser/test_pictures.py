"""The pictures of the docs can be taken anew."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from tests.browser.conftest import SIZES

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

SCRIPT: Final = Path(__file__).parents[2] / "scripts" / "screenshots.py"


@pytest.mark.parametrize("state", ["picture", "lobby"])
def test_a_picture_of_the_docs_is_taken(
    browser: Browser, address: str, state: str, tmp_path: Path
) -> None:
    taken = tmp_path / "taken.png"
    picture = runpy.run_path(str(SCRIPT))["picture"]
    picture(browser, address, state, SIZES[0], taken, light=False)
    assert taken.read_bytes()[1:4] == b"PNG"
