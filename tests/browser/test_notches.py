"""At the showdown each card that wins something is marked, and each mark can be seen."""

from __future__ import annotations

from typing import Final

import pytest

from tests.browser.scene import Stage
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
