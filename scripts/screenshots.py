#!/usr/bin/env python3
"""Takes pictures of the page, each of a hand on the real engine.

.venv/bin/python scripts/screenshots.py           the two pictures of the docs
.venv/bin/python scripts/screenshots.py FOLDER    every state in every size, to look at
"""

from __future__ import annotations

import sys
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING, Final

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import sync_playwright  # noqa: E402

from tests.browser import hands  # noqa: E402
from tests.browser.scene import Stage, pages  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ViewportSize

WIDE: Final[ViewportSize] = {"width": 1280, "height": 800}
PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
LOW: Final[ViewportSize] = {"width": 360, "height": 640}

STATES: Final = {
    "not-seated": (hands.ONE_CHAIR_FREE, None),
    "newcomer": (hands.ONE_CHAIR_FREE, 3),
    "preflop": (hands.LIMIT, 0),
    "flop": (hands.LOW_DRAW, 0),
    "river": (hands.RIVER, 0),
    "showdown": (hands.SIDE_POT, 0),
    "capped": (hands.CAPPED, 5),
    "nine": (hands.table_of(9, over=False), 0),
    "nine-showdown": (hands.table_of(9, over=True), 0),
    "picture": (hands.PICTURE, 0),
    "heads-up": (hands.table_of(2, over=False), 0),
}

AMOUNTS: Final = {"picture": "240", "nine": "11"}
"""What is typed into the box, where something is."""


def picture(
    browser: Browser, address: str, state: str, size: ViewportSize, file: Path, *, light: bool
) -> None:
    """One state in one size."""
    context = browser.new_context(
        viewport=size,
        color_scheme="light" if light else "dark",
        has_touch=size["width"] < 800,
        reduced_motion="reduce",
    )
    page = context.new_page()
    line, viewer = STATES[state]
    stage = Stage(page, address)
    stage.show(line, viewer)
    if state in AMOUNTS:
        page.locator(".box").fill(AMOUNTS[state])
        page.mouse.click(0, 0)
    page.screenshot(path=file)
    context.close()
    sys.stdout.write(f"{file} {file.stat().st_size // 1024} KiB\n")


def main(arguments: list[str]) -> None:
    """Everything into a folder, or the two pictures of the docs."""
    chromium = which("chromium") or which("google-chrome")
    with pages() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, chromium_sandbox=False)
        if arguments:
            folder = Path(arguments[0])
            folder.mkdir(parents=True, exist_ok=True)
            for state in STATES:
                for size in (WIDE, PHONE, LOW):
                    for light in (False, True):
                        theme = "light" if light else "dark"
                        name = f"{state}-{size['width']}-{theme}.png"
                        picture(browser, address, state, size, folder / name, light=light)
        else:
            images = ROOT / "docs" / "images"
            images.mkdir(exist_ok=True)
            picture(browser, address, "picture", WIDE, images / "table.png", light=False)
            picture(browser, address, "picture", PHONE, images / "table-phone.png", light=False)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
