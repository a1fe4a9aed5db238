"""What a phone has little room for: many pots, who won what, and whom no cards were dealt yet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
import pytest

from omaha8.room.shown import MarkView
from tests.browser import hands
from tests.browser.test_layout import box_of

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.browser.scene import Stage

pytestmark = pytest.mark.browser

UNCOVERED: Final = """(e) => {
  const { left, top, width, height } = e.getBoundingClientRect();
  const spots = [top + 2, top + height / 2, top + height - 2];
  return spots.every((y) => e.contains(document.elementFromPoint(left + width / 2, y)));
}"""

CUT: Final = """all => all.filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent)"""

A_CHAIR_TO_POST: Final = (
    "flo8 1/2:2/4 b1 200,200,200,-,200,200 board:3s4dKc8c6h muck=show_all "
    "| c c c c c / c c c c c / c c c c c / c c c c c"
)


def in_sight(part: Locator) -> bool:
    """Whether a part of the page can be read where it is, without a scroll of the page."""
    seen: bool = part.evaluate(UNCOVERED)
    return seen


@pytest.mark.parametrize("size", [(390, 844), (360, 640)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize(
    "line", [hands.THREE_POTS, hands.table_of(9, over=True)], ids=["three pots", "nine seats"]
)
def test_who_takes_what_can_be_read_of_every_pot(
    phone: Stage, size: tuple[int, int], line: str
) -> None:
    phone.page.set_viewport_size({"width": size[0], "height": size[1]})
    phone.show(line)
    told = phone.page.locator("o8-showdown").locator("h3, .line, .own-hand").all()
    assert len(told) > 3
    for end in ("0", "document.documentElement.scrollHeight"):
        for part in told:
            part.scroll_into_view_if_needed()
            phone.page.evaluate(f"scrollTo(0, {end})")
            assert in_sight(part), part.inner_text()


def test_what_is_asked_of_whom_no_cards_were_dealt_is_in_sight(phone: Stage) -> None:
    phone.show(A_CHAIR_TO_POST, 3)
    answers = phone.page.locator("o8-offers button")
    assert answers.all_inner_texts() == ["Post 2", "Wait for the big blind"]
    for answer in answers.all():
        assert in_sight(answer)


def test_whom_no_cards_were_dealt_keeps_no_room_for_them(phone: Stage) -> None:
    phone.show(A_CHAIR_TO_POST, 3)
    seat, plate = (box_of(phone.page.locator(f"o8-seat.hero{part}")) for part in ("", " .plate"))
    assert plate["y"] - seat["y"] < 10


@pytest.mark.parametrize("stack", [200, 123_456])
def test_a_seat_tells_all_that_it_wins_beside_its_stack(phone: Stage, stack: int) -> None:
    phone.show(hands.table_of(6, over=True).replace("200*6", f"{stack}*6"))
    phone.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    winners = phone.page.locator("o8-seat.won")
    assert winners.count() >= 2
    for seat in winners.all():
        action, stacks = seat.locator(".action"), seat.locator(".stack")
        assert action.locator(".arrow").count() >= 1
        assert [*action.evaluate_all(CUT), *stacks.evaluate_all(CUT)] == []
        assert in_sight(action.locator(".arrow").last)
        assert in_sight(stacks)


def test_a_name_is_whole_where_there_is_room_for_it(phone: Stage) -> None:
    """What a seat owes has what the name leaves of the line."""
    names = ("Ann", "Hostess", "Jonathan", "Emil", "Fritz", "Gwen")
    scene = phone.show(hands.ONE_CHAIR_FREE, 0, names=names)
    kinds = {"missed_big": "ML", "missed_small": "MS"}
    owed = tuple(MarkView(kind, label, "Missed a blind") for kind, label in kinds.items())
    scene.changes = {"marks": tuple(owed if seat in (1, 2) else () for seat in range(6))}
    told = msgspec.to_builtins(scene.snapshot())
    for player in filter(None, told["seats"]):
        player["bot"] = False
    phone.tell(told)
    phone.settle()
    assert phone.page.locator("o8-seat .name:visible").evaluate_all(CUT) == []
    marks = phone.page.locator("o8-seat", has_text="Jonathan").locator(".mark.missed_big")
    assert in_sight(marks)


def test_what_is_said_of_show_or_muck_stands_in_lines_of_about_a_length(phone: Stage) -> None:
    phone.show(hands.SHOW_OR_MUCK)
    widths = phone.page.locator("o8-actions .note").evaluate(
        """(e) => {
          const words = document.createRange();
          words.selectNodeContents(e);
          return [...words.getClientRects()].map((line) => line.width);
        }"""
    )
    assert len(widths) == 2
    assert min(widths) > 0.7 * max(widths)
