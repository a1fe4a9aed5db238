"""Who may sit down, and who waits: what the pages of a room say, on time and late."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import msgspec
import pytest

from omaha8.room.messages import Error, JoinList, LeaveList, Stand
from omaha8.rules.game import Chips, Seat
from omaha8.table.money import Departure
from tests.browser import hands
from tests.browser.http import table
from tests.browser.test_layout import faults
from tests.room.guests import QUICK, Guest, TimedRoom, play_on

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.browser.scene import Stage

pytestmark = pytest.mark.browser

DELAY: Final = 70.0
"""Longer than a chair is kept for anybody."""
LATE: Final = "You see this table 70 seconds late"


class Watched:
    """A page that is told what a guest of a room is told, and nothing else."""

    def __init__(self, stage: Stage, guest: Guest) -> None:
        self.stage, self.guest = stage, guest
        stage.show(hands.LOW_DRAW)
        stage.silent = True
        self.told = 0
        self.page: Page = stage.page

    def catch_up(self) -> None:
        self.guest.read()
        for message in self.guest.told[self.told :]:
            self.stage.tell(message)
        self.told = len(self.guest.told)
        self.stage.settle()


class Full:
    """Ann and Ben are in a hand, there is no other chair; Cat, Dan and a stranger look on."""

    def __init__(self, delay: float) -> None:
        self.room = TimedRoom(seats=2, settings=QUICK, spectator_delay=delay)
        self.ann, self.ben = Guest(self.room), Guest(self.room, "Ben")
        self.ann.sit(0)
        self.ben.sit(1)
        self.room.wait()
        self.cat, self.dan = Guest(self.room, "Cat"), Guest(self.room, "Dan")

    def free_a_chair(self) -> None:
        """Ben gets up; what is to be done then, is."""
        self.ben.say(Stand())
        play_on(self.room, self.ann, self.ben)
        self.room.wait()
        assert len(self.room.table.public.free) == 1


def names(page: Page) -> list[str]:
    """The buttons of the form to sit down."""
    return page.locator("o8-sit button:visible").all_inner_texts()


def seconds(said: Locator) -> int:
    """How many are said to be left."""
    found = re.search(r"\d+", said.inner_text())
    assert found
    return int(found[0])


def test_at_a_new_table_that_is_seen_late_one_can_sit_down(stage: Stage) -> None:
    room = TimedRoom(seats=3, settings=QUICK, spectator_delay=DELAY)
    page = stage.page
    at = Watched(stage, Guest(room, "Cat"))
    at.catch_up()
    assert page.locator("o8-seat .chair:visible").count() == 3
    assert names(page) == ["Sit down"]
    page.wait_for_selector(f"o8-notices:has-text('{LATE}')")


def test_where_nothing_is_to_be_seen_yet_one_can_sit_down_all_the_same(stage: Stage) -> None:
    table = Full(DELAY)
    page = stage.page
    at = Watched(stage, table.cat)
    welcome = table.cat.welcome
    stage.tell(welcome)
    page.wait_for_selector(f"o8-notices:has-text('{LATE}')")
    page.wait_for_selector("o8-sit button:has-text('Sit down')")
    # The server knows better.
    stage.tell(Error("table_full", "Every seat is taken; wait until one is free."))
    page.wait_for_selector("o8-sit button:has-text('Wait for a chair')")
    table.cat.say(JoinList())
    at.catch_up()
    assert names(page) == ["Wait no longer"]


@pytest.mark.parametrize("delay", [0.0, DELAY])
def test_what_one_does_on_the_waiting_list_is_seen_at_once(stage: Stage, delay: float) -> None:
    table = Full(delay)
    page = stage.page
    at = Watched(stage, table.cat)
    table.room.wait(delay)
    at.catch_up()
    assert names(page) == ["Wait for a chair"]
    table.dan.say(JoinList())
    table.cat.say(JoinList())
    at.catch_up()
    assert names(page) == ["Wait no longer"]
    page.wait_for_selector("text=You are number 2 of 2 who wait for a chair.")
    table.cat.say(LeaveList())
    at.catch_up()
    assert names(page) == ["Wait for a chair"]


@pytest.mark.parametrize("delay", [0.0, DELAY])
def test_whose_chair_it_is_is_told_at_once_and_for_how_long(stage: Stage, delay: float) -> None:
    table = Full(delay)
    page = stage.page
    at = Watched(stage, table.cat)
    table.room.wait(delay)
    table.cat.say(JoinList())
    table.free_a_chair()
    at.catch_up()
    said = page.locator("o8-between p")
    assert re.match(r"A chair is kept for you for \d+ s: sit down\.", said.inner_text())
    assert 30 < seconds(said) <= 60
    assert names(page) == ["Sit down", "Wait no longer"]
    first = seconds(said)
    page.wait_for_function(
        "first => Number(document.querySelector('o8-between p').textContent.match(/\\d+/)) < first",
        arg=first,
    )


def test_for_whom_a_chair_is_kept_stands_on_it_and_one_may_wait_too(stage: Stage) -> None:
    table = Full(0)
    page = stage.page
    at = Watched(stage, table.dan)
    table.cat.say(JoinList())
    table.free_a_chair()
    at.catch_up()
    chair = page.locator("o8-seat .chair:visible")
    assert re.fullmatch(r"Kept for Cat, \d+ s", chair.inner_text())
    assert 30 < seconds(chair) <= 60
    assert chair.is_disabled()
    assert chair.evaluate("chair => getComputedStyle(chair).opacity") == "1"
    assert names(page) == ["Wait for a chair"]
    page.wait_for_selector("text=The free chair is kept for Cat; you may wait for the next one.")
    table.cat.say(LeaveList())
    table.room.wait()
    at.catch_up()
    assert chair.inner_text() == "Sit here"
    assert names(page) == ["Sit down"]


@pytest.mark.parametrize("delay", [0.0, DELAY])
def test_who_got_up_in_a_hand_has_no_hand_any_more(stage: Stage, delay: float) -> None:
    room = TimedRoom(seats=3, settings=QUICK, spectator_delay=delay)
    ann, ben, cat = (Guest(room, name) for name in ("Ann", "Ben", "Cat"))
    for seat, guest in enumerate((ann, ben, cat)):
        guest.sit(seat)
    room.wait()
    page = stage.page
    at = Watched(stage, ben)
    at.catch_up()
    assert page.locator("o8-readout").is_visible()
    ben.say(Stand())
    play_on(room, ann, ben, cat)
    room.wait()
    at.catch_up()
    assert page.locator("o8-seat.hero").count() == 0
    assert page.locator("o8-readout").is_hidden()
    room.wait(delay)
    for guest in (ann, cat):
        guest.read()
    play_on(room, ann, cat)
    room.wait(delay)
    at.catch_up()
    assert page.locator("o8-readout").is_hidden()
    assert page.locator("o8-showdown .own-hand:visible").count() == 0


def test_who_takes_a_chair_has_not_what_lay_there_before_him(stage: Stage) -> None:
    """The last hand is still shown, to its end, with all that was won."""
    settings = msgspec.structs.replace(QUICK, pause=100, showdown_pause=100)
    room = TimedRoom(seats=2, settings=settings)
    ann, ben, cat = Guest(room), Guest(room, "Ben"), Guest(room, "Cat")
    page = stage.page
    at = Watched(stage, cat)
    ann.sit(0)
    ben.sit(1)
    room.wait()
    while room.is_playing():
        (ann if ann.to_act else ben).passes()
    winner, seat = (ben, 1) if room.table.public.stack(Seat(1)) > 200 else (ann, 0)
    winner.say(Stand())
    cat.sit(seat)
    at.catch_up()
    page.wait_for_selector("o8-showdown .award")
    assert page.locator("o8-showdown .own-hand").count() == 0


def test_a_link_is_for_as_many_as_there_are_free_chairs(stage: Stage) -> None:
    room = TimedRoom(seats=5)
    page = stage.page
    stage.server.answers[f"GET tables/{room.id}"] = {"runs": True, "persons": []}
    ann = Guest(room, "Ann")
    ann.sit(0)
    at = Watched(stage, ann)
    for name in ("", "Ben", "Cat", "Dan", "Eve"):
        if name:
            Guest(room, name).sit()
        at.catch_up()
        page.locator("#invite").click()
        many = page.get_by_label("For how many people")
        assert many.input_value() == str(max(1, len(room.table.public.free)))
        page.keyboard.press("Escape")
    assert not room.table.public.free


def test_who_has_to_bring_back_what_he_left_with_is_told_so(each_size: Stage) -> None:
    """RULES, sit out, leave: who returns within the hour brings at least what he took."""
    scene = each_size.show(hands.ONE_CHAIR_FREE, None, person="Zoe")
    limits = each_size.page.locator("o8-sit label[for=sit-buy-in] .limits")
    assert limits.inner_text().startswith("(40 to 400, you have")
    scene.table.public.departed["Zoe"] = Departure(Chips(412), scene.table.public.minute)
    each_size.tell(scene.snapshot())
    each_size.settle()
    assert limits.inner_text().startswith("(412 to 412, as you left with 412 a while ago")
    assert each_size.page.locator("#sit-buy-in").input_value() == "412"
    assert faults(each_size.page) == {}


def test_what_is_usual_is_offered_until_one_has_said_otherwise(stage: Stage) -> None:
    scene = stage.show(hands.ONE_CHAIR_FREE, None, person="Zoe")
    box = stage.page.locator("#sit-buy-in")

    def becomes_usual(chips: int) -> None:
        scene.setup = msgspec.structs.replace(scene.setup, buy_in=Chips(chips))
        stage.tell(scene.snapshot())

    assert box.input_value() == "200"
    becomes_usual(300)
    assert box.input_value() == "300"
    box.fill("150")
    becomes_usual(200)
    assert box.input_value() == "150"


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ("30", "Buy-in: 40 at least (you asked for 30)."),
        ("999", "Buy-in: 400 at most (you asked for 999)."),
        ("", "Buy-in: a whole number, 40 to 400."),
        ("50.5", "Buy-in: a whole number, 40 to 400."),
    ],
)
def test_a_wrong_buy_in_is_told_beside_its_field_with_what_is_allowed(
    each_size: Stage, asked: str, words: str
) -> None:
    page = each_size.page
    each_size.show(hands.ONE_CHAIR_FREE, None)
    before = len(each_size.said("sit"))
    page.locator("#sit-name").fill("Zoe")
    buy_in, wrong = page.locator("#sit-buy-in"), page.locator("#sit-wrong")
    buy_in.fill(asked)
    page.get_by_role("button", name="Sit down").click()
    assert wrong.inner_text() == words
    assert wrong.is_visible()
    assert buy_in.evaluate("(field) => field === document.activeElement")
    assert buy_in.get_attribute("aria-describedby") == "sit-wrong"
    assert faults(page) == {}
    buy_in.fill("200")
    assert wrong.is_hidden()
    assert len(each_size.said("sit")) == before


def test_what_is_wrong_with_an_invitation_is_told_in_the_same_way(stage: Stage) -> None:
    page = stage.page
    stage.server.answers["GET tables/k3x9"] = {**table(), "runs": True}
    stage.show(hands.ONE_CHAIR_FREE)
    page.locator("#invite").click()
    dialog = page.get_by_role("dialog", name="Invite to this table")
    dialog.get_by_label("For how many people").fill("0")
    dialog.get_by_role("button", name="Make a link").click()
    assert dialog.get_by_role("alert").inner_text() == (
        "For how many people: 1 at least (you asked for 0)."
    )
    assert stage.server.asked == []
