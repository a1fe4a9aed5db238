"""Whole sessions at a table, written to a store as a room writes them."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Final

import msgspec

from omaha8.room.bank import transfer_of
from omaha8.room.room_events import ClocksStarted, NumberedEvent, event_form
from omaha8.rules.game import Seat
from omaha8.rules.house import replace
from omaha8.rules.options import Rake
from omaha8.store.records import PersonId, Row, TableId, TableRecord, Transfer, Write
from omaha8.table.between_hands import SeatChanged
from omaha8.table.events import Left, Seated
from omaha8.table.machine import Table
from tests.random_tables import Session, play, random_table
from tests.store.keeping import AnyStore, keep

PRESETS: Final = ("robert", "pokerstars", "community", "tda")


@cache
def messages(preset: str, hands: int = 12) -> tuple[tuple[NumberedEvent, ...], ...]:
    """The events of a session at a raked table of a preset, as they came of each command."""
    random = Random(f"kept {preset}")
    table = random_table(random, preset).public
    rules = replace(table.rules, rake=Rake(per_mille=50, cap=5))
    raked = Table(
        rules,
        table.games,
        len(table.seats),
        min_buy_in=table.min_buy_in,
        max_buy_in=table.max_buy_in,
    )
    session = Session(random, raked)
    kept: list[tuple[NumberedEvent, ...]] = [tuple(session.events), (ClocksStarted(),)]
    done = len(session.events)
    for _ in play(session, hands):
        if len(session.events) > done:
            kept.append(tuple(session.events[done:]))
            done = len(session.events)
    kept.append(tuple(session.events[done:]))
    return tuple(one for one in kept if one)


def person(name: str) -> PersonId | None:
    """Who is called ``player 7``; every fourth is a bot of the house."""
    number = int(name.split()[-1]) if name.split()[-1].isdigit() else sum(map(ord, name))
    return None if number % 4 == 0 else PersonId(number)


def writes(table: TableId, session: tuple[tuple[NumberedEvent, ...], ...]) -> list[Write]:
    """What a room writes of a session."""
    found, seats, seq = [], dict[Seat, PersonId | None](), 0
    for at, events in enumerate(session):
        rows: list[Row] = []
        transfers: list[Transfer] = []
        for event in events:
            asked = None
            if isinstance(event, Seated):
                asked = seats[event.seat] = person(event.name)
            elif isinstance(event, SeatChanged):
                seats[event.to] = seats.pop(event.seat)
            transfer = transfer_of(table, event, seats.__getitem__)
            if transfer is not None:
                transfers.append(transfer)
            if isinstance(event, Left):
                del seats[event.seat]
            rows.append(Row(msgspec.json.encode(event_form(event)), asked))
        found.append(
            Write(
                table=table,
                epoch=1,
                at=at,
                first=seq,
                rows=tuple(rows),
                transfers=tuple(transfers),
            )
        )
        seq += len(rows)
    return found


async def keep_session(store: AnyStore, preset: str, hands: int = 12) -> list[Write]:
    """A table of the preset's name with its whole session."""
    table = TableId(preset)
    await store.journal.create(TableRecord(id=table, created=0, info=b"{}"))
    await store.journal.own(table)
    every = writes(table, messages(preset, hands))
    await keep(store, *every)
    return every
