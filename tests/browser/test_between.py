"""What there is to say and to press while others play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from omaha8.rules.game import Chips, Seat
from omaha8.table import commands as c
from tests.browser import hands

if TYPE_CHECKING:
    from tests.browser.scene import Stage

pytestmark = pytest.mark.browser

DORA: Final = Seat(3)
"""Whose chair was empty when the hand of `hands.ONE_CHAIR_FREE` was dealt."""


def test_who_is_broke_buys_in_again_while_others_play(stage: Stage) -> None:
    # RULES, buy-in: chips come between hands, which it is for who is not in this one.
    scene = stage.show(hands.ONE_CHAIR_FREE, viewer=DORA)
    player = scene.table.public.player(DORA)
    scene.table.public.brought -= player.stack
    player.stack = Chips(0)
    stage.tell(scene.snapshot())
    between = stage.page.locator("o8-between")
    between.get_by_text("You are out of chips. Ann is to act.").wait_for()
    assert between.get_by_role("button").all_inner_texts() == [
        "Buy in again: 200",
        "Another amount",
    ]
    between.get_by_role("button", name="Buy in again: 200").click()
    stage.settle()
    assert stage.said("rebuy") == [{"type": "rebuy"}]
    scene.ask(c.TopUp(DORA, Chips(200)))
    stage.tell(scene.news())
    between.get_by_text("Ann is to act", exact=True).wait_for()
    assert between.get_by_role("button").count() == 0


def test_who_is_all_in_is_not_broke(stage: Stage) -> None:
    scene = stage.show(hands.SIDE_POT.rpartition(" / ")[0] + " /", viewer=1)
    assert not scene.hand.over
    assert scene.hand.stacks[1] == 0
    between = stage.page.locator("o8-between")
    assert between.get_by_text("is to act").is_visible()
    assert between.get_by_role("button").count() == 0
