"""The socket may break; the page says so calmly, comes back, and asks for what it missed."""

from __future__ import annotations

import json
from typing import Any, Literal

import msgspec
import pytest

from omaha8.hand.actions import CALL
from omaha8.room.messages import Bye, Error
from tests.browser import hands
from tests.browser.http import Refusal
from tests.browser.scene import Stage

pytestmark = pytest.mark.browser


def test_a_lost_connection_is_told_and_mended(stage: Stage) -> None:
    page = stage.page
    stage.show(hands.LOW_DRAW)
    note = page.locator(".lost-note")
    assert not note.is_visible()
    before = page.locator("main").inner_text()
    stage.hang_up()
    page.wait_for_selector("body.lost")
    assert note.is_visible()
    assert "No connection to the table." in note.inner_text()
    assert page.locator("main").inner_text() == before
    page.wait_for_selector("body:not(.lost)")
    assert not note.is_visible()
    first, second = stage.said("hello")
    assert first == {"type": "hello", "table": "k3x9", "stream": None, "seq": None}
    assert second == {
        "type": "hello",
        "table": "k3x9",
        "stream": f"scene {id(stage.scene)}",
        "seq": stage.scene.told - 1,
    }
    assert page.locator("main").inner_text() == before


def test_an_action_without_a_connection_is_not_lost_silently(stage: Stage) -> None:
    page = stage.page
    scene = stage.show(hands.LOW_DRAW)
    stage.hang_up()
    page.wait_for_selector("body.lost")
    page.keyboard.press("c")
    assert "Nothing was sent" in page.locator("o8-toast").inner_text()
    page.wait_for_selector("body:not(.lost)")
    assert scene.actions == []
    page.keyboard.press("c")
    stage.settle()
    assert scene.actions == [{"type": "call"}]


def test_a_gap_in_the_numbers_asks_for_the_rest(stage: Stage) -> None:
    page = stage.page
    scene = stage.show(hands.LOW_DRAW)
    seen = scene.told - 1
    scene.act(CALL)
    scene.news()
    scene.act(CALL)
    stage.tell(scene.news())
    stage.settle()
    assert len(stage.said("hello")) == 2
    assert stage.said("hello")[-1]["seq"] == seen
    assert stage.said("hello")[-1]["stream"] == f"scene {id(scene)}"
    assert "Turn:" in page.locator("o8-log").inner_text()
    assert page.locator(".board o8-card").count() == 4
    told = [json.loads(message)["type"] for message in stage.sent]
    assert told == ["welcome", "snapshot", "events", "welcome", "events"]


def test_an_action_that_was_not_answered_is_said_again_and_done_once(stage: Stage) -> None:
    page = stage.page
    scene = stage.show(hands.LOW_DRAW)
    stage.silent = True
    page.keyboard.press("c")
    stage.settle()
    stage.silent = False
    stage.hang_up()
    page.wait_for_selector("body.lost")
    page.wait_for_selector("body:not(.lost)")
    page.wait_for_selector("body:not(.my-turn)")
    first, again = (message for message in stage.heard if message["type"] == "act")
    assert first == again
    assert len(first["id"]) == 32
    assert (first["hand"], first["turn"]) == (1, scene.told - 2)
    assert scene.actions == [{"type": "call"}]
    stage.hang_up()
    page.wait_for_selector("body.lost")
    page.wait_for_selector("body:not(.lost)")
    stage.settle()
    assert len(stage.said("act")) == 2


def test_every_press_has_a_name_of_its_own(stage: Stage) -> None:
    page = stage.page
    scene = stage.show(hands.LOW_DRAW)
    page.locator("#sit-out").check()
    page.wait_for_selector("#sit-out-next", state="hidden")
    page.locator("#sit-out").uncheck()
    page.wait_for_selector("#sit-out-next", state="visible")
    names = [m["id"] for m in stage.heard if m["type"] in ("sit_out", "come_back")]
    assert len(names) == len(set(names)) == 2
    assert all(scene.person and len(name) == 32 for name in names)


def test_a_turn_that_is_over_is_said_so(stage: Stage) -> None:
    page = stage.page
    scene = stage.show(hands.LOW_DRAW)
    scene.act(CALL)  # in another tab, and this one has not heard of it
    page.keyboard.press("c")
    page.wait_for_selector("o8-toast:has-text('That turn is over.')")
    assert scene.actions == []


def test_what_the_page_says_by_itself_for_the_shuffle_bothers_nobody_when_it_is_late(
    stage: Stage,
) -> None:
    """As of who has the table open twice: he has given his part already."""
    stage.show(hands.LOW_DRAW)
    stage.tell(Error("stale", "No nonce is waited for in hand 12."))
    stage.settle()
    assert stage.page.locator("o8-toast").is_hidden()
    stage.tell(Error("stale", "That turn is over.", id="x1"))
    stage.page.wait_for_selector("o8-toast:has-text('That turn is over.')")


def test_a_chair_is_chosen_before_one_sits_down(stage: Stage) -> None:
    page = stage.page
    stage.show(hands.ONE_CHAIR_FREE, viewer=None)
    name, chair = page.get_by_label("Name"), page.get_by_role("button", name="Sit here")
    assert (name.input_value(), name.get_attribute("placeholder")) == ("", "Your name")
    chair.click()
    stage.settle()
    assert stage.said("sit") == []
    assert name.evaluate("field => field === document.activeElement")
    assert chair.get_attribute("aria-pressed") == "true"
    page.keyboard.type("Zoe")
    page.get_by_label("Buy-in").fill("120")
    page.get_by_role("button", name="Sit down in seat 4").click()
    page.wait_for_selector("#sit-name", state="hidden")
    stage.settle()
    assert stage.server.asked == [("POST guest", {"name": "Zoe"})]
    assert stage.connections == 2
    assert stage.said("sit") == [{"type": "sit", "seat": 3, "buy_in": 120}]
    assert chair.get_attribute("aria-pressed") == "false"
    page.get_by_role("button", name="Sit down").click()
    stage.settle()
    assert stage.said("sit")[-1] == {"type": "sit", "buy_in": 120}
    assert len(stage.server.asked) == 1


def test_a_name_that_is_refused_can_be_changed(stage: Stage) -> None:
    page = stage.page

    def refuse(_: object) -> object:
        raise Refusal(400, "bad_name", "A name has something to see.", "name")

    stage.server.answers["POST guest"] = refuse
    stage.show(hands.ONE_CHAIR_FREE, viewer=None)
    page.get_by_label("Name").fill("Zoe")
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_selector("#sit-ask:has-text('A name has something to see.')")
    assert stage.said("sit") == []


def test_who_is_known_is_not_asked_for_a_name(stage: Stage) -> None:
    page = stage.page
    stage.show(hands.ONE_CHAIR_FREE, viewer=None, person="Zoe")
    assert page.get_by_label("Name").is_hidden()
    assert "you have 5000" in page.locator("o8-sit").inner_text()
    page.get_by_role("button", name="Sit down").click()
    stage.settle()
    assert stage.said("sit") == [{"type": "sit", "buy_in": 200}]
    assert stage.server.asked == []


def test_nobody_sits_down_without_a_name(stage: Stage) -> None:
    page = stage.page
    stage.show(hands.ONE_CHAIR_FREE, viewer=None)
    name = page.get_by_label("Name")
    for nameless in ("", "   "):
        name.fill(nameless)
        assert page.locator("#sit-ask").inner_text() == ""
        page.get_by_role("button", name="Sit down").click()
        stage.settle()
        assert page.locator("#sit-ask").inner_text() == "(needed)"
        assert name.evaluate("field => field === document.activeElement")
    assert stage.said("sit") == []


@pytest.mark.parametrize(("field", "wrong"), [("Name", ""), ("Buy-in", "39"), ("Buy-in", "401")])
def test_an_impossible_buy_in_or_no_name_is_not_sent(stage: Stage, field: str, wrong: str) -> None:
    page = stage.page
    stage.show(hands.ONE_CHAIR_FREE, viewer=None)
    page.get_by_label("Name").fill("Zoe")
    page.get_by_label(field).fill(wrong)
    page.get_by_role("button", name="Sit down").click()
    stage.settle()
    assert stage.said("sit") == []
    assert stage.server.asked == []


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (4003, "This table is closed."),
        (4004, "You are signed out"),
        (4005, "no such table"),
        (4006, "open too many times"),
    ],
)
def test_where_there_is_nothing_to_come_back_to_the_page_says_so(
    stage: Stage, code: int, words: str
) -> None:
    page = stage.page
    stage.show(hands.LOW_DRAW)
    if code == 4004:
        stage.server.person = None
    stage.hang_up(code)
    gate = page.locator("o8-gate")
    gate.wait_for()
    assert words in gate.inner_text()
    assert gate.get_by_role("link", name="To the lobby").is_visible()
    assert page.locator("main").is_hidden()
    assert page.locator("#rules").is_hidden()
    assert gate.get_by_role("link", name="My chips").is_visible() == (code == 4003)
    page.wait_for_timeout(700)
    assert stage.connections == 1


@pytest.mark.parametrize("role", ["guest", "player"])
def test_a_guest_who_was_signed_out_is_not_sent_to_sign_in(
    stage: Stage, role: Literal["guest", "player"]
) -> None:
    page = stage.page
    scene = stage.show(hands.LOW_DRAW)
    stage.tell(msgspec.structs.replace(scene.welcome("another"), role=role))
    stage.tell(scene.snapshot())
    stage.settle()
    stage.server.person = None
    stage.hang_up(4004)
    gate = page.locator("o8-gate:has-text('You are signed out')")
    gate.wait_for()
    assert ("A guest cannot sign in again" in gate.inner_text()) is (role == "guest")
    assert gate.get_by_role("link", name="Sign in").is_visible() is (role == "player")


def load_again(stage: Stage) -> None:
    """The page asks for its table once more, and is not answered yet."""
    stage.silent = True
    met = len(stage.said("hello"))
    stage.page.reload()
    while len(stage.said("hello")) == met:
        stage.page.wait_for_timeout(20)


@pytest.mark.parametrize("signed_in", [True, False])
def test_of_a_closed_table_the_hands_are_left(stage: Stage, signed_in: bool) -> None:
    page, answers = stage.page, stage.server.answers
    hand: dict[str, Any] = {"hand": 12, "started": 1764464400000, "ended": 1764464460000, "pot": 41}
    hand |= {"players": [], "seat": 0, "result": 12, "note": None}
    answers["GET tables/k3x9/hands"] = {"hands": [hand], "table_name": "Friday", "closed": True}
    stage.show(hands.LOW_DRAW, viewer=0 if signed_in else None)
    stage.tell(Bye("Hal closed the table."))
    stage.hang_up(4003)
    gate = page.locator("o8-gate")
    gate.get_by_text("Hal closed the table. The hands that were played there are kept.").wait_for()
    row = gate.locator("o8-hands .hand")
    row.wait_for()
    # Of another day: the time alone says too little.
    assert "2025" in row.inner_text()
    assert row.get_by_role("button", name="Read").is_visible()
    assert row.get_by_role("link", name="Check").is_visible()
    assert row.get_by_role("link", name="Download").is_visible()
    # The morning after there is no such table.
    load_again(stage)
    stage.tell(Error("no_such_table", "There is no such table (any more)."))
    gate.get_by_text("Friday is closed. The hands that were played there are kept.").wait_for()
    row.wait_for()
    assert gate.get_by_role("link", name="My chips").is_visible() is signed_in
    assert gate.get_by_role("link", name="Sign in").count() == 0


def test_who_is_not_let_in_any_more_still_has_the_hands_that_he_played(stage: Stage) -> None:
    page, answers = stage.page, stage.server.answers
    hand: dict[str, Any] = {"hand": 12, "started": 1764464400000, "ended": 1764464460000, "pot": 41}
    hand |= {"players": [], "seat": 0, "result": 12, "note": None}
    answers["GET tables/k3x9/hands"] = {"hands": [hand], "table_name": "Friday", "closed": False}
    stage.show(hands.LOW_DRAW)
    load_again(stage)
    stage.tell(Error("not_allowed", "This table is private: ask its host for an invitation."))
    gate = page.locator("o8-gate")
    gate.get_by_text(
        "This table is private: ask its host for an invitation. The hands that you played there "
        "are kept."
    ).wait_for()
    gate.locator("o8-hands .hand").wait_for()


def test_a_page_whose_session_ended_comes_back_with_the_new_one_of_its_browser(
    stage: Stage,
) -> None:
    page = stage.page
    stage.show(hands.LOW_DRAW)
    stage.scene.changes = {"paused": "Hal"}
    stage.hang_up(4004)
    # What was never told on the first connection.
    page.wait_for_selector("o8-notices:has-text('Hal has stopped the clocks')")
    assert stage.connections == 2
    assert page.locator("o8-gate").is_hidden()
    assert page.locator("o8-seat.hero").is_visible()
    # Once, and not for ever.
    stage.hang_up(4004)
    page.locator("o8-gate:has-text('You are signed out')").wait_for()
    assert stage.connections == 2


def test_the_last_words_of_a_server_are_shown_until_it_is_back(stage: Stage) -> None:
    page = stage.page
    stage.show(hands.LOW_DRAW)
    stage.tell(Bye("The server stops; your chips are safe."))
    page.wait_for_selector("o8-notices:has-text('your chips are safe')")
    stage.hang_up(1012)
    page.wait_for_selector("body.lost")
    page.wait_for_selector("body:not(.lost)")
    page.wait_for_selector("o8-notices", state="hidden")


def test_what_moves_lasts_less_than_a_quarter_of_a_second(stage: Stage) -> None:
    page = stage.page
    page.emulate_media(reduced_motion="no-preference")
    page.add_init_script("""
      window.lasted = [];
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (frames, { duration, delay = 0 }) {
        if (!this.matches(".clock")) lasted.push(duration + delay);
        return animate.apply(this, arguments);
      };
    """)
    scene = stage.show(hands.RIVER)
    assert page.evaluate("lasted.length") == 0
    for _ in range(2):
        scene.act(CALL)
        stage.tell(scene.news())
    page.wait_for_selector("body.settled")
    lasted = page.evaluate("lasted")
    assert len(lasted) > 3
    assert max(lasted) <= 250
    page.wait_for_function("!document.querySelector('.flying')")
    transitions = page.evaluate("""() => [...document.querySelectorAll("*")]
      .flatMap((e) => getComputedStyle(e).transitionDuration.split(","))
      .map((text) => parseFloat(text) * 1000)""")
    assert max(transitions) <= 250


def test_reduced_motion_is_respected(stage: Stage) -> None:
    page = stage.page
    scene = stage.show(hands.RIVER)
    for _ in range(2):
        scene.act(CALL)
        stage.tell(scene.news())
    page.wait_for_selector("body.settled")
    assert page.locator(".flying").count() == 0
    durations = page.evaluate("""() => document.getAnimations()
      .filter((animation) => !animation.effect.target.matches(".clock")).length""")
    assert durations == 0
