"""How a lobby stands now, in numbers (floor 6)."""

from __future__ import annotations

from collections.abc import Callable

from omaha8.room.lobby import Lobby
from omaha8.server.metrics import Gauges


def gauges_of(lobby: Lobby) -> Callable[[], Gauges]:
    """Counts them whenever it is asked."""

    def count() -> Gauges:
        rooms = list(lobby.tables.values())
        return Gauges(
            tables=len(rooms),
            frozen_tables=sum(room.frozen for room in rooms) + len(lobby.unreadable),
            paused_tables=sum(room.paused is not None for room in rooms),
            players=sum(len(room.players.seated) for room in rooms),
            bots=sum(len(room.host.policies) for room in rooms),
            sockets=sum(len(room.keeper.fanout) for room in rooms),
            queued=sum(room.queued for room in rooms),
            writes_waiting=sum(room.keeper.unsaved for room in rooms),
            oldest_write=max((room.keeper.oldest_unsaved for room in rooms), default=0.0),
            last_commit=lobby.store.database.commit_seconds,
            chips=lobby.bank.outstanding,
        )

    return count
