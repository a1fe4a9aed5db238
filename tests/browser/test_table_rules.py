"""At the table: its rules, what lies above what, the name of the game on a phone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
import pytest

from omaha8.room.messages import Said
from omaha8.room.rules_form import rules_form
from omaha8.room.shown import GameView
from omaha8.room.spec import TableSpec
from omaha8.rules.game import Seat
from tests.browser import hands
from tests.browser.http import table

if TYPE_CHECKING:
    from tests.browser.scene import Stage

pytestmark = pytest.mark.browser

OPTIONS: Final = {"ante": "big_blind", "straddle": "utg", "odd_chip_hilo": "low"}
TOLD: Final[dict[str, Any]] = {
    **table(changed=list(OPTIONS)),
    "min_buy_in": 40,
    "buy_in": 200,
    "max_buy_in": 400,
    "runs": False,
    "persons": [],
    "spec": msgspec.to_builtins(TableSpec(structure="pl", options=OPTIONS)),
}


def test_what_is_different_from_the_preset_is_told_at_the_table(phone: Stage) -> None:
    page = phone.page
    phone.server.answers |= {
        "GET tables/k3x9": TOLD,
        "GET rules": msgspec.to_builtins(rules_form()),
    }
    phone.show(hands.RIVER, viewer=None)  # a stranger, before he sits down
    page.wait_for_selector("#changed:has-text('3 rules changed')")
    page.locator("#rules").click()
    dialog = page.get_by_role("dialog", name="Rules: Friday")
    dialog.locator(".changed").wait_for()
    assert dialog.locator(".changed dt b").all_inner_texts() == ["Ante", "Straddle", "Odd chip"]
    low = dialog.locator(".changed dd").last.inner_text()
    assert low.splitlines() == ["Low", "Preset: high"]
    box = dialog.bounding_box()
    assert box is not None
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= 844


WHOLE: Final = """(element) => {
  const inside = (inner, outer) =>
    inner.left >= outer.left - 1 && inner.right <= outer.right + 1 &&
    inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
  const box = element.getBoundingClientRect();
  for (let around = element; (around = around.parentElement).tagName !== "HEADER"; ) {
    if (getComputedStyle(around).display === "contents") continue;
    if (!inside(box, around.getBoundingClientRect())) return false;
  }
  return box.width > 0 && element.scrollWidth <= element.clientWidth + 1;
}"""


@pytest.mark.parametrize("width", [390, 360, 320])
def test_the_stakes_are_never_cut_off(phone: Stage, width: int) -> None:
    page = phone.page
    page.set_viewport_size({"width": width, "height": 700})
    phone.server.answers["GET tables/k3x9"] = {**TOLD, "runs": True}
    scene = phone.show(hands.RIVER)
    page.wait_for_selector("#changed:has-text('3 rules changed')", state="attached")
    stakes = page.locator("#game-stakes")
    assert page.locator("#game-what").inner_text() == "PLO8"
    assert stakes.inner_text() == "1/2"
    assert stakes.evaluate(WHOLE)
    scene.changes = {"game": GameView("fl", "Limit Omaha Hi/Lo (five cards) 40/80", "kill pot")}
    phone.tell(scene.snapshot())
    page.wait_for_timeout(1600)  # what is said before is not new
    phone.tell(Said(kind="say", person=2, name="Bob", text="Good evening", at=0))
    page.wait_for_selector("#unread:not([hidden])")
    for told in ("#game-stakes", "#note"):
        assert page.locator(told).evaluate(WHOLE), told
    # Not a letter of it, rather none.
    words = page.locator("#changed").bounding_box()
    line = page.locator("#rules").bounding_box()
    assert words is not None
    assert line is not None
    assert words["width"] > 50 or words["y"] > line["y"] + line["height"]


@pytest.mark.parametrize("runs", [True, False], ids=["host", "player"])
@pytest.mark.parametrize("width", [1920, 1366, 1280])
def test_who_has_a_seat_can_read_at_which_table_it_is(stage: Stage, width: int, runs: bool) -> None:
    """What stands beside the name has the room that it leaves, and no half of a word."""
    page = stage.page
    page.set_viewport_size({"width": width, "height": 800})
    stage.server.answers["GET tables/k3x9"] = {**TOLD, "runs": runs}
    scene = stage.show(hands.ONE_CHAIR_FREE)
    scene.info = {"name": "Thursday’s card room"}
    stage.tell(scene.welcome("again"))
    stage.tell(scene.snapshot())
    page.wait_for_selector("#changed:has-text('3 rules changed')", state="attached")
    assert page.locator("#invite").is_visible() == runs
    assert page.locator("#table-name").inner_text() == "Thursday’s card room"
    for told in ("#table-name", "#changed"):
        assert page.locator(told).evaluate(WHOLE), told
    house = page.locator("#house")
    line = page.locator("#rules").bounding_box()
    below = house.bounding_box()
    assert line is not None
    assert below is not None
    assert house.evaluate(WHOLE) or below["y"] >= line["y"] + line["height"]
    words = "Limit Omaha Hi/Lo 2/4 · Thursday’s card room · 3 rules changed · PokerStars rules"
    assert page.locator("#rules").get_attribute("title") == f"{words}: press for the rules"


def test_a_game_has_a_short_name_and_its_stakes(phone: Stage) -> None:
    page = phone.page
    phone.show(hands.RIVER)
    names = page.evaluate("""async () => {
      const { shortTitle } = await import("/js/words.js");
      const all = ["Limit Omaha Hi/Lo 2/4", "No Limit Omaha Hi/Lo 1/2",
        "Pot Limit Omaha Hi/Lo (five cards) 1/2", "Mixed Omaha Hi/Lo: Limit 4/8, Pot Limit 2/4"];
      return all.map(shortTitle);
    }""")
    assert names == [
        ["Limit O8", "2/4"],
        ["NLO8", "1/2"],
        ["5-card PLO8", "1/2"],
        ["Mixed O8: Limit 4/8, Pot Limit", "2/4"],
    ]


ON_TOP: Final = """(element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  const points = [[0.05, 0.1], [0.95, 0.1], [0.5, 0.5], [0.05, 0.9], [0.95, 0.9]];
  return points.every(([x, y]) =>
    element.contains(document.elementFromPoint(left + x * width, top + y * height)));
}"""
LONG: Final = """() => {
  document.querySelector("o8-seal").update(
    { state: "ok", assured: true, hand: 1, cards: 17, code: "0123 4567 89ab cdef",
      sentence: "Hand 1: 17 cards checked, all from the deck that was committed to. ".repeat(3) },
    { hands: 12, assured: 12, late: 0, failed: 0 });
}"""


def test_what_the_seal_says_lies_above_the_cards_and_its_link_can_be_pressed(phone: Stage) -> None:
    page = phone.page
    phone.show(hands.RIVER)
    page.evaluate(LONG)
    page.locator("o8-seal .sign").click()
    more = page.locator("o8-seal .more")
    assert more.evaluate(ON_TOP)
    link = more.get_by_role("link")
    assert link.evaluate(ON_TOP)
    box = link.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    # In a tab of its own: the table stays in sight.
    with page.context.expect_page() as opened:
        link.click()
    opened.value.wait_for_url("**/verify.html")
    assert page.locator("o8-table").is_visible()


def test_a_deal_without_a_part_of_ones_own_has_a_sign_of_its_own(stage: Stage) -> None:
    page = stage.page
    stage.show(hands.RIVER)
    update = """(assured) => document.querySelector("o8-seal").update(
      { state: "ok", assured, hand: 1, cards: 4, code: "", sentence: "Hand 1." },
      { hands: 1, assured: 0, late: 0, failed: 0 })"""
    sign = page.locator("o8-seal .sign")
    style = "sign => getComputedStyle(sign).borderTopStyle"
    page.evaluate(update, True)
    assert (sign.get_attribute("aria-label"), sign.evaluate(style)) == ("Deal checked", "solid")
    page.evaluate(update, False)
    words = "Deal checked, without a part of yours"
    assert (sign.get_attribute("aria-label"), sign.evaluate(style)) == (words, "dashed")
    box = sign.bounding_box()
    assert box is not None
    assert box["width"] == box["height"] == 26


def test_a_link_that_begins_with_an_address_of_this_computer_is_said_to(stage: Stage) -> None:
    page = stage.page
    stage.server.answers |= {
        "GET tables/k3x9": {**TOLD, "runs": True},
        "POST tables/k3x9/invites": {"link": "/table.html?id=k3x9#invite=abc"},
    }
    stage.show(hands.RIVER)
    page.locator("#invite").click()
    note = page.get_by_text("an address that only this computer has")
    assert note.is_hidden()
    page.get_by_role("button", name="Make a link").click()
    note.wait_for()
    assert "in your network, and make the link there" in note.inner_text()


@pytest.mark.parametrize("elsewhere", ["http://192.168.7.5:8008/", "https://club.example"])
def test_a_link_for_others_begins_with_the_address_under_which_they_reach_the_server(
    stage: Stage, elsewhere: str
) -> None:
    page = stage.page
    stage.server.answers |= {
        "GET tables/k3x9": {**TOLD, "runs": True},
        "POST tables/k3x9/invites": {
            "link": "/table.html?id=k3x9#invite=abc",
            "elsewhere": elsewhere,
        },
    }
    stage.show(hands.RIVER)
    page.locator("#invite").click()
    page.get_by_role("button", name="Make a link").click()
    page.get_by_text("under which others reach it").wait_for()
    link = page.get_by_label("The link").input_value()
    assert link == f"{elsewhere.rstrip('/')}/table.html?id=k3x9#invite=abc"


def test_the_time_that_is_left_covers_nothing_of_what_the_hand_makes(phone: Stage) -> None:
    page = phone.page
    scene = phone.show(hands.RIVER)
    raises = page.locator("o8-actions .wager")
    before = raises.bounding_box()
    scene.changes = {"acting_ms": 4_000, "bank_ms": 60_000}
    phone.tell(scene.news())
    time = page.locator("o8-actions .time")
    time.wait_for()
    for line in page.locator("o8-readout .line").all():
        assert line.evaluate(ON_TOP)
    assert raises.bounding_box() == before  # what one is about to press does not move


def test_who_runs_the_table_frees_the_chair_of_somebody_who_is_gone(phone: Stage) -> None:
    page, server = phone.page, phone.server
    server.answers |= {
        "GET tables/k3x9": {**TOLD, "runs": True},
        "POST tables/k3x9/clear": TOLD,
    }
    phone.show(hands.RIVER)
    page.wait_for_selector("#changed:has-text('3 rules changed')")
    page.get_by_role("button", name="Ann", exact=True).click()  # the viewer
    free = page.get_by_role("button", name="Free this chair")
    assert free.is_hidden()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Cyd", exact=True).click()
    free.click()
    page.get_by_role("button", name="Cancel").click()
    assert server.asked == []
    page.get_by_role("button", name="Cyd", exact=True).click()
    free.click()
    question = page.get_by_role("dialog", name="Free the chair of Cyd?")
    assert "go back to Cyd" in question.inner_text()
    question.get_by_role("button", name="Free the chair").click()
    page.wait_for_selector("o8-toast.calm:has-text('Cyd gets up, after the hand')")
    assert server.asked == [("POST tables/k3x9/clear", {"seat": 2})]


def test_the_staff_mutes_at_the_table_who_talks_too_much(phone: Stage) -> None:
    page, server = phone.page, phone.server
    listed = {"id": 7, "name": "Cyd", "muted": False}
    server.comes_in("Ann", "floor")
    server.answers |= {
        "GET tables/k3x9": {**TOLD, "persons": [{"seat": 2, "person": 7, "name": "Cyd"}]},
        "GET people?after=6&limit=1": {"people": [listed]},
        "GET notes/7": {"text": ""},
        "POST people/7/mute": lambda body: listed.update(muted=body["on"]),
    }
    scene = phone.show(hands.RIVER)
    person = scene.table.public.player(Seat(2))
    person.bot = False
    phone.tell(msgspec.structs.replace(scene.welcome("again"), role="floor"))
    phone.tell(scene.snapshot())
    for button, said in (
        ("Mute Cyd at all tables", "Cyd is muted at all tables."),
        ("Let Cyd speak again", "Cyd may speak again."),
    ):
        page.get_by_role("button", name="Cyd", exact=True).click()
        page.get_by_role("button", name=button).click()
        page.wait_for_selector(f"o8-toast.calm:has-text('{said}')")
        assert page.get_by_role("dialog").count() == 0
    assert server.asked == [
        ("POST people/7/mute", {"on": True}),
        ("POST people/7/mute", {"on": False}),
    ]
    # Who only plays hides what somebody says, from himself.
    phone.tell(scene.welcome("again"))
    page.get_by_role("button", name="Cyd", exact=True).click()
    dialog = page.get_by_role("dialog", name="Cyd")
    dialog.get_by_role("button", name="Hide what Cyd says").wait_for()
    dialog.get_by_label("Note").fill("Talks.")
    assert dialog.get_by_role("button", name="Mute").count() == 0


def test_nobody_else_frees_a_chair(phone: Stage) -> None:
    phone.server.answers["GET tables/k3x9"] = TOLD
    phone.show(hands.RIVER)
    phone.page.get_by_role("button", name="Cyd", exact=True).click()
    assert phone.page.get_by_role("dialog", name="Cyd").is_visible()
    assert phone.page.get_by_role("button", name="Free this chair").is_hidden()
