"""The shuffle of one hand as a client is told it, and what is wrong with it (floor 6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from omaha8.cards import CARD_TEXT, parse_card
from omaha8.client.state import TableState
from omaha8.fairness import (
    DealSlots,
    dealt_deck,
    first_button,
    hash_nonce,
    permutation,
    seed_of,
    slots_told,
)
from omaha8.fairness.check import FIRST_HAND
from omaha8.fairness.events import DeckChosen, DecksCommitted, OpenedCard, Opening
from omaha8.fairness.merkle import CARDS, Tree, card_hash, root_of
from omaha8.hand.events import BoardDealt, Event, HandStarted, HoleDealt, Shown
from omaha8.rules.game import Seat

MOST_HASHES: Final = 1000
LONGEST_NAME: Final = 200
"""As in a history."""


class HandSeal:
    """What is known of a hand's shuffle since its decks were committed to.

    ``right`` are the openings that were found so; ``sound``: nothing was wrong so far.
    """

    def __init__(self, committed: DecksCommitted) -> None:
        self.committed = committed
        self.chosen: DeckChosen | None = None
        self.right: set[Opening] = set()
        self.sound = True

    @property
    def number(self) -> int:
        """That of the hand."""
        return self.committed.hand

    def choose(self, event: DeckChosen, table: str) -> Iterator[str]:
        """The choice is told: the faults of it."""
        committed, self.chosen = self.committed, event
        where = f"hand {event.hand}:"
        hashes = {each.name: each.hash for each in committed.hashes}
        try:
            nonces = {each.name: bytes.fromhex(each.nonce) for each in event.nonces}
            for name, nonce in nonces.items():
                if hashes.get(name) != hash_nonce(nonce).hex():
                    yield f"{where} the nonce of {name} does not fit the hash given before"
            named = [*event.missing, *(each.name for each in event.nonces)]
            if sorted(named) != sorted(hashes):
                yield f"{where} the nonces revealed and missing are not those committed to"
            roots = [bytes.fromhex(root) for root in committed.roots]
            seed = seed_of(table, event.hand, roots, committed.hashes, nonces)
        except ValueError as error:
            yield f"{where} {error}"
            return
        if seed.hex() != event.seed:
            yield f"{where} the seed is not what roots and nonces make"
        if dealt_deck(seed) != event.dealt:
            yield f"{where} the seed chooses the other deck"
        if not _is_deck(event.other):
            yield f"{where} the deck that is not dealt has not 52 different cards"
        elif _root(event.other) != committed.roots[1 - dealt_deck(seed)]:
            yield f"{where} the deck that is not dealt is not the one committed to"

    def start(self, event: HandStarted) -> Iterator[str]:
        """The hand starts: the faults of the button, which is drawn for a first hand."""
        dealt = [Seat(seat) for seat, stack in enumerate(event.stacks) if stack]
        if self.number != FIRST_HAND or self.chosen is None or not dealt:
            return
        button = first_button(bytes.fromhex(self.chosen.seed), dealt)
        if button != event.button:
            yield (
                f"The seed draws the first button for seat {button + 1}; "
                f"seat {event.button + 1} had it."
            )

    def check(self, state: TableState) -> Iterator[str]:
        """Every card that is told is opened, and is what the root was made of."""
        chosen, committed = self.chosen, self.committed
        if chosen is None or not state.hand:
            return
        where = f"hand {chosen.hand}:"
        order = permutation(bytes.fromhex(chosen.seed))
        root = committed.roots[chosen.dealt]
        cards = cards_told(state.hand)
        for slot in slots_told(state.hand):
            opening = state.openings.get(slot)
            if opening is None:
                yield f"{where} card {slot} of the deal is not opened"
            elif opening.card not in cards[slot]:
                yield f"{where} card {slot} of the deal was another: {opening.card}"
        for slot, opening in state.openings.items():
            if opening in self.right:
                continue
            if slot not in cards:
                yield f"{where} card {slot} of the deal is opened before it is seen"
            elif not 0 <= slot < CARDS or order[slot] != opening.position:
                yield f"{where} position {opening.position} is not the one for card {slot}"
            elif _leads_to(opening) != root:
                yield f"{where} card {slot} of the deal is not the one committed to"
            else:
                self.right.add(opening)


def hash_fault(committed: DecksCommitted) -> str | None:
    """What is wrong with roots and hashes before any nonce is there."""
    if len(committed.hashes) > MOST_HASHES:
        return f"There are more than {MOST_HASHES} hashes."
    names = [each.name for each in committed.hashes]
    if any(len(name) > LONGEST_NAME for name in names):
        return f"A name in the list of hashes has more than {LONGEST_NAME} characters."
    hashes = [each.hash for each in committed.hashes]
    if committed.roots[0] == committed.roots[1]:
        return "Both decks have the same root: there was nothing to choose."
    if len(set(names)) != len(names):
        return "A name stands twice in the list of hashes."
    if len(set(hashes)) != len(hashes):
        return "Two players have the same hash: one of them chose nothing himself."
    return None


def cards_told(events: Sequence[Event]) -> dict[int, frozenset[str]]:
    """By place in the deal, which card it may be by the events: of a hole any of its cards."""
    start = events[0]
    assert isinstance(start, HandStarted)
    slots, on_board = DealSlots.of(start), 0
    found: dict[int, frozenset[str]] = {}
    for event in events:
        if isinstance(event, BoardDealt):
            for card in event.cards:
                found[slots.board[on_board]] = frozenset([CARD_TEXT[card]])
                on_board += 1
        elif isinstance(event, HoleDealt | Shown) and event.cards is not None:
            hole = frozenset(CARD_TEXT[card] for card in event.cards)
            found |= dict.fromkeys(slots.hole(event.seat), hole)
    return found


def _is_deck(opened: Sequence[OpenedCard]) -> bool:
    return len(opened) == CARDS and {each.card for each in opened} == set(CARD_TEXT)


def _root(opened: Sequence[OpenedCard]) -> str:
    return Tree(
        [
            card_hash(position, parse_card(each.card), bytes.fromhex(each.salt))
            for position, each in enumerate(opened)
        ]
    ).root.hex()


def _leads_to(opening: Opening) -> str:
    """The root that an opening leads to; nothing for one that is malformed."""
    try:
        leaf = card_hash(opening.position, parse_card(opening.card), bytes.fromhex(opening.salt))
        return root_of(opening.position, leaf, [bytes.fromhex(each) for each in opening.path]).hex()
    except ValueError:
        return ""
