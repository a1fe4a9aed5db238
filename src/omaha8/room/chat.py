"""What people say at a table (floor 5)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

from omaha8.room.messages import Said
from omaha8.room.names import readable
from omaha8.room.per_minute import PerMinute
from omaha8.room.person import Person
from omaha8.room.refusals import RoomRefused, Why
from omaha8.store.records import PersonId

REACTIONS: Final = ("nice hand", "well played", "ouch", "thank you", "good luck", "quartered!")
KEPT: Final = 50
DEALER: Final = "Dealer"
"""Who says what the room itself has to say; nobody else is called like that."""
LONGEST: Final = 200


class Chat:
    """The last lines of a table. ``per_minute`` is how many one person may say, 0 for a silent
    room; ``muted`` tells whether the host has silenced somebody. ``on_line`` gets each line that
    somebody has said.
    """

    def __init__(
        self, per_minute: int, now: Callable[[], float], muted: Callable[[PersonId], bool]
    ) -> None:
        self.lines: deque[Said] = deque()
        self._muted = muted
        self._said = PerMinute(per_minute, now)
        self.on_line: Callable[[Said], None] = lambda _: None

    def say(self, person: Person, text: str, at: int) -> Said:
        """A line, cleaned. Raises `RoomRefused`."""
        line = readable(text, LONGEST)
        if not line:
            raise RoomRefused(Why.NOT_ALLOWED, "There is nothing to read in that line.")
        self._check(person.id)
        return self._keep(Said(kind="say", person=person.id, name=person.name, text=line, at=at))

    def react(self, person: Person, reaction: str, at: int) -> Said:
        """One of `REACTIONS`. Raises `RoomRefused`."""
        if reaction not in REACTIONS:
            known = ", ".join(REACTIONS)
            raise RoomRefused(Why.NOT_ALLOWED, f"No such reaction; there are: {known}.")
        self._check(person.id)
        return self._keep(
            Said(kind="react", person=person.id, name=person.name, text=reaction, at=at)
        )

    def dealer(self, text: str, at: int) -> Said:
        """A line of the room itself."""
        return self._keep(Said(kind="dealer", person=None, name=DEALER, text=text, at=at))

    def _keep(self, said: Said) -> Said:
        self.lines.append(said)
        while len(self.lines) > KEPT:
            # The dealer speaks after every hand: that pushes out nothing that people have said.
            old = next((at for at, line in enumerate(self.lines) if line.person is None), 0)
            del self.lines[old]
        if said.person is not None:
            self.on_line(said)
        return said

    def _check(self, person: PersonId) -> None:
        if self._muted(person):
            raise RoomRefused(Why.MUTED, "The host has muted you; you can still play.")
        if not self._said.most:
            raise RoomRefused(Why.MUTED, "Nobody chats in this room; you can still play.")
        if wait := self._said.wait(person):
            raise RoomRefused(Why.TOO_FAST, f"Too many lines; say more in {wait} seconds.")
        self._said.count(person)
