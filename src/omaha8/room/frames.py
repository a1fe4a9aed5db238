"""What is sent, as bytes: what all get alike is made once (floor 5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from omaha8.fairness.events import Opening
from omaha8.room.log import Entry
from omaha8.room.shown import Me, SeatInfo, TableInfo, View
from omaha8.rules.game import Seat
from omaha8.store.records import PersonId

encode: Final = msgspec.json.Encoder().encode
NOBODY: Final = b"null"
_NONE: Final = b"[]"


class Told(msgspec.Struct, frozen=True):
    """One thing told at a table: ``own`` frames for those who get more than everybody.

    ``mine`` is what has changed for somebody alone, for who sees the rest of it later.
    """

    shared: bytes
    own: Mapping[PersonId, bytes]
    mine: Mapping[PersonId, bytes] = {}

    def to(self, person: PersonId | None) -> bytes:
        """The frame for a person."""
        return self.shared if person is None else self.own.get(person, self.shared)


def events_frame(
    seq: int,
    entries: Sequence[Entry],
    person: PersonId | None,
    view: bytes,
    me: bytes = NOBODY,
    openings: Sequence[Opening] = (),
) -> bytes:
    """An `Events` message, around a view and a `Me` that are encoded already."""
    return events_head(seq, entries, person, view) + events_end(me, openings)


def events_head(seq: int, entries: Sequence[Entry], person: PersonId | None, view: bytes) -> bytes:
    """The beginning of an `Events` message, which many have in common."""
    events = b",".join([entry.form(person) for entry in entries])
    return b'{"type":"events","seq":%d,"events":[%b],"view":%b,"me":' % (seq, events, view)


def events_end(me: bytes, openings: Sequence[Opening] = ()) -> bytes:
    """The rest of it."""
    return b'%b,"openings":%b}' % (me, encode(openings) if openings else _NONE)


def me_frame(me: bytes) -> bytes:
    """A `Yours` message."""
    return b'{"type":"me","me":%b}' % me


def snapshot_frame(
    seq: int,
    entries: Sequence[Entry],
    person: PersonId | None,
    view: View,
    me: Me | None,
    *,
    viewer: Seat | None,
    table: TableInfo,
    seats: Sequence[SeatInfo | None],
    names: Sequence[str | None],
    openings: Sequence[Opening] = (),
) -> bytes:
    """A `Snapshot` message; ``entries`` are of the hand there."""
    return (
        b'{"type":"snapshot","seq":%d,"viewer":%b,"table":%b,"seats":%b,"names":%b,'
        b'"events":[%b],"view":%b,"me":%b,"openings":%b}'
        % (
            seq,
            encode(viewer),
            encode(table),
            encode(seats),
            encode(names),
            b",".join([entry.form(person) for entry in entries]),
            encode(view),
            NOBODY if me is None else encode(me),
            encode(openings) if openings else _NONE,
        )
    )
