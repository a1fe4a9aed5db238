"""Every size of screen and table: all of it is there, legible, and nothing on top of anything."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.browser import hands
from tests.browser.scene import NAMES, Stage

if TYPE_CHECKING:
    from playwright.sync_api import FloatRect, Locator, Page

pytestmark = pytest.mark.browser

LONG_NAMES: Final = tuple(f"Wolfeschlegelstein {seat}" for seat in range(9))
OTHER_SIZES: Final = [(1920, 1080), (1366, 600), (1024, 768), (768, 1024), (844, 390), (480, 900)]

SMALLEST_TEXT: Final = """() => {
  const small = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || !parent.checkVisibility()) continue;
    const size = parseFloat(getComputedStyle(parent).fontSize);
    if (size < 12) small.push(`${texts.currentNode.data.trim()}: ${size}px`);
  }
  return small;
}"""

SCROLLS_SIDEWAYS: Final = """() => [...document.querySelectorAll("html, body, main, o8-table")]
  .filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.tagName)"""

# A face-down card may be tucked under its own seat's plate; a bet may lie on it, beside the words.
OVERLAPS: Final = """() => {
  const leaves = `o8-card, .name, .bot, .stack, .action, .mark, .bet, .pot, .line, .waiting, .note,
    .award h3, button, input, #game`;
  const boxes = [...document.querySelectorAll(leaves)]
    .filter((e) => e.checkVisibility() && !e.closest("#panel"))
    .map((e) => ({ e, seat: e.closest("o8-seat"), box: visibleBox(e) }))
    .filter(({ e, box }) => box.width > 0 && box.height > 0 && !leftOut(e, box));
  // A mark for which a seat has no room is on a second line that nobody sees.
  function leftOut(e, box) {
    if (!e.matches(".mark:not(.disc)")) return false;
    const { bottom } = e.parentElement.getBoundingClientRect();
    return getComputedStyle(e.parentElement).overflow === "hidden" && box.top >= bottom;
  }
  function visibleBox(e) {
    const box = e.getBoundingClientRect();
    if (!e.matches(".name, .action")) return box;
    const range = document.createRange();
    range.selectNodeContents(e);
    const text = range.getBoundingClientRect();
    const width = Math.min(text.width, box.width);
    return new DOMRect(box.x, box.y, text.height ? width : 0, box.height);
  }
  const found = [];
  for (let i = 0; i < boxes.length; i++) {
    for (let j = i + 1; j < boxes.length; j++) {
      const [a, b] = [boxes[i], boxes[j]];
      if (a.e.contains(b.e) || b.e.contains(a.e)) continue;
      const tucked = [a, b].some(({ e }) => e.matches(".backs o8-card"));
      if (tucked && a.seat === b.seat) continue;
      const width = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const height = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      if (width > 1 && height > 1) found.push([a.e, b.e].map(nameOf).join(" on "));
    }
  }
  function nameOf(e) {
    const seat = e.closest("o8-seat")?.getAttribute("aria-label") ?? "";
    return `${seat} ${e.tagName} ${e.className} ${e.textContent}`.trim();
  }
  return found;
}"""

OUTSIDE: Final = """() => [...document.querySelectorAll(".plate, o8-card, .bet, button, .line")]
  .filter((e) => e.checkVisibility())
  .filter((e) => {
    const { left, right, top, bottom } = e.getBoundingClientRect();
    const above = top + scrollY < -0.5 || bottom > innerHeight + 0.5;
    return left < -0.5 || right > innerWidth + 0.5 || above;
  })
  .map((e) => `${e.className} ${e.textContent}`)"""


# Where the words end: their room, without what is kept free for the bet.
CUT_OFF: Final = """all => all.filter((e) => {
  const range = document.createRange();
  range.selectNodeContents(e);
  const room = e.clientWidth - parseFloat(getComputedStyle(e).paddingRight);
  return range.getBoundingClientRect().width > room + 0.5;
}).map((e) => e.textContent)"""


def faults(page: Page) -> dict[str, Any]:
    """What is wrong with the page, by kind, seen from its end."""
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    found = {
        "small text": page.evaluate(SMALLEST_TEXT),
        "scrolls sideways": page.evaluate(SCROLLS_SIDEWAYS),
        "overlaps": page.evaluate(OVERLAPS),
        "outside": page.evaluate(OUTSIDE),
    }
    return {kind: what for kind, what in found.items() if what}


def box_of(locator: Locator) -> FloatRect:
    box = locator.bounding_box()
    assert box is not None
    return box


@pytest.mark.parametrize("over", [False, True], ids=["river", "showdown"])
@pytest.mark.parametrize("seats", [2, 6, 9])
def test_everything_fits(each_size: Stage, seats: int, over: bool) -> None:
    each_size.show(hands.table_of(seats, over=over))
    page = each_size.page
    assert page.locator("o8-seat:not(.empty)").count() == seats
    assert page.locator(".board o8-card").count() == 5
    faces = page.locator("o8-seat o8-card:not(.down)").count()
    assert faces == (4 * seats if over else 4)
    if not over:
        # While there is something to decide all of it is in sight at once.
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert faults(page) == {}


@pytest.mark.parametrize("over", [False, True], ids=["river", "showdown"])
@pytest.mark.parametrize("cards", [5, 6])
def test_five_and_six_cards_fit(each_size: Stage, cards: int, over: bool) -> None:
    each_size.show(hands.table_of_many_cards(cards, over=over))
    page = each_size.page
    assert page.locator("o8-seat.hero o8-card").count() == cards
    assert faults(page) == {}
    for seat in page.locator("o8-seat.hero, o8-seat.shows").all():
        boxes = [box_of(card) for card in seat.locator("o8-card").all()]
        assert len(boxes) == cards
        for left, right in pairwise(boxes):
            assert left["x"] + left["width"] <= right["x"] + 1


@pytest.mark.parametrize("all_but_one", [False, True], ids=["first", "last"])
@pytest.mark.parametrize("seats", [2, 6, 9])
def test_everything_fits_while_hands_are_shown_in_turn(
    each_size: Stage, seats: int, all_but_one: bool
) -> None:
    """RULES, showdown: who called may show or muck; what he bet is in the pot by then."""
    shown = seats - 2 if all_but_one else 0
    line = hands.showing(seats, shown=shown)
    for names in (NAMES, LONG_NAMES):
        each_size.show(line, 0, names)
        page = each_size.page
        assert page.locator("o8-seat.shows").count() == 1 + shown
        assert page.locator("o8-seat .bet:visible").count() == 0
        assert page.locator("o8-seat.hero .action").evaluate_all(CUT_OFF) == []
        assert faults(page) == {}


def test_a_long_name_cuts_neither_the_turn_nor_the_bet(each_size: Stage) -> None:
    each_size.show(hands.CAPPED, 5, LONG_NAMES)
    page = each_size.page
    assert page.locator("o8-seat.hero .bet").is_visible()
    assert page.locator("o8-seat.hero .action").inner_text() == "your turn"
    assert page.locator("o8-seat.hero .action").evaluate_all(CUT_OFF) == []
    assert faults(page) == {}


COVERED: Final = """() => {
  const note = document.querySelector("o8-actions .note.wrong").getBoundingClientRect();
  const words = "o8-readout .line, .counterfeited, o8-actions :is(button, .box)";
  return [...document.querySelectorAll(words)].filter((e) => e.checkVisibility()).filter((e) => {
    const text = document.createRange();
    text.selectNodeContents(e);
    const box = (e.closest("o8-actions") ? e : text).getBoundingClientRect();
    const width = Math.min(box.right, note.right) - Math.max(box.left, note.left);
    return width > 0 && Math.min(box.bottom, note.bottom) > Math.max(box.top, note.top);
  }).map((e) => e.className + e.textContent);
}"""


@pytest.mark.parametrize("line", [hands.RIVER, hands.CHECK_OR_BET], ids=["raise", "bet"])
def test_what_is_wrong_with_an_amount_covers_nothing_one_reads_or_presses(
    each_size: Stage, line: str
) -> None:
    each_size.show(line)
    page = each_size.page
    page.locator(".box").fill("123456")
    note = page.locator("o8-actions .note.wrong")
    assert "(you asked for 123456)" in note.inner_text()
    assert page.evaluate(COVERED) == []
    page.locator(".slider").click(position={"x": 100, "y": 15})
    # What lies under the pointer is lifted: in the next scene nothing is to be.
    page.mouse.move(0, 0)
    assert note.count() == 0


@pytest.mark.parametrize(
    "line",
    [hands.SIDE_POT, hands.RIVER, hands.CHECK_OR_BET, hands.CAPPED],
    ids=["side pot", "raise", "bet", "capped"],
)
@pytest.mark.parametrize("viewer", [0, 5, None], ids=["seat 0", "seat 5", "rail"])
def test_everything_fits_for_everybody(each_size: Stage, line: str, viewer: int | None) -> None:
    each_size.show(line, viewer)
    assert faults(each_size.page) == {}


def test_everything_fits_beside_an_offer(each_size: Stage) -> None:
    each_size.show(hands.ONE_CHAIR_FREE, 3)
    assert each_size.page.locator("o8-offers").is_visible()
    assert faults(each_size.page) == {}
    if each_size.page.locator("#menu-toggle").is_visible():
        each_size.page.locator("#menu-toggle").click()
    for box in each_size.page.locator(".menu > :visible").all():
        assert box_of(box)["x"] >= 0


@pytest.mark.parametrize("size", OTHER_SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_everything_fits_in_other_sizes_too(wide: Stage, size: tuple[int, int]) -> None:
    width, height = size
    wide.page.set_viewport_size({"width": width, "height": height})
    for line in (hands.table_of(9, over=False), hands.table_of(9, over=True), hands.SIDE_POT):
        wide.show(line)
        assert faults(wide.page) == {}
    wide.show(hands.ONE_CHAIR_FREE, 3)
    assert faults(wide.page) == {}


UNSEEN: Final = """() => [...document.querySelectorAll(
    "o8-actions button, o8-readout .line, o8-seat.hero o8-card, .board o8-card")]
  .filter((e) => e.checkVisibility())
  .filter((e) => {
    const { top, bottom } = e.getBoundingClientRect();
    return top < 0 || bottom > innerHeight + 0.5;
  })
  .map((e) => e.textContent)"""


@pytest.mark.parametrize(
    "size", [(640, 400), (683, 384), (812, 375)], ids=lambda size: f"{size[0]}x{size[1]}"
)
def test_who_reads_at_200_percent_sees_what_there_is_to_decide(
    wide: Stage, size: tuple[int, int]
) -> None:
    """A window of 1280 x 800 has half of that then; so has a small phone on its side."""
    width, height = size
    wide.page.set_viewport_size({"width": width, "height": height})
    for line in (hands.table_of(6, over=False), hands.LIMIT, hands.table_of(9, over=False)):
        wide.show(line)
        wide.page.evaluate("scrollTo(0, 0)")
        assert wide.page.evaluate(UNSEEN) == []
        assert faults(wide.page) == {}
    wide.show(hands.table_of(9, over=True))
    assert faults(wide.page) == {}
    for viewer in (3, None):
        wide.show(hands.ONE_CHAIR_FREE, viewer)
        assert faults(wide.page) == {}


@pytest.mark.parametrize("line", [hands.LIMIT, hands.CHECK_OR_BET], ids=["limit", "pot limit"])
def test_nothing_jumps_when_the_turn_goes_on(each_size: Stage, line: str) -> None:
    each_size.show(line)
    steady = "o8-seat.hero .cards, .plate, .board, o8-readout .line"
    where = "all => all.map((e) => Object.values(e.getBoundingClientRect().toJSON()))"
    places = each_size.page.locator(steady)
    before = places.evaluate_all(where)
    each_size.page.locator("o8-actions").locator(".check, .call").click()
    each_size.page.wait_for_selector("body:not(.my-turn)")
    assert places.evaluate_all(where) == before


CUT: Final = """() => [...document.querySelectorAll("o8-seat .action, o8-seat .mark")]
  .filter((e) => e.checkVisibility() && e.scrollWidth > e.clientWidth)
  .map((e) => e.textContent)"""


@pytest.mark.parametrize("size", [(1280, 800), (844, 390)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize(
    "line",
    [hands.LIMIT, hands.CAPPED, hands.RIVER, hands.table_of(9, over=False)],
    ids=["limit", "capped", "river", "nine"],
)
def test_what_a_seat_did_is_told_in_full(wide: Stage, size: tuple[int, int], line: str) -> None:
    wide.page.set_viewport_size({"width": size[0], "height": size[1]})
    wide.show(line, 1)
    assert wide.page.evaluate(CUT) == []
    assert faults(wide.page) == {}


NAMES_AND_HALVES_CUT: Final = """() => [...document.querySelectorAll("o8-seat .name, .pot .part")]
  .filter((e) => e.checkVisibility() && e.scrollWidth > e.clientWidth)
  .map((e) => e.textContent)"""
CALLED_DOWN: Final = "| " + f"{'c ' * 9}/ " * 3 + "c"


@pytest.mark.parametrize("size", [(1280, 800), (844, 390), (390, 844)], ids=str)
def test_short_names_beside_long_stacks_and_both_halves_are_told_in_full(
    wide: Stage, size: tuple[int, int]
) -> None:
    wide.page.set_viewport_size({"width": size[0], "height": size[1]})
    names = ("Ann", "Bob", "Cyd", "Dora", "Emil", "Fritz", "Gwen", "Hal", "Ivy")
    line = hands.table_of(9, over=False).partition("|")[0]
    wide.show(line.replace("200*9", "2000*9") + CALLED_DOWN, names=names)
    assert wide.page.locator(".pot .part").count() == 2
    assert wide.page.evaluate(NAMES_AND_HALVES_CUT) == []
    assert faults(wide.page) == {}


def test_the_one_pot_stands_on_one_line(phone: Stage) -> None:
    phone.show(hands.table_of(6, over=True))
    name = phone.page.locator(".pot-name")
    amount = name.locator("b")
    assert name.inner_text().split() == ["Pot", amount.inner_text()]
    assert box_of(name)["height"] < 1.6 * box_of(amount)["height"]


def test_long_names_are_cut_and_told_in_full(each_size: Stage) -> None:
    names = LONG_NAMES
    each_size.show(hands.table_of(9, over=True), names=names)
    assert faults(each_size.page) == {}
    name = each_size.page.locator("o8-seat .name").nth(3)
    assert name.get_attribute("title") == f"{names[3]} (a bot)"


def test_what_to_press_is_within_reach_of_the_thumb(phone: Stage) -> None:
    phone.show(hands.RIVER)
    buttons = phone.page.locator("o8-actions .main button:visible").all()
    assert len(buttons) == 3
    for button in buttons:
        box = box_of(button)
        assert box["y"] > 844 * 0.8
        assert box["y"] + box["height"] <= 844
        assert box["height"] >= 44
    cards = phone.page.locator("o8-seat.hero o8-card")
    first, last = box_of(cards.first), box_of(cards.last)
    assert last["x"] + last["width"] - first["x"] > 390 * 0.9


def test_the_log_opens_and_closes(each_size: Stage) -> None:
    each_size.show(hands.RIVER)
    page = each_size.page
    panel, toggle = page.locator("#panel"), page.locator("#log-toggle")
    wide = page.evaluate("innerWidth") > 1000
    assert panel.is_visible() is wide
    if not wide:
        toggle.click()
        # The narrow button says "Chat".
        assert page.locator("#tab-chat").get_attribute("aria-selected") == "true"
        page.locator("#tab-log").click()
    assert "Emil bets 40" in panel.inner_text()
    assert page.evaluate(SMALLEST_TEXT) == []
    page.locator("#panel-close").click()
    assert not panel.is_visible()
    assert toggle.get_attribute("aria-expanded") == "false"
    assert faults(page) == {}
