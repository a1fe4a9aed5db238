"""The waiting list: free chairs are kept for the first on it who can take them (floor 5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from omaha8.room.person import Person
from omaha8.room.players import Players
from omaha8.room.refusals import RoomRefused, Why
from omaha8.room.settings import RoomSettings
from omaha8.store.records import PersonId
from omaha8.table import AnyEvent, Table
from omaha8.table import commands as c

MOST_WAITING: Final = 20
"""On the list of one table."""


class KeptChairs:
    """A chair is kept for who is there and has at least the ``least`` buy-in, which ``covers``
    says; others are passed over when it is their turn, and lose their place.

    ``now`` is a clock in seconds. ``refuse`` tells somebody why he was passed over.
    """

    __slots__ = (
        "_covers",
        "_gone",
        "_least",
        "_now",
        "_players",
        "_settings",
        "_since",
        "_table",
        "grace_until",
        "refuse",
    )

    def __init__(
        self,
        table: Table,
        players: Players,
        settings: RoomSettings,
        now: Callable[[], float],
        least: Callable[[str], int],
        covers: Callable[[PersonId, int], bool],
    ) -> None:
        self._table = table
        self._players = players
        self._settings = settings
        self._now = now
        self._least = least
        self._covers = covers
        self._since: dict[str, float] = {}
        self._gone: dict[str, float] = {}
        """Since when who waits has no connection to the table."""
        self.grace_until = 0.0
        """After a restart nobody is passed over before that for not being back."""
        self.refuse: Callable[[PersonId, Why, str], None] = lambda person, code, message: None

    # the list

    def join(self, person: Person) -> list[AnyEvent]:
        """Somebody waits from now on. A list that is full has room for who could take a chair, if
        there is somebody on it who could not.

        Raises `Refused` and `RoomRefused`.
        """
        waiting = self._table.public.waiting
        instead = None
        if len(waiting) >= MOST_WAITING and person.name not in waiting:
            if self._could_take(person.id, person.name):
                self._note()
                instead = next((n for n in reversed(waiting) if not self._is_ready(n)), None)
            if instead is None:
                raise RoomRefused(
                    Why.TOO_MANY, f"The waiting list is full: {len(waiting)} wait for a chair here."
                )
        events = [*self._table.apply(c.JoinWaitingList(person.name))]
        if instead is not None:
            events += self._table.apply(c.LeaveWaitingList(instead))
        listed, waiting = self._players.listed, self._table.public.waiting
        self._players.listed = {n: listed[n] for n in waiting if n in listed}
        self._players.listed[person.name] = person.id
        return events

    @property
    def wanted(self) -> bool:
        """Whether somebody waits who is there and could take a chair now."""
        return any(self._is_here(n) and self._pays(n) for n in self._table.public.waiting)

    def pass_over(self) -> list[AnyEvent]:
        """Who did not take the chair that was kept for him, or cannot, waits no longer; the next
        may take it.
        """
        events: list[AnyEvent] = []
        while lapsed := [name for name, until in self.until.items() if until <= self._now()]:
            for name in lapsed:
                self._say_why(name)
                events += self._table.apply(c.LeaveWaitingList(name))
        return events

    def _say_why(self, name: str) -> None:
        person = self._players.listed.get(name)
        if person is not None and name not in self._gone and not self._pays(name):
            self.refuse(
                person,
                Why.NO_FUNDS,
                f"A chair is free, but it takes {self._least(name)} chips, which you do not have: "
                "you are not on the waiting list any more.",
            )

    # its time

    @property
    def since(self) -> dict[str, float]:
        """From when on somebody may take a chair, by name."""
        public = self._table.public
        if self._since or public.waiting:
            now = self._now()
            offered = public.offered if public.waiting else ()
            self._since = {name: self._since.get(name, now) for name in offered}
        return self._since

    @property
    def until(self) -> dict[str, float]:
        """Until when somebody may take a chair, by name; it is over for who cannot."""
        self._note()
        return {name: self._until(name, since) for name, since in self.since.items()}

    def _until(self, name: str, since: float) -> float:
        if not self._pays(name):
            return since
        until, gone = since + self._settings.offer_time, self._gone.get(name)
        if gone is None:
            return until
        return min(until, max(gone + self._settings.absence, self.grace_until))

    def put_off(self, seconds: float) -> None:
        """For so long nobody's time ran."""
        now = self._now()
        self._since = {name: min(at + seconds, now) for name, at in self._since.items()}
        self._gone = {name: min(at + seconds, now) for name, at in self._gone.items()}

    def left(self, at: float) -> dict[str, int]:
        """For how many ms after ``at`` a chair is kept for whom."""
        found = self.since
        if not found:
            return {}
        until = self._settings.offer_time - at
        return {name: max(0, round((since + until) * 1000)) for name, since in found.items()}

    # who can take a chair

    def _note(self) -> None:
        """Who of those who wait has gone meanwhile, and who is back."""
        waiting = self._table.public.waiting
        if waiting or self._gone:
            now, gone = self._now(), self._gone
            self._gone = {n: gone.get(n, now) for n in waiting if not self._is_here(n)}

    def _is_here(self, name: str) -> bool:
        person = self._players.listed.get(name)
        player = None if person is None else self._players.get(person)
        return player is not None and player.connected

    def _pays(self, name: str) -> bool:
        # Of whom an older journal does not say who he was, only his connection counts.
        person = self._players.listed.get(name)
        return person is None or self._covers(person, self._least(name))

    def _is_ready(self, name: str) -> bool:
        """He could take a chair now, or has lost his connection only a moment ago."""
        gone = self._gone.get(name)
        if gone is not None and self._now() >= max(gone + self._settings.absence, self.grace_until):
            return False
        return self._pays(name)

    def _could_take(self, person: PersonId, name: str) -> bool:
        player = self._players.get(person)
        return player is not None and player.connected and self._covers(person, self._least(name))
