"""Without a connection, and without a table: the page says so, and nothing stands on the words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from omaha8.room.messages import Bye
from omaha8.rules.game import Seat
from omaha8.table import commands as c
from tests.browser import hands
from tests.browser.test_layout import box_of

if TYPE_CHECKING:
    from tests.browser.scene import Stage

pytestmark = pytest.mark.browser

LOOKS: Final = """all => all.filter((e) => e.checkVisibility() && !e.disabled).map((e) => {
  const { opacity, cursor } = getComputedStyle(e);
  return [Number(opacity) < 0.6, cursor];
})"""
FREED: Final = "Your chair was freed"
CLOSED: Final = "Hal closed the table; your chips are back in your account."


def test_what_cannot_be_sent_does_not_look_as_if_it_could(each_size: Stage) -> None:
    page = each_size.page
    each_size.show(hands.RIVER)
    pressed = page.locator("o8-actions button")
    assert {look for _, look in pressed.evaluate_all(LOOKS)} == {"pointer"}
    # Nobody answers until all of it has been looked at.
    each_size.silent, calls = True, each_size.connections
    each_size.hang_up()
    page.wait_for_selector("body.lost")
    page.evaluate("document.getAnimations().forEach((each) => each.finish())")
    assert {*map(tuple, pressed.evaluate_all(LOOKS))} == {(True, "not-allowed")}
    # The banner stands above the table, not on it.
    banner, table = box_of(page.locator(".lost-note")), box_of(page.locator("o8-table"))
    assert banner["y"] + banner["height"] <= table["y"] + 8
    assert banner["x"] >= 0
    while each_size.connections == calls:
        page.wait_for_timeout(50)
    each_size.silent = False
    each_size.tell(each_size.scene.news())
    page.wait_for_selector("body:not(.lost)")
    assert {look for _, look in pressed.evaluate_all(LOOKS)} == {"pointer"}


def close_the_table(stage: Stage) -> None:
    """The viewer's chair is freed, and nothing may stand on the words about the table's end."""
    page, scene = stage.page, stage.scene
    scene.ask(c.Leave(Seat(0)))
    scene.viewer = None
    stage.tell(scene.snapshot())
    page.wait_for_selector(f"o8-toast:has-text('{FREED}')")
    stage.tell(Bye(CLOSED))
    stage.hang_up(4003)
    gate = page.locator("o8-gate")
    gate.wait_for()
    assert CLOSED in gate.inner_text()
    toast = box_of(page.locator("o8-toast"))
    for part in gate.locator(".words, .buttons").all():
        box = box_of(part)
        assert box["y"] + box["height"] <= toast["y"] or box["y"] >= toast["y"] + toast["height"]


def test_nothing_stands_on_the_words_about_a_table_that_is_closed(each_size: Stage) -> None:
    each_size.show(hands.table_of(6, over=True))
    close_the_table(each_size)


@pytest.mark.parametrize("line", [hands.table_of(6, over=True), hands.LIMIT], ids=["over", "turn"])
def test_nor_does_anything_where_the_drawer_was_open(phone: Stage, line: str) -> None:
    phone.show(line)
    phone.page.locator("#log-toggle").click()
    phone.page.wait_for_selector("#panel:visible")
    close_the_table(phone)
    assert box_of(phone.page.locator("o8-toast"))["height"] < 80
