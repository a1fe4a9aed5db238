"""The index of hands as rows (floor 5)."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from omaha8.rules.game import Chips, Seat
from omaha8.store.records import HandRecord, PersonId

_COLUMNS: Final = "hand, first, last, started, ended, pot, seats, note"
HANDS: Final = f"SELECT {_COLUMNS} FROM hands"
ENDED: Final = (
    f"SELECT table_id, {_COLUMNS} FROM hands WHERE ended >= ?1 AND (ended, table_id, hand) > "
    "(?1, ?2, ?3) ORDER BY ended, table_id, hand LIMIT ?4"
)
"""A page of the hands of all tables that follow on one."""


class _Dealt(msgspec.Struct, frozen=True, array_like=True):
    """Who was dealt in, and with what in the end."""

    seat: Seat
    person: PersonId | None
    name: str
    result: int | None = None


_decoder: Final = msgspec.json.Decoder(tuple[_Dealt, ...])


def seats_to_json(record: HandRecord) -> bytes:
    """What stands in ``seats``: who was dealt in, with his result if the hand is over."""
    if not record.results:
        return msgspec.json.encode(record.seats)
    both = zip(record.seats, record.results, strict=True)
    return msgspec.json.encode([(*dealt, result) for dealt, result in both])


def hand_of(row: tuple[Any, ...]) -> HandRecord:
    """A row of `HANDS`."""
    hand, first, last, started, ended, pot, seats, note = row
    dealt: tuple[_Dealt, ...] = ()
    try:
        dealt = _decoder.decode(seats)
    except (msgspec.DecodeError, TypeError, UnicodeDecodeError):
        # The events have the hand all the same.
        note = "damaged in the index of hands"
    results = [one.result for one in dealt if one.result is not None]
    # One whose end was cut off goes on.
    over = ended is not None and len(results) == len(dealt)
    return HandRecord(
        hand=hand,
        first=first,
        last=last,
        started=started,
        ended=ended,
        pot=Chips(pot),
        seats=tuple((one.seat, one.person, one.name) for one in dealt),
        note=note,
        results=tuple(results) if over else (),
    )
