"""The action bar: buttons say what they send, and nothing illegal can be sent."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser import hands
from tests.browser.scene import Stage
from tests.browser.test_layout import faults

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


def buttons(page: Page) -> list[str]:
    """What the buttons that can be seen say, without the keys."""
    shown = page.locator("o8-actions button:visible").all()
    return [button.evaluate("b => b.firstChild.textContent") for button in shown]


def test_pot_limit_offers_half_pot_pot_and_a_raise(wide: Stage) -> None:
    wide.show(hands.LOW_DRAW)
    assert buttons(wide.page) == ["½ pot 16", "Pot 26", "Fold", "Call 6", "Raise to 12"]


def test_a_pot_above_the_stack_is_offered_as_all_in(wide: Stage) -> None:
    wide.show(hands.RIVER)
    assert buttons(wide.page) == ["½ pot 120", "Max 174", "Fold", "Call 40", "Raise to 80"]


def test_no_limit_offers_both_pots_and_all_in(wide: Stage) -> None:
    wide.show("nlo8 1/2 b0 200*3 | r6 c", viewer=2)
    assert buttons(wide.page) == [
        "½ pot 15",
        "Pot 24",
        "Max 200",
        "Fold",
        "Call 4",
        "Raise to 10",
    ]


def test_spread_limit_calls_its_largest_bet_the_max(wide: Stage) -> None:
    wide.show("so8 5/10:10/10..30 b0 500*3 | r20", viewer=1)
    assert buttons(wide.page) == ["½ pot 45", "Max 50", "Fold", "Call 15", "Raise to 30"]


def test_limit_has_one_amount(wide: Stage) -> None:
    wide.show(hands.LIMIT)
    assert buttons(wide.page) == ["Fold", "Call 2", "Raise to 4"]
    assert not wide.page.locator(".slider").is_visible()
    assert not wide.page.locator(".box").is_visible()


def test_capped_limit_says_so(wide: Stage) -> None:
    wide.show(hands.CAPPED, viewer=5)
    assert buttons(wide.page) == ["Fold", "Call 6"]
    assert wide.page.locator("o8-actions .note").inner_text() == "Capped: call or fold"
    wide.page.keyboard.press("r")
    wide.settle()
    assert wide.scene.actions == []


def test_a_free_check_puts_the_fold_aside(wide: Stage) -> None:
    scene = wide.show(hands.CHECK_OR_BET)
    assert buttons(wide.page) == ["½ pot 4", "Pot 8", "Fold", "Check", "Bet 2"]
    assert "quiet" in (wide.page.locator("o8-actions .fold").get_attribute("class") or "")
    wide.page.keyboard.press("f")
    wide.settle()
    assert scene.actions == []
    wide.page.keyboard.press("c")
    wide.settle()
    assert scene.actions == [{"type": "check"}]


def test_to_fold_where_a_check_is_free_is_asked_once(stage: Stage) -> None:
    stage.stop_time()
    scene = stage.show(hands.CHECK_OR_BET)
    page = stage.page
    fold, note = page.locator("o8-actions .fold"), page.locator("o8-actions .note")
    # Who presses twice for once has not answered.
    fold.dblclick()
    stage.settle()
    assert scene.actions == []
    assert buttons(page)[-3:] == ["Fold anyway?", "Check", "Bet 2"]
    assert note.inner_text() == "A check is free."
    page.keyboard.press("Escape")
    assert buttons(page)[-3:] == ["Fold", "Check", "Bet 2"]
    assert note.is_hidden()
    fold.click()
    stage.wait(500)
    fold.click()
    stage.settle()
    assert scene.actions == [{"type": "fold"}]


def test_the_question_fits_on_its_button(each_size: Stage) -> None:
    each_size.show(hands.CHECK_OR_BET)
    each_size.page.locator("o8-actions .fold").click()
    assert buttons(each_size.page)[-3:] == ["Fold anyway?", "Check", "Bet 2"]
    assert faults(each_size.page) == {}


def test_keys_are_asked_too_before_they_fold_for_nothing(wide: Stage) -> None:
    scene = wide.show(hands.CHECK_OR_BET)
    page = wide.page
    page.locator("o8-actions .fold").focus()
    page.keyboard.down("Enter")
    for _ in range(3):
        page.wait_for_timeout(200)
        page.keyboard.down("Enter")  # held down
    page.keyboard.up("Enter")
    wide.settle()
    assert scene.actions == []
    assert "Fold anyway?" in buttons(page)
    page.keyboard.press("Enter")
    wide.settle()
    assert scene.actions == [{"type": "fold"}]


def test_the_question_is_forgotten_after_a_while_and_with_the_turn(stage: Stage) -> None:
    page = stage.page
    page.clock.install()
    stage.show(hands.CHECK_OR_BET)
    page.locator("o8-actions .fold").click()
    page.clock.fast_forward(7000)
    assert "Fold" in buttons(page)
    page.locator("o8-actions .fold").click()
    stage.show(hands.LOW_DRAW)
    assert buttons(page)[2] == "Fold"
    # To fold to a bet is asked of nobody.
    page.locator("o8-actions .fold").click()
    stage.settle()
    assert stage.scene.actions == [{"type": "fold"}]


@pytest.mark.parametrize(
    ("button", "action"),
    [
        ("Fold", {"type": "fold"}),
        ("Call 6", {"type": "call"}),
        ("Raise to 12", {"type": "raise", "to": 12}),
    ],
)
def test_a_button_sends_what_it_says(wide: Stage, button: str, action: dict[str, object]) -> None:
    scene = wide.show(hands.LOW_DRAW)
    wide.page.locator("o8-actions button", has_text=button).click()
    wide.settle()
    assert scene.actions == [action]


@pytest.mark.parametrize(
    ("size", "to", "sends"),
    [("½ pot 120", 120, "Raise to 120"), ("Max 174", 174, "All-in 174")],
)
def test_a_size_sets_the_amount_that_the_green_button_sends(
    wide: Stage, size: str, to: int, sends: str
) -> None:
    scene = wide.show(hands.RIVER)
    page = wide.page
    page.locator(".sizes button", has_text=size).click()
    wide.settle()
    assert scene.actions == []
    assert page.locator(".box").input_value() == page.locator(".slider").input_value() == str(to)
    assert page.locator(".sizes [aria-pressed=true]").all_inner_texts() == [size]
    assert buttons(page)[-1] == sends
    page.locator("o8-actions .wager").click()
    wide.settle()
    assert scene.actions == [{"type": "raise", "to": to}]


def test_a_size_is_pressed_while_the_amount_is_its_own(wide: Stage) -> None:
    wide.show(hands.LOW_DRAW)
    page = wide.page
    pressed = page.locator(".sizes [aria-pressed=true]")
    assert pressed.count() == 0
    page.locator(".slider").press("End")
    assert pressed.all_inner_texts() == ["Pot 26"]
    page.locator("o8-readout .line.high").click()
    assert pressed.all_inner_texts() == ["Pot 26"]
    page.locator("o8-readout .line.high").click()
    page.locator(".box").fill("16")
    assert pressed.all_inner_texts() == ["½ pot 16"]
    page.locator(".box").fill("17")
    assert pressed.count() == 0


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("8", "Raise to 12 at least (you asked for 8)."),
        ("27", "Raise to 26 at most (you asked for 27)."),
        ("-20", "Raise to a whole number, 12 to 26 (you asked for -20)."),
        ("1e1", "Raise to a whole number, 12 to 26 (you asked for 1e1)."),
        ("13.5", "Raise to a whole number, 12 to 26 (you asked for 13.5)."),
        ("", "Raise to a whole number, 12 to 26."),
    ],
)
def test_an_amount_outside_the_limits_cannot_be_sent(wide: Stage, typed: str, words: str) -> None:
    scene = wide.show(hands.LOW_DRAW)
    box, raises = wide.page.locator(".box"), wide.page.locator("o8-actions .wager")
    box.fill(typed)
    assert wide.page.locator("o8-actions .note").inner_text() == words
    assert box.get_attribute("aria-invalid") == "true"
    assert raises.is_disabled()
    # It says no amount that it would not send.
    assert raises.inner_text() == "Raise: 12 to 26"
    box.press("Enter")
    raises.dispatch_event("click")
    wide.settle()
    assert scene.actions == []
    box.fill("26")
    assert raises.is_enabled()
    assert buttons(wide.page)[-1] == "Raise to 26"
    assert not wide.page.locator("o8-actions .note").is_visible()
    box.press("Enter")
    wide.settle()
    assert scene.actions == [{"type": "raise", "to": 26}]


def test_the_first_bet_is_called_a_bet(wide: Stage) -> None:
    scene = wide.show(hands.CHECK_OR_BET)
    wide.page.locator(".box").fill("1")
    assert wide.page.locator("o8-actions .note").inner_text() == (
        "Bet 2 at least (you asked for 1)."
    )
    wide.page.locator(".box").fill("5")
    wide.page.locator("o8-actions .wager").click()
    wide.settle()
    assert scene.actions == [{"type": "bet", "to": 5}]


def test_the_slider_ends_where_the_limits_end(wide: Stage) -> None:
    scene = wide.show(hands.LOW_DRAW)
    slider, box = wide.page.locator(".slider"), wide.page.locator(".box")
    slider.press("End")
    assert box.input_value() == "26"
    slider.press("ArrowRight")
    assert box.input_value() == "26"
    slider.press("ArrowLeft")
    assert box.input_value() == "24"
    slider.press("Shift+ArrowLeft")
    assert box.input_value() == "23"
    slider.press("Home")
    slider.press("ArrowDown")
    assert box.input_value() == "12"
    slider.evaluate("s => { s.value = '9999'; s.dispatchEvent(new Event('input')); }")
    assert box.input_value() == "26"
    wide.page.keyboard.press("r")
    wide.settle()
    assert scene.actions == [{"type": "raise", "to": 26}]


def test_every_choice_is_within_what_is_legal(wide: Stage) -> None:
    scene = wide.show(hands.LOW_DRAW)
    legal = scene.hand.legal
    assert legal is not None
    for amount in range(legal.max_to + 3):
        wide.page.locator(".box").evaluate(
            "(box, amount) => { box.value = amount; box.dispatchEvent(new Event('input')); }",
            str(amount),
        )
        assert wide.page.locator("o8-actions .wager").is_enabled() is (
            legal.min_to <= amount <= legal.max_to
        )


def test_keys_do_nothing_while_an_amount_is_typed(wide: Stage) -> None:
    scene = wide.show(hands.LOW_DRAW)
    wide.page.locator(".box").focus()
    for key in "fcr":
        wide.page.keyboard.press(key)
    wide.settle()
    assert scene.actions == []


def test_one_press_is_one_action(wide: Stage) -> None:
    scene = wide.show(hands.LOW_DRAW)
    wide.page.locator("o8-actions .call").evaluate("b => { b.click(); b.click(); }")
    wide.page.keyboard.press("c")
    wide.settle()
    assert scene.actions == [{"type": "call"}]
    assert not wide.page.locator("o8-actions").is_visible()
    assert "Cyd is to act" in wide.page.locator("o8-between").inner_text()


def test_a_refusal_says_what_to_do_and_leaves_the_choice(wide: Stage) -> None:
    wide.show(hands.LOW_DRAW)
    wide.tell(
        {
            "type": "error",
            "code": "illegal",
            "message": "Raise to 12 at least (you asked for 8).",
            "legal": None,
        }
    )
    toast = wide.page.locator("o8-toast")
    assert "Raise to 12 at least (you asked for 8)." in toast.inner_text()
    assert toast.get_attribute("role") == "alert"
    assert wide.page.locator("o8-actions .call").is_enabled()
    toast.locator("button").click()
    assert not toast.is_visible()


def test_show_or_muck_is_a_choice_where_the_rules_give_it(wide: Stage) -> None:
    scene = wide.show(hands.SHOW_OR_MUCK, viewer=0)
    assert buttons(wide.page) == ["Muck", "Show"]
    assert wide.page.locator("o8-actions .note").inner_text() == (
        "Show to win what your hand wins, or muck and give it up."
    )
    assert "quiet" in (wide.page.locator("o8-actions .muck").get_attribute("class") or "")
    for key in "fc":
        wide.page.keyboard.press(key)
    wide.settle()
    assert scene.actions == []
    wide.page.keyboard.press("m")
    wide.settle()
    assert scene.actions == [{"type": "muck"}]
    assert wide.page.locator("o8-between button").all_inner_texts() == [
        "Show my cards",
        "Next hand",
    ]


def test_s_shows(wide: Stage) -> None:
    scene = wide.show(hands.SHOW_OR_MUCK, viewer=0)
    wide.page.keyboard.press("s")
    wide.settle()
    assert scene.actions == [{"type": "show"}]
