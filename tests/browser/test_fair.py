"""The browser's own check of the deal says what Python's says, byte for byte."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

import pytest

from omaha8.fairness.check import verify
from tests.browser.conftest import SIZES, quiet_page
from tests.fairness.histories import FOLDED, SHOWDOWN, played, shuffled
from tests.fairness.tampering import another, at, changed, lists, proved
from tests.fairness.twin import FILE, first_hand

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, Route

VECTORS: Final[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))
GOOD: Final = played(SHOWDOWN, viewer=1)
COMPUTE: Final = """
async ({ sha256: messages, nonces, cards, trees, seeds, deals, histories }) => {
  const { sha256, hex, unhex } = await import("/js/fair/sha256.js");
  const { cardHash, openedRoot, treeRoot } = await import("/js/fair/merkle.js");
  const { hashNonce, seedOf, dealtDeck, firstButton, permutation, DealSlots } = await import(
    "/js/fair/deal.js"
  );
  const { verify } = await import("/js/fair/check.js");
  const text = (card) => "23456789TJQKA"[card >> 2] + "cdhs"[card & 3];
  return {
    sha256: messages.map(({ message }) => hex(sha256(unhex(message)))),
    nonces: nonces.map(({ nonce }) => hashNonce(nonce)),
    cards: cards.map(({ position, card, salt }) => hex(cardHash(position, text(card), salt))),
    trees: trees.map(({ cards, salts, paths }) => [
      treeRoot(cards.map((card, i) => cardHash(i, text(card), salts[i]))),
      ...Object.entries(paths).map(([position, path]) => openedRoot({
        position: Number(position), card: text(cards[position]), salt: salts[position], path,
      })),
    ]),
    seeds: seeds.map(({ table, hand, roots, hashes, nonces, buttons }) => {
      const seed = seedOf(table, hand, roots, hashes, nonces);
      const drawn = buttons.map(({ dealt }) => firstButton(seed, dealt));
      return [seed, dealtDeck(seed), permutation(seed), drawn];
    }),
    deals: deals.map(({ stacks, button, hole_cards, burns, dealt }) => {
      const start = { stacks, button, holeCards: hole_cards, burned: burns ? 1 : 0 };
      const slots = new DealSlots(start);
      return [slots.seats, Object.fromEntries(dealt.map((s) => [s, slots.hole(s)])), slots.board];
    }),
    histories: histories.map((history) => verify(history).map(({ ok }) => ok)),
  };
}
"""
CHECK_ALL: Final = """
async ([history, changes]) => {
  const { verify } = await import("/js/fair/check.js");
  return changes.map(([path, value]) => {
    const twin = structuredClone(history);
    let holder = twin;
    for (const step of path.slice(0, -1)) holder = holder[step];
    const last = path.at(-1);
    if (value === null) holder.splice(last, 1);
    else holder[last] = value;
    return verify(twin).map(({ name, ok, text }) => [name, ok, text]);
  });
}
"""


def without(values: list[Any], place: int) -> list[Any]:
    return values[:place] + values[place + 1 :]


def stranger(route: Route) -> None:
    """Nobody is signed in."""
    route.fulfill(json={"person": None})


@pytest.fixture(scope="module")
def page(browser: Browser, address: str) -> Iterator[Page]:
    with quiet_page(browser, SIZES[0]) as page:
        page.route("**/api/me", stranger)
        page.goto(f"{address}verify.html")
        page.wait_for_selector("body.ready")
        yield page


def test_the_vectors(page: Page) -> None:
    found = page.evaluate(COMPUTE, VECTORS)
    assert found["sha256"] == [each["hash"] for each in VECTORS["sha256"]]
    assert found["nonces"] == [each["hash"] for each in VECTORS["nonces"]]
    assert found["cards"] == [each["hash"] for each in VECTORS["cards"]]
    assert found["trees"] == [[each["root"]] * 5 for each in VECTORS["trees"]]
    assert found["seeds"] == [
        [each["seed"], each["dealt"], each["order"], [b["button"] for b in each["buttons"]]]
        for each in VECTORS["seeds"]
    ]
    assert found["deals"] == [
        [each["dealt"], each["holes"], each["board"]] for each in VECTORS["deals"]
    ]
    assert found["histories"] == [[True] * 8, [True] * 8, [True] * 9]


def test_whatever_is_false_is_called_so_in_the_same_words(page: Page) -> None:
    history, random = first_hand(missing=["Bob"]), Random(7)
    paths = list(proved(history))
    falsified = [changed(history, path, partial(another, random=random)) for path in paths]
    changes: list[Any] = [
        [path, at(false, path)] for path, false in zip(paths, falsified, strict=True)
    ]
    for path, count in lists(history):
        falsified.append(changed(history, path, partial(without, place=count - 1)))
        changes.append([[*path, count - 1], None])
    answers = page.evaluate(CHECK_ALL, [history, changes])
    for false, answer in zip(falsified, answers, strict=True):
        checks = verify(false)
        assert [[name, ok] for name, ok, _ in answer] == [[c.name, c.ok] for c in checks]
        if checks[0].ok:
            assert [text for _, _, text in answer] == [check.text for check in checks]


def test_a_void_hand_whose_deck_was_lost_is_told_in_the_same_words(page: Page) -> None:
    history = first_hand()
    void = {"type": "hand_voided", "why": "Its deck was lost.", "stacks": [200, 200, 200]}
    lost = {**history, "openings": [], "events": [*history["events"], void]}
    (answer,) = page.evaluate(CHECK_ALL, [lost, [[["hand"], lost["hand"]]]])
    assert answer == [[check.name, check.ok, check.text] for check in verify(lost)]
    assert [ok for _, ok, _ in answer] == [True] * len(answer)


# the page


def verdict(page: Page) -> Locator:
    return page.locator("#result h2")


def lines(page: Page) -> list[tuple[str, str]]:
    """What is said of every check, and how it ended."""
    marks = page.locator(".checks .mark")
    ends = [marks.nth(i).get_attribute("aria-label") or "" for i in range(marks.count())]
    return list(zip(ends, page.locator(".checks p").all_inner_texts(), strict=True))


def test_a_pasted_history_is_checked_in_words(page: Page) -> None:
    page.fill("#text", json.dumps(GOOD))
    page.click("#check")
    assert verdict(page).inner_text() == "The deal is as it should be"
    assert page.locator(".verdict > p").inner_text() == f"Hand {GOOD['hand']} of Main"
    assert lines(page) == [("Right", check.text) for check in verify(GOOD)]
    cards = page.locator(".verdict li").all_inner_texts()
    assert "Bob: 9♠ A♣ 4♣ 8♠" in cards
    assert [line.startswith("Board: ") for line in cards] == [False] * (len(cards) - 1) + [True]


def test_every_check_has_its_heading(page: Page) -> None:
    first = first_hand()
    page.fill("#text", json.dumps(first))
    page.click("#check")
    names = [check.name for check in verify(first)]
    assert "button" in names
    headings = page.locator(".checks h3").all_inner_texts()
    assert headings == [name.capitalize() for name in names]


def test_what_cannot_be_read_accuses_nobody(page: Page) -> None:
    page.fill("#text", json.dumps({**GOOD, "omaha8_hand": 99}))
    page.click("#check")
    assert verdict(page).inner_text() == "This cannot be checked"


def test_what_is_wrong_stands_at_its_check(page: Page) -> None:
    false = changed(GOOD, ("openings", 3, "salt"), lambda _: "00" * 32)
    page.fill("#text", json.dumps(false))
    page.click("#check")
    assert verdict(page).inner_text() == "The deal is NOT as it should be"
    assert [end for end, _ in lines(page)] == ["Right"] * 6 + ["Wrong", "Right"]


def test_a_file_is_read(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "hand-7.json"
    late = played(FOLDED, viewer=2, shuffle=shuffled(missing=["Bob"]))
    file.write_text(json.dumps(late), "utf-8")
    page.set_input_files("#file", str(file))
    page.wait_for_selector("text=with a note")
    assert [end for end, _ in lines(page)] == ["Right", "Right", "Note", *["Right"] * 5]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Paste the history of a hand, or choose a file that has it."),
        ("{", "This is no JSON: the history of a hand begins with { and ends with }."),
        ("[1]", "This is no history of a hand: that is a JSON object with omaha8_hand."),
    ],
)
def test_what_is_no_history_is_named(page: Page, text: str, said: str) -> None:
    page.fill("#text", text)
    page.click("#check")
    assert page.locator("#problem").inner_text() == said
    assert page.locator("#result").is_hidden()


def test_a_link_fetches_the_hand_from_the_room(page: Page, address: str) -> None:
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url.removeprefix(address))
        route.fulfill(json=GOOD)

    page.route("**/api/tables/**", answer)
    page.goto(f"{address}verify.html#table=k3x9&hand=7")
    page.wait_for_selector("#result a[download]")
    assert asked == ["api/tables/k3x9/hands/7"]
    assert verdict(page).inner_text() == "The deal is as it should be"
    assert page.locator("#result a").get_attribute("download") == "hand-7.json"


def test_names_of_players_are_text(page: Page) -> None:
    page.fill("#text", json.dumps(played(FOLDED, shuffle=shuffled(["<img src=x>", "Bob"]))))
    page.click("#check")
    assert "<img src=x>" in page.locator(".checks").inner_text()
    assert page.locator(".checks img").count() == 0


def test_on_a_phone_nothing_is_wider_than_the_screen(browser: Browser, address: str) -> None:
    with quiet_page(browser, SIZES[1]) as phone:
        phone.route("**/api/me", stranger)
        phone.goto(f"{address}verify.html")
        phone.fill("#text", json.dumps(GOOD))
        phone.click("#check")
        phone.wait_for_selector("#result:not([hidden])")
        widest = phone.evaluate(
            """() => Math.max(...[...document.querySelectorAll("main *")]
              .filter((each) => !each.classList.contains("spoken"))
              .map((each) => each.getBoundingClientRect().right))"""
        )
        assert widest <= 390
