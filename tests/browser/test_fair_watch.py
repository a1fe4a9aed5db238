"""What the table page does for a fair deal: it takes part in every shuffle, and watches it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

import pytest

from omaha8.fairness import hash_nonce, slots_told
from omaha8.hand.codec import event_to_builtins
from omaha8.hand.events import BoardDealt, HandEnded, HoleDealt, Shown
from omaha8.hand.notation import play
from omaha8.rules.game import Seat
from tests.browser.conftest import SIZES, quiet_page
from tests.browser.watched import NEW_WATCH, Message, Table, form
from tests.fairness.histories import SHOWDOWN, nonce_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="module")
def page(browser: Browser, address: str) -> Iterator[Page]:
    with quiet_page(browser, SIZES[0]) as page:
        page.route("**/api/me", lambda route: route.fulfill(json={"person": None}))
        page.goto(f"{address}verify.html")
        yield page


@pytest.fixture
def table(page: Page) -> Table:
    return Table(page)


def test_a_hand_from_the_hash_to_the_showdown(table: Table) -> None:
    (commit,) = table.meet()
    assert (commit["type"], commit["hand"], len(commit["hash"])) == ("commit", 7, 64)
    assert table.state["state"] == "waiting"

    (reveal,) = table.send([table.begin()])
    assert (reveal["type"], reveal["hand"]) == ("reveal", 7)
    assert hash_nonce(bytes.fromhex(reveal["nonce"])).hex() == commit["hash"]
    assert table.state["sentence"].startswith("Both decks are committed to")

    chosen = table.choose()
    events, openings = table.next()
    (following,) = table.send([chosen, table.assigned(), *events], openings, begun=7)
    assert (following["type"], following["hand"]) == ("commit", 8)
    assert following["hash"] != commit["hash"]
    state = table.state
    assert (state["state"], state["hand"], state["assured"]) == ("ok", 7, True)
    assert state["code"].replace(" ", "") == chosen["seed"][:16]
    assert state["sentence"] == (
        "Hand 7: 13 cards checked, all from the deck that was committed to. "
        "A random number of yours, your nonce, took part in choosing it."
    )
    assert table.page.evaluate("() => watch.tally") == {
        "hands": 1,
        "assured": 1,
        "late": 0,
        "failed": 0,
    }


def test_cards_are_checked_street_by_street(table: Table) -> None:
    table.meet()
    table.send([table.begin()])
    chosen = table.choose()
    events, openings = table.next(HoleDealt)
    table.send([chosen, table.assigned(), *events], openings, begun=7)
    seen = [table.state["cards"]]
    for upto in (BoardDealt, BoardDealt, BoardDealt, None):
        table.send(*table.next(upto), begun=7)
        seen.append(table.state["cards"])
    assert seen == [4, 7, 8, 9, 13]
    assert table.state["state"] == "ok"


def test_a_hand_shown_while_the_next_decks_are_committed_to(table: Table) -> None:
    """Between two hands somebody turns his cards over: they belong to the last one."""
    table.meet()
    table.send([table.begin()])
    chosen = table.choose()
    events, openings = table.next(HandEnded)
    assert table.shuffle is not None
    last = table.shuffle
    table.send([chosen, table.assigned(), *events], openings, begun=7)
    table.hand = 8
    table.send([table.begin()], begun=7)
    hand = play(SHOWDOWN, last.deck)
    shown = Shown(Seat(0), hand.dealer.holes[Seat(0)] or (), voluntary=True)
    slots = slots_told([*table.events, shown], since=len(table.events))
    table.send([event_to_builtins(shown)], [form(o) for o in last.openings(slots)], begun=7)
    assert table.state["state"] == "waiting"
    assert table.page.evaluate("() => watch.faults") == []


# who does not take part


def test_who_has_no_seat_gives_no_nonce_and_checks_all_the_same(table: Table) -> None:
    table.welcome(None)
    assert table.send([], kind="snapshot", seat=None) == []
    assert table.send([table.begin(ann=None)], seat=None) == []
    chosen = table.choose(ann=False)
    events, openings = table.next()
    table.send([chosen, table.assigned(), *events], openings, begun=7, seat=None)
    state = table.state
    assert (state["state"], state["assured"]) == ("ok", False)
    assert state["sentence"].endswith(" Others chose it.")


def test_who_was_too_late_is_told_so(table: Table) -> None:
    table.meet()
    table.send([table.begin()])
    table.send(*table.next_after(table.choose(ann=False)), begun=7)
    state = table.state
    assert (state["state"], state["assured"]) == ("ok", False)
    assert "Your nonce came too late, says the server" in state["sentence"]
    assert table.page.evaluate("() => watch.tally.late") == 1


def test_who_was_left_out_is_told_so_and_keeps_his_nonce_to_himself(table: Table) -> None:
    table.meet()
    assert table.send([table.begin(ann=None)]) == []
    table.send(*table.next_after(table.choose(ann=False)), begun=7)
    state = table.state
    assert (state["state"], state["assured"]) == ("ok", False)
    assert "The server left your nonce out" in state["sentence"]


def test_a_strange_hash_under_the_own_name_gets_no_nonce(table: Table) -> None:
    table.meet()
    false = hash_nonce(nonce_of("Mallory", 1)).hex()
    assert table.send([table.begin(ann=false)]) == []
    table.send(*table.next_after(table.choose(ann=False)), begun=7)
    assert not table.state["assured"]
    assert "that this browser did not make" in table.state["sentence"]


def test_who_comes_in_the_middle_waits_for_the_next_hand(table: Table) -> None:
    table.begin(ann=None)
    table.choose(ann=False)
    table.welcome()
    events, openings = table.next()
    (commit,) = table.send([table.assigned(), *events], openings, kind="snapshot", begun=7)
    assert commit["hand"] == 8
    assert table.state["state"] == "waiting"
    table.hand = 8
    table.send([table.begin()], begun=7)
    table.send(*table.next_after(table.choose()), begun=8)
    assert (table.state["state"], table.state["assured"]) == ("ok", True)


def test_a_snapshot_with_its_shuffle_is_checked_whole(table: Table) -> None:
    committed = table.begin(ann=None)
    chosen = table.choose(ann=False)
    events, openings = table.next_after(chosen)
    table.welcome()
    table.send([committed, *events], openings, kind="snapshot", begun=7)
    assert (table.state["state"], table.state["cards"]) == ("ok", 13)


# connections come and go


def test_after_a_new_connection_the_same_hash_and_nonce_are_sent_again(table: Table) -> None:
    (commit,) = table.meet()
    assert table.meet() == [commit]
    committed = table.begin()
    (reveal,) = table.send([committed])
    table.welcome()
    assert table.send([committed], kind="snapshot") == [reveal]
    assert table.send([]) == []


def test_a_page_that_is_loaded_again_has_the_same_nonce(table: Table) -> None:
    (commit,) = table.meet()
    table.page.evaluate(NEW_WATCH, True)
    assert table.meet() == [commit]


# what a cheating server could do


def test_decks_exchanged_when_the_nonce_was_known(table: Table) -> None:
    table.meet()
    table.send([table.begin(chance=1)])
    assert table.send([table.begin(chance=2)]) == []
    assert table.failed() == "The decks of hand 7 were exchanged after they were committed to."
    assert table.page.evaluate("() => watch.faults") == [
        {"hand": 7, "sentence": table.state["sentence"]}
    ]


def test_decks_exchanged_after_the_page_was_loaded_again(table: Table) -> None:
    table.meet()
    table.send([table.begin(chance=1)])
    table.page.evaluate(NEW_WATCH, True)
    table.meet()
    assert table.send([table.begin(chance=2)]) == []
    assert "exchanged" in table.failed()


def test_a_page_that_is_loaded_again_still_knows_what_it_revealed(table: Table) -> None:
    table.meet()
    table.send([table.begin(chance=1)])
    table.page.evaluate(NEW_WATCH, True)
    table.welcome()
    table.begin(chance=2)
    table.choose()
    events, openings = table.next()
    table.send(events, openings, kind="snapshot", begun=7)
    assert table.failed() == "Hand 7 was dealt from a deck that was not committed to."


def test_what_went_wrong_stays_until_the_next_hand(table: Table) -> None:
    table.meet()
    table.send([table.begin(chance=1)])
    table.send([table.begin(chance=2)])
    for _ in range(2):
        table.meet()
        assert "exchanged" in table.failed()
    assert table.page.evaluate("() => watch.tally.failed") == 1
    table.hand = 8
    table.welcome()
    table.send([table.begin()], kind="snapshot")
    assert table.state["state"] == "waiting"


def test_a_hand_that_is_shuffled_again_because_its_cards_were_not_liked(table: Table) -> None:
    table.deal()
    table.send([table.begin(chance=2)])
    assert table.failed().startswith("Hand 7 comes a second time")
    assert table.page.evaluate("() => watch.tally.failed") == 1


def test_a_hand_that_was_shuffled_and_never_dealt(table: Table) -> None:
    table.meet()
    table.send([table.begin()])
    table.send([table.choose()])
    table.hand = 8
    table.send([table.begin(chance=2)])
    assert table.failed() == "The decks of hand 7 were committed to, and never dealt."


def test_a_second_choice_without_the_own_nonce(table: Table) -> None:
    table.meet()
    table.send([table.begin()])
    before = table.shuffle
    table.send([table.choose()])
    table.shuffle = before
    table.send([table.choose(ann=False)])
    assert table.failed() == "The deck was chosen a second time."


def test_a_hand_from_a_deck_that_nobody_committed_to(table: Table) -> None:
    table.deal()
    table.hand = 8
    events, _ = table.next()
    table.send([table.assigned(), *events], begun=8)
    assert table.failed() == "Hand 8 was dealt from a deck that was not committed to."
    table.hand = 9
    table.send([table.begin()], begun=8)
    assert table.state["state"] == "waiting"
    assert len(table.page.evaluate("() => watch.faults")) == 1


Change = Callable[[list[Message], list[Message]], object]
CHEATS: Final[dict[str, tuple[Change, str]]] = {
    "the other deck is dealt": (
        lambda events, _: events[0].update(dealt=1 - events[0]["dealt"]),
        "The deck that was dealt is not the one chosen.",
    ),
    "another seed": (
        lambda events, _: events[0].update(seed="00" * 32),
        "The seed is not what the nonces make.",
    ),
    "another nonce": (
        lambda events, _: events[0]["nonces"][0].update(nonce="00" * 32),
        "The nonce of Ann does not fit its hash.",
    ),
    "the own nonce is forgotten": (
        lambda events, _: events[0].update(nonces=events[0]["nonces"][1:]),
        "Ann gave a hash, and nothing is said of the nonce.",
    ),
    "the other deck has a card twice": (
        lambda events, _: events[0]["other"][0].update(card=events[0]["other"][1]["card"]),
        "The other deck has a card twice",
    ),
    "the other deck has another salt": (
        lambda events, _: events[0]["other"][0].update(salt="00" * 32),
        "The other deck is not the one that was committed to",
    ),
    "a card is not opened": (lambda _, openings: openings.pop(), " was not opened."),
    "a card has another salt": (
        lambda _, openings: openings[0].update(salt="00" * 32),
        "does not lead to the root of the deck.",
    ),
    "two cards have changed places": (
        lambda _, openings: (
            openings[0].update(slot=openings[1]["slot"]),
            openings[1].update(slot=openings[0]["slot"]),
        ),
        "of the deck; the seed deals the one at",
    ),
    "a card is told that was not dealt": (
        lambda events, _: next(e for e in events if e["type"] == "board_dealt").update(
            cards="2c2d2h"
        ),
        " was dealt as ",
    ),
    "the text of an opening is none": (
        lambda _, openings: openings[0].update(path=[]),
        "What the server told of the deal cannot be: path",
    ),
}


@pytest.mark.parametrize("cheat", CHEATS)
def test_a_cheat_is_seen(table: Table, cheat: str) -> None:
    change, said = CHEATS[cheat]
    table.meet()
    table.send([table.begin()])
    events, openings = table.next_after(table.choose())
    change(events, openings)
    table.send(events, openings, begun=7)
    assert said in table.failed()
    assert table.page.evaluate("() => watch.tally.failed") == 1
