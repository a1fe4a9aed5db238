"""A table that goes on after the server was stopped, or killed (floor 5).

The state is never stored as it stands in memory: it is what the journal's events add up to, since
a checkpoint between two hands.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from omaha8.cards import Card
from omaha8.fairness.events import DecksCommitted
from omaha8.fairness.shuffle import Shuffle, ShuffleError, shuffle_from_json
from omaha8.hand.codec import CodecError
from omaha8.hand.events import HandStarted
from omaha8.room.bots import policy_of
from omaha8.room.checkpoint import RoomState, room_state
from omaha8.room.decks import FairDecks
from omaha8.room.host import PROGRESS
from omaha8.room.keeping import ChipsWrong
from omaha8.room.person import Person
from omaha8.room.room_events import (
    ROOM_EVENTS,
    ClocksStarted,
    ClocksStopped,
    NumberedEvent,
    StraddlesWished,
    TimeBank,
    event_of,
)
from omaha8.rules.game import Seat
from omaha8.store.interface import Journal
from omaha8.store.records import PersonId, StoredRow, TableId
from omaha8.table import AnyEvent, Table
from omaha8.table.between_hands import (
    BlindsAssigned,
    Chopped,
    Listed,
    SeatChanged,
    SitOutAtBigBlind,
    TableOpened,
)
from omaha8.table.events import CameBack, Leaving, Left, SatOut, Seated
from omaha8.table.resume import CannotResume
from omaha8.table.state import PublicTable

if TYPE_CHECKING:
    from omaha8.room.staffed import StaffedRoom

_log: Final = logging.getLogger(__name__)
_loads: Final = msgspec.json.Decoder().decode

FindPerson = Callable[[PersonId], Person | None]


class Unreadable(Exception):
    """A table whose journal cannot be read; the message says why."""


class NeverOpened(Unreadable):
    """A table of which the journal has no event at all."""


class Read(msgspec.Struct, frozen=True, kw_only=True):
    """What the journal has of a table: a state, and what happened from event ``first`` on.

    ``void`` says why the hand that was going on cannot go on.
    """

    table: Table
    first: int
    rows: list[tuple[StoredRow, NumberedEvent]]
    state: RoomState | None
    before: PublicTable | None
    dealt: Shuffle | None
    offered: Shuffle | None
    void: str | None


async def read_table(journal: Journal, table: TableId) -> Read:
    """Read a table from its last checkpoint on. Raises `Unreadable` and `StoreError`."""
    state, before, first = await _checkpoint(journal, table)
    rows: list[tuple[StoredRow, NumberedEvent]] = []
    async for row in journal.rows(table, first):
        try:
            rows.append((row, event_of(_loads(row.body))))
        except (CodecError, ValueError):
            # What is wrong with it may be a card, which the log is not to have.
            raise Unreadable(
                f"event {row.seq} of table {table} is none that this version can read; "
                "omaha8 audit says why"
            ) from None
    events: list[AnyEvent] = [e for _, e in rows if not isinstance(e, ROOM_EVENTS)]  # type: ignore[misc]
    if before is None and not rows:
        raise NeverOpened(f"the journal has nothing of table {table}")
    if before is None and (not events or not isinstance(events[0], TableOpened)):
        raise Unreadable(f"the journal of table {table} does not begin with its opening")
    hands = max(
        (e.number for e in events if isinstance(e, BlindsAssigned)),
        default=0 if before is None else before.hands,
    )
    dealt = await _shuffle(journal, table, hands)
    offered = await _shuffle(journal, table, hands + 1)
    deck = _deck(dealt)
    void = None
    try:
        machine = Table.resumed(events, state=before, deck=deck)
    except CannotResume as error:
        machine, void = error.table, error.why
    except ValueError as error:
        raise Unreadable(f"table {table}: {error}") from None
    return Read(
        table=machine,
        first=first,
        rows=rows,
        state=state,
        before=before,
        dealt=dealt if deck is not None else None,
        offered=offered if offered is not None and offered.nonces is None else None,
        void=void,
    )


async def _checkpoint(
    journal: Journal, table: TableId
) -> tuple[RoomState | None, PublicTable | None, int]:
    found = await journal.checkpoint(table)
    if found is None:
        return None, None, 0
    try:
        state = room_state(found[1])
        return state, state.public, found[0]
    except ValueError as error:
        # Written by another version of the program: the events say the same, only slower.
        _log.warning("table %s is read from its first event on: %s", table, error)
        return None, None, 0


async def _shuffle(journal: Journal, table: TableId, hand: int) -> Shuffle | None:
    secret = await journal.deal(table, hand)
    if secret is None:
        return None
    try:
        return shuffle_from_json(secret)
    except ShuffleError:
        # Its message may hold a card.
        _log.error("table %s: the decks of hand %d cannot be read", table, hand)
        return None


def _deck(shuffle: Shuffle | None) -> Sequence[Card] | None:
    return None if shuffle is None or shuffle.nonces is None else shuffle.deck


def take_up(room: StaffedRoom, read: Read, find: FindPerson) -> None:
    """Make a room out of ``read.table`` know all that it knew: seats, numbers, answers, clocks."""
    host, players = room.host, room.players
    clock = host.clock
    seats: dict[Seat, str] = {}
    going: set[str] = set()
    """Who wants to sit out at the big blind."""
    if read.state is not None and read.before is not None:
        _seat_all(room, read.state, read.before, find, seats, going)
    for row, event in read.rows:
        match event:
            case Seated(seat, name):
                seats[seat] = name
                if row.person is not None:
                    person = find(row.person) or Person(row.person, name)
                    player = players.get(person.id) or players.add(person)
                    host.seat_person(player, seat)
            case HandStarted(stacks=stacks):
                dealt = [Seat(i) for i, stack in enumerate(stacks) if stack]
                host.owners = {p.id: seat for p, seat in players.seated if seat in dealt}
                host.names = {seat: seats[seat] for seat in dealt if seat in seats}
                host.chopped = None
                for player, seat in players.seated:
                    if seat in dealt:
                        clock.refill(player)
            case Leaving(seat) if row.person is not None:
                sitting = players.by_seat(seat)
                if sitting is not None:
                    # He goes himself, and is not to be taken in again.
                    sitting.put_out = False
            case Listed(name) if row.person is not None:
                players.listed[name] = row.person
            case Left(seat):
                going.discard(seats.pop(seat, ""))
                host.move(seat, None)
            case SeatChanged(seat, to):
                seats[to] = seats.pop(seat, "")
                host.move(seat, to)
            case SitOutAtBigBlind(seat):
                going.add(seats.get(seat, ""))
            case SatOut(seat) | CameBack(seat):
                sitting, name = players.by_seat(seat), seats.get(seat, "")
                if sitting is not None:
                    # Whom the room has put out it takes in again when he is back.
                    put_out = isinstance(event, SatOut) and row.person is None
                    sitting.put_out = put_out and name not in going
                going.discard(name)
            case TimeBank(seat, left_ms):
                sitting = players.by_seat(seat)
                if sitting is not None:
                    sitting.bank = left_ms / 1000
            case StraddlesWished(seat, on):
                sitting = players.by_seat(seat)
                if sitting is not None:
                    sitting.straddles = on
            case ClocksStopped(by):
                clock.stop(by)
            case ClocksStarted():
                clock.go_on()
            case Chopped():
                host.chopped = event
            case _:
                pass
        if type(event) in PROGRESS:
            clock.turn_id = row.seq
        if row.person is not None and row.ask is not None:
            room.keeper.answers.add(row.person, row.ask, row.seq)
        host.log.append(event, host.owners)
        for player in host.moved:
            player.moved_at = row.seq
        host.moved.clear()
    for player in players:
        if player.seat is None:
            players.forget(player)
    _clean_up(room, read)


def _seat_all(
    room: StaffedRoom,
    state: RoomState,
    before: PublicTable,
    find: FindPerson,
    seats: dict[Seat, str],
    going: set[str],
) -> None:
    for i, who in enumerate(before.seats):
        if who is not None:
            seats[Seat(i)] = who.name
            if who.out_at_big_blind:
                going.add(who.name)
    for seat, known in state.seats.items():
        person = find(known.person) or Person(known.person, seats.get(seat, ""))
        player = room.players.add(person)
        room.players.seat(player, seat)
        player.bank = known.bank_ms / 1000
        player.put_out, player.missed = known.put_out, known.missed
        player.straddles = known.straddles
    for person_id, asks in state.answers.items():
        for ask, seq in asks.items():
            room.keeper.answers.add(person_id, ask, seq)
    room.players.lately.update(state.lately)
    room.players.listed.update(state.listed)
    if state.stopped_by is not None:
        room.host.clock.stop(state.stopped_by)
    room.host.clock.turn_id = state.turn_id


def _clean_up(room: StaffedRoom, read: Read) -> None:
    host, now = room.host, room.host.now()
    for i, who in enumerate(read.table.public.seats):
        if who is not None and who.bot:
            host.policies[Seat(i)] = policy_of(who.name)
    for player, _ in room.players.seated:
        player.gone_at = now
        player.grace_until = now + room.settings.restart_grace
    if read.rows:
        # The table's clock went on while the server did not.
        away = room.keeper.now_ms() - read.rows[-1][0].at
        host.minutes_before += max(0, away // 60_000)
    room.bank.forget(room.id)
    for player, seat in room.players.seated:
        room.bank.promise(room.id, player.id, read.table.public.promised(seat))
    host.clock.start()
    if host.clock.settings != host.settings:
        host.clock.change(host.settings)
    host.readiness.pause(room.settings.absence)
    host.kept_chairs.grace_until = now + room.settings.restart_grace
    room.keeper.begin_batch()
    decks = host.decks
    if isinstance(decks, FairDecks):
        decks.resume(read.dealt, read.offered)
    room.keeper.show_rail()
    hands = room.keeper.hands
    for row, event in read.rows:
        if isinstance(event, DecksCommitted | BlindsAssigned):
            hands.note(row.seq, event, row.at)
    try:
        room.keeper.check_chips()
    except ChipsWrong as fault:
        # Nobody has to move first for that to be seen.
        room.freeze(fault)
        return
    if read.void is not None:
        room.void_hand(f"The server was stopped, and the hand cannot go on: {read.void}.")
