"""Every lie about a shuffle is found, and an honest one is not called a lie."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest

from omaha8.cards import CARD_TEXT
from omaha8.client.seals import Seals
from omaha8.client.state import TableState
from omaha8.fairness.events import DeckChosen, Nonce, Opening
from omaha8.hand.actions import CALL, CHECK, SHOW
from omaha8.hand.events import Shown
from omaha8.room.messages import Commit, Events, Reveal
from omaha8.table import commands as c
from tests.client.told import Teller, nonce

replace = msgspec.structs.replace
BOBS, BOBS_HASH = nonce(7)


class Watcher:
    """Ann's client, with all that it said and found wrong."""

    def __init__(self) -> None:
        self.teller = Teller()
        self.state = TableState(self.teller.welcome, self.teller.snapshot())
        self.seals = Seals()
        self.faults: list[str] = []
        answers, _ = self.seals.see([], [], self.state)
        commit = answers[0]
        assert isinstance(commit, Commit)
        assert commit.hand == 1
        self.hash = commit.hash

    def hears(self, message: Events) -> list[Any]:
        events = self.state.events(message)
        assert events is not None
        answers, faults = self.seals.see(events, message.openings, self.state)
        self.faults += faults
        return answers

    def starts(self, lie: Callable[[Any], Any] = lambda chosen: chosen) -> Events:
        """Everything up to the deal, whose message it does not hear."""
        reveal, *_ = self.hears(self.teller.commits({"Ann": self.hash, "Bob": BOBS_HASH}))
        assert isinstance(reveal, Reveal)
        chosen, deal = self.teller.deals({"Ann": reveal.nonce, "Bob": BOBS}, lie)
        self.hears(chosen)
        return deal


def test_an_honest_hand_is_checked_card_by_card() -> None:
    ann = Watcher()
    ann.hears(ann.starts())
    assert ann.seals.hand == 1
    assert ann.seals.checked == 4
    teller = ann.teller
    while teller.table.public.playing:
        legal = teller.table.legal
        assert legal is not None
        action = SHOW if legal.showdown else CALL if legal.to_call else CHECK
        ann.hears(teller.do(c.Act(legal.seat, action)))
    shown = {event.seat for event in ann.state.hand if isinstance(event, Shown)}
    assert ann.faults == []
    assert ann.seals.checked == 5 + 4 * len(shown | {0})


def test_the_next_hand_gets_another_nonce() -> None:
    ann = Watcher()
    (commit,) = ann.hears(ann.starts())
    assert isinstance(commit, Commit)
    assert commit.hand == 2
    assert commit.hash != ann.hash


def test_on_a_new_connection_the_same_hash_is_given_again() -> None:
    ann = Watcher()
    ann.seals.uncommit()
    assert ann.seals.see([], [], ann.state)[0] == [Commit(1, ann.hash)]


def test_a_nonce_is_revealed_only_where_its_hash_was_kept() -> None:
    ann = Watcher()
    answers = ann.hears(ann.teller.commits({"Bob": BOBS_HASH}))
    assert not any(isinstance(answer, Reveal) for answer in answers)


def test_who_comes_in_mid_hand_says_nothing_about_it() -> None:
    ann = Watcher()
    ann.hears(ann.starts())
    late = TableState(ann.teller.welcome, ann.teller.snapshot())
    seals = Seals()
    assert seals.see([], ann.teller.snapshot().openings, late)[1] == []
    assert seals.hand is None


def not_among(openings: Sequence[Opening]) -> str:
    """A card that none of them opens."""
    return next(card for card in CARD_TEXT if card not in {each.card for each in openings})


LIES: dict[str, Callable[[DeckChosen], DeckChosen]] = {
    "the seed is not what": lambda said: replace(said, seed="00" * 32),
    "chooses the other deck": lambda said: replace(said, dealt=1 - said.dealt),
    "does not fit the hash": lambda said: replace(
        said, nonces=(said.nonces[0], Nonce("Bob", "09" * 32))
    ),
    "not those committed to": lambda said: replace(said, nonces=said.nonces[:1]),
    "52 different cards": lambda said: replace(said, other=(said.other[1], *said.other[1:])),
    "not the one committed to": lambda said: replace(said, other=(*said.other[1:], said.other[0])),
}


@pytest.mark.parametrize("words", LIES)
def test_a_lie_about_the_choice(words: str) -> None:
    ann = Watcher()
    ann.starts(LIES[words])
    assert any(words in fault for fault in ann.faults), ann.faults


@pytest.mark.parametrize(
    ("words", "lie"),
    [
        ("is not opened", lambda openings: openings[1:]),
        ("was another", lambda o: (replace(o[0], card=not_among(o)), *o[1:])),
        ("not the one committed to", lambda o: (replace(o[0], salt="00" * 32), *o[1:])),
        ("not the one committed to", lambda o: (replace(o[0], path=o[1].path[:-1]), *o[1:])),
        ("is not the one for card", lambda o: (replace(o[0], position=o[1].position), *o[1:])),
        ("before it is seen", lambda o: (*o, replace(o[0], slot=50))),
    ],
)
def test_a_lie_about_a_card(words: str, lie: Callable[[Any], Any]) -> None:
    ann = Watcher()
    deal = ann.starts()
    ann.hears(replace(deal, openings=lie(deal.openings)))
    assert any(words in fault for fault in ann.faults), ann.faults
