"""The page of the host: tables, people, the settlement, the log."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from omaha8.room.settings import MOST_CHIPS
from tests.browser.http import Visitor, table
from tests.browser.people import AT, NO_NIGHTS, PEOPLE, SETTLEMENT

pytestmark = pytest.mark.browser

NOTHING_WON = {"people": [], "bots": 0, "rake": 0, "since": None, "until": None}
LOGGED = {"at": AT, "by": "Hal", "person": "Bob", "what": "grant"}


@pytest.fixture
def host(visitor: Visitor) -> Visitor:
    visitor.server.comes_in("Hal", "host")
    frozen = table(id="d", name="Broken", frozen=True)
    visitor.server.answers |= {
        "GET people": PEOPLE,
        "GET people/log": {"log": []},
        "GET settlement": SETTLEMENT,
        "GET settlements": NO_NIGHTS,
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
        (str(MOST_CHIPS + 1), f"At most {MOST_CHIPS} chips at a time, not {MOST_CHIPS + 1}."),
        (str(-MOST_CHIPS - 1), f"At most {MOST_CHIPS} chips at a time, not -{MOST_CHIPS + 1}."),
        ("9" * 20, f"At most {MOST_CHIPS} chips at a time"),
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
    assert server.asked == [
        ("PATCH people/2", {"role": "floor"}),
        ("POST people/2/grant", {"amount": 500, "note": "the rebuy of 9 o'clock"}),
        ("POST people/3/mute", {"on": False}),
    ]


def test_the_host_makes_a_code_for_who_has_lost_everything(host: Visitor) -> None:
    page, server = host.page, host.server
    server.answers["POST people/2/recovery-code"] = {"recovery_code": "PKD7-V4EB-FV7H-FZ6N"}
    rows = page.locator("#people tbody tr")
    # Only who has a password comes back by a code; the own ones are on the account page.
    rows.nth(3).wait_for()
    assert [row.count("Recovery code") for row in rows.all_inner_texts()] == [0, 1, 0, 0]
    rows.nth(1).get_by_role("button", name="Recovery code").click()
    question = page.get_by_role("dialog", name="A recovery code for Bob?")
    assert "Make sure that it is Bob who asks" in question.inner_text()
    question.get_by_role("button", name="Cancel").click()
    assert server.asked == []
    rows.nth(1).get_by_role("button", name="Recovery code").click()
    made = {"at": AT, "by": "Hal", "person": "Bob", "what": "code", "detail": ""}
    server.answers["GET people/log"] = {"log": [made]}
    question.get_by_role("button", name="Make the code").click()
    shown = page.get_by_role("region", name="Recovery code for Bob")
    shown.wait_for()
    assert shown.locator(".code").inner_text() == "PKD7-V4EB-FV7H-FZ6N"
    assert "Give it to Bob alone" in shown.inner_text()
    page.wait_for_selector("#log:has-text('a recovery code was made')")
    assert server.asked == [("POST people/2/recovery-code", {})]
    shown.get_by_role("button", name="Done").click()
    assert "PKD7" not in page.content()


def test_the_floor_makes_no_recovery_codes(visitor: Visitor) -> None:
    visitor.server.comes_in("Flo", "floor")
    visitor.server.answers |= {
        "GET people": PEOPLE,
        "GET people/log": {"log": []},
        "GET settlement": SETTLEMENT,
        "GET settlements": NO_NIGHTS,
        "GET lobby": {"tables": [], "may_create": False, "unreadable": []},
    }
    visitor.open("host.html")
    people = visitor.page.get_by_role("region", name="People")
    assert people.get_by_role("button", name="Mute").count() == 2
    assert people.get_by_role("button", name="Recovery code").count() == 0


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
    server.answers["GET settlement"] = NOTHING_WON
    section.get_by_role("button", name="Refresh").click()
    section.get_by_text("Nobody has had chips yet.").wait_for()
    assert section.get_by_role("button", name="Refresh").evaluate(
        "button => button === document.activeElement"
    )


def test_a_night_is_settled_and_the_next_one_begins_there(host: Visitor) -> None:
    page, server = host.page, host.server
    page.evaluate(
        "() => (navigator.clipboard.writeText = async (text) => void (window.taken = text))"
    )
    section = page.get_by_role("region", name="Settlement")
    choice = section.get_by_label("Which time")
    assert choice.locator("option:checked").inner_text() == "Since the beginning"
    night = {"id": 1, "at": AT, "since": None, "by": 1, "by_name": "Hal"}
    question = page.get_by_role("dialog", name="Settle up?")

    def settle(_: Any) -> Any:
        server.answers |= {
            "GET settlements": {"settlements": [night]},
            "GET settlement?night=1": {**SETTLEMENT, "until": AT},
            "GET settlement?after=1": {**NOTHING_WON, "since": AT},
            "GET people/log": {"log": [{**LOGGED, "what": "settle", "detail": ""}]},
        }
        return {"settlement": night}

    server.answers["POST settlements"] = settle
    section.get_by_role("button", name="Settle up").click()
    assert "since the beginning is kept as it is now" in question.inner_text()
    question.get_by_role("button", name="Cancel").click()
    assert server.asked == []
    section.get_by_role("button", name="Settle up").click()
    question.get_by_role("button", name="It is paid").click()
    page.wait_for_selector("#said:has-text('The night is settled')")
    row = page.locator("#log tbody tr", has_text="settled up").locator("td")
    row.first.wait_for()
    assert row.all_inner_texts()[1:] == ["Hal", "", "settled up"]  # with everybody
    assert server.asked == [("POST settlements", {"after": None})]

    # What was settled is there to be paid, and cannot be settled again.
    assert "by Hal" in choice.locator("option:checked").inner_text()
    assert section.get_by_role("button", name="Settle up").count() == 0
    section.get_by_role("button", name="Copy").click()
    section.get_by_role("button", name="Copied").wait_for()
    first, *lines = page.evaluate("() => window.taken").split("\n")
    assert first.startswith("Since the beginning, until ")
    assert lines[:2] == ["Bob\t+362", "Ann\t+100"]

    choice.focus()
    choice.select_option("after=1")
    section.get_by_text("Nobody has won or lost anything in this time.").wait_for()
    assert choice.evaluate("box => box === document.activeElement")
    page.reload()
    section.get_by_text("Nobody has won or lost anything in this time.").wait_for()
    assert "(last settled)" in choice.locator("option:checked").inner_text()


@pytest.mark.parametrize(("hour", "day"), [(21, 27), (3, 26)])
def test_a_night_is_not_over_at_midnight(visitor: Visitor, hour: int, day: int) -> None:
    """What is played after midnight is of the evening before: a day begins at six."""
    page, server = visitor.page, visitor.server
    page.clock.install(time=datetime(2026, 11, 27, hour, 15).astimezone())
    morning = round(datetime(2026, 11, day, 6).astimezone().timestamp() * 1000)
    server.comes_in("Flo", "floor")
    server.answers |= {
        "GET people": PEOPLE,
        "GET people/log": {"log": []},
        "GET settlement": SETTLEMENT,
        "GET settlements": NO_NIGHTS,
        f"GET settlement?since={morning}": {**NOTHING_WON, "since": morning},
        "GET lobby": {"tables": [], "may_create": False, "unreadable": []},
    }
    visitor.open("host.html")
    section = page.get_by_role("region", name="Settlement")
    assert section.get_by_role("button", name="Settle up").count() == 0  # that is for a host
    section.get_by_label("Which time").select_option(label="Today, since 6 in the morning")
    section.get_by_text("Nobody has won or lost anything in this time.").wait_for()


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
