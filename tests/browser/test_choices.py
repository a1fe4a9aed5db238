"""What the table offers and how a seat stands: offers in words, marks, boxes to tick."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from omaha8.rules.game import Chips, Seat
from omaha8.rules.options import Kill
from omaha8.table import commands as c
from omaha8.table.between_hands import KillOwed
from omaha8.table.entry import Debt
from tests.browser import hands
from tests.browser.scene import Stage

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.browser

NEWCOMER = 3
"""In the chair that is free."""


def told(stage: Stage, *, own: dict[str, Any] | None = None, **view: Any) -> None:
    """The same table with other things in the view, and in what only the viewer is told."""
    news = msgspec.to_builtins(stage.scene.news())
    me = news["me"] if own is None else {**news["me"], "own": own}
    stage.tell({"type": "events", **news, "view": {**news["view"], **view}, "me": me})
    stage.settle()


def ticked(page: Page, name: str) -> Locator:
    """A box of the header, or of the menu on narrow screens."""
    if page.locator("#menu-toggle").is_visible() and not page.locator(".menu-open").count():
        page.locator("#menu-toggle").click()
    return page.locator(name)


def test_a_newcomer_is_offered_to_post_or_wait(stage: Stage) -> None:
    page = stage.page
    stage.show(hands.ONE_CHAIR_FREE, NEWCOMER)
    offer = page.locator("o8-offers .offer")
    assert offer.locator("p").inner_text() == "Post 2 or wait for the big blind."
    buttons = offer.get_by_role("button")
    assert buttons.all_inner_texts() == ["Post 2", "Wait for the big blind"]
    assert page.locator("o8-seat.hero .action").inner_text() == "waits for blind"
    buttons.first.click()
    page.wait_for_function("() => document.querySelector('.offer p').textContent.includes('You')")
    assert offer.locator("p").inner_text() == "You post 2 in the next hand."
    assert page.locator("o8-seat.hero .action").inner_text() == "will post"
    assert stage.said("post") == [{"type": "post"}]
    offer.get_by_role("button", name="Wait for the big blind").click()
    page.wait_for_selector("o8-offers button:has-text('Post 2')")
    assert offer.locator("p").inner_text() == "You wait for the big blind."


def test_a_refused_answer_may_be_given_again(stage: Stage) -> None:
    page = stage.page
    stage.show(hands.ONE_CHAIR_FREE, NEWCOMER)
    stage.scene.ask(c.SitOut(Seat(NEWCOMER)))  # the page has not heard of it yet
    button = page.get_by_role("button", name="Post 2")
    button.click()
    page.wait_for_selector("o8-toast:has-text('come back first')")
    assert button.is_enabled()


def test_marks_are_small_labels_that_explain_themselves(stage: Stage) -> None:
    page = stage.page
    scene = stage.show(hands.SIDE_POT)
    public = scene.table.public
    public.player(5).debt = Debt(missed_big=True, missed_small=True)
    public.evolve(KillOwed(Seat(2), Kill.FULL, public.games[0].big_blind))
    public.straddlers = frozenset({Seat(1)})
    stage.tell(scene.snapshot())
    stage.settle()
    seats = page.locator("o8-seat")
    assert seats.nth(5).locator(".mark").all_inner_texts() == ["ML", "MS"]
    titles = [mark.get_attribute("title") for mark in seats.nth(5).locator(".mark").all()]
    assert titles == [
        "Missed the big blind: owes it before the cards",
        "Missed the small blind: owes it, dead, to the pot",
    ]
    kill = seats.nth(2).locator(".mark.kill")
    assert (kill.inner_text(), kill.get_attribute("title")) == (
        "kill",
        "Took all of a pot of 2: kills the next one",
    )
    straddle = seats.nth(1).locator(".mark.straddle")
    assert straddle.get_attribute("title") == "Straddles the next hand"


def test_who_takes_a_chair_after_a_hand_has_nothing_of_it(stage: Stage) -> None:
    page = stage.page
    scene = stage.show(hands.SIDE_POT)
    cyd = page.locator("o8-seat").nth(2)
    assert "folds" in cyd.locator(".action").inner_text()
    scene.ask(c.Leave(Seat(2)))
    scene.ask(c.Sit("Zoe", Chips(100), Seat(2)))
    for message in (scene.news(), scene.snapshot()):
        stage.tell(message)
        stage.settle()
        assert cyd.locator(".name").inner_text() == "Zoe"
        assert cyd.locator(".action").inner_text() == "waits for blind"
        assert cyd.locator("o8-card").count() == 0


def test_sitting_out_now_and_at_the_big_blind_are_boxes(stage: Stage) -> None:
    page = stage.page
    stage.show(hands.LOW_DRAW)
    ticked(page, "#sit-out-next").check()
    page.wait_for_selector("o8-seat.hero .mark.out_next")
    assert page.locator("#sit-out-next").is_checked()
    ticked(page, "#sit-out-next").uncheck()
    page.wait_for_selector("o8-seat.hero:not(:has(.out_next))")
    ticked(page, "#sit-out").check()
    page.wait_for_selector("#sit-out-next", state="hidden")
    assert page.locator("#sit-out").is_checked()
    ticked(page, "#sit-out").uncheck()
    stage.settle()
    assert stage.said("sit_out") == [
        {"type": "sit_out", "when": "next_big_blind"},
        {"type": "sit_out"},
    ]
    assert len(stage.said("come_back")) == 2
    assert page.locator("label:has(#straddle)").is_hidden()


def test_chips_are_added_as_many_as_one_likes_or_not_after_all(stage: Stage) -> None:
    page = stage.page
    stage.show(hands.RIVER)  # Ann has 200 of 200 less what she has bet
    missing = 200 - int(page.locator("o8-seat.hero .stack").inner_text())
    ticked(page, "#chips").click()
    dialog = page.get_by_role("dialog", name="Chips")
    amount = dialog.get_by_label("Add chips (")
    assert amount.input_value() == str(missing)
    assert f"In front of you: {200 - missing}. Beside the table you have 5000." in (
        dialog.inner_text()
    )
    amount.fill("401")
    dialog.get_by_role("button", name="Add", exact=True).click()
    # Of 400 at most he has what he has not bet.
    said = f"Add chips: {200 + missing} at most (you asked for 401)."
    assert dialog.get_by_role("alert").filter(has_text=said).is_visible()
    assert stage.said("top_up") == []
    amount.fill("50")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog", state="hidden")
    assert stage.said("top_up") == [{"type": "top_up", "amount": 50}]
    stage.settle()
    ticked(page, "#chips").click()
    assert "50 chips come after this hand." in dialog.inner_text()
    dialog.get_by_role("button", name="Add none after all").click()
    stage.settle()
    assert stage.said("top_up")[-1] == {"type": "top_up", "amount": 0}
    page.wait_for_function("() => document.querySelector('#chips').title === 'Add chips'")


@pytest.mark.parametrize(
    ("stack", "offered"),
    [(0, 200), (20, 180), (196, 4), (199, 200), (200, 200), (205, 195), (399, 1)],
)
def test_the_chips_that_are_offered_first_are_worth_it(
    stage: Stage, stack: int, offered: int
) -> None:
    """Up to the usual buy-in of 200; who has that, another one, or what the table's 400 leave."""
    scene = stage.show(hands.SIDE_POT)
    scene.table.public.seats[0].stack = Chips(stack)  # type: ignore[union-attr]
    stage.tell(scene.snapshot())
    ticked(stage.page, "#chips").click()
    amount = stage.page.get_by_role("dialog", name="Chips").get_by_label("Add chips (")
    assert amount.input_value() == str(offered)


def test_to_be_filled_up_by_itself(stage: Stage) -> None:
    page = stage.page
    stage.show(hands.RIVER)
    ticked(page, "#chips").click()
    dialog = page.get_by_role("dialog", name="Chips")
    dialog.get_by_label("top up to").fill("401")
    dialog.get_by_role("button", name="Set auto top-up").click()
    wrong = "Top up to: 400 at most (you asked for 401)."
    assert dialog.get_by_role("alert").filter(has_text=wrong).is_visible()
    dialog.get_by_label("top up to").fill("200")
    dialog.get_by_label("When below").fill("300")
    dialog.get_by_role("button", name="Set auto top-up").click()
    wrong = "When below: 200 at most (you asked for 300)."
    assert dialog.get_by_role("alert").filter(has_text=wrong).is_visible()
    dialog.get_by_label("When below").fill("100")
    dialog.get_by_role("button", name="Set auto top-up").click()
    page.wait_for_selector("text=When below 100 you are topped up to 200.")
    dialog.get_by_role("button", name="No auto top-up").click()
    page.wait_for_selector("button:has-text('No auto top-up')", state="hidden")
    assert stage.said("auto_rebuy") == [
        {"type": "auto_rebuy", "below": 100, "to": 200},
        {"type": "auto_rebuy", "below": 0, "to": 0},
    ]


def test_another_chair_is_chosen_by_a_press_on_it(stage: Stage) -> None:
    page = stage.page
    stage.show(hands.ONE_CHAIR_FREE)
    chair = page.locator("o8-seat.empty .chair")
    assert chair.is_disabled()
    ticked(page, "#move").click()
    assert (chair.inner_text(), page.locator("#move").inner_text()) == ("Move here", "Stay here")
    chair.click()
    stage.settle()
    assert stage.said("change_seat") == [{"type": "change_seat", "seat": 3}]
    assert chair.is_disabled()
    assert page.locator("#move").inner_text() == "Change seat"


@pytest.mark.parametrize("where", ["stage", "phone"])
def test_to_get_up_with_live_cards_is_asked_first(
    where: str, request: pytest.FixtureRequest
) -> None:
    stage: Stage = request.getfixturevalue(where)
    page = stage.page
    stage.show(hands.LOW_DRAW)
    ticked(page, "#stand").click()
    question = page.locator("#stand-question")
    assert question.inner_text().split("\n")[0].strip().startswith("Fold and get up?")
    page.locator("#stand-no").click()
    assert not question.is_visible()
    assert stage.said("stand") == []
    ticked(page, "#stand").click()
    page.locator("#stand-yes").click()
    stage.settle()
    assert stage.said("stand") == [{"type": "stand"}]


@pytest.mark.parametrize(
    ("line", "viewer"),
    [(hands.RIVER, 5), (hands.SIDE_POT, 0), (hands.ONE_CHAIR_FREE, NEWCOMER)],
    ids=["folded", "over", "not dealt in"],
)
def test_to_get_up_without_cards_is_not_asked(stage: Stage, line: str, viewer: int) -> None:
    stage.show(line, viewer)
    ticked(stage.page, "#stand").click()
    stage.settle()
    assert stage.said("stand") == [{"type": "stand"}]


@pytest.mark.parametrize("where", ["stage", "phone"])
def test_where_one_got_up_nothing_else_can_be_pressed(
    where: str, request: pytest.FixtureRequest
) -> None:
    """A second click on the same place stops nobody's clock."""
    stage: Stage = request.getfixturevalue(where)
    page = stage.page
    stage.server.answers["GET tables/k3x9"] = {"runs": True, "changed": []}
    scene = stage.show(hands.RIVER, viewer=5)  # who has folded
    ticked(page, "#pause").wait_for()
    box = page.locator("#stand").bounding_box()
    assert box is not None
    page.locator("#stand").click()
    scene.ask(c.Leave(Seat(5)))
    stage.tell(scene.news())
    scene.viewer = None
    stage.tell(scene.snapshot())
    page.wait_for_selector("#stand", state="hidden")
    found = page.evaluate(
        """({ x, y, width, height }) => [0.05, 0.5, 0.95]
          .map((part) => document.elementFromPoint(x + part * width, y + height / 2))
          .map((element) => element?.closest("header button, header a")?.id)
          .filter(Boolean)""",
        box,
    )
    assert found == []


def test_the_question_to_get_up_ends_with_the_cards(stage: Stage) -> None:
    page = stage.page
    stage.show(hands.LOW_DRAW)
    ticked(page, "#stand").click()
    page.locator("o8-actions .fold").click()
    page.wait_for_selector("#stand-question", state="hidden")
    assert page.locator("#stand").is_visible()


def test_a_straddle_is_a_box_where_it_is_played(stage: Stage) -> None:
    page = stage.page
    stage.show(hands.LOW_DRAW)
    own: dict[str, Any] = {"offers": [], "sits_out": None, "straddles": False, "top_up": 0}
    told(stage, own=own)
    ticked(page, "#straddle").check()
    stage.settle()
    assert stage.said("straddle") == [{"type": "straddle", "on": True}]
    told(stage, own={**own, "straddles": True})
    assert page.locator("#straddle").is_checked()


def test_the_structure_in_force_stands_in_the_header(stage: Stage) -> None:
    page = stage.page
    stage.show(hands.LOW_DRAW)
    assert page.locator("#game").inner_text() == "Pot Limit Omaha Hi/Lo 1/2"
    assert page.locator("#note").is_hidden()
    note = "Mixed: Limit 4/8, Pot Limit 1/2, an orbit each"
    game = {"structure": "fl", "title": "Limit Omaha Hi/Lo 4/8", "label": "mixed", "note": note}
    told(stage, game=game)
    assert page.locator("#game").inner_text() == "Limit Omaha Hi/Lo 4/8"
    assert page.locator("#note").inner_text() == "mixed"
    assert page.locator("#note").get_attribute("title") == note


TAKEN_BACK = ("Dora takes 1 back", "Emil takes 2 back")


def test_a_chop_is_offered_beside_the_actions(stage: Stage) -> None:
    page = stage.page
    stage.show(hands.LIMIT)
    offers = [
        {
            "kind": "chop",
            "text": "Chop: take 1 back, if the other blind agrees.",
            "choices": [
                {"label": "Chop", "message": {"type": "chop", "agree": True}, "strong": False},
                {"label": "Play on", "message": {"type": "chop", "agree": False}, "strong": False},
            ],
        }
    ]
    own = {"offers": offers, "sits_out": None, "straddles": None, "top_up": 0}
    told(stage, own=own)
    assert page.locator("o8-actions").is_visible()
    page.get_by_role("button", name="Chop").click()
    stage.settle()
    assert stage.said("chop") == [{"type": "chop", "agree": True}]
    stacks = [seat.locator(".stack").inner_text() for seat in page.locator("o8-seat").all()[:6]]
    seq = stage.scene.told
    chopped = {"type": "chopped", "seats": [3, 4], "amounts": [1, 2]}
    view = {**msgspec.to_builtins(stage.scene.view()), "turn": None}
    me = {**msgspec.to_builtins(stage.scene.me()), "legal": None}
    stage.tell({"type": "events", "seq": seq, "events": [chopped], "view": view, "me": me})
    stage.settle()
    after = [seat.locator(".stack").inner_text() for seat in page.locator("o8-seat").all()[:6]]
    assert stacks[3:5] == ["199", "198"]
    assert after == ["200"] * 6
    pot = {"pot": "chopped blinds", "amount": 3, "lines": []}
    lines = [{"half": "whole", "text": text, "seats": [], "cards": []} for text in TAKEN_BACK]
    stage.tell(
        {
            "type": "events",
            "seq": seq + 1,
            "events": [],
            "view": {**view, "showdown": [{**pot, "lines": lines}]},
            "me": me,
        }
    )
    first, second = (line.bounding_box() for line in page.locator(".award .line").all())
    assert first is not None
    assert second is not None
    assert (first["x"], first["width"]) == (second["x"], second["width"])
    assert first["y"] + first["height"] <= second["y"] <= first["y"] + first["height"] + 8
    assert "The blinds chop: Dora takes 1 back, Emil takes 2 back" in (
        page.locator("o8-log").text_content() or ""
    )
