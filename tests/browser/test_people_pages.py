"""The page of the account, and all of these pages on a phone."""

from __future__ import annotations

from typing import Any, Final

import msgspec
import pytest

from omaha8.room.rules_form import rules_form
from tests.browser.http import Visitor, table
from tests.browser.people import AT, NO_NIGHTS, PEOPLE, SETTLEMENT

pytestmark = pytest.mark.browser

LEDGER = {
    "balance": 4800,
    "at_tables": 230,
    "granted": 5000,
    "won": 30,
    "transfers": [
        {"id": 2, "at": AT, "amount": -200, "kind": "buy_in", "other": "table:k3", "table": "k3"}
        | {"table_name": "Friday"},
        {"id": 1, "at": AT, "amount": 5000, "kind": "grant", "other": "house:bank", "table": None}
        | {"table_name": None},
    ],
}
SESSIONS = {
    "sessions": [
        {"id": name, "made": AT, "seen": AT, "expires": AT, "device": device, "here": name == "a"}
        for name, device in (("a", "X11; Linux Firefox/1"), ("b", "iPhone Safari/1"))
    ]
}
NOTES = {"notes": [{"person": 4, "name": "Bob", "text": "Draws to the low.", "at": AT}]}
BOTS = {"bots": [{"id": 9, "name": "AnnBot", "balance": 12, "made": AT}], "most": 10}


def account(visitor: Visitor, role: str = "player") -> None:
    visitor.server.comes_in("Ann", role)
    visitor.server.answers |= {
        "GET me/ledger": LEDGER,
        "GET me/sessions": SESSIONS,
        "GET notes": NOTES,
        "GET bots": BOTS,
    }
    visitor.open("account.html")


def test_the_account_tells_where_the_chips_went(visitor: Visitor) -> None:
    account(visitor)
    chips = visitor.page.get_by_role("region", name="Chips")
    chips.get_by_text("Buy-in").wait_for()
    assert "At the tables: 230. Off the tables: 4800." in chips.inner_text()
    assert (
        "In all you have won 30. What the house gave you, 5000, is not won." in chips.inner_text()
    )
    assert [row.inner_text().count("-200") for row in chips.locator("tbody tr").all()] == [1, 0]
    assert "+5000" in chips.inner_text()
    # What the lobby does not list any more has its name all the same.
    assert chips.get_by_role("link", name="Friday").get_attribute("href") == "table.html?id=k3"


@pytest.mark.parametrize(
    ("at_tables", "won", "words"),
    [(400, 0, "In all you are even."), (365, -35, "In all you have lost 35.")],
)
def test_who_has_bought_in_on_credit_owes_nothing_for_that(
    visitor: Visitor, at_tables: int, won: int, words: str
) -> None:
    chips = {"balance": -400, "at_tables": at_tables}
    visitor.server.has = {**chips, "credit": None}
    account(visitor, "guest")
    visitor.server.answers["GET me/ledger"] = LEDGER | chips | {"granted": 0, "won": won}
    visitor.page.reload()
    section = visitor.page.get_by_role("region", name="Chips")
    section.get_by_text("Off the tables: -400.").wait_for()
    told = section.inner_text()
    assert f"At the tables: {at_tables}. " in told
    assert words in told
    assert "owe" not in told
    assert "gave you" not in told
    header = visitor.page.locator("o8-site .chips")
    assert header.inner_text() == f"{won} chips"
    assert header.get_attribute("title") == f"{at_tables} at the tables, -400 off the tables"


@pytest.mark.parametrize("width", [390, 360])
def test_the_header_of_a_phone_has_room_for_a_long_name_and_many_chips(
    pocket: Visitor, width: int
) -> None:
    pocket.page.set_viewport_size({"width": width, "height": 640})
    pocket.server.comes_in("Wolfeschlegelstein 2", "host")
    pocket.server.has = {"balance": -123_456, "at_tables": 400}
    pocket.open("")
    tops = []
    for part in (".brand", ".who b", ".chips", ".who button"):
        box = pocket.page.locator(f"o8-site {part}").bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= width
        tops.append(box["y"] + box["height"] / 2)
    assert max(tops) - min(tops) < 6
    name = pocket.page.locator(".who b").bounding_box()
    assert name is not None
    assert name["width"] >= 48
    assert pocket.page.locator(".who b").get_attribute("title") == "Wolfeschlegelstein 2"


def test_a_guest_keeps_his_name_by_a_password_and_gets_codes_once(visitor: Visitor) -> None:
    page, server = visitor.page, visitor.server

    def register(body: Any) -> Any:
        server.comes_in("Ann")
        return {"person": {}, "recovery_codes": ["k3x9-1", "k3x9-2"]}

    server.answers["POST register"] = register
    account(visitor, "guest")
    form = page.get_by_role("region", name="Keep this name")
    form.get_by_label("Password").fill("correct horse")
    form.get_by_role("button", name="Set a password").click()
    page.wait_for_selector(".secret")
    assert page.locator(".secret li").all_inner_texts() == ["k3x9-1", "k3x9-2"]
    assert server.asked == [("POST register", {"password": "correct horse"})]
    page.get_by_role("region", name="My bots").wait_for()
    page.evaluate("() => (window.print = () => (window.printed = document.body.className))")
    page.get_by_role("button", name="Print").click()
    page.emulate_media(media="print")
    page.evaluate("() => (document.body.className = window.printed)")
    assert page.locator(".secret li").first.is_visible()
    for other in ("h1", "o8-site", ".secret button"):
        assert page.locator(other).first.is_hidden()
    page.emulate_media(media="screen")
    page.get_by_role("button", name="I have them").click()
    assert "k3x9-1" not in page.content()


def test_who_comes_from_a_table_reads_his_codes_before_he_goes_back(visitor: Visitor) -> None:
    page, server = visitor.page, visitor.server

    def register(body: Any) -> Any:
        server.comes_in(body["name"])
        return {"person": {}, "recovery_codes": ["k3x9-1", "k3x9-2"]}

    server.answers |= {
        "POST register": register,
        "GET me/ledger": LEDGER,
        "GET me/sessions": SESSIONS,
        "GET notes": NOTES,
        "GET bots": BOTS,
    }
    visitor.open("account.html#back=k3x9&invite=abc")
    page.get_by_role("button", name="New account").click()
    page.get_by_label("Name").fill("Ann")
    page.get_by_label("Password").fill("correct horse")
    page.get_by_role("button", name="Make the account").click()
    page.get_by_role("region", name="Chips").wait_for()
    assert page.locator(".secret li").count() == 2
    page.get_by_role("button", name="I have them").click()
    page.wait_for_url("**/table.html?id=k3x9#invite=abc")


def test_who_is_signed_in_already_goes_back_to_the_table(visitor: Visitor) -> None:
    page = visitor.page
    account(visitor)
    assert page.get_by_role("link", name="Back to the table").count() == 0
    page.goto("about:blank")
    visitor.open("account.html#back=k3x9")
    back = page.get_by_role("link", name="Back to the table")
    back.wait_for()
    assert back.get_attribute("href") == "table.html?id=k3x9"


def test_a_session_elsewhere_can_be_ended(visitor: Visitor) -> None:
    page, server = visitor.page, visitor.server
    server.answers["DELETE me/sessions/b"] = {}
    account(visitor)
    sessions = page.get_by_role("region", name="Where you are signed in")
    sessions.get_by_text("Safari on iOS").wait_for()
    assert sessions.get_by_role("button").count() == 1
    # Whoever reads this is there.
    assert [row.inner_text().count("now") for row in sessions.locator("tbody tr").all()] == [1, 0]
    sessions.get_by_role("button", name="End it").click()
    assert server.asked == [("DELETE me/sessions/b", {})]


def test_the_token_of_a_bot_is_shown_once(visitor: Visitor) -> None:
    page, server = visitor.page, visitor.server
    server.answers["POST bots"] = {"bot": {"id": 10, "name": "Neo"}, "token": "tok-1"}
    account(visitor)
    page.get_by_label("Name of a bot").fill("Neo")
    page.get_by_role("button", name="Make a token").click()
    page.wait_for_selector(".secret .code")
    assert page.locator(".secret .code").inner_text() == "tok-1"
    assert server.asked == [("POST bots", {"name": "Neo"})]
    page.reload()
    page.wait_for_selector("body.ready")
    assert page.locator(".secret").count() == 0


def test_notes_are_listed_and_can_be_deleted(visitor: Visitor) -> None:
    page, server = visitor.page, visitor.server
    server.answers["DELETE notes/4"] = {}
    account(visitor)
    notes = page.get_by_role("region", name="Notes on players")
    notes.get_by_text("Draws to the low.").wait_for()
    server.answers["GET notes"] = {"notes": []}
    notes.get_by_role("button", name="Delete").click()
    notes.get_by_text("None yet").wait_for()
    assert server.asked == [("DELETE notes/4", {})]


def test_a_guest_who_signs_out_is_warned(visitor: Visitor) -> None:
    page, server = visitor.page, visitor.server
    account(visitor, "guest")
    page.get_by_role("button", name="Sign out", exact=True).click()
    question = page.get_by_role("dialog", name="Sign out?")
    assert "without a password" in question.inner_text()
    page.keyboard.press("Escape")
    question.wait_for(state="hidden")
    assert server.asked == []
    page.get_by_role("button", name="Sign out", exact=True).click()
    question.get_by_role("button", name="Cancel").click()
    question.wait_for(state="hidden")
    assert server.asked == []


def test_recovery_codes_are_not_broken_on_a_phone(pocket: Visitor) -> None:
    page = pocket.page
    codes = [f"PKD7-V4EB-FV7H-FZ6{i}" for i in range(8)]
    pocket.server.answers["POST register"] = {"person": {}, "recovery_codes": codes}
    pocket.open("account.html")
    page.get_by_role("button", name="New account").click()
    page.get_by_label("Name").fill("Ann")
    page.get_by_label("Password").fill("correct horse")
    page.get_by_role("button", name="Make the account").click()
    lines = page.locator(".secret li")
    lines.first.wait_for()
    heights = lines.evaluate_all("all => all.map((line) => line.getClientRects().length)")
    assert heights == [1] * 8
    tops = lines.evaluate_all("all => all.map((line) => line.getBoundingClientRect().top)")
    assert tops == sorted(set(tops))
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


CRAMPED: Final = """() => [...document.querySelectorAll("main *, o8-site *")]
  .filter((e) => e.checkVisibility() && e.childElementCount === 0 && e.textContent.trim())
  .filter((e) => parseFloat(getComputedStyle(e).fontSize) < 12 ||
    (e.matches("button, a.button") && e.getBoundingClientRect().height < 24))
  .map((e) => e.textContent)"""


def test_nothing_is_cut_or_scrolls_sideways_on_a_phone(pocket: Visitor) -> None:
    page, server = pocket.page, pocket.server
    tables = [table(), table(id="d", name="A table with quite a long name, as people have them")]
    server.answers |= {
        "GET lobby": {"tables": tables, "may_create": True, "unreadable": []},
        "GET rules": msgspec.to_builtins(rules_form()),
        "GET me/ledger": LEDGER,
        "GET me/sessions": SESSIONS,
        "GET notes": NOTES,
        "GET bots": BOTS,
        "GET people": PEOPLE,
        "GET people/log": {"log": []},
        "GET settlement": SETTLEMENT,
        "GET settlements": NO_NIGHTS,
    }
    for name in (None, "Hal"):
        if name:
            server.comes_in(name, "host")
        for path in ("", "create.html", "account.html", "host.html"):
            pocket.open(path)
            page.wait_for_load_state("networkidle")
            if path == "create.html":
                page.get_by_text("House rules", exact=True).click()
            width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert width <= 0, path
            assert page.evaluate(CRAMPED) == [], path
