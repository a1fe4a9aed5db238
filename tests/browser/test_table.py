"""What the table shows: cards, notches, pots, words, and nothing that is not to be seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from omaha8.cards import CARD_TEXT, DECK
from omaha8.hand.actions import CHECK
from tests.browser import hands
from tests.browser.scene import Stage

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

CARD_CODES: Final = """(where) => [...document.querySelectorAll(where)].map((card) => card.code)"""
SUITS: Final = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}


def codes(page: Page, where: str) -> list[str]:
    found: list[str] = page.evaluate(CARD_CODES, where)
    return found


def names_of_cards(page: Page) -> set[str]:
    """What the accessible names of the page's cards tell."""
    shown = page.locator("o8-card[aria-label]").all()
    return {(card.get_attribute("aria-label") or "").partition(",")[0] for card in shown}


@pytest.mark.parametrize("viewer", [0, 5, None], ids=["seat 0", "seat 5", "rail"])
@pytest.mark.parametrize(
    "line", [hands.RIVER, hands.LOW_DRAW, hands.SIDE_POT], ids=["river", "flop", "mucked"]
)
def test_no_card_that_is_hidden_is_in_the_page_or_on_the_wire(
    wide: Stage, line: str, viewer: int | None
) -> None:
    wide.sent.clear()
    scene = wide.show(line, viewer)
    public, dealer = scene.hand.public, scene.hand.dealer
    seen = set(public.board)
    for seat, hole in dealer.holes.items():
        if hole is not None and (seat == viewer or seat in public.shown):
            seen |= set(hole)
    assert len(codes(wide.page, "o8-card:not(.down)")) == len(seen)
    assert set(codes(wide.page, "o8-card:not(.down)")) == {CARD_TEXT[card] for card in seen}
    assert set(codes(wide.page, "o8-card.down")) <= {None}
    assert wide.page.locator("o8-card.down[aria-label], o8-card.down title").count() == 0
    assert len(names_of_cards(wide.page)) == len(seen)
    wire = "\n".join(wide.sent)
    for card in set(DECK) - seen:
        assert f'"{CARD_TEXT[card]}"' not in wire
    html = wide.page.content()
    for hole in dealer.holes.values():
        text = "".join(CARD_TEXT[card] for card in hole or ())
        if hole is not None and not set(hole) <= seen:
            assert text not in wire
            assert text not in html


def test_ranks_are_wider_than_half_the_card(wide: Stage) -> None:
    wide.show(hands.RIVER)
    widths = wide.page.evaluate("""async () => {
      const { CardElement } = await import("/js/elements/card.js");
      const card = new CardElement();
      document.body.append(card);
      const widths = [..."23456789TJQKA"].map((text) => {
        card.update(text + "s");
        const rank = card.querySelector(".rank");
        const scale = rank.getScreenCTM().a / card.querySelector("svg").getScreenCTM().a;
        const stroke = parseFloat(getComputedStyle(rank).strokeWidth);
        return ((rank.getBBox().width + stroke) * scale) / 100;
      });
      card.remove();
      return widths;
    }""")
    assert len(widths) == 13
    assert min(widths) > 0.5


def test_notches_tell_which_cards_play(wide: Stage) -> None:
    wide.show(hands.RIVER)
    high, low = "o8-seat.hero o8-card.plays-high", "o8-seat.hero o8-card.plays-low"
    assert sorted(codes(wide.page, high)) == ["As", "Kh"]
    assert sorted(codes(wide.page, low)) == ["2s", "As"]
    assert sorted(codes(wide.page, ".board .plays-high")) == ["6h", "8c", "Kc"]
    assert sorted(codes(wide.page, ".board .plays-low")) == ["3s", "4d", "6h"]
    ace = wide.page.locator("o8-seat.hero o8-card").first
    assert ace.get_attribute("aria-label") == "ace of spades, plays for high and low"
    card, up, down = (
        ace.locator(part).evaluate(
            "e => [e.getBoundingClientRect().top, e.getBoundingClientRect().bottom]"
        )
        for part in (".paper", ".notch.high", ".notch.low")
    )
    assert up[0] < card[0] < up[1] < (card[0] + card[1]) / 2
    assert (card[0] + card[1]) / 2 < down[0] < card[1] < down[1]


def test_a_line_lifts_its_five_cards(wide: Stage) -> None:
    wide.show(hands.RIVER)
    page = wide.page
    low = page.locator("o8-readout .line.low")
    assert low.inner_text().split("\n")[-1].startswith("Low: six-four, nut low")
    low.hover()
    assert sorted(codes(page, "o8-card.lifted")) == ["2s", "3s", "4d", "6h", "As"]
    assert page.locator("body.lifting").count() == 1
    page.mouse.move(5, 5)
    assert codes(page, "o8-card.lifted") == []
    page.locator("o8-readout .line.high").click()
    page.mouse.move(5, 5)
    assert sorted(codes(page, "o8-card.lifted")) == ["6h", "8c", "As", "Kc", "Kh"]
    page.locator("o8-readout .line.high").click()
    page.mouse.move(5, 5)
    assert codes(page, "o8-card.lifted") == []


def notched(page: Page) -> tuple[list[str], list[str]]:
    """The cards that are marked for high and for low, wherever they lie."""
    high, low = (codes(page, f"o8-table .plays-{half}") for half in ("high", "low"))
    return sorted(high), sorted(low)


@pytest.mark.parametrize("viewer", [0, 2, None], ids=["winner", "loser", "rail"])
def test_at_the_showdown_the_notches_mark_the_winners_cards(
    wide: Stage, viewer: int | None
) -> None:
    scene = wide.show(hands.SIDE_POT, viewer)
    halves = [half for pot in scene.view().showdown or () for half in pot.lines]
    high = {c for half in halves if half.half != "low" for won in half.winning for c in won.cards}
    low = {c for half in halves if half.half == "low" for won in half.winning for c in won.cards}
    assert notched(wide.page) == (sorted(high), sorted(low))
    assert codes(wide.page, "o8-seat[aria-label=Ann] .plays-low") == ["As", "2s"]
    assert sorted(codes(wide.page, "o8-seat[aria-label=Bob] .plays-low")) == ["2d", "Ah"]
    assert codes(wide.page, "o8-seat[aria-label=Cyd] :is(.plays-high, .plays-low)") == []


def test_who_shares_a_half_sees_his_own_cards_marked_too(wide: Stage) -> None:
    wide.show(hands.SIDE_POT, viewer=1)
    assert sorted(codes(wide.page, "o8-seat.hero .plays-low")) == ["2d", "Ah"]
    assert codes(wide.page, "o8-seat.hero .plays-high") == []


def test_a_folded_hand_has_no_notches(wide: Stage) -> None:
    wide.show(hands.RIVER, viewer=5)
    assert wide.page.locator("o8-seat.hero.folded o8-card").count() == 4
    assert notched(wide.page) == ([], [])


@pytest.mark.parametrize("pinned", [False, True], ids=["pointed at", "pinned"])
def test_the_lifted_cards_are_those_of_the_street(wide: Stage, pinned: bool) -> None:
    scene = wide.show(hands.CHECK_OR_BET)
    page = wide.page
    high = page.locator("o8-readout .line.high")
    high.click() if pinned else high.hover()
    flop = sorted(codes(page, "o8-card.lifted"))
    assert flop == ["3s", "4d", "As", "Kc", "Kh"]
    for _ in range(4):
        scene.act(CHECK)
    wide.tell(scene.news())
    wide.settle()
    assert codes(page, ".board o8-card") == ["3s", "4d", "Kc", "8c"]
    assert sorted(codes(page, "o8-card.lifted")) == ["4d", "8c", "As", "Kc", "Kh"]
    wide.show(hands.RIVER)
    assert codes(page, "o8-card.lifted") == []
    page.mouse.move(5, 5)


def test_a_line_of_the_showdown_lifts_the_winners_cards(phone: Stage) -> None:
    phone.show(hands.SIDE_POT)
    page = phone.page
    line = page.locator("o8-showdown .line.low")
    line.tap()
    both = ["2d", "2s", "3s", "4d", "6h", "Ah", "As"]
    assert sorted(codes(page, "o8-card.lifted")) == both
    assert line.get_attribute("aria-pressed") == "true"
    phone.show(hands.LOW_DRAW)
    assert codes(page, "o8-card.lifted") == []


def test_the_pot_shows_its_halves_once_a_low_is_possible(wide: Stage) -> None:
    wide.show(hands.LOW_DRAW)
    assert wide.page.locator(".pot").all_inner_texts() == ["Pot 14"]
    wide.show(hands.RIVER)
    assert wide.page.locator(".pot-name").all_inner_texts() == ["Pot 120"]
    assert wide.page.locator(".part").all_text_contents() == ["▲High 60", "▼Low 60"]


def test_each_half_says_who_takes_it(wide: Stage) -> None:
    wide.show(hands.SIDE_POT)
    assert wide.page.locator(".pot-name").all_inner_texts() == ["Main pot 207", "Side pot 120"]
    assert wide.page.locator(".part").all_text_contents() == [
        "▲High 104Ann",
        "▼Low 103Ann and Bob",
        "Ann",
    ]
    words = wide.page.locator("o8-showdown")
    assert words.locator("h3").all_inner_texts() == ["Main pot 207", "Side pot 120"]
    lines = [line.inner_text() for line in words.locator(".words").all()]
    assert lines == [
        line.text for pot in reversed(wide.scene.view().showdown or ()) for line in pot.lines
    ]
    assert any("odd chip" in line for line in lines)
    assert any("Bob is quartered" in line for line in lines)


def test_the_words_stay_until_the_next_hand_begins(wide: Stage) -> None:
    scene = wide.show(hands.SIDE_POT)
    wide.tell({"type": "events", "seq": scene.told, "events": [], "view": view_of(wide)})
    wide.settle()
    assert wide.page.locator("o8-showdown .line").count() == 3
    assert wide.page.locator("o8-seat.won").count() == 2
    wide.page.locator("o8-between button", has_text="Next hand").click()
    assert wide.said("next") == [{"type": "next"}]


def view_of(stage: Stage) -> object:
    import msgspec

    return msgspec.to_builtins(stage.scene.view())


def test_between_hands_people_buy_in_and_leave(wide: Stage) -> None:
    scene = wide.show(hands.SIDE_POT)
    stack = wide.page.locator("o8-seat[aria-label=Emil] .stack")
    assert stack.inner_text() == "0"
    told: list[object] = [
        {"type": "rebought", "seat": 4, "amount": 200, "stack": 200},
        {"type": "left", "seat": 1, "stack": 51},
        {"type": "seated", "seat": 1, "name": "Zoe", "stack": 90, "bot": False},
    ]
    message = {"type": "events", "seq": scene.told, "events": told, "view": view_of(wide)}
    wide.tell(message)
    wide.settle()
    assert stack.inner_text() == "200"
    zoe = wide.page.locator("o8-seat[aria-label=Zoe]")
    # What Bob has shown lies there until the next hand, and is told to be his.
    assert zoe.locator(".plate").inner_text().split() == ["Zoe", "90", "Bob:", "cards", "shown"]
    assert sorted(codes(wide.page, "o8-seat[aria-label=Zoe] .plays-low")) == ["2d", "Ah"]
    assert wide.page.locator(".part.low .takers").inner_text() == "Ann and Bob"


def test_seats_say_what_was_done(wide: Stage) -> None:
    wide.show(hands.RIVER)
    said = {
        seat.get_attribute("aria-label"): seat.locator(".action").inner_text()
        for seat in wide.page.locator("o8-seat").all()
    }
    assert said == {
        "Ann": "your turn",
        "Bob": "folds",
        "Cyd": "",
        "Dora": "folds",
        "Emil": "bets 40",
        "Fritz": "folds",
    }
    button = wide.page.locator("o8-seat[aria-label=Dora] .mark")
    assert button.inner_text() == "D"
    assert "dealer button" in (button.get_attribute("title") or "")
    assert wide.page.locator("o8-seat[aria-label=Fritz] .mark").inner_text() == "BB"


def test_names_are_text_whatever_they_hold(wide: Stage) -> None:
    wicked = "<img src=x onerror=alert(1)>"
    wide.show(hands.SIDE_POT, names=("Ann", wicked, "Cyd", "Dora", "Emil", "Fritz"))
    assert wide.page.locator("img").count() == 0
    assert wide.page.locator("o8-seat .name").nth(1).text_content() == wicked
    assert wicked in wide.page.locator("o8-showdown").inner_text()
    assert wicked in wide.page.locator("o8-log").inner_text()


def test_every_suit_has_a_shape_and_a_colour(wide: Stage) -> None:
    wide.show(hands.RIVER)
    suits = wide.page.evaluate("""async () => {
      const { SUIT_SHAPES } = await import("/js/glyphs.js");
      const style = getComputedStyle(document.documentElement);
      const colours = { s: "--spade", h: "--heart", d: "--diamond", c: "--club" };
      return Object.entries(SUIT_SHAPES).map(([suit, shape]) => [
        shape, style.getPropertyValue(colours[suit]),
      ]);
    }""")
    assert len(suits) == 4
    assert len({shape for shape, _ in suits}) == len({colour for _, colour in suits}) == 4


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_both_themes_can_be_read(stage: Stage, scheme: str) -> None:
    page = stage.page
    page.emulate_media(color_scheme="light" if scheme == "light" else "dark")
    stage.show(hands.RIVER)
    for where in (".name", ".action", ".line.high", ".line.low", ".wager", ".part.low", ".mark"):
        assert contrast(page, where) >= 4.5, where


def contrast(page: Page, where: str) -> float:
    """WCAG contrast of an element's text with what lies behind it."""
    ratio: float = page.evaluate(CONTRAST, where)
    return ratio


CONTRAST: Final = """(where) => {
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  context.canvas.width = context.canvas.height = 1;
  const element = document.querySelector(where);
  const behind = [];
  for (let e = element; e; e = e.parentElement) {
    const { backgroundColor, backgroundImage } = getComputedStyle(e);
    const [gradient] = backgroundImage.match(/rgba?\\([^)]*\\)/g) ?? [];
    behind.unshift(backgroundColor, ...(gradient ? [gradient] : []));
  }
  const paint = (colours) => {
    context.clearRect(0, 0, 1, 1);
    for (const colour of colours) {
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
    }
    const light = [...context.getImageData(0, 0, 1, 1).data].slice(0, 3).map((value) => {
      const part = value / 255;
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2];
  };
  const back = paint(behind);
  const ink = paint([...behind, getComputedStyle(element).color]);
  return (Math.max(back, ink) + 0.05) / (Math.min(back, ink) + 0.05);
}"""
