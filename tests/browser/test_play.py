"""A real server, a real browser: sit down, play, lose the page and get it back."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.browser.conftest import SIZES, quiet_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

HANDS_TO_A_SHOWDOWN: Final = 40
TURN: Final = "body.my-turn o8-actions .plain :enabled"
ASK_FOR_THE_NEXT_HAND: Final = """() => {
  if (!document.body.classList.contains("settled")) return true;
  for (const button of document.querySelectorAll("o8-between button:enabled")) {
    if (/^(Next hand|Buy in again)/.test(button.textContent)) button.click();
  }
  return false;
}"""
GET_UP: Final = """() => {
  const stand = document.getElementById("stand");
  if (!stand || stand.hidden) return;
  stand.click();
  // At once: the hand may end, and the question with it, before another look at the page.
  if (!document.getElementById("stand-question").hidden) {
    document.getElementById("stand-yes").click();
  }
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of ``omaha8 serve`` with five quick bots."""
    command = [sys.executable, "-m", "omaha8", "serve", "--port", "0", "--pace", "0.02"]
    data = str(tmp_path_factory.mktemp("served") / "data")
    process = subprocess.Popen(
        [*command, "--structure", "pl", "--stakes", "1/2", "--think-time", "0", "--data", data],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONWARNINGS": "ignore"},
    )
    assert process.stdout is not None
    try:
        lines = iter(process.stdout.readline, "")
        yield next(found[0] for line in lines if (found := re.search(r"http://\S+", line)))
    finally:
        process.terminate()
        process.wait(60)
        process.stdout.close()


class Player:
    """Somebody at the page, and every message the page has got."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.frames: list[dict[str, Any]] = []
        page.on("websocket", lambda socket: socket.on("framereceived", self._note))
        page.goto(f"{address}table.html")
        page.wait_for_selector("body.ready")

    def _note(self, text: str | bytes) -> None:
        frame = json.loads(text)
        if frame["type"] not in ("done", "said"):
            self.frames.append(frame)

    def sit_down(self) -> None:
        """A name and one click; another to post the big blind where others have played before."""
        self.page.get_by_label("Name").fill("Zoe")
        self.page.get_by_role("button", name="Sit down").click()
        self.page.wait_for_selector("o8-seat.hero")
        # In a game that goes on already there is a choice; before the first hand there is none.
        post = self.page.locator("o8-offers .entry button.strong")
        if post.is_visible():
            post.click()

    def wait_for_turn(self) -> None:
        """Until there is something to decide; hands that end before are skipped."""
        self._wait_for_turn_or_end()
        while not self.page.locator(TURN).count():
            self.next_hand()
            self._wait_for_turn_or_end()

    def _wait_for_turn_or_end(self) -> None:
        self.page.wait_for_selector(f"{TURN}, body.settled")

    def next_hand(self) -> None:
        """Asks for it, or buys in again, until the last hand is off the table."""
        self.page.wait_for_function(ASK_FOR_THE_NEXT_HAND)

    def check_or_call(self) -> None:
        """And waits until it is done."""
        self.page.locator("o8-actions").locator(".check, .call").first.click()
        self.page.wait_for_selector(f"body:not(.my-turn), {TURN}")

    def call_down(self) -> None:
        """Checks and calls until the hand is over."""
        self._wait_for_turn_or_end()
        while self.page.locator(TURN).count():
            self.check_or_call()
            self._wait_for_turn_or_end()


@pytest.fixture
def player(browser: Browser, server: str) -> Iterator[Player]:
    """A visitor who gets up when the test is over."""
    with quiet_page(browser, SIZES[0]) as page:
        player = Player(page, server)
        yield player
        page.evaluate(GET_UP)


def cards_told(frames: list[dict[str, Any]]) -> Iterator[tuple[set[str], set[str]]]:
    """For each message: the cards that are in it, and those that may be known by then."""
    known: set[str] = set()
    viewer = None
    for frame in frames:
        viewer = frame.get("viewer", viewer)
        for event in frame.get("events", []):
            cards = event.get("cards")
            if event["type"] == "hand_started":
                known = set()
            if cards is None:
                continue
            if event["type"] in ("board_dealt", "shown") or event["seat"] == viewer:
                known |= set(re.findall("..", cards))
        # The deck that was not dealt is open to everybody.
        dealt = [e for e in frame.get("events", []) if e["type"] != "deck_chosen"]
        text = json.dumps({**frame, "events": dealt})
        runs = re.findall(r'"((?:[2-9TJQKA][shdc])+)"', text)
        yield {card for run in runs for card in re.findall("..", run)}, known


def test_sit_down_and_play_a_hand_to_the_showdown(player: Player) -> None:
    page = player.page
    player.sit_down()
    for _ in range(HANDS_TO_A_SHOWDOWN):
        player.call_down()
        if "High" in page.locator("o8-showdown").inner_text():
            break
        player.next_hand()
    pots = player.frames[-1]["view"]["showdown"]
    words = page.locator("o8-showdown .words").all_text_contents()
    assert words == [line["text"] for pot in reversed(pots) for line in pot["lines"]]
    assert page.locator(".board o8-card").count() == 5
    assert page.locator("o8-seat.shows").count() >= 1
    assert page.locator("o8-seat.won").count() >= 1
    # They stay as long as the hand is the last one.
    hand = player.frames[-1]["view"]["hand"]
    player.next_hand()
    assert page.locator("o8-showdown .words").count() == 0
    assert player.frames[-1]["view"]["hand"] > hand


def test_a_reload_in_mid_hand_shows_the_same(player: Player) -> None:
    page = player.page
    player.sit_down()
    player.wait_for_turn()
    player.check_or_call()
    player.wait_for_turn()

    def told() -> tuple[str, str, str]:
        log = page.locator("o8-log").inner_text()
        cards = page.locator("o8-card[aria-label]").evaluate_all(
            "cards => cards.map((card) => card.getAttribute('aria-label')).join()"
        )
        return page.locator("main").inner_text(), cards, log[log.rindex("New hand") :]

    before = told()
    seq = player.frames[-1]["seq"]
    page.reload()
    page.wait_for_selector("body.my-turn")
    assert told() == before
    assert player.frames[-1]["type"] == "snapshot"
    assert player.frames[-1]["seq"] >= seq
    player.call_down()


def test_nonsense_from_another_socket_disturbs_nobody(player: Player) -> None:
    page = player.page
    player.sit_down()
    player.wait_for_turn()
    before = page.locator("main").inner_text()
    answers = page.evaluate("""async () => {
      const socket = new WebSocket(new URL("ws", location.href.replace("http", "ws")));
      await new Promise((open) => socket.addEventListener("open", open));
      const answers = [];
      for (const text of ["", "{", "[]", '{"type":"act"}', '{"type":"sit","seat":-1}', "null",
          '{"type":"act","seq":0,"action":{"type":"raise","to":1e99}}']) {
        const answer = new Promise((heard) => {
          socket.addEventListener("message", heard, { once: true });
        });
        socket.send(text);
        answers.push(JSON.parse((await answer).data));
      }
      socket.close();
      return answers;
    }""")
    assert [answer["code"] for answer in answers] == ["malformed"] * len(answers)
    assert all(answer["message"] for answer in answers)
    assert page.locator("main").inner_text() == before
    player.call_down()


def test_no_card_is_told_before_it_may_be_seen(
    player: Player, browser: Browser, server: str
) -> None:
    player.sit_down()
    with quiet_page(browser, SIZES[1]) as page:
        rail = Player(page, server)
        for _ in range(3):
            player.call_down()
            player.next_hand()
        assert page.locator("o8-seat:not(.shows) o8-card:not(.down)").count() == 0
        frames = rail.frames
    messages = 0
    for told, known in [*cards_told(player.frames), *cards_told(frames)]:
        assert told <= known
        messages += bool(told)
    assert messages > 20
    dealt = [
        event
        for frame in frames
        for event in frame.get("events", [])
        if event["type"] == "hole_dealt"
    ]
    assert len(dealt) >= 3 * 5
    assert all(event["cards"] is None for event in dealt)


def test_illegal_amounts_are_impossible_at_a_real_table(player: Player) -> None:
    page = player.page
    player.sit_down()
    while True:
        player.wait_for_turn()
        legal = player.frames[-1]["me"]["legal"]
        if legal["min_to"] < legal["max_to"]:
            break
        player.check_or_call()
    for wrong in (legal["min_to"] - 1, legal["max_to"] + 1):
        page.locator(".box").fill(str(wrong))
        assert page.locator("o8-actions .wager").is_disabled()
        page.keyboard.press("Enter")
    page.locator(".slider").press("End")
    assert page.locator(".box").input_value() == str(legal["max_to"])
    page.locator("o8-actions .wager").click()
    page.wait_for_selector(f"body:not(.my-turn), {TURN}")
    # Where the next hand was asked for when it had just begun, that is no fault.
    errors = [frame for frame in player.frames if frame["type"] == "error"]
    assert [error for error in errors if error["code"] != "stale"] == []
    assert page.locator("o8-toast:not(.calm):visible").all_inner_texts() == []
