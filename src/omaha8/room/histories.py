"""Finished hands, as somebody may see them afterwards (floor 5).

What he may see follows from who he was in *that* hand. A hand that is going on has no history.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final, get_args

import msgspec

from omaha8.fairness import ShuffleError, shuffle_from_json, slots_told
from omaha8.fairness.events import DeckChosen, DecksCommitted, Opening
from omaha8.hand.events import BoardDealt, Event, HandEnded, HandStarted, Shown
from omaha8.hand.notation import write
from omaha8.hand.project import history, project
from omaha8.room.room_events import NumberedEvent, event_form, event_of
from omaha8.room.shown import HandView
from omaha8.room.views import shown_views
from omaha8.rules.game import Chips, Seat
from omaha8.store.interface import Journal
from omaha8.store.records import HandRecord, PersonId, StoredRow, TableId
from omaha8.table.between_hands import (
    BlindsAssigned,
    ChopAnswered,
    Chopped,
    GameChanged,
    HandVoided,
    KillLapsed,
)

MOST_HANDS: Final = 100
"""In one list."""
_AFTERWARDS: Final = 50
"""Events behind a hand among which somebody may have shown his cards."""
_BEFORE: Final = 200
"""Events before the blinds among which are the decks."""

HAND_EVENTS: Final = get_args(Event)
_OF_THE_TABLE: Final = (
    BlindsAssigned,
    GameChanged,
    KillLapsed,
    ChopAnswered,
    Chopped,
    HandVoided,
)


AGAIN: Final = (
    "The hand is dealt a second time: its first deal was lost with a damaged end of the journal, "
    "and other decks were committed to."
)


class NoSuchHand(LookupError):
    """The table has not played it, or this viewer may not know that it has."""


class HandInProgress(ValueError):
    """Its history is there when it is over."""


class HandPlayer(msgspec.Struct, frozen=True):
    """Who was dealt in."""

    seat: Seat
    name: str


class HandLine(msgspec.Struct, frozen=True, kw_only=True):
    """A finished hand in a list; times are in ms since 1970.

    ``seat`` is that of who asks, ``result`` what he won or lost. ``note`` says why a hand that was
    voided was.
    """

    hand: int
    started: int
    ended: int
    pot: Chips
    players: tuple[HandPlayer, ...]
    seat: Seat | None
    result: int | None
    note: str | None


class HandHistory(msgspec.Struct, frozen=True, kw_only=True):
    """A finished hand: what a history file holds (``docs/fairness.md``).

    ``names`` are by seat; ``events`` projected, in their JSON form; ``openings`` of every card of
    them. ``viewer`` is the seat of who asks, ``None`` for who was not dealt in. ``note`` says why
    it was voided, or that its decks are not the first ones. ``hands`` are those that were shown on
    a full board, in words.
    """

    omaha8_hand: int = 1
    table: TableId
    table_name: str
    hand: int
    started: int
    ended: int
    viewer: Seat | None
    names: dict[str, str]
    events: tuple[dict[str, Any], ...]
    openings: tuple[Opening, ...]
    note: str | None
    hands: tuple[HandView, ...]


class Histories:
    """The hands in a journal. Whether somebody may look at a table at all is asked before."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    async def hand(
        self,
        table: TableId,
        table_name: str,
        number: int,
        person: PersonId | None,
        *,
        now: int,
        delay: int = 0,
    ) -> HandHistory:
        """One hand; ``now`` and the ``delay`` of who looks on are in ms.

        Raises `NoSuchHand`, `HandInProgress`, and `StoreError` where the journal is damaged.
        """
        record, events, again = await self._told(table, number, person, now, delay)
        viewer = seat_of(record, person)
        assert record.ended is not None
        return HandHistory(
            table=table,
            table_name=table_name,
            hand=number,
            started=record.started,
            ended=record.ended,
            viewer=viewer,
            names={str(seat): name for seat, _, name in record.seats},
            events=tuple(event_form(event) for event in events),
            openings=await self._openings(table, number, events),
            note=record.note if record.note is not None or not again else AGAIN,
            hands=_in_words(events),
        )

    async def text(
        self,
        table: TableId,
        table_name: str,
        number: int,
        person: PersonId | None,
        *,
        now: int,
        delay: int = 0,
    ) -> str:
        """The same as a few lines of text, the hand in the notation. Raises as `hand` does."""
        record, events, _ = await self._told(table, number, person, now, delay)
        return as_text(table_name, record, events)

    async def hands(
        self,
        table: TableId,
        person: PersonId | None,
        *,
        now: int,
        delay: int = 0,
        before: int | None = None,
        limit: int = 50,
    ) -> list[HandLine]:
        """The latest hands that are over, newest first; those under the number ``before``."""
        told: list[HandRecord] = []
        limit = page = min(limit, MOST_HANDS)
        # Those that he may not be told of yet are the newest, and take nobody else's place.
        while len(told) < limit and (records := await self._journal.hands(table, before, page)):
            told += [record for record in records if _is_told(record, person, now, delay)]
            before, page = records[-1].hand, MOST_HANDS
            # Who may see few of many is not to keep the tables waiting.
            await asyncio.sleep(0)
        return [_line(record, person) for record in told[:limit]]

    async def _told(
        self, table: TableId, number: int, person: PersonId | None, now: int, delay: int
    ) -> tuple[HandRecord, list[NumberedEvent], bool]:
        """The last is whether there had been other decks for it."""
        record = await self._journal.hand(table, number)
        known = record is not None and _is_told(record, person, now, delay)
        # Who is behind learns of a hand when he may see it, and not before that it goes on.
        if record is None or (delay and not known and seat_of(record, person) is None):
            raise NoSuchHand(f"This table has not played a hand {number}.")
        if not known:
            raise HandInProgress(f"Hand {number} is not over yet; its history comes then.")
        found = [
            *await self._earlier(table, record),
            *await self._events(table, record),
            *await self._shown_afterwards(table, record),
        ]
        events = _without_the_last_hand([event for event in found if _belongs(event, number)])
        # What followed on the first was cut off with a damaged tail of the journal.
        commits = [event for event in events if isinstance(event, DecksCommitted)]
        events = [e for e in events if not isinstance(e, DecksCommitted) or e is commits[-1]]
        return record, projected(events, seat_of(record, person)), len(commits) > 1

    async def _events(self, table: TableId, record: HandRecord) -> list[NumberedEvent]:
        return await self._rows(table, record.first, record.last)

    async def _earlier(self, table: TableId, record: HandRecord) -> list[NumberedEvent]:
        """Decks that were committed to before the hand as it stands in the index."""
        before = await self._journal.hand(table, record.hand - 1)
        after = -1 if before is None or before.last is None else before.last
        first = max(after + 1, record.first - _BEFORE)
        return await self._rows(table, first, record.first - 1)

    async def _shown_afterwards(self, table: TableId, record: HandRecord) -> list[NumberedEvent]:
        """What somebody showed of his own accord until the next hand began."""
        assert record.last is not None
        found: list[NumberedEvent] = []
        behind = self._journal.rows(table, record.last + 1, record.last + _AFTERWARDS)
        # Most of these are of the next hand, and not worth decoding.
        for row in [row async for row in behind]:
            event = _event(row)
            if isinstance(event, BlindsAssigned | HandStarted):
                break
            if isinstance(event, Shown):
                found.append(event)
        return found

    async def _rows(self, table: TableId, first: int, last: int | None) -> list[NumberedEvent]:
        if last is not None and last < first:
            return []
        return [_event(row) async for row in self._journal.rows(table, first, last)]

    async def _openings(
        self, table: TableId, number: int, told: Sequence[NumberedEvent]
    ) -> tuple[Opening, ...]:
        """Of the cards in the events that are told, and of no others."""
        secret = await self._journal.deal(table, number)
        if secret is None:
            return ()
        try:
            shuffle = shuffle_from_json(secret)
        except ShuffleError:
            return ()
        return () if shuffle.nonces is None else shuffle.openings(slots_told(told))


def _in_words(events: Sequence[NumberedEvent]) -> tuple[HandView, ...]:
    """What each hand made that was shown."""
    dealt = [event.cards for event in events if isinstance(event, BoardDealt)]
    shown = {event.seat: event.cards for event in events if isinstance(event, Shown)}
    return shown_views(shown, tuple(card for cards in dealt for card in cards))


def _event(row: StoredRow) -> NumberedEvent:
    return event_of(msgspec.json.decode(row.body))


def _line(record: HandRecord, person: PersonId | None) -> HandLine:
    # Out of the index alone: a long list must cost the others at the tables nothing.
    seat = seat_of(record, person)
    results = {dealt[0]: won for dealt, won in zip(record.seats, record.results, strict=False)}
    assert record.ended is not None
    return HandLine(
        hand=record.hand,
        started=record.started,
        ended=record.ended,
        pot=record.pot,
        players=tuple(HandPlayer(at, name) for at, _, name in record.seats),
        seat=seat,
        result=None if seat is None else results.get(seat),
        note=record.note,
    )


def seat_of(record: HandRecord, person: PersonId | None) -> Seat | None:
    """Where somebody was dealt in."""
    if person is None:
        return None
    return next((seat for seat, who, _ in record.seats if who == person), None)


def _is_told(record: HandRecord, person: PersonId | None, now: int, delay: int) -> bool:
    if record.last is None or record.ended is None:
        return False
    return seat_of(record, person) is not None or now >= record.ended + delay


def _belongs(event: NumberedEvent, number: int) -> bool:
    """Others come and go while a hand is played; that is no part of it."""
    if isinstance(event, DecksCommitted | DeckChosen):
        return event.hand == number
    return isinstance(event, (*HAND_EVENTS, *_OF_THE_TABLE))


def _without_the_last_hand(events: Sequence[NumberedEvent]) -> list[NumberedEvent]:
    """Cards of the hand before may be shown when the decks of this one are committed to already."""
    begun = [isinstance(event, HandStarted) for event in events]
    start = begun.index(True) if True in begun else 0
    return [
        event
        for number, event in enumerate(events)
        if number >= start or not isinstance(event, HAND_EVENTS)
    ]


def projected(events: Sequence[NumberedEvent], viewer: Seat | None) -> list[NumberedEvent]:
    """The events of one hand as ``viewer`` may see them when it is over.

    RULES, showdown: with ``history_shows_mucked: showdown_players`` also what was mucked there. Of
    a hand that was voided, nothing but what was seen.
    """
    hand: list[Event] = [event for event in events if isinstance(event, HAND_EVENTS)]
    start = next((event for event in hand if isinstance(event, HandStarted)), None)
    if start is not None and any(isinstance(event, HandEnded) for event in hand):
        seen = iter(history(hand, viewer, start.rules))
    else:
        seen = iter([project(event, viewer) for event in hand])
    return [next(seen) if isinstance(event, HAND_EVENTS) else event for event in events]


def as_text(table_name: str, record: HandRecord, events: Sequence[NumberedEvent]) -> str:
    """Lines that begin with ``#`` for people, and the hand in the notation for both."""
    started = datetime.fromtimestamp(record.started / 1000, UTC)
    seats = ", ".join(f"seat {seat} {name}" for seat, _, name in record.seats)
    lines = [
        f"# {table_name}, hand {record.hand}, {started:%Y-%m-%d %H:%M:%S} UTC",
        f"# {seats}",
    ]
    hand: list[Event] = [event for event in events if isinstance(event, HAND_EVENTS)]
    if hand:
        lines.append(write(hand))
    if any(isinstance(event, Chopped) for event in events):
        lines.append("# chopped: the blinds were taken back")
    if record.note is not None:
        lines.append(f"# voided: {record.note}")
    return "\n".join(lines) + "\n"
