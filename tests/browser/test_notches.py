"""At the showdown each card that wins something is marked, and each mark can be seen."""

from __future__ import annotations

from typing import Final

import pytest

from omaha8.rules.game import Chips, Seat
from omaha8.table import commands as c
from tests.browser import hands
from tests.browser.scene import Stage
from tests.browser.test_layout import faults
from tests.browser.test_table import codes

pytestmark = pytest.mark.browser

COVERED: Final = """
() => [...document.querySelectorAll("o8-card")].flatMap((card) =>
  ["high", "low"].filter((half) => card.classList.contains(`plays-${half}`)).map((half) => {
    const notch = card.querySelector(`.notch.${half}`);
    const { left, right, top, bottom } = notch.getBoundingClientRect();
    // Towards the tip, which is off the card.
    const y = half === "low" ? top + (bottom - top) * 0.7 : top + (bottom - top) * 0.3;
    const above = document.elementFromPoint((left + right) / 2, y);
    return card.contains(above) ? null : `${card.code} ${half}: ${above?.className}`;
  })).filter(Boolean)
"""
QUARTERED: Final = (
    "flo8 2/4 b0 200*3 0:KhKd2hAs 1:Ad3cQcJh 2:QdJsTdTc board:Ks3h2s4h6d muck=show_all "
    "| c c c / c c c / c c c / c c c"
)
"""Ann has the high alone and shares the low with Bob, who plays another low card of the board."""
SPLIT_HIGH: Final = (
    "flo8 2/4 b0 200*3 0:AsKhJd9s 1:AdKd7c7d 2:8s8cQcQd board:AcKsThTc2d muck=show_all "
    "| c c c / c c c / c c c / c c c"
)
"""No low; Ann and Bob have the same two pair."""


@pytest.mark.parametrize("viewer", [0, 1, 2, None], ids=["scoops", "quartered", "loser", "rail"])
def test_each_winner_of_a_half_has_his_cards_marked(wide: Stage, viewer: int | None) -> None:
    wide.show(QUARTERED, viewer)
    page = wide.page

    def marked(name: str, half: str) -> list[str]:
        return sorted(codes(page, f"o8-seat[aria-label={name}] .plays-{half}"))

    assert (marked("Ann", "high"), marked("Ann", "low")) == (["Kd", "Kh"], ["2h", "As"])
    assert (marked("Bob", "high"), marked("Bob", "low")) == ([], ["3c", "Ad"])
    assert (marked("Cyd", "high"), marked("Cyd", "low")) == ([], [])
    assert sorted(codes(page, ".board .plays-high")) == ["4h", "6d", "Ks"]
    assert sorted(codes(page, ".board .plays-low")) == ["2s", "3h", "4h", "6d"]
    assert page.locator("o8-seat[aria-label=Ann] .action").text_content() == "wins 9▲▼"
    wide.show(SPLIT_HIGH, viewer)
    assert (marked("Ann", "high"), marked("Bob", "high")) == (["As", "Kh"], ["Ad", "Kd"])
    assert codes(page, "o8-table .plays-low") == []


@pytest.mark.parametrize("viewer", [0, 1, 2, None], ids=["scoops", "quartered", "loser", "rail"])
def test_no_mark_is_under_a_plate(each_size: Stage, viewer: int | None) -> None:
    each_size.show(QUARTERED, viewer)
    each_size.settle()
    assert codes(each_size.page, "o8-seat .plays-low") != []
    assert each_size.page.evaluate(COVERED) == []


@pytest.mark.parametrize("viewer", [0, None], ids=["player", "rail"])
def test_shown_cards_lie_there_until_the_next_hand_whoever_gets_up(
    each_size: Stage, viewer: int | None
) -> None:
    # TDA, face up: what was tabled is there for everybody to read.
    scene = each_size.show(QUARTERED, viewer)
    page = each_size.page
    chair = page.locator("o8-seat").nth(1)
    scene.ask(c.Leave(Seat(1)))
    for message in (scene.news(), scene.snapshot()):
        each_size.tell(message)
        each_size.settle()
        assert codes(page, "o8-seat:nth-of-type(2) o8-card") == ["Ad", "3c", "Qc", "Jh"]
        assert sorted(codes(page, "o8-seat:nth-of-type(2) .plays-low")) == ["3c", "Ad"]
        assert chair.locator(".chair .whose").inner_text() == "Bob: cards shown"
        assert page.evaluate(COVERED) == []
        assert faults(page) == {}
    # Somebody else sits down before it begins: they are not taken for his.
    scene.ask(c.Sit("Zoe", Chips(200), Seat(1)))
    each_size.tell(scene.news())
    each_size.settle()
    assert chair.locator(".name").inner_text() == "Zoe"
    assert chair.locator(".action").inner_text() == "Bob: cards shown"
    assert chair.locator("o8-card").count() == 4


def test_cards_that_were_shown_are_gone_with_the_next_hand(stage: Stage) -> None:
    scene = stage.show(QUARTERED)
    scene.ask(c.Leave(Seat(1)))
    stage.tell(scene.news())
    stage.page.locator("o8-seat .whose", has_text="Bob: cards shown").wait_for()
    stage.show(hands.ONE_CHAIR_FREE)
    assert stage.page.locator("o8-seat .whose", has_text="cards shown").count() == 0


def test_who_sits_down_where_cards_lie_has_none_of_them(stage: Stage) -> None:
    scene = stage.show(QUARTERED, viewer=None, person="Zoe")
    scene.ask(c.Leave(Seat(1)))
    scene.ask(c.Sit("Zoe", Chips(200), Seat(1)))
    scene.viewer = Seat(1)
    stage.tell(scene.snapshot())
    hero = stage.page.locator("o8-seat.hero")
    hero.wait_for()
    assert hero.locator("o8-card").count() == 0
