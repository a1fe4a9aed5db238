"""What the page says of a hand: what was shown, what one had."""

from __future__ import annotations

import json
from typing import Final

import msgspec
import pytest

from omaha8.room import RoomSettings
from omaha8.room.messages import Events, Stand
from omaha8.server.wire import encode
from tests.browser import hands
from tests.browser.scene import Stage
from tests.room.guests import Guest, TimedRoom

pytestmark = pytest.mark.browser


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
  const { words, until } = between(messages.reduce(fold, INITIAL));
  return [words, until];
}"""


def words_told(stage: Stage, *guests: Guest) -> list[str]:
    """What stands below the table on a page that is told what these were told, in this order."""
    stage.show(hands.RIVER)
    messages = [json.loads(encode(message)) for guest in guests for message in guest.told]
    words: list[str] = stage.page.evaluate(WORDS, messages)
    return words


def test_the_page_says_what_is_waited_for(wide: Stage) -> None:
    room = TimedRoom(bots=5, settings=RoomSettings())
    rail = Guest(room, "Rail")
    assert words_told(wide, rail)[0] == "Sit down to start; the bots wait for you."
    ann = Guest(room, "Ann")
    ann.sit()
    assert words_told(wide, ann) == ["", "First hand"]


def test_a_full_table_says_that_one_watches(wide: Stage) -> None:
    room = TimedRoom(seats=3)
    for name in ("Ann", "Ben", "Cat"):
        Guest(room, name).sit()
    words = words_told(wide, Guest(room, "Rail"))[0]
    assert words.startswith("Table full: you are watching; a chair will be offered here")


def test_a_table_started_anew_says_so_to_who_had_a_seat(wide: Stage) -> None:
    ann = Guest(TimedRoom())
    ann.sit()
    rail = Guest(TimedRoom())
    again = Guest(TimedRoom())
    anew = "The table was started anew: stacks of the last one are gone."
    assert words_told(wide, ann, again)[0].startswith(anew)
    assert anew not in words_told(wide, rail, again)[0]


def test_the_time_of_whoever_is_to_act_runs_from_the_start(wide: Stage) -> None:
    scene = wide.show(hands.RIVER)
    page = wide.page
    line = page.locator("o8-seat.turn .turn-clock")
    assert page.locator(".turn-clock").count() == 0
    for left, soon in ((60_000, False), (12_000, True)):
        view = msgspec.structs.replace(scene.view(), acting_ms=left)
        wide.tell(Events(seq=scene.told, events=(), view=view))
        wide.settle()
        assert line.count() == 1
        assert ("soon" in (line.get_attribute("class") or "")) is soon
    wide.tell(Events(seq=scene.told, events=(), view=scene.view()))
    wide.settle()
    assert page.locator(".turn-clock").count() == 0


def test_who_runs_out_of_time_is_said_to_have(wide: Stage) -> None:
    room = TimedRoom(settings=RoomSettings(first_deal=0))
    joe, kim = Guest(room, "Joe"), Guest(room, "Kim")
    joe.sit(0)
    kim.sit(1)
    room.wait(1)
    joe.read()
    assert joe.to_act
    room.wait(60)
    kim.read()
    lines = lines_told(wide, kim)
    assert "Joe ran out of time: folds, and sits out" in lines
    assert "Joe folds" not in lines
    assert "Joe sits out" not in lines
