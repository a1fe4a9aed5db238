"""What there is to say and to press while others play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from omaha8.hand.actions import FOLD
from omaha8.room.messages import Error
from omaha8.rules.game import Chips, Seat
from omaha8.table import commands as c
from tests.browser import hands
from tests.browser.test_layout import faults

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


def test_who_asks_for_the_next_hand_when_it_is_dealt_already_did_nothing_wrong(
    stage: Stage,
) -> None:
    stage.show(hands.table_of(6, over=True))
    stage.page.locator("o8-between").get_by_role("button", name="Next hand").click()
    assert stage.said("next") == [{"type": "next"}]
    toast = stage.page.locator("o8-toast")
    stage.tell(Error("stale", "The next hand is dealt already.", hand=2, turn=80))
    assert toast.is_hidden()
    stage.tell(Error("refused", "There is no next hand to wait for now."))
    assert "no next hand" in toast.inner_text()


def test_who_is_all_in_is_not_broke(stage: Stage) -> None:
    scene = stage.show(hands.SIDE_POT.rpartition(" / ")[0] + " /", viewer=1)
    assert not scene.hand.over
    assert scene.hand.stacks[1] == 0
    between = stage.page.locator("o8-between")
    assert between.get_by_text("is to act").is_visible()
    assert between.get_by_role("button").count() == 0


@pytest.mark.parametrize("viewer", [5, None], ids=["folded", "rail"])
def test_while_the_clocks_are_stopped_it_is_said_who_is_to_act(
    stage: Stage, viewer: int | None
) -> None:
    scene = stage.show(hands.RIVER, viewer)
    between, notices = stage.page.locator("o8-between"), stage.page.locator("o8-notices")
    scene.changes = {"paused": "Hal", "acting_ms": None}
    stage.tell(scene.news())
    notices.get_by_text("Hal has stopped the clocks").wait_for()
    assert between.inner_text().endswith("Ann is to act")
    while not scene.hand.over:
        scene.act(FOLD)
    scene.changes = {"paused": "Hal", "next_hand_in_ms": None}
    stage.tell(scene.news())
    words = "Hal has stopped the clocks: no hand is dealt until they go on."
    notices.get_by_text(words, exact=True).wait_for()
    assert "Waiting for players" not in between.inner_text()


LATE: Final = "Your time ran out: you are sitting out until you come back."


@pytest.mark.parametrize(
    ("why", "words"),
    [
        ("late", LATE),
        ("costs_more", "The next hand may cost more than the last: you are sitting out"),
        (None, "You are sitting out."),
    ],
)
@pytest.mark.parametrize("over", [False, True], ids=["others play", "between hands"])
def test_who_sits_out_is_told_why(stage: Stage, over: bool, why: str | None, words: str) -> None:
    scene = stage.show(hands.ONE_CHAIR_FREE, viewer=DORA)
    scene.ask(c.SitOut(DORA))
    while over and not scene.hand.over:
        scene.act(FOLD)
    scene.put_out = why
    between = stage.page.locator("o8-between")
    # As it happens, and after the page was loaded again.
    for message in (scene.news(), scene.snapshot()):
        stage.tell(message)
        between.get_by_text(words).wait_for()
        assert between.get_by_role("button").all_inner_texts() == ["Come back"]


def test_who_has_all_the_time_he_likes_was_away(stage: Stage) -> None:
    scene = stage.show(hands.ONE_CHAIR_FREE, viewer=DORA)
    scene.info = {"think_ms": None}
    scene.ask(c.SitOut(DORA))
    scene.put_out = "late"
    stage.tell(scene.welcome("another"))
    stage.tell(scene.snapshot())
    words = "You were away when it was your turn: you are sitting out until you come back."
    stage.page.locator("o8-between").get_by_text(words).wait_for()


def test_who_has_to_say_something_to_a_dearer_hand_is_told_what_to_press(
    each_size: Stage,
) -> None:
    page = each_size.page
    scene = each_size.show(hands.LIMIT)
    while not scene.hand.over:
        scene.act(FOLD)
    scene.must_agree = True
    each_size.tell(scene.snapshot())
    between = page.locator("o8-between")
    between.get_by_text(
        "The next hand may cost more: press Next hand to play it, or you"
    ).wait_for()
    assert faults(page) == {}
    between.get_by_role("button", name="Next hand").click()
    each_size.settle()
    assert each_size.said("next") == [{"type": "next"}]
    scene.must_agree = False
    each_size.tell(scene.snapshot())
    between.get_by_text("Next hand in").wait_for()
