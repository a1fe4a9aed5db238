"""Whose time runs, and how much of it is left (floor 5). Times are in seconds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from omaha8.room.players import Player, Players
from omaha8.room.room_events import TimeBank
from omaha8.room.settings import RoomSettings
from omaha8.rules.game import Seat

LAST_TURN: Final = 60.0
"""Seconds for who must go, or whose time begins to run, at a table without a clock."""


class TurnClock:
    """The time to act, then the time bank. ``now`` is a clock that never goes back.

    ``turn_id`` is the number of the event that the decision follows; ``stopped_by`` says who
    stopped the clock.
    """

    __slots__ = (
        "_coming",
        "_extra",
        "_stopped_at",
        "began",
        "must_go",
        "now",
        "players",
        "settings",
        "stopped_by",
        "turn_id",
    )

    def __init__(self, players: Players, settings: RoomSettings, now: Callable[[], float]) -> None:
        self.players = players
        self.settings = settings
        self.now = now
        self.began = 0.0
        self.turn_id = -1
        self.stopped_by: str | None = None
        self._stopped_at = 0.0
        self._coming: RoomSettings | None = None
        self._extra = 0.0
        """Seconds for each turn of this hand."""
        self.must_go: Callable[[Seat], bool] = lambda _: False
        """Who is to leave the table when he has played his hand out."""

    def stop(self, by: str) -> None:
        """Nobody's time runs."""
        self.stopped_by = by
        self._stopped_at = self.now()

    def go_on(self) -> float:
        """Time runs again from where it stood; for how many seconds it did not.

        Whoever stops the clock in his own turn has no more of it than before.
        """
        now = self.now()
        pause, self.stopped_by = now - self._stopped_at, None
        self.began += pause
        for player in self.players:
            player.grace_until += pause
            if player.gone_at is not None:
                player.gone_at = min(player.gone_at + pause, now)
        return pause

    def hurry(self) -> None:
        """Somebody must go: time that does not run at all runs from now on."""
        if not self.settings.think_time:
            self.start()

    def change(self, settings: RoomSettings) -> None:
        """Other times from the next hand on; from now on, where a turn may last for ever."""
        self._coming = settings
        if not self.settings.think_time:
            self._take()
            # Who was dealt in without a clock does not lose the hand by it.
            self.start()
            self._extra = max(0.0, LAST_TURN - self.settings.think_time)

    @property
    def coming(self) -> RoomSettings:
        """The times of the next hand."""
        return self.settings if self._coming is None else self._coming

    def _take(self) -> None:
        if self._coming is not None:
            self.settings, self._coming = self._coming, None

    def start(self) -> None:
        """A turn begins, with all of its time."""
        self.began = self.time

    @property
    def time(self) -> float:
        """What nobody's time goes beyond while it does not run."""
        return self.now() if self.stopped_by is None else self._stopped_at

    def _free(self, player: Player) -> float | None:
        """When the time to act is used up, and the bank begins; ``None`` for never."""
        if not player.connected:
            gone = self.began if player.gone_at is None else player.gone_at
            return max(self.began, gone, player.grace_until) + self.settings.away_time
        if player.late:
            return self.began + self.settings.away_time
        think = self.settings.think_time
        if not think and player.seat is not None and self.must_go(player.seat):
            # Where there is no clock nobody else could end the hand.
            think = LAST_TURN
        return self.began + think + self._extra if think else None

    def _has_bank(self, player: Player) -> bool:
        return player.connected and not player.late

    def deadline(self, seat: Seat) -> float | None:
        """When the time of the human in ``seat`` is up, bank included; ``None`` for never."""
        player = self.players.by_seat(seat)
        if player is None:
            return self.began
        free = self._free(player)
        if free is None or not self._has_bank(player):
            return free
        return free + player.bank

    def left(self, seat: Seat) -> tuple[int | None, int | None]:
        """Milliseconds of the time to act, and of the time bank after it."""
        player = self.players.by_seat(seat)
        if player is None or self.stopped_by is not None:
            return None, None
        free = self._free(player)
        if free is None:
            return None, None
        before = free - self.now()
        bank = player.bank + min(before, 0.0) if self._has_bank(player) else 0.0
        return _ms(before), _ms(bank)

    def used_bank(self, seat: Seat) -> TimeBank | None:
        """What the decision that is being made now has taken out of the time bank."""
        player = self.players.by_seat(seat)
        if player is None or not self._has_bank(player):
            return None
        free = self._free(player)
        over = 0.0 if free is None else min(self.time - free, player.bank)
        return TimeBank(seat, _ms(player.bank - over)) if over > 0 else None

    def refill(self, player: Player) -> None:
        """A hand is dealt to him."""
        self._take()
        self._extra = 0.0
        full = self.settings.time_bank
        player.bank = min(full, player.bank + self.settings.bank_per_hand)


def _ms(seconds: float) -> int:
    return max(0, round(seconds * 1000))
