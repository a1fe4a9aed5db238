"""Other rules or stakes: everybody at the table is told before they hold, and when they do."""

from __future__ import annotations

from typing import Any, Final

import msgspec
import pytest

from omaha8.cards import deck_from_seed
from omaha8.hand.actions import FOLD
from omaha8.room.spec import TableSpec
from omaha8.rules.house import replace
from omaha8.table import commands as c
from omaha8.table.between_hands import RulesChanged
from tests.browser import hands
from tests.browser.scene import Scene, Stage
from tests.browser.test_state import FOLD_MESSAGES

pytestmark = pytest.mark.browser

DOUBLED: Final = TableSpec(structure="pl", stakes="2/4").setup()
SAID: Final = (
    "Game: Pot Limit Omaha Hi/Lo 2/4 (was: Pot Limit Omaha Hi/Lo 1/2)",
    "Buy-in: 80 to 800 (was: 40 to 400)",
)

NOTICE: Final = "From the next hand on: Pot Limit Omaha Hi/Lo 2/4; Buy-in: 80 to 800"


def ask(scene: Scene, **rules: Any) -> None:
    """Hal doubles the stakes, and changes these rules as well."""
    scene.ask(
        c.ChangeRules(
            rules=replace(scene.table.public.rules, **rules),
            games=DOUBLED.games,
            min_buy_in=DOUBLED.min_buy_in,
            max_buy_in=DOUBLED.max_buy_in,
            by="Hal",
        )
    )


def log_of(stage: Stage) -> list[str]:
    return stage.page.locator("o8-log li").all_inner_texts()


def told(changed: list[str]) -> dict[str, Any]:
    return {"runs": False, "changed": changed}


def test_what_changes_and_what_stays_is_told_at_once(stage: Stage) -> None:
    page, answers = stage.page, stage.server.answers
    answers["GET tables/k3x9"] = told(["muck", "kill"])
    scene = stage.show(hands.RIVER)
    page.wait_for_selector("#changed:has-text('2 rules changed')")
    before = log_of(stage)
    answers["GET tables/k3x9"] = told(["muck"])
    ask(scene)
    stage.tell(scene.news())
    line = (
        f"Hal changes the table from the next hand on: {'; '.join(SAID)}. All else stays as it is"
    )
    page.wait_for_selector(f"o8-log li:has-text('{line}')")
    page.wait_for_selector("#changed:has-text('1 rule changed')")
    # A snapshot follows, with the new description of the table: the line stays.
    scene.info = {"stakes": "2/4"}
    stage.tell(scene.snapshot())
    stage.settle()
    assert log_of(stage) == [*before, line]
    notice = page.locator("o8-notices p")
    assert notice.all_inner_texts() == [f"{NOTICE}."]


def test_what_changes_at_once_is_told_at_once(stage: Stage) -> None:
    page = stage.page
    scene = stage.show(hands.RIVER)
    scene.info = {"think_ms": 30_000, "time_bank_ms": 90_000, "private": True, "stakes": "2/4"}
    stage.tell(scene.snapshot())
    words = (
        "Time to act, from the next hand on: 30 s (was: 60 s). Time bank: 90 s (was: none). "
        "The table is private now: only by invitation."
    )
    page.wait_for_selector(f"o8-toast:has-text('{words}')")
    # Who was not there to see it reads it later.
    assert log_of(stage)[-1] == words
    scene.info |= {"think_ms": None, "name": "Saturday"}
    stage.tell(scene.snapshot())
    words = (
        "The table is called Saturday now. "
        "Time to act, from the next hand on: as long as one likes (was: 30 s)."
    )
    page.wait_for_selector(f"o8-toast:has-text('{words}')")
    stage.tell(scene.snapshot())
    stage.settle()
    assert log_of(stage)[-1] == words
    assert len([line for line in log_of(stage) if "Time to act" in line]) == 2


def test_when_it_holds_that_is_told_too(stage: Stage) -> None:
    page = stage.page
    scene = stage.show(hands.RIVER)
    ask(scene)
    stage.tell(scene.news())
    while not scene.hand.over:
        scene.act(FOLD)
    scene.ask(c.Deal(tuple(deck_from_seed(bytes(32)))))
    assert RulesChanged() in scene.log
    stage.tell(scene.news())
    line = f"In force now: {'; '.join(SAID)}. All else stays as it is"
    page.wait_for_selector(f"o8-log li:has-text('{line}')")
    assert page.locator("o8-notices").is_hidden()


def test_many_changes_are_counted_in_the_notice_and_told_in_the_log(phone: Stage) -> None:
    page = phone.page
    scene = phone.show(hands.RIVER)
    ask(scene, muck="show_all", burn="none", ante="big_blind")
    phone.tell(scene.news())
    notice = page.locator("o8-notices p")
    notice.wait_for()
    assert notice.inner_text() == f"{NOTICE}; 3 more changes, in the log."
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    (line,) = [text for text in page.locator("o8-log li").all_text_contents() if "Hal" in text]
    for words in (
        "Muck: nobody",
        "Burn cards: none",
        "Ante: the big blind, one for the whole table",
    ):
        assert words in line


def test_a_hand_that_is_told_again_takes_only_its_own_lines_with_it(wide: Stage) -> None:
    """A snapshot has the shuffle, the cards and the bets, not what happened beside them."""
    wide.show(hands.LIMIT)
    scene = Scene(hands.RIVER)
    welcome = msgspec.to_builtins(scene.welcome("s"))
    chosen = {"type": "deck_chosen", "hand": 1, "missing": ["Bob"], "nonces": [], "dealt": 0}
    first = msgspec.to_builtins(scene.snapshot())
    first["events"] = [chosen, *first["events"]]
    first["seq"] += 1
    beside: list[dict[str, Any]] = [
        {"type": "clocks_stopped", "by": "Hal"},
        {"type": "sat_out", "seat": 2},
        {"type": "clocks_started", "by": "Flo"},
        {"type": "chop_answered", "seat": 1, "agrees": False},
    ]
    seq = first["seq"] + 1
    news = {"type": "events", "seq": seq, "events": beside, "view": first["view"]}
    again = {**first, "seq": first["seq"] + len(beside)}
    *_, before, after = wide.page.evaluate(FOLD_MESSAGES, [welcome, first, news, again])
    texts = [line["text"] for line in after["log"]]
    assert texts == [line["text"] for line in before["log"]]
    assert texts[0] == "The deck was chosen without Bob, who sent nothing in time"
    assert texts[-4:-1] == ["Hal stops the clocks", "Cyd sits out", "Flo lets the clocks run again"]
    assert len({line["id"] for line in after["log"]}) == len(texts)
