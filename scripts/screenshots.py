#!/usr/bin/env python3
"""Takes pictures of the pages, those of the table each of a hand on the real engine.

.venv/bin/python scripts/screenshots.py           the pictures of the docs
.venv/bin/python scripts/screenshots.py FOLDER    every page and state in every size, to look at
"""

from __future__ import annotations

import sys
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING, Final

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import msgspec  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402

from omaha8.room.rules_form import rules_form  # noqa: E402
from tests.browser import hands  # noqa: E402
from tests.browser.http import FakeServer, table  # noqa: E402
from tests.browser.scene import Stage, pages  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ViewportSize

WIDE: Final[ViewportSize] = {"width": 1280, "height": 800}
PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
LOW: Final[ViewportSize] = {"width": 360, "height": 640}
LOBBY: Final[ViewportSize] = {"width": 1280, "height": 480}

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

TABLES: Final = [
    table(name="Pot Limit 1/2"),
    table(id="b", name="Friday night", game="Limit Omaha Hi/Lo 4/8", structure="fl", players=9)
    | {"seats": 9, "bots": 0, "waiting": 2, "rules": "robert", "average_pot": 64},
    table(id="c", name="Ann and friends", private=True, paused=True, players=2, bots=0),
    table(id="d", name="Mixed 1/2", game="Mixed: Limit 2/4, Pot Limit 1/2", structure="mixed"),
]
AT: Final = 1_780_000_000_000
PERSON: Final = {"id": 2, "name": "Bob", "role": "player", "registered": True, "owner": None}
ANSWERS: Final = {
    "GET lobby": {"tables": TABLES, "may_create": True},
    "GET rules": msgspec.to_builtins(rules_form()),
    "GET me/ledger": {
        "balance": 4800,
        "transfers": [
            {"id": 2, "at": AT, "amount": -200, "kind": "buy_in", "other": "", "table": "k3x9"},
            {"id": 1, "at": AT, "amount": 5000, "kind": "grant", "other": "", "table": None},
        ],
    },
    "GET me/sessions": {
        "sessions": [
            {"id": "a", "made": AT, "seen": AT, "expires": AT, "device": "Firefox/", "here": True},
            {"id": "b", "made": AT, "seen": AT, "expires": AT, "device": "iPhone", "here": False},
        ]
    },
    "GET bots": {"bots": [{"id": 9, "name": "AnnBot", "balance": 120, "made": AT}], "most": 10},
    "GET notes": {"notes": [{"person": 2, "name": "Bob", "text": "Draws to the low.", "at": AT}]},
    "GET people": {"people": [PERSON | {"balance": 480, "made": AT, "muted": False}]},
    "GET people/log": {"log": []},
}
PAGES: Final = {
    "lobby": "",
    "create": "create.html",
    "account": "account.html",
    "host": "host.html",
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
    if state in PAGES:
        server = FakeServer(page)
        server.answers |= ANSWERS
        server.comes_in("Ann", "host")
        page.goto(address + PAGES[state])
        page.wait_for_selector("body.ready")
        page.wait_for_load_state("networkidle")
    else:
        line, viewer = STATES[state]
        Stage(page, address).show(line, viewer)
        if state in AMOUNTS:
            page.locator(".box").fill(AMOUNTS[state])
            page.mouse.click(0, 0)
    page.screenshot(path=file, full_page=state in PAGES)
    context.close()
    sys.stdout.write(f"{file} {file.stat().st_size // 1024} KiB\n")


def main(arguments: list[str]) -> None:
    """Everything into a folder, or the pictures of the docs."""
    chromium = which("chromium") or which("google-chrome")
    with pages() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, chromium_sandbox=False)
        if arguments:
            folder = Path(arguments[0])
            folder.mkdir(parents=True, exist_ok=True)
            for state in (*STATES, *PAGES):
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
            picture(browser, address, "lobby", LOBBY, images / "lobby.png", light=False)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
