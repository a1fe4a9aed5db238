"""Before a hand is shown, none of its cards is in any byte that somebody else received."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterable
from typing import Final

import pytest

from omaha8.cards import CARD_TEXT, Card, format_symbols
from omaha8.hand.dealer import Dealer
from omaha8.room.spec import TableSpec
from omaha8.rules.options import Burn
from tests.server.people import Person, play
from tests.server.served import served

HANDS: Final = 40
_CARDS: Final = re.compile(r'"((?:[2-9TJQKA][cdhs])+)"')
_SYMBOLS: Final = re.compile(r"[2-9TJQKA][♣♦♥♠]")


def cards_in(text: str) -> set[str]:
    """All cards that a message names, in any form, as ``As``."""
    found = {run[i : i + 2] for run in _CARDS.findall(text) for i in range(0, len(run), 2)}
    symbols = dict(zip("♣♦♥♠", "cdhs", strict=True))
    return found | {card[0] + symbols[card[1]] for card in _SYMBOLS.findall(text)}


def secrets_of(start: dict[str, object], deck: tuple[Card, ...], *, burns: bool) -> Dealer:
    """The cards of the hand that ``start`` began."""
    stacks, button = start["stacks"], start["button"]
    assert isinstance(stacks, list)
    assert isinstance(button, int)
    seats = [(button + 1 + i) % len(stacks) for i in range(len(stacks))]
    return Dealer.from_deck(deck, [s for s in seats if stacks[s]], 4, burns)  # type: ignore[misc]


def leaks(decks: list[tuple[Card, ...]], burns: bool, raw: Iterable[str]) -> tuple[list[str], int]:
    """What a person was told too early, and how many cards he was told rightly.

    He may know his own cards, those that were shown and those on the board, and the whole of the
    deck that was not dealt. Of others he may get no opening.
    """
    coming = iter(decks)
    found: list[str] = []
    allowed: set[str] = set()
    told = 0
    dealer = Dealer({}, ())
    for text in raw:
        message = json.loads(text)
        # The deck that is not dealt is opened; openings of the dealt one count like cards.
        for event in message.get("events", ()):
            if event["type"] == "deck_chosen":
                del event["other"]
        text = json.dumps(message, ensure_ascii=False)
        for event in message.get("events", ()):
            if event["type"] == "hand_started" and message["type"] == "events":
                dealer = secrets_of(event, next(coming), burns=burns)
                allowed = set()
            elif event["type"] == "hole_dealt" and event["cards"]:
                mine = dealer.holes[event["seat"]] or ()
                assert event["cards"] == "".join(CARD_TEXT[card] for card in mine)
                allowed |= cards_in(json.dumps(event))
            elif event["type"] in ("shown", "board_dealt"):
                # The server's word for it is not enough: these must be the cards that were dealt.
                cards = cards_in(json.dumps(event))
                if event["type"] == "shown":
                    assert cards == {CARD_TEXT[c] for c in dealer.holes[event["seat"]] or ()}
                else:
                    assert cards <= {CARD_TEXT[card] for card in dealer.board}
                allowed |= cards
        named = cards_in(text)
        told += len(named)
        found += [f"{card} in {text}" for card in named - allowed]
    return found, told


@pytest.mark.parametrize("preset", ["card-room", "robert"])
async def test_no_card_is_told_before_it_is_shown(preset: str) -> None:
    async with served(TableSpec(rules=preset, bots=2)) as room:
        rail = Person(room.app, None, 0, plays=False)
        people = [Person(room.app, await room.cookie(n), i) for i, n in enumerate(("Ann", "Ben"))]
        async with asyncio.timeout(90):
            # Everybody listens from the first hand on.
            while not all(person.listen() or person.view for person in (rail, *people)):
                await asyncio.sleep(0)
            await play([rail, *people], HANDS, lambda: room.hands)
        assert not room.table.frozen
        decks = [await room.deck(hand) for hand in range(1, room.hands + 1)]
        burns = room.table.setup.rules.burn is Burn.BEFORE_EACH_BOARD_STREET
        for person in (rail, *people):
            found, told = leaks(decks, burns, person.raw)
            assert found == []
            assert told > 3 * HANDS


def test_a_leak_would_be_found() -> None:
    aces = format_symbols([Card(51), Card(50)])
    assert cards_in(f'{{"cards":"As2sKhQd","text":"High: aces - {aces} play"}}') == {
        *("As", "2s", "Kh", "Qd", "Ah"),
    }
    assert cards_in('{"cards":["Td","9c"],"name":"Ash"}') == {"Td", "9c"}
