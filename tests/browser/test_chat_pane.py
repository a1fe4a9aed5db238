"""The chat beside the table: what is said there, who may say something, what was not read yet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from omaha8.hand.actions import FOLD
from omaha8.room.chat import REACTIONS
from omaha8.room.messages import Bye, Said
from tests.browser import hands

if TYPE_CHECKING:
    from omaha8.room.messages import ServerMessage
    from tests.browser.scene import Stage

pytestmark = pytest.mark.browser

AT: Final = 1_780_000_000_000


def line(text: str, kind: str = "say", at: int = AT) -> ServerMessage:
    name = "Dealer" if kind == "dealer" else "Bob"
    person = None if kind == "dealer" else 2
    return Said(kind=kind, person=person, name=name, text=text, at=at)  # type: ignore[arg-type]


def test_lines_of_the_chat_are_counted_until_they_are_read(stage: Stage) -> None:
    page = stage.page
    stage.stop_time()
    stage.show(hands.RIVER)
    stage.tell(line("before you came"))
    stage.wait(1600)
    assert page.locator("#unread").is_hidden()
    stage.tell(line("Main pot 8 - ...", "dealer", AT + 1))
    stage.tell(line("hello <b>there</b>", at=AT + 2))
    stage.tell(line("hello <b>there</b>", at=AT + 2))  # as after a reconnection
    page.wait_for_selector("#unread:has-text('1')")
    page.locator("#tab-chat").click()
    assert page.locator("#unread").is_hidden()
    said = page.locator("o8-chat .said").all_inner_texts()
    # What the dealer says of each hand is in the log.
    assert len(said) == 2
    assert "Bob: hello <b>there</b>" in said[-1]
    page.get_by_label("Say something to the table").fill("  good luck ")
    page.keyboard.press("Enter")
    reactions = page.locator(".reactions button")
    assert tuple(reactions.all_inner_texts()) == REACTIONS
    reactions.first.click()
    stage.settle()
    assert stage.said("say") == [{"type": "say", "text": "good luck"}]
    assert stage.said("react") == [{"type": "react", "reaction": "nice hand"}]
    assert all("id" not in m for m in stage.heard if m["type"] in ("say", "react"))


def test_who_reads_the_end_of_the_chat_reads_it_still_below_a_notice(stage: Stage) -> None:
    page = stage.page
    stage.show(hands.RIVER)
    page.locator("#tab-chat").click()
    for number in range(40):
        stage.tell(line(f"good evening, {number}", at=AT + number))
    left = "list => list.scrollHeight - list.scrollTop - list.clientHeight"
    lines = page.locator("o8-chat .entries")
    lines.get_by_text("good evening, 39").wait_for()
    height = lines.evaluate("list => list.clientHeight")
    stage.tell(Bye("The server stops."))
    page.wait_for_selector("o8-notices p")
    stage.settle()
    stage.settle()
    assert lines.evaluate("list => list.clientHeight") < height
    assert lines.evaluate(left) < 2


def test_the_log_goes_on_below_a_notice_that_comes_with_news(stage: Stage) -> None:
    page = stage.page
    page.set_viewport_size({"width": 1280, "height": 460})
    scene = stage.show(hands.RIVER)
    entries = page.locator("o8-log .entries")
    height = entries.evaluate("list => list.clientHeight")
    assert entries.evaluate("list => list.scrollHeight") > height
    scene.changes = {"paused": "Hal"}
    scene.act(FOLD)
    stage.tell(scene.news())
    page.wait_for_selector("o8-notices p")
    stage.settle()
    stage.settle()
    assert entries.evaluate("list => list.clientHeight") < height
    assert entries.evaluate("list => list.scrollHeight - list.scrollTop - list.clientHeight") < 2


def test_who_types_in_the_chat_does_not_fold(stage: Stage) -> None:
    page = stage.page
    scene = stage.show(hands.RIVER)
    page.locator("#tab-chat").click()
    page.get_by_label("Say something to the table").press_sequentially("fcr")
    assert scene.actions == []


def test_a_stranger_only_reads_the_chat(stage: Stage) -> None:
    page = stage.page
    stage.show(hands.RIVER, viewer=None)
    page.locator("#tab-chat").click()
    assert page.get_by_label("Say something to the table").is_hidden()
    assert page.locator(".reactions").is_hidden()
