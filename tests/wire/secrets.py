"""What was secret in the hands of a session, from its journal; and what somebody was told of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, NamedTuple

import apsw

from omaha8.cards import CARD_TEXT
from omaha8.fairness import DealSlots, Shuffle, shuffle_from_json
from omaha8.hand.events import HandStarted
from omaha8.room.room_events import event_of
from tests.crash.journal import read_journal

_CARDS: Final = re.compile(r'"((?:[2-9TJQKA][cdhs])+)"')
_BARE: Final = re.compile(r"(?<![\w.%+-])(?:[2-9TJQKA][cdhs])+(?![\w.%+-])")
_SYMBOLS: Final = re.compile(r"[2-9TJQKA][♣♦♥♠]")
_HASHES: Final = re.compile(r"[0-9a-f]{64}")
_SUITS: Final = dict(zip("♣♦♥♠", "cdhs", strict=True))


def cards_in(text: str, *, bare: bool = False) -> set[str]:
    """All cards that a text names, in any form, as ``As``; ``bare`` also those without quotes."""
    runs = _CARDS.findall(text) + (_BARE.findall(text) if bare else [])
    found = {run[i : i + 2] for run in runs for i in range(0, len(run), 2)}
    return found | {card[0] + _SUITS[card[1]] for card in _SYMBOLS.findall(text)}


class Secrets(NamedTuple):
    """One hand: its cards in the order of the deal, where they went, and what hides them."""

    hand: int
    shuffle: Shuffle
    slots: DealSlots
    persons: dict[int, int | None]

    @property
    def deck(self) -> list[str]:
        return [CARD_TEXT[card] for card in self.shuffle.deck]

    def hole(self, seat: int) -> set[str]:
        deck = self.deck
        return {deck[slot] for slot in self.slots.hole(seat)}  # type: ignore[arg-type]

    @property
    def board(self) -> set[str]:
        deck = self.deck
        return {deck[slot] for slot in self.slots.board}

    @property
    def salts(self) -> dict[str, str]:
        """By salt the card of the dealt deck that it opens."""
        deck = self.shuffle.decks[self.shuffle.chosen.dealt]
        pairs = zip(deck.salts, deck.cards, strict=True)
        return {salt.hex(): CARD_TEXT[card] for salt, card in pairs}

    @property
    def chance(self) -> set[str]:
        """What all cards could be reckoned from."""
        whole = self.shuffle.chance.hex()
        return {whole[:64], whole[64:]}


def read_secrets(data: Path, table: str) -> dict[int, Secrets]:
    """The hands of a table, by number."""
    connection = apsw.Connection(str(data / "omaha8.db"), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        deals = dict(
            connection.execute("SELECT hand, secrets FROM deals WHERE table_id = ?", (table,))
        )
        seats = dict(
            connection.execute("SELECT hand, seats FROM hands WHERE table_id = ?", (table,))
        )
    finally:
        connection.close()
    found: dict[int, Secrets] = {}
    number = 0
    for row in read_journal(data, table):
        if row.form["type"] == "blinds_assigned":
            number = row.form["number"]
        elif row.form["type"] == "hand_started":
            start = event_of(row.form)
            assert isinstance(start, HandStarted)
            shuffle = shuffle_from_json(deals[number])
            persons = {seat: person for seat, person, *_ in json.loads(seats[number])}
            found[number] = Secrets(number, shuffle, DealSlots.of(start), persons)
    return found


class Told:
    """What one person (``None``: nobody in particular) heard on a socket, message by message."""

    def __init__(self, secrets: dict[int, Secrets], person: int | None) -> None:
        self.secrets = secrets
        self.person = person
        self.leaks: list[str] = []
        self.named = 0
        self.folded = 0
        self.hands: set[int] = set()
        self._hand: Secrets | None = None
        self._allowed: set[str] = set()

    def listen(self, texts: Iterable[str]) -> Told:
        """All that came, in order."""
        for text in texts:
            self._hear(json.loads(text))
        return self

    def _hear(self, message: dict[str, Any]) -> None:
        before = set(self._allowed)
        for event in message.get("events", ()):
            self._see(event, message)
        plain = json.dumps(message, ensure_ascii=False)
        named = cards_in(plain)
        self.named += len(named)
        allowed = before | self._allowed
        self.leaks += [f"{card} in {plain[:2000]}" for card in named - allowed]
        self._look_for_salts(plain, allowed)

    def _see(self, event: dict[str, Any], message: dict[str, Any]) -> None:
        kind = event["type"]
        if kind == "deck_chosen":
            self._other_deck(event)
        elif kind == "blinds_assigned":
            self._begin(event["number"])
        elif kind == "hand_started" and (self._hand is None or message["type"] == "snapshot"):
            self._begin(message["view"]["hand"])
        hand = self._hand
        if hand is None or "cards" not in event or event["cards"] is None:
            return
        cards = cards_in(json.dumps(event))
        if kind == "hole_dealt":
            # The server's word for it is not enough: these must be his, and those that were dealt.
            if self.person is None or hand.persons.get(event["seat"]) != self.person:
                self.leaks.append(f"hand {hand.hand}: the hole cards of seat {event['seat']}")
            elif cards != hand.hole(event["seat"]):
                self.leaks.append(f"hand {hand.hand}: seat {event['seat']} was dealt others")
        elif kind == "shown":
            if cards != hand.hole(event["seat"]):
                self.leaks.append(f"hand {hand.hand}: {cards} were not in seat {event['seat']}")
        elif not cards <= hand.board:
            self.leaks.append(f"hand {hand.hand}: {cards} are not on the board")
        self._allowed |= cards

    def _begin(self, number: int) -> None:
        self._hand = self.secrets[number]
        self._allowed = set()
        self.hands.add(number)

    def _other_deck(self, event: dict[str, Any]) -> None:
        """All 52 cards are in it: it must be the deck that is not dealt, and nothing else."""
        secrets = self.secrets.get(event["hand"])
        opened = event.pop("other")
        if secrets is None:
            return
        chosen = secrets.shuffle.chosen
        if [(each["card"], each["salt"]) for each in opened] != [
            (each.card, each.salt) for each in chosen.other
        ]:
            self.leaks.append(f"hand {event['hand']}: the deck that is opened is not the other one")

    def _look_for_salts(self, text: str, allowed: set[str]) -> None:
        if self._hand is None:
            return
        salts = self._hand.salts
        for each in set(_HASHES.findall(text)):
            if each in self._hand.chance:
                self.leaks.append(f"hand {self._hand.hand}: what the decks are made of")
            if each in salts and salts[each] not in allowed:
                self.leaks.append(f"hand {self._hand.hand}: the salt of {salts[each]}")
