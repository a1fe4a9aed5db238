"""A table that those who only watch see later."""

from __future__ import annotations

from tests.room.guests import QUICK, Clock, Guest, TimedRoom
from tests.room.kept import TABLE

DELAY = 30.0


class Delayed:
    """Ann and Ben have been dealt a hand; the rail is half a minute behind."""

    def __init__(self) -> None:
        self.clock = clock = Clock()
        self.room = TimedRoom(
            settings=QUICK, spectator_delay=DELAY, table=TABLE, clock=clock, wall=clock
        )
        self.ann, self.ben = Guest(self.room), Guest(self.room, "Ben")
        self.stranger = Guest(self.room, watches=True)
        self.cat = Guest(self.room, "Cat")
        self.ann.sit(0)
        self.ben.sit(1)
        self.room.wait()
        for guest in (self.ann, self.ben, self.stranger, self.cat):
            guest.read()

    def act(self) -> None:
        """Whoever it is checks or calls, and time is told to pass by nobody."""
        (self.ann if self.ann.to_act else self.ben).passes()
        self.room.wait()


def frames(guest: Guest) -> list[bytes]:
    """What waits for him, as it is sent, but for what is his alone."""
    return [frame for frame in guest.client.waiting() if not frame.startswith(b'{"type":"me"')]
