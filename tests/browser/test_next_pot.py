"""Before the next hand: who kills its pot, and with how much somebody sits down who has little."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from tests.browser import hands

if TYPE_CHECKING:
    from tests.browser.scene import Stage

pytestmark = pytest.mark.browser


def tell(stage: Stage, own: dict[str, Any] | None = None, **me: Any) -> None:
    """The same table, and other things that only the viewer is told."""
    news = msgspec.to_builtins(stage.scene.news())
    mine = {**news["me"], **me}
    if own is not None:
        mine["own"] = {**mine["own"], **own}
    stage.tell({"type": "events", **news, "me": mine})
    stage.settle()


@pytest.mark.parametrize("where", ["stage", "phone"])
def test_who_may_kill_the_next_pot_says_so_in_this_one(
    where: str, request: pytest.FixtureRequest
) -> None:
    stage: Stage = request.getfixturevalue(where)
    page = stage.page
    stage.show(hands.LIMIT)
    box = page.locator("#kill")

    def opened() -> None:
        if page.locator("#menu-toggle").is_visible():
            page.locator("#menu-toggle").click()

    opened()
    assert box.is_hidden()
    page.keyboard.press("Escape")
    tell(stage, {"kill": {"amount": 4, "on": False}})
    opened()
    assert page.locator("label", has=box).get_attribute("title") == (
        "Kill the next pot: post 4 before its cards; the limits double"
    )
    box.check()
    tell(stage, {"kill": {"amount": 4, "on": True}})
    assert box.is_checked()
    if not box.is_visible():
        opened()
    box.uncheck()
    stage.settle()
    assert stage.said("kill") == [{"type": "kill", "amount": 4}, {"type": "kill", "amount": 0}]
    tell(stage, {"kill": None})  # somebody else kills it
    assert box.is_hidden()


def test_nobody_is_asked_for_more_than_he_has(stage: Stage) -> None:
    page = stage.page
    stage.show(hands.ONE_CHAIR_FREE, viewer=None, person="Zoe")
    buy_in = page.get_by_label("Buy-in")
    assert buy_in.input_value() == "200"
    tell(stage, balance=160)
    assert page.get_by_text("(40 to 400, you have 160)").is_visible()
    assert buy_in.input_value() == "160"
    buy_in.fill("100")
    tell(stage, balance=150)
    assert buy_in.input_value() == "100"  # as he likes
    tell(stage, balance=20)
    assert buy_in.input_value() == "40"  # the least there is
    tell(stage, balance=0, credit=None)
    buy_in.fill("400")
    tell(stage, balance=-100, credit=None)
    assert buy_in.input_value() == "400"


def test_who_is_broke_is_offered_what_he_can_pay(stage: Stage) -> None:
    page = stage.page
    stage.show(hands.SIDE_POT, viewer=4)
    between = page.locator("o8-between")
    assert between.get_by_role("button", name="Buy in again: 200").is_visible()
    tell(stage, balance=160)
    between.get_by_role("button", name="Buy in again: 160").click()
    stage.settle()
    assert stage.said("rebuy") == [{"type": "rebuy", "amount": 160}]
    tell(stage, balance=39)
    assert between.get_by_role("button").all_inner_texts() == ["Show my cards", "Another amount"]
