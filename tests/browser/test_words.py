"""What the page says of a hand: what was shown, what one had."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

from omaha8.hand.events import Awarded
from omaha8.room import RoomSettings
from omaha8.room.frames import encode
from omaha8.room.messages import JoinList, Stand
from omaha8.room.spec import TableSpec
from omaha8.rules.presets import PRESET_NAMES
from tests.browser import hands
from tests.browser.scene import Scene, Stage
from tests.room.guests import Guest, TimedRoom

pytestmark = pytest.mark.browser


def names_of_the_engine(scene: Scene) -> set[str]:
    """What the events of the hand call the hands that win, in capitals: "Six-Four Low"."""
    return {event.hand for event in scene.hand.events if isinstance(event, Awarded) and event.hand}


def test_the_log_and_the_panel_say_what_was_shown_and_what_one_had(wide: Stage) -> None:
    scene = wide.show(hands.SIDE_POT)
    page = wide.page
    named = {int(hand.seat): hand for hand in scene.view().hands}
    assert named
    own = named[0]
    assert page.locator("o8-showdown .own-hand").inner_text() == (
        f"You: {own.high} / {own.low or 'no low'}"
    )
    lines = page.locator("o8-log .entry-shown").all_inner_texts()
    shown = scene.hand.public.shown
    assert len(lines) == len(shown)
    for line, seat in zip(lines, shown, strict=True):
        hand = named[seat]
        assert line.endswith(f" - {hand.high}; {hand.low or 'no low'}")
    # What is won is named in the same words.
    won = page.locator("o8-log .entry-awarded").all_inner_texts()
    assert any(f": {hand.high}" in line for line in won for hand in named.values())
    assert any(f": {hand.low}" in line for line in won for hand in named.values() if hand.low)
    low = next(name for name in names_of_the_engine(scene) if name.endswith(" Low"))
    assert not any(low in line for line in won)


COVERED: Final = (
    "nlo8 2/4 b2 100,200,400 0:KsKcTsTc 1:QsQcJsJc 2:5c5d5s8h board:9hAsKd6cKh muck=show_all "
    "| r400 c c"
)
"""Cyd is all in for more than both who call, has the rest back and wins neither pot."""


def test_a_plate_is_not_blank_at_the_end_of_an_all_in(wide: Stage) -> None:
    scene = wide.show(COVERED, viewer=None)
    assert scene.hand.over
    done = wide.page.locator("o8-seat .action").all_inner_texts()
    assert [words.partition("\n")[0] for words in done] == ["wins 300", "wins 200", "shows"]


def test_a_numbered_side_pot_has_no_article(wide: Stage) -> None:
    wide.show(hands.THREE_POTS)
    won = wide.page.locator("o8-log .entry-awarded").all_inner_texts()
    assert any("of side pot 2" in line for line in won)
    assert any("of the main pot" in line for line in won)
    assert not any("the side pot 2" in line for line in won)
    wide.show(hands.SIDE_POT)
    won = wide.page.locator("o8-log .entry-awarded").all_inner_texts()
    assert any("the side pot" in line for line in won)


FOLD_MESSAGES: Final = """async (messages) => {
  const { INITIAL, fold } = await import("/js/state.js");
  return messages.reduce(fold, INITIAL).log.map(({ text }) => text);
}"""


def lines_told(stage: Stage, guest: Guest) -> list[str]:
    """The log of a page that is told what ``guest`` was told."""
    stage.show(hands.RIVER)
    messages = [json.loads(encode(message)) for message in guest.told]
    lines: list[str] = stage.page.evaluate(FOLD_MESSAGES, messages)
    return lines


def test_who_got_up_keeps_his_name_in_the_log(wide: Stage) -> None:
    room = TimedRoom()
    hal, ivy = Guest(room, "Hal"), Guest(room, "Ivy")
    hal.sit(0)
    ivy.sit(1)
    room.wait()
    hal.read()
    hal.passes(fold=True)
    hal.say(Stand())
    hal.read()
    late = Guest(room, "Late")
    for guest in (hal, late):
        lines = lines_told(wide, guest)
        assert lines.count("Hal folds") == 1
        assert not any("Seat 1" in line for line in lines)
    assert lines_told(wide, hal)[-1] == "Hal leaves"


WORDS: Final = """async (messages) => {
  const { INITIAL, fold } = await import("/js/state.js");
  const { between } = await import("/js/between.js");
  const { words, then } = between(messages.reduce(fold, INITIAL));
  return [words, then];
}"""


def words_told(stage: Stage, *guests: Guest, view: dict[str, Any] | None = None) -> list[str]:
    """What stands below the table on a page that is told what these were told, in this order.

    ``view`` is what is otherwise in what was told last.
    """
    stage.show(hands.RIVER)
    messages = [json.loads(encode(message)) for guest in guests for message in guest.told]
    if view is not None:
        messages[-1]["view"] |= view
    words: list[str] = stage.page.evaluate(WORDS, messages)
    return words


def test_the_page_says_what_is_waited_for(wide: Stage) -> None:
    room = TimedRoom(bots=5, settings=RoomSettings())
    rail = Guest(room, "Rail")
    assert words_told(wide, rail)[0] == "Sit down to start; the bots wait for you."
    ann = Guest(room, "Ann")
    ann.sit()
    assert words_told(wide, ann) == ["First hand in {s} s", "First hand now"]
    # Also where nothing of the last one is left to see.
    told = words_told(wide, ann, view={"hand": 1, "next_hand_in_ms": 3000})
    assert told == ["Next hand in {s} s", "Next hand now"]


def test_a_full_table_says_that_one_watches(wide: Stage) -> None:
    room = TimedRoom(seats=3)
    for name in ("Ann", "Ben", "Cat"):
        Guest(room, name).sit()
    words = words_told(wide, Guest(room, "Rail"))[0]
    assert words.startswith("Table full: you are watching; a chair will be offered here")
    room = TimedRoom(seats=3, bots=2)
    Guest(room, "Ann").sit()
    words = words_told(wide, Guest(room, "Rail"))[0]
    assert words.startswith("Table full: you are watching. Wait for a chair, and a bot gives you")


def test_who_waits_for_a_chair_is_told_his_place(wide: Stage) -> None:
    room = TimedRoom(seats=2)
    Guest(room, "Ann").sit()
    Guest(room, "Ben").sit()
    cat, dan = Guest(room, "Cat"), Guest(room, "Dan")
    for guest in (cat, dan):
        guest.say(JoinList(id="1"))
    cat.read()
    dan.read()
    assert words_told(wide, cat)[0].startswith("You are number 1 of 2 who wait for a chair.")
    assert words_told(wide, dan)[0].startswith("You are number 2 of 2 who wait for a chair.")


def test_the_time_of_whoever_is_to_act_runs_from_the_start(wide: Stage) -> None:
    scene = wide.show(hands.RIVER)
    page = wide.page
    line = page.locator("o8-seat.turn .turn-clock")
    assert page.locator(".turn-clock").count() == 0
    for left, soon in ((60_000, False), (12_000, True)):
        scene.changes = {"acting_ms": left}
        wide.tell(scene.news())
        wide.settle()
        assert line.count() == 1
        assert ("soon" in (line.get_attribute("class") or "")) is soon
    scene.changes = {}
    wide.tell(scene.news())
    wide.settle()
    assert page.locator(".turn-clock").count() == 0


def test_the_time_bank_runs_when_the_time_to_act_is_over(stage: Stage) -> None:
    stage.stop_time()
    scene = stage.show(hands.RIVER)
    page = stage.page
    scene.changes = {"acting_ms": 600, "bank_ms": 30_000}
    stage.tell(scene.news())
    time = page.locator("o8-actions .time")
    assert time.inner_text() == "1 s left, then 30 s of your time bank"
    assert page.locator(".turn-clock.bank").count() == 0
    stage.wait(3000)
    assert page.locator("o8-seat.turn .turn-clock.bank").count() == 1
    assert time.inner_text() == "Time bank: 28 s left"
    scene.changes = {"acting_ms": 0, "bank_ms": 9_000}
    stage.tell(scene.news())
    assert page.locator(".turn-clock.bank").count() == 1
    scene.changes = {"paused": "Hal"}
    stage.tell(scene.news())
    assert page.locator("o8-notices").inner_text() == (
        "Hal has stopped the clocks: nobody's time runs, and no new hand is dealt until they go on."
    )
    scene.changes = {"paused": "Hal", "closing": True}
    stage.tell(scene.news())
    assert "The table closes after this hand; everybody gets his chips back." in (
        page.locator("o8-notices").inner_text()
    )
    assert time.is_hidden()
    assert page.locator(".turn-clock").count() == 0


def test_who_runs_out_of_time_is_said_to_have(wide: Stage) -> None:
    room = TimedRoom(settings=RoomSettings(first_deal=0))
    joe, kim = Guest(room, "Joe"), Guest(room, "Kim")
    joe.sit(0)
    kim.sit(1)
    room.wait(1)
    joe.read()
    assert joe.to_act
    room.wait(60 + 60)  # and his time bank
    kim.read()
    lines = lines_told(wide, kim)
    assert "Joe ran out of time: folds, and sits out" in lines
    assert "Joe folds" not in lines
    assert "Joe sits out" not in lines


def test_a_post_for_which_nothing_was_left_is_not_told(wide: Stage) -> None:
    wide.show(hands.RIVER)
    post = {"type": "posted", "seat": 1, "kind": "ante", "live": 0, "dead": 0, "all_in": True}
    said = wide.page.evaluate(
        """async (post) => {
          const { actionWords, logLine } = await import("/js/words.js");
          const line = (event) => logLine(event, () => "Bob", [], []);
          return [line(post), actionWords(post), line({ ...post, dead: 2 })];
        }""",
        post,
    )
    assert said[:2] == [None, "all-in"]
    assert "2, all-in" in said[2]


def test_the_name_that_nobody_gave_is_not_said_twice(wide: Stage) -> None:
    wide.show(hands.RIVER)
    named = wide.page.evaluate(
        """async (tables) => {
          const { namedAfterGame } = await import("/js/words.js");
          return tables.map(([name, game, stakes]) => namedAfterGame({ name, game, stakes }));
        }""",
        [
            [spec.checked().name, spec.setup().title, spec.setup().stakes]
            for spec in (
                TableSpec(),
                TableSpec(structure="nl", stakes="1/3", hole_cards=5),
                TableSpec(structure="mixed"),
                TableSpec(name="Friday"),
            )
        ],
    )
    assert named == [True, True, True, False]


def test_the_house_stands_in_the_header_by_its_own_name(wide: Stage) -> None:
    said = {}
    for name in PRESET_NAMES:
        scene = wide.show(hands.RIVER)
        scene.info = {"rules": name, "name": "Pot Limit 1/2"}
        wide.tell(scene.welcome("again"))
        wide.tell(scene.snapshot())
        wide.settle()
        said[name] = wide.page.locator("#house").text_content() or ""
    assert said["robert"] == "Robert’s Rules"
    assert (said["tda"], said["card-room"]) == ("TDA rules", "card room rules")
    assert all(words.lower().count("rules") == 1 for words in said.values())
