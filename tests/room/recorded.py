"""Hands of restless people, in the journal of a store, as a room would keep them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

import msgspec

from omaha8.fairness import CHANCE_SIZE, Shuffle, hash_nonce, shuffle_to_json
from omaha8.hand.events import Awarded, HandEnded, HandStarted, Raked
from omaha8.room.hand_index import results
from omaha8.room.room_events import NumberedEvent, event_form
from omaha8.rules.game import Chips, Seat
from omaha8.store.memory import MemoryStore
from omaha8.store.records import HandRecord, PersonId, Row, TableId, TableRecord, Write
from omaha8.table import AnyEvent, Table
from omaha8.table import commands as c
from omaha8.table.between_hands import BlindsAssigned, Chopped, HandVoided
from tests.random_tables import Session

TABLE: Final = TableId("k3x9")
HOUR: Final = 3_600_000


class Recorded(Session):
    """A session whose events are kept; its clock moves on by a second with every command.

    Whose name ends in an even digit is a person of that number, the others are bots of the house.
    """

    def __init__(self, random: Random, table: Table) -> None:
        super().__init__(random, table)
        self.store = MemoryStore()
        self.at = HOUR
        self.kept: list[NumberedEvent] = []
        self.hands: dict[int, list[NumberedEvent]] = {}
        """By number, the events of each hand from its decks on, as they happened."""
        self._epoch = 0
        self._record: HandRecord | None = None

    async def open(self) -> None:
        """To be called first."""
        journal = self.store.journal
        await journal.create(TableRecord(id=TABLE, created=self.at, info=b"{}"))
        self._epoch = await journal.own(TABLE)
        self._keep([self.table.opening])

    def do(self, command: c.Command) -> list[AnyEvent]:
        if not isinstance(command, c.Deal):
            events = super().do(command)
            self._keep(events)
            return events
        shuffle = self._shuffle()
        deck = msgspec.structs.replace(command, deck=shuffle.deck)
        events = super().do(deck)
        self._keep([shuffle.committed, shuffle.chosen, *events], shuffle)
        return events

    def _shuffle(self) -> Shuffle:
        public, random = self.table.public, self.random
        nonces = {player.name: random.randbytes(32) for player in public.seats if player}
        hashes = {name: hash_nonce(nonce).hex() for name, nonce in nonces.items()}
        begun = Shuffle.begin(TABLE, public.hands + 1, hashes, random.randbytes(CHANCE_SIZE))
        return begun.choose({name: nonce.hex() for name, nonce in nonces.items()})

    def _keep(self, events: Sequence[NumberedEvent], shuffle: Shuffle | None = None) -> None:
        self.at += 1000
        first = len(self.kept)
        self.kept += events
        if shuffle is not None:
            self._begin(first)
        if self._record is not None:
            self.hands[self._record.hand] += events
        changed = shuffle is not None or self._end(events)
        failed: list[object] = []
        self.store.journal.write(
            Write(
                table=TABLE,
                epoch=self._epoch,
                at=self.at,
                first=first,
                rows=tuple(Row(msgspec.json.encode(event_form(event))) for event in events),
                deal=None if shuffle is None else (shuffle.hand, shuffle_to_json(shuffle)),
                hand=self._record if changed else None,
            ),
            lambda error: failed.append(error) if error else None,
        )
        assert failed == []

    def _begin(self, first: int) -> None:
        number = next(e.number for e in self.kept[first:] if isinstance(e, BlindsAssigned))
        start = next(e for e in self.kept[first:] if isinstance(e, HandStarted))
        self._record = HandRecord(
            hand=number,
            first=first,
            started=self.at,
            seats=tuple(
                (seat, person_of(name), name)
                for seat in range_of(start)
                for name in [self.table.public.player(seat).name]
            ),
        )
        self.hands[number] = []

    def _end(self, events: Sequence[NumberedEvent]) -> bool:
        over = next((e for e in events if isinstance(e, HandEnded | Chopped | HandVoided)), None)
        if over is None or self._record is None or self._record.last is not None:
            return False
        hand = self.hands[self._record.hand]
        awarded = sum(event.amount for event in hand if isinstance(event, Awarded))
        raked = sum(sum(event.by_pot) for event in hand if isinstance(event, Raked))
        won: tuple[int, ...] = (0,) * len(self._record.seats)
        if isinstance(over, HandEnded):
            start = next(event for event in hand if isinstance(event, HandStarted))
            won = results(start.stacks, over.stacks)
        self._record = msgspec.structs.replace(
            self._record,
            last=self.kept.index(over, self._record.first),
            ended=self.at,
            pot=Chips(awarded + raked),
            note=over.why if isinstance(over, HandVoided) else None,
            results=won,
        )
        return True


def range_of(start: HandStarted) -> list[Seat]:
    """The seats dealt in."""
    return [Seat(i) for i, stack in enumerate(start.stacks) if stack is not None]


def person_of(name: str) -> PersonId | None:
    """Every other one is somebody."""
    number = int(name.rpartition(" ")[2])
    return None if number % 2 else PersonId(number)
