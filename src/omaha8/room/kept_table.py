"""What the store keeps of a table beside its events (floor 5)."""

from __future__ import annotations

from typing import Final

import msgspec

from omaha8.room.spec import TableSpec
from omaha8.store.records import PersonId


class HandTimes(msgspec.Struct, frozen=True):
    """The clock with which a hand is played to its end, in seconds."""

    hand: int
    think_time: float
    time_bank: float


class KeptTable(msgspec.Struct, frozen=True, kw_only=True):
    """As what it was asked for, and by whom (``None`` is the room itself).

    ``closing`` says why it is closed as soon as its hand is over. ``times`` are those of the hand
    in which the clock was changed, ``bots_asked`` the last hand before the number of bots was.
    """

    spec: TableSpec
    by: PersonId | None = None
    closing: str | None = None
    times: HandTimes | None = None
    bots_asked: int | None = None


kept_table_to_json: Final = msgspec.json.Encoder().encode
kept_table: Final = msgspec.json.Decoder(KeptTable).decode
"""Raises `ValueError` for what is none."""
