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
EVENTS: Final = 1000
"""So many since the last checkpoint are enough for one, though nobody plays a hand."""


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
    listed: dict[str, PersonId] = {}
    stopped_by: str | None = None
    turn_id: int = -1

    @property
    def public(self) -> PublicTable:
        """The table. Raises `ValueError`."""
        return public_from(bytes(self.table))


_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(RoomState, strict=False).decode


class Checkpoints:
    """Now and then the whole state is kept, so that a start need not go back further."""

    __slots__ = ("_last", "_room")

    def __init__(self, room: Room) -> None:
        self._room = room
        self._last = room.host.log.next

    def before_hand(self) -> None:
        """A hand is about to be dealt."""
        every, batch = self._room.settings.checkpoint_every, self._room.keeper.batch
        if every and self._room.table.public.hands % every == 0 and not batch.entries:
            self._make()

    def after_events(self) -> None:
        """What happened is on its way to the disk; what the players wish fills a journal too."""
        room, hand = self._room, self._room.keeper.hands.current
        # The last hand is still looked at: the state that is kept does not have it.
        since = max(self._last, 0 if hand is None or hand.last is None else hand.last)
        if (
            room.keeper.batch.first - since >= EVENTS
            and room.settings.checkpoint_every
            and not room.table.public.playing
            and not room.keeper.batch.entries
            # Of the coming hand nothing has happened.
            and not room.host.decks.told[1]
        ):
            self._make()

    def _make(self) -> None:
        batch = self._room.keeper.batch
        batch.checkpoint, self._last = checkpoint_of_room(self._room), batch.first


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
            listed={
                name: room.players.listed[name]
                for name in room.table.public.waiting
                if name in room.players.listed
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
