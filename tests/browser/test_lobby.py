"""The lobby: tables, who one is, the link of the host."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
import pytest

from omaha8.room.rules_form import rules_form
from tests.browser.http import Refusal, Visitor, table
from tests.browser.test_layout import box_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

RULES: Final = msgspec.to_builtins(rules_form())


def rows(page: Page) -> list[str]:
    return page.locator("o8-tables tbody tr .name a").all_inner_texts()


def test_the_tables_with_what_one_wants_to_know(visitor: Visitor) -> None:
    page = visitor.page
    limit = table(id="b", name="Limit night", structure="fl", players=9, seats=9, bots=0, waiting=2)
    closed = table(id="c", name="Ours", private=True, paused=True, average_pot=0)
    tables = {"tables": [table(), limit, closed], "may_create": False}
    visitor.server.answers["GET lobby"] = tables
    visitor.open("")
    assert rows(page) == ["Friday", "Limit night", "Ours"]
    first, second, third = page.locator("o8-tables tbody tr").all()
    for words in ("Pot Limit Omaha Hi/Lo 1/2", "PokerStars", "4 of 6, 3 bots", "41", "88"):
        assert words in first.inner_text()
    assert "9 of 9" in second.inner_text()
    assert second.get_by_role("link", name="Watch or wait").is_visible()
    assert third.locator(".tag").all_inner_texts() == ["private", "paused"]
    assert first.locator(".name a").get_attribute("href") == "table.html?id=k3x9"
    page.get_by_role("button", name="Pot limit").click()
    assert rows(page) == ["Friday", "Ours"]
    page.get_by_role("button", name="All").press("Enter")
    assert len(rows(page)) == 3
    assert page.locator("#create").is_hidden()


def test_where_one_sits_or_waits_is_where_one_goes_back_to(visitor: Visitor) -> None:
    page = visitor.page
    full = {"players": 6, "seats": 6}
    tables = [
        table(id="a", name="Mine, all night long", you="seated", private=True, **full),
        table(id="b", name="Soon", you="waiting", **full),
        table(id="c", name="Other", changed=["muck", "kill", "straddle"], bots=5, **full),
    ]
    visitor.server.answers["GET lobby"] = {"tables": tables, "may_create": False}
    visitor.open("")
    mine, soon, other = page.locator("o8-tables tbody tr").all()
    assert mine.locator(".tag").all_inner_texts() == ["you sit here", "private"]
    back = mine.get_by_role("link", name="Back to your seat")
    assert back.get_attribute("href") == "table.html?id=a"
    assert soon.locator(".tag").all_inner_texts() == ["you wait for a chair"]
    assert soon.get_by_role("link", name="Open").is_visible()
    open_ = box_of(soon.get_by_role("link", name="Open"))
    assert box_of(back)["height"] == open_["height"], "the words stand on one line"
    assert other.locator(".tag").count() == 0


@pytest.mark.parametrize(
    ("differs", "does", "words"),
    [
        ({"bots": 5}, "Join", "6 of 6, 5 bots: one makes room for you"),
        ({"bots": 1}, "Join", "6 of 6, 1 bot: one makes room for you"),
        ({"bots": 2, "waiting": 2}, "Watch or wait", "6 of 6, 2 bots"),
        ({"bots": 0}, "Watch or wait", "6 of 6"),
        ({"bots": 5, "closing": True}, "Watch", "6 of 6, 5 bots"),
        ({"bots": 5, "players": 5}, "Open", "5 of 6, 5 bots"),
        ({"bots": 1, "players": 2, "seats": 2}, "Watch or wait", "2 of 2, 1 bot"),
    ],
)
def test_a_full_table_says_whether_a_bot_makes_room(
    visitor: Visitor, differs: dict[str, Any], does: str, words: str
) -> None:
    """Heads-up the bot stays: two players go on, so that nobody is left alone."""
    full = table(**{"players": 6, "seats": 6, **differs})
    visitor.server.answers["GET lobby"] = {"tables": [full], "may_create": False}
    visitor.open("")
    (row,) = visitor.page.locator("o8-tables tbody tr").all()
    assert row.locator(".does").inner_text() == does
    assert row.locator("[data-label=Seats]").inner_text() == words


def test_a_stranger_is_told_what_is_played_and_comes_in_by_a_name(visitor: Visitor) -> None:
    page = visitor.page
    visitor.open("")
    assert page.locator("#welcome").inner_text().count(".") == 2
    page.get_by_label("Name").fill("Zoe")
    page.get_by_role("button", name="Come in").click()
    page.wait_for_selector("o8-site b:has-text('Zoe')")
    assert visitor.server.asked == [("POST guest", {"name": "Zoe"})]
    assert page.locator("#welcome").is_hidden()
    assert page.locator("#sign-in").is_hidden()


def test_a_password_that_is_wrong_is_said_so(visitor: Visitor) -> None:
    page = visitor.page

    def refuse(_: Any) -> Any:
        raise Refusal(401, "wrong_password", "Name and password do not belong together.")

    visitor.server.answers["POST login"] = refuse
    visitor.open("")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_label("Name").fill("Ann")
    page.get_by_label("Password").fill("not this one")
    page.locator("form").get_by_role("button", name="Sign in").click()
    page.wait_for_selector("text=Name and password do not belong together.")
    assert page.get_by_label("Name").input_value() == "Ann"


def test_the_link_of_the_first_start_makes_a_host(visitor: Visitor) -> None:
    page, server = visitor.page, visitor.server

    def register(body: Any) -> Any:
        server.comes_in(body["name"])
        return {"person": {}, "recovery_codes": [f"code-{i}" for i in range(8)]}

    def become_host(body: Any) -> Any:
        assert body == {"token": "once"}
        server.comes_in("Hal", "host")
        return {"person": {}}

    server.answers |= {"POST host-link": {}, "POST register": register, "POST host": become_host}
    visitor.open("#host=once")
    page.get_by_label("Name").fill("Hal")
    page.get_by_label("Password").fill("correct horse")
    page.get_by_role("button", name="Make the account").click()
    page.wait_for_selector("#host-title:has-text('You are the host of this room')")
    assert page.url == visitor.address
    assert page.locator(".secret li").count() == 8
    page.get_by_role("button", name="I have them").click()
    assert page.locator(".secret").count() == 0
    assert page.locator("o8-site").get_by_role("link", name="Host", exact=True).is_visible()
    assert [key for key, _ in server.asked] == ["POST host-link", "POST register", "POST host"]


def test_a_link_that_is_used_up_is_said_so(visitor: Visitor) -> None:
    page, server = visitor.page, visitor.server

    def refuse(_: Any) -> Any:
        raise Refusal(403, "wrong_link", "This link is used up.")

    server.comes_in("Ann")
    server.answers["POST host"] = refuse
    visitor.open("#host=twice")
    assert page.locator("#host-words").inner_text() == "This link is used up."
    assert page.url == visitor.address


@pytest.mark.parametrize("guest", [False, True])
def test_nobody_makes_an_account_for_a_link_that_is_worth_nothing(
    visitor: Visitor, guest: bool
) -> None:
    page, server = visitor.page, visitor.server

    def refuse(body: Any) -> Any:
        assert body == {"token": "invented"}
        raise Refusal(403, "wrong_link", "That link was used, or there is a newer one.")

    if guest:
        server.comes_in("Gus", "guest")
    server.answers["POST host-link"] = refuse
    visitor.open("#host=invented")
    assert page.locator("#host-title").inner_text() == "This link makes nobody the host"
    words = page.locator("#host-words").inner_text()
    assert words == "That link was used, or there is a newer one."
    assert page.url == visitor.address
    # One comes in as anybody does.
    assert page.get_by_role("button", name="Make the account").count() == 0
    assert page.locator("#welcome").is_visible() is not guest
    assert page.locator("o8-sign-in").is_visible() is not guest


def test_a_link_that_cannot_be_looked_at_now_is_kept(visitor: Visitor) -> None:
    page, server = visitor.page, visitor.server

    def refuse(_: Any) -> Any:
        raise Refusal(429, "too_fast", "Too many at once; try again in 5 s.")

    server.answers["POST host-link"] = refuse
    visitor.open("#host=once")
    page.wait_for_selector("#host-title:has-text('This link could not be used')")
    assert page.url.endswith("#host=once")
    server.answers["POST host-link"] = {}
    page.get_by_role("button", name="Try again").click()
    page.get_by_role("button", name="Make the account").wait_for()
    assert page.locator("#host-title").inner_text() == "This link makes you the host of this room"
    assert page.get_by_role("button", name="Try again").count() == 0
    # Another link, of which nothing is known yet.
    server.answers["POST host-link"] = refuse
    page.evaluate("location.hash = '#host=another'")
    page.get_by_role("button", name="Try again").wait_for()
    assert page.locator("o8-sign-in").is_hidden()
    # Who lets it be comes in as anybody does.
    page.evaluate("location.hash = ''")
    page.get_by_role("button", name="Come in").wait_for()
    assert page.locator("#host-link").is_hidden()
    assert page.get_by_role("button", name="Password forgotten").is_visible()
