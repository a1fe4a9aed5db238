"""A client's part in the shuffle, and what it checks of the server's (floor 6).

``docs/fairness.md`` says what that proves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from secrets import token_bytes

from omaha8.cards import CARD_TEXT, parse_card
from omaha8.client.state import TableState
from omaha8.fairness import (
    NONCE_SIZE,
    DealSlots,
    dealt_deck,
    hash_nonce,
    permutation,
    seed_of,
    slots_told,
)
from omaha8.fairness.events import DeckChosen, DecksCommitted, OpenedCard, Opening
from omaha8.fairness.merkle import CARDS, Tree, card_hash, root_of
from omaha8.hand.events import BoardDealt, Event, HandStarted, HoleDealt, Shown
from omaha8.room.messages import ClientMessage, Commit, Reveal
from omaha8.room.room_events import NumberedEvent
from omaha8.table.between_hands import BlindsAssigned

KEPT = 4
"""Hands for which a nonce is remembered."""


class Seals:
    """Gives a nonce for every coming hand, and checks each shuffle as it is told.

    ``checked`` counts the openings that were right; ``hand`` is the number of the hand whose
    shuffle is known from the commitments on, ``None`` where the client came too late for that.
    """

    def __init__(self) -> None:
        self.checked = 0
        self.committed: DecksCommitted | None = None
        self.chosen: DeckChosen | None = None
        self._nonces: dict[int, bytes] = {}
        self._told: set[int] = set()
        self._revealing = False
        self._dealing: int | None = None
        self._right: set[Opening] = set()
        self._said: set[str] = set()

    @property
    def hand(self) -> int | None:
        """The hand that can be checked."""
        chosen = self.chosen
        return None if chosen is None or chosen.hand != self._dealing else chosen.hand

    def uncommit(self) -> None:
        """On a new connection everything is said again: the server may not have kept it."""
        self._told.clear()
        self._revealing = self.chosen is None

    def see(
        self, events: Sequence[NumberedEvent], openings: Sequence[Opening], state: TableState
    ) -> tuple[list[ClientMessage], list[str]]:
        """What to say to events that ``state`` has taken in, and what was wrong with them."""
        answers: list[ClientMessage] = []
        faults: list[str] = []
        for event in events:
            match event:
                case DecksCommitted():
                    self.committed, self.chosen = event, None
                    self._right.clear()
                    answers += self._reveal(event, state)
                case DeckChosen():
                    faults += self._choose(event, state)
                case BlindsAssigned(number=number):
                    self._dealing = number
                case _:
                    pass
        if self._revealing and self.committed is not None and self.chosen is None and not answers:
            answers += self._reveal(self.committed, state)
        self._revealing = False
        if openings or self.hand is not None:
            faults += self._check(state)
        new = [fault for fault in dict.fromkeys(faults) if fault not in self._said]
        self._said.update(new)
        return answers + self._commit(state), new

    # what the client says

    def _commit(self, state: TableState) -> list[ClientMessage]:
        """The hash for the coming hand, once per connection, as long as it is not shuffled."""
        coming = (state.view.hand or 0) + 1
        shuffled = self.committed is not None and self.committed.hand >= coming
        if state.viewer is None or shuffled or coming in self._told:
            return []
        if coming not in self._nonces:
            self._nonces[coming] = token_bytes(NONCE_SIZE)
            for old in [hand for hand in self._nonces if hand < coming - KEPT]:
                del self._nonces[old]
        self._told.add(coming)
        return [Commit(coming, hash_nonce(self._nonces[coming]).hex())]

    def _reveal(self, event: DecksCommitted, state: TableState) -> list[ClientMessage]:
        nonce = self._nonces.get(event.hand)
        if nonce is None:
            return []
        own = hash_nonce(nonce).hex()
        if any(each.hash == own and each.name == state.name for each in event.hashes):
            return [Reveal(event.hand, nonce.hex())]
        return []

    # what it checks

    def _choose(self, event: DeckChosen, state: TableState) -> Iterator[str]:
        committed = self.committed
        if committed is None or committed.hand != event.hand:
            return
        self.chosen = event
        where = f"hand {event.hand}:"
        hashes = {each.name: each.hash for each in committed.hashes}
        nonces = {each.name: bytes.fromhex(each.nonce) for each in event.nonces}
        for name, nonce in nonces.items():
            if hashes.get(name) != hash_nonce(nonce).hex():
                yield f"{where} the nonce of {name} does not fit the hash given before"
        if set(event.missing) | set(nonces) != set(hashes):
            yield f"{where} the nonces revealed and missing are not those committed to"
        own = self._nonces.get(event.hand)
        mine = None if state.name is None else nonces.get(state.name)
        if (
            own is not None
            and mine is not None
            and hashes.get(state.name or "") == hash_nonce(own).hex()
            and mine != own
        ):
            yield f"{where} this client's nonce was changed"
        roots = [bytes.fromhex(root) for root in committed.roots]
        try:
            seed = seed_of(state.table.id, event.hand, roots, committed.hashes, nonces)
        except ValueError as error:
            yield f"{where} {error}"
            return
        if seed.hex() != event.seed:
            yield f"{where} the seed is not what roots and nonces make"
        if dealt_deck(seed) != event.dealt:
            yield f"{where} the seed chooses the other deck"
        if not _is_deck(event.other):
            yield f"{where} the deck that is not dealt has not 52 different cards"
        elif _root(event.other) != committed.roots[1 - event.dealt]:
            yield f"{where} the deck that is not dealt is not the one committed to"

    def _check(self, state: TableState) -> Iterator[str]:
        """Every card that is told is opened, and is what the root was made of."""
        chosen, committed = self.chosen, self.committed
        if self.hand is None or chosen is None or committed is None or not state.hand:
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
            if opening in self._right:
                continue
            if slot not in cards:
                yield f"{where} card {slot} of the deal is opened before it is seen"
            elif not 0 <= slot < CARDS or order[slot] != opening.position:
                yield f"{where} position {opening.position} is not the one for card {slot}"
            elif _leads_to(opening) != root:
                yield f"{where} card {slot} of the deal is not the one committed to"
            else:
                self._right.add(opening)
                self.checked += 1


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
