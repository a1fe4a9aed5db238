"""Round the hand: the seal, chat, hands of before, notices, waiting for a chair, notes, doors."""

from __future__ import annotations

from typing import Any, Final

import msgspec
import pytest

from omaha8.hand.actions import FOLD
from omaha8.table import commands as c
from tests.browser import hands
from tests.browser.http import Refusal
from tests.browser.scene import Scene, Stage

pytestmark = pytest.mark.browser

AT: Final = 1_780_000_000_000
SCOOP: Final = (
    "plo8 1/2 b1 200*2 0:As2sKhKd 1:QcQsJhTh board:3s4dKc8c6h muck=show_all "
    "| c c / c c / c c / c r4 c"
)
"""Seat 0 has trips and the nut low, and takes all of it."""


def test_a_scoop_marks_the_cards_of_both_ways(wide: Stage) -> None:
    scene = wide.show(SCOOP, viewer=None)
    (pot,) = scene.view().showdown or ()
    (half,) = pot.lines
    assert (half.half, half.seats) == ("whole", (0,))
    winner = "o8-seat[aria-label=Ann]"
    low = wide.page.locator(f"{winner} .plays-low").evaluate_all("all => all.map((c) => c.code)")
    high = wide.page.locator(f"{winner} .plays-high").evaluate_all("all => all.map((c) => c.code)")
    assert (sorted(low), sorted(high)) == (["2s", "As"], ["Kd", "Kh"])


def test_a_ten_is_a_t_on_the_card_as_in_the_text(wide: Stage) -> None:
    wide.show(SCOOP)
    widths = wide.page.evaluate("""async () => {
      const { RANK_STROKES } = await import("/js/glyphs.js");
      return [RANK_STROKES.T.match(/M/g).length, "10" in RANK_STROKES];
    }""")
    assert widths == [2, False]  # a bar and a stem
    assert "T♥" in wide.page.locator("o8-log").inner_text()


def test_bots_are_marked_in_text(phone: Stage) -> None:
    phone.show(hands.RIVER)
    page = phone.page
    tags = page.locator("o8-seat .bot:visible")
    assert tags.all_inner_texts() == ["bot"] * 5
    assert tags.first.get_attribute("title") == "A bot: a program plays here"
    assert page.locator("o8-seat.hero .bot").is_hidden()


def test_the_seal_waits_for_a_hand_that_it_has_not_seen_from_the_start(stage: Stage) -> None:
    page = stage.page
    stage.show(hands.RIVER)
    sign = page.locator("o8-seal .sign")
    assert sign.get_attribute("aria-label") == "Deal not checked yet"
    sign.click()
    more = page.locator("o8-seal .more")
    assert "the next one is checked" in more.inner_text()
    page.keyboard.press("Escape")
    assert more.is_hidden()
    (commit,) = stage.said("commit")
    assert commit["hand"] == 2
    assert len(commit["hash"]) == 64


def test_decks_that_are_exchanged_are_said_aloud(stage: Stage) -> None:
    page = stage.page
    scene = stage.show(hands.SIDE_POT)
    news = {**_form(scene.news()), "type": "events"}
    for i, root in enumerate(("aa", "cc")):
        roots = [root * 32, "bb" * 32]
        told = {"type": "decks_committed", "hand": 2, "roots": roots, "hashes": []}
        stage.tell({**news, "seq": scene.told + i, "events": [told]})
    words = "The decks of hand 2 were exchanged after they were committed to."
    page.wait_for_selector(f"o8-toast:has-text('{words}')")
    assert page.locator("o8-seal").get_attribute("class") == "failed"
    assert words in (page.locator("o8-seal .sign").get_attribute("title") or "")


def _form(value: object) -> dict[str, Any]:
    form: dict[str, Any] = msgspec.to_builtins(value)
    return form


def test_the_last_hands_can_be_checked_and_downloaded(stage: Stage) -> None:
    page, answers = stage.page, stage.server.answers
    hand = {"started": AT, "ended": AT, "pot": 41, "players": [], "seat": 0}
    won: dict[str, Any] = {**hand, "hand": 12, "result": 12, "note": None}
    void: dict[str, Any] = {**hand, "hand": 11, "result": None, "note": "The server stopped."}
    told = [won, void]
    answers["GET tables/k3x9/hands"] = {"hands": told}
    stage.show(hands.RIVER)
    page.locator("#tab-hands").click()
    rows = page.locator("o8-hands .hand")
    rows.first.wait_for()
    assert "pot 41: you won 12" in rows.first.inner_text()
    assert "The server stopped." in rows.last.inner_text()
    check = rows.first.get_by_role("link", name="Check")
    assert check.get_attribute("href") == "verify.html#table=k3x9&hand=12"
    download = rows.first.get_by_role("link", name="Download")
    assert download.get_attribute("href") == "api/tables/k3x9/hands/12"
    answers["GET tables/k3x9/hands"] = {"hands": [{**won, "hand": 13}, *told]}
    stage.scene.changes = {"hand": 14}
    stage.tell(stage.scene.news())
    page.wait_for_selector("o8-hands .hand:first-child:has-text('Hand 13')")


def test_a_hand_of_the_past_is_told_in_the_words_of_the_log(stage: Stage) -> None:
    page, answers = stage.page, stage.server.answers
    played = Scene(hands.SIDE_POT).snapshot()
    events, last = list(played.events), len(played.events)
    names = {str(seat): name for seat, name in enumerate(played.names) if name}
    answers["GET tables/k3x9/hands"] = {
        "hands": [
            {"hand": 12, "started": AT, "ended": AT, "pot": 41, "players": [], "seat": 0}
            | {"result": 12, "note": None}
        ]
    }
    answers["GET tables/k3x9/hands/12"] = {
        "hand": 12,
        "events": events,
        "names": names,
        "hands": msgspec.to_builtins(played.view.hands),
    }
    stage.show(hands.RIVER)
    page.locator("#tab-hands").click()
    page.locator("o8-hands").get_by_role("button", name="Read").click()
    dialog = page.get_by_role("dialog", name="Hand 12")
    dialog.locator("li").first.wait_for()
    lines = dialog.locator("li").all_inner_texts()
    assert 10 < len(lines) <= last
    assert lines[0] == "New hand: Dora has the button"
    assert "Dealt to Ann: A♠ 2♠ K♥ Q♦" in lines
    # What each hand made that was shown is told, and what won by the same name.
    for named in played.view.hands:
        assert any(line.endswith(f" - {named.high}; {named.low or 'no low'}") for line in lines)
    low = next(hand.low for hand in played.view.hands if hand.low)
    assert any(line.endswith(f"low of the main pot: {low}") for line in lines)
    # The log beside it is that of the hand which is going on.
    assert page.locator("o8-log .entry-shown").count() == 0
    page.keyboard.press("Escape")
    assert page.locator("body.my-turn").count() == 1


def test_the_list_of_hands_grows_on_top_whatever_has_the_focus(stage: Stage) -> None:
    page, answers = stage.page, stage.server.answers
    hand = {"started": AT, "ended": AT, "pot": 41, "players": [], "seat": 0, "note": None}

    def told(*numbers: int) -> None:
        hands = [{**hand, "hand": number, "result": 0} for number in numbers]
        answers["GET tables/k3x9/hands"] = {"hands": hands}

    def listed() -> list[str]:
        return [row.inner_text()[:7].strip(",") for row in rows.all()]

    told(12, 11)
    scene = stage.show(hands.RIVER)
    page.locator("#tab-hands").click()
    rows = page.locator("o8-hands .hand")
    rows.first.wait_for()
    check = rows.last.get_by_role("link", name="Check")
    check.focus()
    # The hand is over: that it is listed need not wait for the next one.
    told(13, 12, 11)
    while not scene.hand.over:
        scene.act(FOLD)
    stage.tell(scene.news())
    page.wait_for_selector("o8-hands .hand:first-child:has-text('Hand 13')")
    assert check.evaluate("link => link === document.activeElement")
    assert listed() == ["Hand 13", "Hand 12", "Hand 11"]
    # Some were played while nobody was told of them.
    told(20, 19)
    scene.changes = {"hand": 21}
    stage.tell(scene.news())
    page.wait_for_selector("o8-hands .hand:first-child:has-text('Hand 20')")
    assert listed() == ["Hand 20", "Hand 19"]


def test_the_tabs_of_the_panel_are_for_keys_too(stage: Stage) -> None:
    page = stage.page
    stage.show(hands.RIVER)
    page.locator("#tab-log").focus()
    page.keyboard.press("ArrowRight")
    assert page.locator("o8-chat").is_visible()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert page.locator("o8-hands").is_visible()
    assert page.locator("#tab-hands").evaluate("tab => tab === document.activeElement")


def test_who_watches_late_is_told_how_late(stage: Stage) -> None:
    page = stage.page
    stage.show(hands.RIVER, viewer=None)
    assert page.locator("o8-notices").is_hidden()
    stage.scene.info = {"spectator_delay_ms": 30_000}
    stage.tell(stage.scene.welcome("other"))
    stage.tell(stage.scene.snapshot())
    page.wait_for_selector("text=You see this table 30 seconds late")


def test_at_a_full_table_one_waits_for_a_chair(stage: Stage) -> None:
    page = stage.page
    scene = stage.show(hands.RIVER, viewer=None, person="Zoe")
    assert page.get_by_role("button", name="Sit down").is_hidden()
    page.get_by_role("button", name="Wait for a chair").click()
    stage.settle()
    assert stage.said("join_list") == [{"type": "join_list"}]
    for name in ("Yan", "Zoe"):
        scene.ask(c.JoinWaitingList(name))
    stage.tell(scene.news())
    page.wait_for_selector("text=You are number 2 of 2 who wait for a chair.")
    page.get_by_role("button", name="Wait no longer").click()
    stage.settle()
    assert stage.said("leave_list") == [{"type": "leave_list"}]


def test_a_name_opens_the_note_on_a_player(stage: Stage) -> None:
    page, server = stage.page, stage.server

    def none_yet(_: Any) -> Any:
        raise Refusal(404, "no_such_note", "You have no note on that player.")

    server.answers |= {
        "GET tables/k3x9": {"runs": False, "persons": [{"seat": 1, "person": 7, "name": "Bob"}]},
        "GET notes/7": none_yet,
        "PUT notes/7": {},
    }
    scene = stage.show(hands.RIVER)
    page.get_by_role("button", name="Cyd", exact=True).click()
    dialog = page.get_by_role("dialog")
    assert "A bot: a program plays here." in dialog.inner_text()
    assert dialog.get_by_label("Note").is_hidden()
    page.keyboard.press("Escape")
    seats = [{**_form(seat), "bot": False} if seat else None for seat in scene.snapshot().seats]
    stage.tell({**_form(scene.snapshot()), "type": "snapshot", "seats": seats})
    stage.settle()
    page.get_by_role("button", name="Bob", exact=True).click()
    dialog.get_by_label("Note").fill("Bluffs the river.")
    dialog.get_by_role("button", name="Keep").click()
    dialog.wait_for(state="hidden")
    assert server.asked == [("PUT notes/7", {"text": "Bluffs the river."})]
    assert page.locator("body.my-turn").count() == 1


def test_who_runs_the_table_stops_its_clocks_and_invites(stage: Stage) -> None:
    page, server = stage.page, stage.server
    server.answers |= {
        "GET tables/k3x9": {"runs": True, "persons": []},
        "POST tables/k3x9/pause": {},
        "POST tables/k3x9/invites": {"link": "/table.html?id=k3x9#invite=abc"},
    }
    scene = stage.show(hands.RIVER)
    page.locator("#pause").click()
    scene.changes = {"paused": "Ann"}
    stage.tell(scene.news())
    page.wait_for_selector("#pause:has-text('Resume')")
    page.locator("#invite").click()
    page.get_by_label("For how many people").fill("3")
    page.get_by_role("button", name="Make a link").click()
    page.wait_for_selector(".made:not([hidden])")
    link = page.get_by_label("The link").input_value()
    assert link == f"{stage.address}table.html?id=k3x9#invite=abc"
    assert server.asked == [
        ("POST tables/k3x9/pause", {"on": True}),
        ("POST tables/k3x9/invites", {"uses": 3, "hours": 24}),
    ]


def test_an_invitation_is_taken_and_leaves_the_address(stage: Stage) -> None:
    page, server = stage.page, stage.server

    def take(body: Any) -> Any:
        if server.person is None:
            raise Refusal(401, "who_are_you", "Come in as a guest or log in first.")
        return {"table": "k3x9", **body}

    told = {"table": "k3x9", "name": "Friday", "game": "Pot Limit Omaha Hi/Lo 1/2", "by": "Hal"}
    server.answers |= {"POST invites": take, "POST invites/look": told}
    stage.show(hands.ONE_CHAIR_FREE, viewer=None)
    page.goto("about:blank")
    page.goto(f"{stage.address}table.html?id=k3x9#invite=abc")
    # Who loads the page again before he has come in is still invited.
    words = "Hal invites you to a table: Friday, Pot Limit Omaha Hi/Lo 1/2."
    for _ in range(2):
        page.wait_for_selector(f"o8-gate:has-text('{words}')")
        page.reload()
    page.wait_for_selector(f"o8-gate:has-text('{words}')")
    server.asked.clear()
    sign_in = page.get_by_role("link", name="Sign in").get_attribute("href")
    assert sign_in == "account.html#back=k3x9&invite=abc"
    page.get_by_label("Your name").fill("Zoe")
    page.get_by_role("button", name="Come in").click()
    page.wait_for_selector("o8-sit:not([hidden])")
    assert page.locator("o8-gate").is_hidden()
    assert page.url == f"{stage.address}table.html?id=k3x9"
    assert [key for key, _ in server.asked] == ["POST guest", "POST invites"]
    assert server.asked[-1][1] == {"token": "abc"}


def test_a_used_up_invitation_is_told_before_one_gives_a_name(stage: Stage) -> None:
    page = stage.page

    def refuse(_: Any) -> Any:
        raise Refusal(403, "not_allowed", "This invitation does not let anybody in (any more).")

    def unknown(_: Any) -> Any:
        raise Refusal(401, "who_are_you", "Come in as a guest or log in first.")

    stage.server.answers |= {"POST invites": unknown, "POST invites/look": refuse}
    stage.show(hands.ONE_CHAIR_FREE, viewer=None)
    page.goto("about:blank")
    page.goto(f"{stage.address}table.html?id=k3x9#invite=abc")
    page.wait_for_selector("o8-gate:has-text('does not let anybody in')")
    assert page.get_by_label("Your name").count() == 0
    # Who has been let in already only has to say who he is.
    assert page.get_by_role("link", name="Sign in").is_visible()


def test_what_cannot_be_saved_stays_on_the_screen(stage: Stage) -> None:
    page = stage.page
    page.clock.install()
    stage.show(hands.RIVER)
    words = "The last move could not be saved and has not happened."
    stage.tell({"type": "error", "code": "not_saved", "message": words})
    page.wait_for_selector(f"o8-toast:has-text('{words}')")
    page.clock.fast_forward(8000)
    assert page.locator("o8-toast").is_visible()


def test_a_broke_player_chooses_how_much_he_brings(stage: Stage) -> None:
    page = stage.page
    stage.show(hands.SIDE_POT, viewer=4)
    between = page.locator("o8-between")
    assert "You are out of chips." in between.inner_text()
    between.get_by_role("button", name="Another amount").click()
    amount = page.get_by_role("dialog", name="Chips").get_by_label("Add chips (")
    assert amount.get_attribute("min") == "40"
    amount.fill("60")
    page.keyboard.press("Enter")
    between.get_by_role("button", name="Buy in again: 200").click()
    stage.settle()
    assert stage.said("rebuy") == [{"type": "rebuy", "amount": 60}, {"type": "rebuy"}]
