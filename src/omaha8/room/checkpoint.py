"""The state of a room between two hands as bytes, so that a start need not go back (floor 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from omaha8.rules.game import Seat
from omaha8.store.records import PersonId
from omaha8.table.checkpoint import checkpoint_of, public_from
from omaha8.table.state import PublicTable

if TYPE_CHECKING:
    from omaha8.room.room import Room

VERSION: Final = 1


class SeatedPerson(msgspec.Struct, frozen=True, kw_only=True):
    """Who sits where, and what the room remembers of him."""

    person: PersonId
    bank_ms: int
    put_out: bool = False
    missed: int = 0
    straddles: bool = False


class RoomState(msgspec.Struct, frozen=True, kw_only=True):
    """What later events depend on: the table, who sits there, what was answered to whom."""

    version: int = VERSION
    table: msgspec.Raw
    seats: dict[Seat, SeatedPerson] = {}
    answers: dict[PersonId, dict[str, int]] = {}
    lately: dict[PersonId, str] = {}
    stopped_by: str | None = None
    turn_id: int = -1

    @property
    def public(self) -> PublicTable:
        """The table. Raises `ValueError`."""
        return public_from(bytes(self.table))


_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(RoomState, strict=False).decode


def checkpoint_of_room(room: Room) -> bytes:
    """The state between two hands."""
    return _encode(
        RoomState(
            table=msgspec.Raw(checkpoint_of(room.table.public)),
            seats={
                seat: SeatedPerson(
                    person=player.id,
                    bank_ms=round(player.bank * 1000),
                    put_out=player.put_out,
                    missed=player.missed,
                    straddles=player.straddles,
                )
                for player, seat in room.players.seated
            },
            answers=dict(room.keeper.answers),
            lately={
                person: name
                for person, name in room.players.lately.items()
                if name in room.table.public.departed
            },
            stopped_by=room.paused,
            turn_id=room.host.clock.turn_id,
        )
    )


def room_state(checkpoint: bytes) -> RoomState:
    """The state of a checkpoint. Raises `ValueError`, naming what is wrong."""
    state = _decode(checkpoint)
    if state.version != VERSION:
        raise ValueError(f"checkpoint: version {state.version} is not known here; {VERSION} is")
    return state
