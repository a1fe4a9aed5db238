"""A client's part in the shuffle, and what it checks of the server's (floor 6).

``docs/fairness.md`` says what that proves, and what a client minds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from secrets import token_bytes
from typing import Final, TypeVar

from omaha8.client.hand_seal import HandSeal, hash_fault
from omaha8.client.state import TableState
from omaha8.fairness import NONCE_SIZE, hash_nonce
from omaha8.fairness.events import DeckChosen, DecksCommitted, Opening
from omaha8.hand.events import HandStarted
from omaha8.room.messages import ClientMessage, Commit, Reveal
from omaha8.room.room_events import NumberedEvent
from omaha8.table.between_hands import (
    BlindsAssigned,
    EntryChosen,
    KillAsked,
    RulesChangeAsked,
    SeatChanged,
    StraddleAsked,
)
from omaha8.table.events import CameBack, Left, Rebought, SatOut, Seated

KEPT: Final = 16
"""Hands of which it is remembered what was said."""
CHAIRS: Final = (
    Seated,
    Left,
    SatOut,
    CameBack,
    SeatChanged,
    Rebought,
    EntryChosen,
    StraddleAsked,
    KillAsked,
    RulesChangeAsked,
)
"""By these others may be dealt in, or otherwise: none comes when the deck is known."""


_What = TypeVar("_What")


class Seals:
    """Gives a nonce for every coming hand, and checks each shuffle as it is told.

    ``checked`` counts the openings that were right; ``hand`` is the number of the hand whose
    shuffle is known from the commitments on, ``None`` where the client came too late for that.
    """

    def __init__(self) -> None:
        self.checked = 0
        self._next: HandSeal | None = None
        self._dealt: HandSeal | None = None
        self._nonces: dict[int, bytes] = {}
        self._committed: dict[int, DecksCommitted] = {}
        self._chosen: dict[int, DeckChosen] = {}
        self._began: dict[int, HandStarted] = {}
        self._bad = self._owed = self._assigned = 0
        """The hand that went wrong; that is to be dealt; that is assigned and has not started."""
        self._told: set[int] = set()
        self._revealed = 0
        """On this connection."""
        self._said: set[str] = set()

    @property
    def hand(self) -> int | None:
        """The hand that can be checked."""
        return None if self._dealt is None else self._dealt.number

    def uncommit(self) -> None:
        """On a new connection everything is said again: the server may not have kept it."""
        self._told.clear()
        self._revealed = 0

    def see(
        self,
        events: Sequence[NumberedEvent],
        openings: Sequence[Opening],
        state: TableState,
        *,
        whole: bool = False,
    ) -> tuple[list[ClientMessage], list[str]]:
        """What to say to events that ``state`` has taken in, and what was wrong with them.

        ``whole``: they are a snapshot's. What was seen before is held against it.
        """
        if whole:
            self._next = self._dealt = None
            self._assigned = 0
            if (state.view.hand or 0) >= self._owed:
                self._owed = 0  # It was dealt while the client was away.
        faults = [fault for event in events for fault in self._see(event, state, whole)]
        if self._dealt is not None:
            before = len(self._dealt.right)
            faults += self._dealt.check(state)
            self.checked += len(self._dealt.right) - before
        new = [fault for fault in dict.fromkeys(faults) if fault not in self._said]
        self._said.update(new)
        return [*self._reveal(state), *self._commit(state)], new

    # what the client says

    def _commit(self, state: TableState) -> Iterator[ClientMessage]:
        """The hash for the coming hand, once per connection, as long as it is not shuffled."""
        coming = (state.view.hand or 0) + 1
        shuffled = self._next is not None and self._next.number >= coming
        if state.viewer is None or shuffled or coming in self._told:
            return
        if coming not in self._nonces:
            _remember(self._nonces, coming, token_bytes(NONCE_SIZE))
        self._told.add(coming)
        yield Commit(coming, hash_nonce(self._nonces[coming]).hex())

    def _reveal(self, state: TableState) -> Iterator[ClientMessage]:
        """The nonce, once per connection; a hand has one pair of roots, or is not in ``_next``."""
        seal = self._next
        if seal is None or seal.chosen is not None or seal.number <= self._revealed:
            return
        nonce = self._nonces.get(seal.number)
        if nonce is None:
            return
        own = hash_nonce(nonce).hex()
        if any(each.hash == own and each.name == state.name for each in seal.committed.hashes):
            self._revealed = seal.number
            yield Reveal(seal.number, nonce.hex())

    # what it checks

    def _see(self, event: NumberedEvent, state: TableState, whole: bool) -> Iterator[str]:
        match event:
            case DecksCommitted():
                yield from self._commits(event, state)
            case DeckChosen():
                yield from self._chooses(event, state)
            case BlindsAssigned(number=number):
                self._assigned = number
                yield from self._begins(number, whole)
            case HandStarted():
                yield from self._starts(event, state, whole)
            case _ if isinstance(event, CHAIRS) and self._next and self._next.chosen:
                yield self._fail(
                    self._next.number,
                    "When the deck was known it was changed who is dealt in, or how.",
                )

    def _fail(self, hand: int, sentence: str) -> str:
        """Nothing more is believed of this hand, and no nonce revealed."""
        self._bad = max(self._bad, hand)
        self._next = None
        return sentence

    def _commits(self, event: DecksCommitted, state: TableState) -> Iterator[str]:
        hand = event.hand
        before = self._committed.get(hand, event)
        if hand == self._bad or (self._next and self._next.number == hand and before == event):
            return
        skipped, self._next = self._owed, None
        if skipped and skipped < hand:
            self._owed = 0
            yield self._fail(
                hand, f"The decks of hand {skipped} were committed to, and never dealt."
            )
            return
        if before != event:
            yield self._fail(
                hand, f"The decks of hand {hand} were exchanged after they were committed to."
            )
            return
        _remember(self._committed, hand, event)
        wrong = hash_fault(event) or self._replaced(event, state)
        if wrong:
            yield self._fail(hand, wrong)
            return
        self._owed = max(self._owed, hand)
        self._next = HandSeal(event)

    def _replaced(self, event: DecksCommitted, state: TableState) -> str | None:
        """A client's first hash may come too late: then it is an earlier run whose hash stands."""
        if event.hand not in self._nonces or event.hand == min(self._nonces):
            return None
        own = hash_nonce(self._nonces[event.hand]).hex()
        if all(each.hash == own for each in event.hashes if each.name == state.name):
            return None
        return f"Under the name of {state.name} stands a nonce that this client did not make."

    def _chooses(self, event: DeckChosen, state: TableState) -> Iterator[str]:
        hand = event.hand
        if hand == self._bad:
            return
        both = (self._next, self._dealt)
        seal = next((each for each in both if each and each.number == hand), None)
        if seal is None:
            yield self._fail(
                hand, f"The deck of hand {hand} was chosen before it was committed to."
            )
            return
        if self._chosen.get(hand, event) != event:
            yield self._fail(hand, f"The deck of hand {hand} was chosen a second time.")
            return
        _remember(self._chosen, hand, event)
        if seal.chosen is None:
            yield from seal.choose(event, state.table.id)

    def _begins(self, number: int, whole: bool) -> Iterator[str]:
        if self._dealt is not None and self._dealt.number == number:
            return
        self._dealt = None
        if number >= self._owed:
            self._owed = 0
        if number == self._bad:
            return
        if self._next and self._next.number == number and self._next.chosen:
            self._dealt, self._next = self._next, None
        elif not whole or number in self._committed:
            yield self._fail(
                number, f"Hand {number} was dealt from a deck that was not committed to."
            )

    def _starts(self, event: HandStarted, state: TableState, whole: bool) -> Iterator[str]:
        if not self._assigned:
            known = self._next is not None and self._next.chosen is not None
            number = self._next.number if self._next and known else state.view.hand or 0
            yield from self._begins(number, whole)
        self._assigned = 0
        if self._dealt is None:
            return
        number = self._dealt.number
        if self._began.get(number, event) != event:
            yield f"Hand {number} began otherwise before."
            return
        _remember(self._began, number, event)
        yield from self._dealt.start(event)


def _remember(of: dict[int, _What], hand: int, what: _What) -> None:
    of[hand] = what
    while len(of) > KEPT:
        del of[next(iter(of))]
