"""The hands of before: however many there are, each is reached in a window of any size."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.browser import hands
from tests.browser.test_layout import box_of

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Locator, Page

    from tests.browser.scene import Stage

pytestmark = pytest.mark.browser

AT: Final = 1_780_000_000_000
PLAYED: Final = 50
AT_ONCE: Final = 20
IN_SIGHT: Final = """
(element) => {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
    && element.contains(there);
}
"""
LAST_IN_SIGHT: Final = f"() => ({IN_SIGHT})(document.querySelector('o8-hands .hand:last-child'))"


def _hands_before(before: int) -> dict[str, Any]:
    """As the server lists them: the last ones before that one, the newest first."""
    same = {"started": AT, "ended": AT, "pot": 41, "players": [], "seat": 0, "note": None}
    numbers = range(before - 1, max(0, before - 1 - AT_ONCE), -1)
    return {"hands": [{**same, "hand": number, "result": 0} for number in numbers]}


def _open_hands(stage: Stage) -> Page:
    """The pane of the hands, of which so many have been played that they come in three parts."""
    answers = stage.server.answers
    listed = "GET tables/k3x9/hands"
    answers[listed] = _hands_before(PLAYED + 1)
    for last in (PLAYED - AT_ONCE + 1, PLAYED - 2 * AT_ONCE + 1):
        answers[f"{listed}?limit={AT_ONCE}&before={last}"] = _hands_before(last)
    stage.show(hands.RIVER)
    page = stage.page
    if page.locator("#panel").is_hidden():
        page.locator("#log-toggle").click()
    page.locator("#tab-hands").click()
    page.locator("o8-hands .hand").first.wait_for()
    return page


def _centre(element: Locator) -> tuple[float, float]:
    box = box_of(element)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _count(page: Page, hands_listed: int) -> None:
    page.wait_for_function(
        "count => document.querySelectorAll('o8-hands .hand').length === count", arg=hands_listed
    )


def _swipe(touch: CDPSession, x: float, start: float, end: float) -> None:
    """A finger that goes up the screen."""
    steps = [start + (end - start) * step / 4 for step in range(5)]
    for y in steps:
        kind = "touchStart" if y == start else "touchMove"
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_all_hands_are_reached_with_the_mouse(stage: Stage) -> None:
    page = _open_hands(stage)
    more = page.locator("o8-hands > button")
    rows = page.locator("o8-hands .hand")
    for listed in (40, 50):
        # Where it is on the screen, not where a script could bring it.
        assert more.evaluate(IN_SIGHT)
        page.mouse.click(*_centre(more))
        _count(page, listed)
    assert more.is_hidden()
    page.mouse.move(*_centre(page.locator("o8-hands .entries")))
    page.mouse.wheel(0, 20_000)
    page.wait_for_function(LAST_IN_SIGHT)
    assert rows.last.inner_text().startswith("Hand 1,")


def test_all_hands_are_reached_with_a_thumb(phone: Stage) -> None:
    page = _open_hands(phone)
    more = page.locator("o8-hands > button")
    touch = page.context.new_cdp_session(page)
    for listed in (40, 50):
        assert more.evaluate(IN_SIGHT)
        assert box_of(more)["height"] >= 40
        page.touchscreen.tap(*_centre(more))
        _count(page, listed)
    x, y = _centre(page.locator("o8-hands .entries"))
    for _ in range(10):
        _swipe(touch, x, y + 300, y - 300)
    page.wait_for_function(LAST_IN_SIGHT)
    assert page.evaluate("[scrollX, scrollY]") == [0, 0]


def test_all_hands_are_reached_with_keys(stage: Stage) -> None:
    page = _open_hands(stage)
    more = page.locator("o8-hands > button")
    page.locator("o8-hands .hand").last.get_by_role("link", name="Download").focus()
    page.keyboard.press("Tab")
    for listed in (40, 50):
        assert more.evaluate("button => button === document.activeElement")
        page.keyboard.press("Enter")
        _count(page, listed)
    # The button is gone; the list, which its keys scroll, is not.
    page.wait_for_function("() => document.activeElement?.matches('o8-hands .entries')")
    page.keyboard.press("End")
    page.wait_for_function(LAST_IN_SIGHT)


def test_a_closed_table_lists_its_hands_within_the_window(phone: Stage) -> None:
    page = _open_hands(phone)
    listed = _hands_before(PLAYED + 1)
    phone.server.answers["GET tables/k3x9/hands"] = {**listed, "table_name": "Friday"}
    phone.hang_up(4003)
    more = page.locator("o8-gate o8-hands > button")
    more.wait_for()
    assert more.evaluate(IN_SIGHT)


def test_a_note_takes_the_place_of_no_hand(stage: Stage) -> None:
    stage.server.answers["GET tables/k3x9/hands"] = {"hands": []}
    stage.show(hands.RIVER)
    page = stage.page
    page.locator("#tab-hands").click()
    note = page.locator("o8-hands .hint")
    page.wait_for_selector("o8-hands .hint:has-text('No hand has been played here yet.')")
    assert note.evaluate(IN_SIGHT)
    assert box_of(note)["y"] < box_of(page.locator("#tab-hands"))["y"] + 100
