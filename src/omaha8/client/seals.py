"""A client's part in the shuffle, and what it checks of the server's (floor 6).

``docs/fairness.md`` says what that proves, and what a client minds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from secrets import token_bytes
from typing import Final

from omaha8.client.hand_seal import HandSeal, hash_fault
from omaha8.client.part import OwnPart, part_of
from omaha8.client.promises import LAST_HAND, Promises
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


class Seals:
    """Gives a nonce for every coming hand, and checks each shuffle as it is told.

    ``checked`` counts the openings that were right. Of the ``hands`` whose shuffle was right the
    own nonce took part in ``assured``; in ``late`` it had come too late, by the server's word, and
    from ``left_out`` its hash was left out: there others chose. Without ``nonces`` it only checks.
    """

    def __init__(self, *, nonces: bool = True) -> None:
        self.checked = 0
        self.hands = self.assured = self.late = self.left_out = 0
        self.part: OwnPart = "none"
        """What became of the own nonce in the last of the ``hands``."""
        self._gives = nonces
        self._secret = token_bytes(NONCE_SIZE)
        """All nonces come out of it: there is none that could be forgotten."""
        self._tables: dict[str, Promises] = {}
        self._promises = Promises()
        self._table: str | None = None
        self._late = False
        """He only watches, and sees everything later."""
        self._next: HandSeal | None = None
        self._dealt: HandSeal | None = None
        self._assigned = 0
        """The hand whose blinds are assigned and that has not started."""
        self._first: dict[str, int] = {}
        """By table, for which hand the first hash was given."""
        self._told: set[tuple[str, int]] = set()
        self._revealed: set[tuple[str, int]] = set()
        """Of which hash and nonce were sent, on this connection."""
        self._given: set[tuple[str, int]] = set()
        """For which the hash was given, on any."""
        self._said: set[str] = set()
        """What was wrong with the hands that are now told of."""

    @property
    def hand(self) -> int | None:
        """The number of the hand whose shuffle is known from the commitments on.

        ``None`` where the client came too late for that.
        """
        return None if self._dealt is None else self._dealt.number

    def uncommit(self) -> None:
        """On a new connection everything is said again: the server may not have kept it."""
        self._told.clear()
        self._revealed.clear()

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
        faults = list(self._turn_to(state, whole))
        if whole:
            if settled := self._promises.settled:
                faults.append(self._fail(settled, unbegun(settled)))
            self._next = self._dealt = None
            self._assigned = 0
            if (state.view.hand or 0) >= self._promises.owed:
                self._promises.owed = 0  # It was dealt while the client was away.
        faults += [fault for event in events for fault in self._see(event, state, whole)]
        if self._dealt is not None:
            before = len(self._dealt.right)
            faults += _hold(self._dealt, self._dealt.check(state))
            self.checked += len(self._dealt.right) - before
            self._count(self._dealt, state)
        new = [fault for fault in dict.fromkeys(faults) if fault not in self._said]
        self._said.update(new)
        return [*self._reveal(state), *self._commit(state)], new

    def _turn_to(self, state: TableState, whole: bool) -> Iterator[str]:
        """Each table has promises of its own, and who sees it later is held by none of them."""
        table = state.table.id
        late = state.viewer is None and state.table.spectator_delay_ms > 0
        if table == self._table and late == self._late and not (late and whole):
            return
        self._next = self._dealt = None
        self._assigned = 0
        left = self._tables.get(self._table or "")
        if left is not None and left.owed and table != self._table:
            owed, left.owed = left.owed, 0
            left.fail(owed)
            yield undealt(owed)
        self._table, self._late = table, late
        kept = self._tables.setdefault(table, Promises())
        self._promises = Promises(kept) if late else kept

    # what the client says

    def _nonce(self, table: str, hand: int) -> bytes:
        tag = b"omaha8 own nonce 1\0"
        return sha256(tag + self._secret + hand.to_bytes(8, "big") + table.encode()).digest()

    def _commit(self, state: TableState) -> Iterator[ClientMessage]:
        """The hash for the coming hand, once per connection, as long as it is not shuffled."""
        coming = (state.view.hand or 0) + 1
        key = state.table.id, coming
        if not self._gives or state.viewer is None or key in self._told:
            return
        if not self._promises.highest < coming <= LAST_HAND:
            return  # It is shuffled, or the server counts backwards.
        self._first.setdefault(*key)
        self._told.add(key)
        self._given.add(key)
        yield Commit(coming, hash_nonce(self._nonce(*key)).hex())

    def _reveal(self, state: TableState) -> Iterator[ClientMessage]:
        """The nonce, once per connection; a hand has one pair of roots, or is not in ``_next``."""
        seal = self._next
        if seal is None or seal.chosen is not None or self._late:
            return
        key = state.table.id, seal.number
        if key not in self._given or key in self._revealed:
            return
        nonce = self._nonce(*key)
        own = hash_nonce(nonce).hex()
        if any(each.hash == own and each.name == state.name for each in seal.committed.hashes):
            self._revealed.add(key)
            yield Reveal(seal.number, nonce.hex())

    # what it checks

    def _see(self, event: NumberedEvent, state: TableState, whole: bool) -> Iterator[str]:
        match event:
            case DecksCommitted():
                yield from self._commits(event, state, whole)
            case DeckChosen():
                yield from self._chooses(event, state)
            case BlindsAssigned(number=number):
                self._assigned = number
                yield from self._begins(number, whole)
            case HandStarted():
                yield from self._starts(event, state, whole)
            case _ if isinstance(event, CHAIRS) and self._promises.settled:
                yield self._fail(
                    self._promises.settled,
                    "When the deck was known it was changed who is dealt in, or how.",
                )

    def _fail(self, hand: int, sentence: str) -> str:
        """Nothing more is believed of this hand, and no nonce revealed."""
        self._promises.fail(hand)
        self._next = None
        return sentence

    def _commits(self, event: DecksCommitted, state: TableState, whole: bool) -> Iterator[str]:
        hand, promises = event.hand, self._promises
        if hand in promises.bad:
            return
        fresh, skipped = hand > promises.highest, promises.owed
        wrong = promises.commit(event)
        if fresh:
            self._next = None
            promises.owed = 0
            if skipped:
                wrong = undealt(skipped)
            wrong = wrong or hash_fault(event) or self._replaced(event, state)
        if wrong:
            yield self._fail(hand, wrong)
            return
        if hand > promises.begun:
            promises.owed = hand
        told = self._next is not None and self._next.number == hand
        if not told and (whole or hand > promises.begun):
            self._next = HandSeal(event)

    def _replaced(self, event: DecksCommitted, state: TableState) -> str | None:
        """A client's first hash may come too late: then it is an earlier run whose hash stands."""
        key = state.table.id, event.hand
        if key not in self._given or event.hand == self._first[state.table.id] or self._late:
            return None
        own = hash_nonce(self._nonce(*key)).hex()
        if all(each.hash == own for each in event.hashes if each.name == state.name):
            return None
        return f"Under the name of {state.name} stands a nonce that this client did not make."

    def _chooses(self, event: DeckChosen, state: TableState) -> Iterator[str]:
        hand = event.hand
        if hand in self._promises.bad:
            return
        both = (self._next, self._dealt)
        seal = next((each for each in both if each and each.number == hand), None)
        if seal is None:
            yield self._fail(
                hand, f"The deck of hand {hand} was chosen before it was committed to."
            )
        elif not self._promises.choose(event):
            yield self._fail(hand, f"The deck of hand {hand} was chosen a second time.")
        elif seal.chosen is None:
            yield from _hold(seal, seal.choose(event, state.table.id))

    def _begins(self, number: int, whole: bool) -> Iterator[str]:
        promises = self._promises
        fresh = number > promises.begun
        self._dealt = None
        wrong = promises.begin(number, whole=whole)
        if fresh:
            self._said.clear()
        if fresh and not self._late:
            self._given = {key for key in self._given if key[0] != self._table or key[1] >= number}
        if number in promises.bad:
            return
        if wrong:
            yield self._fail(number, wrong)
        elif self._next and self._next.number == number and self._next.chosen:
            self._dealt, self._next = self._next, None
        elif not whole or number <= promises.committed_to:
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
        if not self._promises.start(self._dealt.number, event):
            yield from _hold(self._dealt, [f"Hand {self._dealt.number} began otherwise before."])
            return
        yield from _hold(self._dealt, self._dealt.start(event))

    def _count(self, seal: HandSeal, state: TableState) -> None:
        """Once per hand, whether the own nonce was in it."""
        number, promises = seal.number, self._promises
        if not seal.sound or number in promises.bad or number <= promises.counted:
            return
        promises.counted = number
        key = state.table.id, number
        own = hash_nonce(self._nonce(*key)).hex()
        name = state.name if self._gives else None
        self.part = part_of(seal, name, own, gave=key in self._given)
        self.hands += 1
        self.assured += self.part == "in"
        self.late += self.part == "late"
        self.left_out += self.part == "left out"


def _hold(seal: HandSeal, faults: Iterable[str]) -> Iterator[str]:
    """The same, and the hand is not among those that were right."""
    for fault in faults:
        seal.sound = False
        yield fault


def unbegun(hand: int) -> str:
    """The sentence about a hand whose deck is known, and that something comes before."""
    return f"The deck of hand {hand} was chosen, and the hand did not begin with that."


def undealt(hand: int) -> str:
    """The sentence about a hand that was shuffled and passed over."""
    return f"The decks of hand {hand} were committed to, and never dealt."
