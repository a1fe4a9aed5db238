"""The socket may break; the page says so calmly, comes back, and asks for what it missed."""

from __future__ import annotations

import json

import pytest

from omaha8.hand.actions import CALL
from tests.browser import hands
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
    assert page.locator("main").inner_text() == before
    page.wait_for_selector("body:not(.lost)")
    assert not note.is_visible()
    first, second = stage.said("hello")
    assert first == {"type": "hello", "name": "Guest", "token": None, "stream": None, "seq": None}
    assert second == {
        "type": "hello",
        "name": "Guest",
        "token": "token",
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


def test_the_token_is_kept_for_the_next_visit(stage: Stage) -> None:
    page = stage.page
    stage.show(hands.LOW_DRAW)
    page.reload()
    page.wait_for_selector("body.ready")
    assert stage.said("hello")[-1]["token"] == "token"
    assert stage.said("hello")[-1]["stream"] is None


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
    stage.settle()
    assert stage.said("hello")[-1]["name"] == "Zoe"
    assert stage.said("sit") == [{"type": "sit", "seat": 3, "buy_in": 120}]
    assert chair.get_attribute("aria-pressed") == "false"
    page.get_by_role("button", name="Sit down").click()
    stage.settle()
    assert stage.said("sit")[-1] == {"type": "sit", "buy_in": 120}


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
