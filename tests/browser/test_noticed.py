"""What must not be missed at the table: the own turn, bad news, and what is on its way."""

from __future__ import annotations

from itertools import pairwise
from time import time
from typing import TYPE_CHECKING, Final, Literal

import msgspec
import pytest

from omaha8.room.messages import Bye, Error, Said, Stand
from omaha8.room.shown import MarkView
from omaha8.rules.game import Seat
from tests.browser import hands
from tests.browser.test_chairs import Watched
from tests.room.guests import QUICK, Guest, TimedRoom, play_on

if TYPE_CHECKING:
    from playwright.sync_api import FloatRect, Locator

    from tests.browser.scene import Stage

pytestmark = pytest.mark.browser

QUARTERED: Final = (
    "flo8 2/4 b1 200*3 0:As2sKhKd 1:Ad2dQsJh 2:5c5h5s9d board:3s4dKc8c6h muck=show_all "
    "| c c c / c c c / c c c / c c c"
)
"""Hanna takes the high, and shares the low with Cora on the button."""
DEBT: Final = "Post 3 (2 live, 1 dead) or wait for the big blind."


def box_of(locator: Locator) -> FloatRect:
    box = locator.bounding_box()
    assert box is not None
    return box


def above_each_other(*parts: Locator) -> bool:
    """Whether each ends before the next begins."""
    boxes = [box_of(part) for part in parts]
    return all(above["y"] + above["height"] <= below["y"] for above, below in pairwise(boxes))


def test_a_drawer_says_whose_turn_it_is_and_how_long_and_leads_back(phone: Stage) -> None:
    page = phone.page
    scene = phone.show(hands.RIVER)
    scene.changes = {"acting_ms": 30_000, "bank_ms": 10_000}
    phone.tell(scene.news())
    page.locator("#log-toggle").click()
    turn = page.locator("#panel-turn")
    page.wait_for_selector("#panel-turn:has-text('Your turn: 29 s')")
    # What one said is not lost where one may not say it, and the refusal covers neither.
    text = page.get_by_label("Say something to the table")
    text.fill("Good evening")
    page.keyboard.press("Enter")
    phone.tell(Error("muted", "The host has muted you; you can still play."))
    page.wait_for_selector("o8-toast:has-text('muted')")
    assert above_each_other(page.locator(".panel-head"), turn, page.locator("o8-toast"))
    assert text.input_value() == "Good evening"
    turn.click()
    assert page.locator("#panel").is_hidden()
    assert page.locator("o8-actions .call").is_visible()
    scene.changes = {"acting_ms": 0, "bank_ms": 9_500}
    phone.tell(scene.news())
    page.locator("#log-toggle").click()
    page.wait_for_selector("#panel-turn:has-text('time bank')")
    page.locator("#panel-close").click()
    page.locator("o8-actions .call").click()
    phone.settle()
    page.locator("#log-toggle").click()
    assert turn.is_hidden()


def test_what_is_said_of_the_connection_lies_on_nothing(each_size: Stage) -> None:
    page = each_size.page
    each_size.show(hands.RIVER)
    each_size.tell(Bye("The server stops. Hands go on when it is back."))
    page.evaluate("document.body.classList.add('lost')")
    note, notices = page.locator(".lost-note"), page.locator("o8-notices")
    notices.wait_for()
    assert note.is_visible()
    assert above_each_other(page.locator("header"), note, notices, page.locator("o8-table"))
    page.evaluate("document.body.classList.remove('lost')")


def test_what_there_is_to_choose_stands_in_one_row(each_size: Stage) -> None:
    each_size.show(hands.ONE_CHAIR_FREE, 3)
    news = msgspec.to_builtins(each_size.scene.news())
    page = each_size.page
    for more in (
        "",
        " You are",
        " You are far behind",
        " You are far behind it, and it comes soon",
    ):
        offer = {**news["me"]["own"]["offers"][0], "text": DEBT + more}
        own = {**news["me"]["own"], "offers": [offer]}
        each_size.tell({"type": "events", **news, "me": {**news["me"], "own": own}})
        page.wait_for_selector(f".offer p:has-text('{DEBT + more}')")
        post, wait = (box_of(button) for button in page.locator(".offer button").all())
        assert post["y"] == wait["y"]
        assert post["x"] + post["width"] <= wait["x"]


def test_chips_that_come_after_the_hand_are_announced_and_marked(phone: Stage) -> None:
    page = phone.page
    phone.show(hands.RIVER)
    page.locator("#menu-toggle").click()
    page.locator("#chips").click()
    page.get_by_role("dialog").get_by_label("Add chips (").fill("50")
    page.keyboard.press("Enter")
    page.wait_for_selector("o8-toast.calm:has-text('50 chips come after this hand.')")
    mark = page.locator("o8-seat.hero .mark.top_up")
    mark.wait_for()
    assert mark.inner_text() == "+50"
    assert mark.get_attribute("title") == "50 chips come after this hand"


def test_who_has_a_note_is_marked_for_who_wrote_it(stage: Stage) -> None:
    page, answers = stage.page, stage.server.answers
    answers |= {
        "GET notes": {"notes": [{"person": 7, "name": "Bob", "text": "Bluffs.", "changed": 0}]},
        "GET tables/k3x9": {"runs": False, "persons": [{"seat": 1, "person": 7, "name": "Bob"}]},
        "GET notes/7": {"text": "Bluffs."},
        "DELETE notes/7": {},
    }
    scene = stage.show(hands.RIVER)
    told = msgspec.to_builtins(scene.snapshot())
    people = [seat and {**seat, "bot": False} for seat in told["seats"]]
    stage.tell({"type": "snapshot", **told, "seats": people})
    noted = page.locator("o8-seat .noted:visible")
    noted.wait_for()
    assert page.locator("o8-seat:has(.noted:visible) .name").all_inner_texts() == ["Bob"]
    answers["GET notes"] = {"notes": []}
    page.get_by_role("button", name="Bob", exact=True).click()
    page.get_by_role("dialog").get_by_label("Note").fill("")
    page.get_by_role("dialog").get_by_role("button", name="Keep").click()
    noted.wait_for(state="hidden")


def test_whose_chair_is_freed_is_told_but_not_who_gets_up_himself(stage: Stage) -> None:
    page = stage.page
    words = "Your chair was freed: your chips are back in your account."
    for freed in (True, False):
        room = TimedRoom(seats=3, settings=QUICK)
        ann = Guest(room, "Ann")
        ann.sit(0)
        at = Watched(stage, ann)
        at.catch_up()
        page.wait_for_selector("o8-seat.hero")
        if freed:
            room.clear_seat(Seat(0))
        else:
            page.locator("#stand").click()
            ann.say(Stand())
        at.catch_up()
        page.wait_for_selector("o8-seat.hero", state="detached")
        assert page.locator(f"o8-toast:has-text('{words}')").is_visible() is freed
        page.reload()


@pytest.mark.parametrize("freed", [True, False])
def test_who_leaves_after_the_hand_is_told_at_once_and_others_see_it(
    stage: Stage, phone: Stage, freed: bool
) -> None:
    room = TimedRoom(seats=3, settings=QUICK)
    ann, ben, cat = (Guest(room, name) for name in ("Ann", "Ben", "Cat"))
    for seat, guest in enumerate((ann, ben, cat)):
        guest.sit(seat)
    room.wait()
    leaver = next(guest for guest in (ann, ben, cat) if not guest.to_act)
    other = next(guest for guest in (ann, ben, cat) if guest is not leaver)
    own, beside = Watched(phone, leaver), Watched(stage, other)
    own.catch_up()
    beside.catch_up()
    if freed:
        room.clear_seat(Seat((ann, ben, cat).index(leaver)))
    else:
        phone.page.locator("#menu-toggle").click()
        phone.page.locator("#stand").click()
        phone.page.locator("#stand-yes").click()
        leaver.say(Stand())
    own.catch_up()
    beside.catch_up()
    if freed:
        said = phone.page.locator("o8-notices p")
        assert said.inner_text().startswith("The host has freed your chair: you play this hand out")
    else:
        said = phone.page.locator("o8-between p")
        assert said.inner_text().startswith("You have got up: you fold when it is your turn")
    assert stage.page.locator("o8-seat .mark:visible", has_text="leaves").count() == 1
    for guest in (ann, ben, cat):
        guest.read()
    play_on(room, ann, ben, cat)
    room.wait()
    own.catch_up()
    gone = "o8-toast:has-text('The host has freed your chair: your chips are back')"
    assert phone.page.locator(gone).is_visible() is freed
    assert phone.page.locator("o8-notices p").count() == 0


def test_a_toast_covers_no_notice(phone: Stage) -> None:
    page = phone.page
    scene = phone.show(hands.RIVER)
    phone.tell(Error("frozen", "The table has stopped."))
    page.wait_for_selector("o8-toast:visible")
    scene.changes = {"paused": "Hal", "closing": True}
    phone.tell(scene.news())
    page.wait_for_selector("o8-notices p >> nth=1")
    phone.settle()
    phone.settle()
    assert above_each_other(page.locator("o8-notices"), page.locator("o8-toast"))


def react(name: str, text: str, kind: Literal["say", "react"] = "react") -> Said:
    return Said(kind=kind, person=2, name=name, text=text, at=int(time() * 1000))


def test_what_is_called_out_is_seen_at_the_seat_for_a_while(stage: Stage) -> None:
    page = stage.page
    stage.stop_time()
    stage.show(hands.RIVER)
    action = page.locator("o8-seat").nth(1).locator(".action")
    before = action.inner_text()
    stage.tell(react("Bob", "well played"))
    stage.settle()
    assert action.inner_text() == before, "what is told with the welcome is old"
    stage.wait(1600)
    stage.tell(react("Bob", "nice hand"))
    stage.settle()
    assert action.inner_text() == "“nice hand”"
    stage.tell(stage.scene.news())
    stage.settle()
    assert action.inner_text() == "“nice hand”"
    stage.wait(6000)
    assert action.inner_text() == before


def test_what_somebody_says_can_be_hidden(stage: Stage) -> None:
    page = stage.page
    stage.stop_time()
    scene = stage.show(hands.RIVER)
    told = msgspec.to_builtins(scene.snapshot())
    people = [seat and {**seat, "bot": False} for seat in told["seats"]]
    stage.server.answers["GET tables/k3x9"] = {"runs": False, "persons": []}
    stage.tell({"type": "snapshot", **told, "seats": people})
    stage.tell(react("Bob", "quads!", "say"))
    stage.tell(react("Cyd", "oh", "say"))
    stage.wait(1600)
    lines = page.locator("o8-chat .said")
    bob = page.get_by_role("button", name="Bob", exact=True)
    bob.click()
    page.get_by_role("button", name="Hide what Bob says").click()
    page.locator("#tab-chat").click()
    assert [line.locator("span").inner_text() for line in lines.all() if line.is_visible()] == [
        "Cyd: oh"
    ]
    page.locator("#tab-log").click()
    stage.tell(react("Bob", "nice hand"))
    stage.settle()
    assert page.locator("o8-seat").nth(1).locator(".action").inner_text() != "“nice hand”"
    assert page.locator("#unread").is_hidden()
    bob.click()
    page.get_by_role("button", name="Show what Bob says").click()
    page.locator("#tab-chat").click()
    assert all(line.is_visible() for line in lines.all())


def test_the_keys_of_the_actions_work_where_a_box_has_the_focus(stage: Stage) -> None:
    page = stage.page
    scene = stage.show(hands.RIVER)
    page.locator("#sit-out").focus()
    page.keyboard.press("c")
    stage.settle()
    assert [action["type"] for action in scene.actions] == ["call"]


def test_what_the_marks_at_a_seat_mean_can_be_read_without_pointing(phone: Stage) -> None:
    page = phone.page
    scene = phone.show(hands.RIVER)
    missed = MarkView("missed_big", "ML", "Missed the big blind: owes it before the cards")
    seats = len(scene.table.public.seats)
    scene.changes = {"marks": tuple((missed,) if seat == 1 else () for seat in range(seats))}
    phone.tell(scene.news())
    page.locator("o8-seat[aria-label=Bob] .name").click()
    meant = page.get_by_role("list", name="What the marks mean")
    said = meant.get_by_role("listitem").all_inner_texts()
    assert said[-1] == "ML Missed the big blind: owes it before the cards"
    page.keyboard.press("Escape")
    button = scene.hand.public.start.button
    page.locator(f"o8-seat[aria-label={scene.names[button]}] .name").click()
    said = meant.get_by_role("listitem").all_inner_texts()
    assert said[0].startswith("D The dealer button")


def test_a_phone_names_who_shares_a_half_and_who_has_the_button(phone: Stage) -> None:
    page = phone.page
    phone.show(QUARTERED, viewer=2, names=("Hanna", "Cora", "Ben"))
    page.wait_for_selector(".settled o8-pots .takers")
    for taker in page.locator("o8-pots .takers").all():
        # All of the names can be read.
        assert taker.evaluate("words => words.scrollWidth <= words.clientWidth")
    high, low = (part.bounding_box() for part in page.locator("o8-pots .part").all())
    assert high is not None
    assert low is not None
    assert abs(high["width"] - low["width"]) < 2
    shows = page.locator("o8-seat.shows[aria-label=Cora]")
    assert shows.locator(".mark.disc").is_visible()
    assert shows.locator(".stack").is_visible()
