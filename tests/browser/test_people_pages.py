"""The pages of accounts and of the host."""

from __future__ import annotations

from typing import Any, Final

import msgspec
import pytest

from omaha8.room.rules_form import rules_form
from tests.browser.http import Visitor, table

pytestmark = pytest.mark.browser

AT = 1_780_000_000_000
LEDGER = {
    "balance": 4800,
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
    assert "Off the tables: 4800." in chips.inner_text()
    assert [row.inner_text().count("-200") for row in chips.locator("tbody tr").all()] == [1, 0]
    assert "+5000" in chips.inner_text()
    # What the lobby does not list any more has its name all the same.
    assert chips.get_by_role("link", name="Friday").get_attribute("href") == "table.html?id=k3"


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
    page.wait_for_timeout(100)
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


PEOPLE = {
    "people": [
        {
            "id": number,
            "name": name,
            "role": role,
            "registered": role != "guest",
            "owner": 2 if role == "bot" else None,
            "owner_name": "Bob" if role == "bot" else None,
            "balance": 100 * number,
            "made": AT,
            "muted": name == "Cyd",
        }
        for number, name, role in (
            (1, "Hal", "host"),
            (2, "Bob", "player"),
            (3, "Cyd", "guest"),
            (9, "Robo", "bot"),
        )
    ]
}


SETTLEMENT = {
    "people": [
        {
            "id": number,
            "name": name,
            "owner": owner and 2,
            "owner_name": owner,
            "off_tables": off,
            "at_tables": at,
            "granted": given,
            "won": off + at - given,
        }
        for number, name, owner, off, at, given in (
            (2, "Bob", None, -200, 562, 0),
            (4, "Ann", None, 600, 0, 500),
            (9, "Robo", "Bob", -8, 0, 0),
            (1, "Hal", None, -560, 0, 0),
        )
    ],
    "bots": 94,
    "rake": 12,
}
LOGGED = {"at": AT, "by": "Hal", "person": "Bob", "what": "grant"}


@pytest.fixture
def host(visitor: Visitor) -> Visitor:
    visitor.server.comes_in("Hal", "host")
    frozen = table(id="d", name="Broken", frozen=True)
    visitor.server.answers |= {
        "GET people": PEOPLE,
        "GET people/log": {"log": []},
        "GET settlement": SETTLEMENT,
        "GET lobby": {
            "tables": [table(), frozen],
            "may_create": True,
            "unreadable": [{"id": "u", "name": "Lost", "chips": 600, "why": "Cannot be read."}],
        },
        "GET tables/d": {"id": "d", "frozen_why": "The chips do not add up."},
    }
    visitor.open("host.html")
    return visitor


def test_the_host_stops_clocks_and_closes_tables(host: Visitor) -> None:
    page, server = host.page, host.server
    server.answers |= {"POST tables/k3x9/pause": {}, "DELETE tables/k3x9": {}}
    first, second, third = page.locator("#tables tbody tr").all()
    assert "The chips do not add up." in second.inner_text()
    assert "Lost unreadable" in third.inner_text()
    assert "Cannot be read. 600 chips lie on it." in third.inner_text()
    assert third.get_by_role("button").count() == third.get_by_role("link").count() == 0
    first.get_by_role("button", name="Pause").click()
    page.wait_for_timeout(100)
    page.locator("#tables tbody tr").first.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Close the table").click()
    page.wait_for_selector("#said:has-text('Friday closes as soon as')")
    assert server.asked == [("POST tables/k3x9/pause", {"on": True}), ("DELETE tables/k3x9", {})]


def test_the_host_gives_roles_and_chips_and_silences(host: Visitor) -> None:
    page, server = host.page, host.server
    server.answers |= {
        "PATCH people/2": {},
        "POST people/2/grant": {"balance": 700},
        "POST people/3/mute": {},
    }
    me, bob, cyd, robo = page.locator("#people tbody tr").all()
    assert me.get_by_role("button").all_inner_texts() == ["Give chips"]
    assert cyd.get_by_role("combobox").count() == 0  # a guest has no role to be given
    assert robo.locator("td").first.inner_text() == "Robo, bot of Bob"
    bob.get_by_role("combobox").select_option("floor")
    page.wait_for_selector("#said:has-text('Bob is floor now.')")
    bob = page.locator("#people tbody tr").nth(1)
    bob.get_by_role("button", name="Give chips").click()
    question = page.get_by_role("dialog", name="Chips for Bob")
    for typed, complaint in (
        ("1e3", "as in 500 or -500, not 1e3"),
        ("", "How many"),
        ("0", "not 0"),
    ):
        question.get_by_label("How many").fill(typed)
        page.keyboard.press("Enter")
        assert complaint in question.get_by_role("alert").first.inner_text()
    question.get_by_label("How many").fill("500")
    question.get_by_label("What for").fill("the rebuy of 9 o'clock")
    server.answers["GET people/log"] = {"log": [{**LOGGED, "detail": "+500 (the rebuy)"}]}
    question.get_by_role("button", name="Give").click()
    page.wait_for_selector("#said:has-text('Bob has 500 chips more.')")
    page.wait_for_selector("#log:has-text('chips: +500 (the rebuy)')")
    page.locator("#people tbody tr").nth(2).get_by_role("button", name="Let speak").click()
    page.wait_for_timeout(100)
    assert server.asked == [
        ("PATCH people/2", {"role": "floor"}),
        ("POST people/2/grant", {"amount": 500, "note": "the rebuy of 9 o'clock"}),
        ("POST people/3/mute", {"on": False}),
    ]


def test_what_is_won_and_lost_adds_up_to_nothing(host: Visitor) -> None:
    page, server = host.page, host.server
    section = page.get_by_role("region", name="Settlement")
    section.get_by_text("Together").wait_for()

    def cells() -> list[list[str]]:
        rows = section.locator("tbody tr").all()
        return [row.locator("td").all_inner_texts()[:2] for row in rows]

    assert cells() == [
        ["Bob", "+362"],
        ["Ann", "+100"],
        ["Robo, bot of Bob", "-8"],
        ["Hal", "-560"],
        ["Bots of the house", "+94"],
        ["Rake", "+12"],
        ["Together", "0"],
    ]
    assert section.locator("tbody tr").nth(1).locator("td").all_inner_texts()[2:] == [
        "600",
        "0",
        "500",
    ]
    server.answers["GET settlement"] = {"people": [], "bots": 0, "rake": 0}
    section.get_by_role("button", name="Refresh").click()
    section.get_by_text("Nobody has had chips yet.").wait_for()
    assert section.get_by_role("button", name="Refresh").evaluate(
        "button => button === document.activeElement"
    )


def test_the_page_of_the_host_is_not_for_everybody(visitor: Visitor) -> None:
    visitor.server.comes_in("Ann")
    visitor.open("host.html")
    assert visitor.page.locator("#people").is_hidden()
    note = visitor.page.locator("#may-not")
    assert "Only the host and the floor" in note.inner_text()
    assert note.get_by_role("link").inner_text() == "To my account"


def test_a_stranger_on_the_page_of_the_host_can_sign_in(visitor: Visitor) -> None:
    visitor.open("host.html")
    link = visitor.page.locator("#may-not").get_by_role("link", name="Sign in")
    assert link.get_attribute("href") == "account.html"


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
