"""The pace of a room and what it puts up with (floor 5). Times are in seconds."""

from __future__ import annotations

from typing import Final

import msgspec


class RoomSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The defaults suit people who play in a browser. Raises `ValueError` for a negative time."""

    pace: float = 0.9
    """Before each action of a bot."""
    think_time: float = 60.0
    """A human's time to act; 0 for as long as he likes."""
    away_time: float = 15.0
    """The same for who has lost the connection, or let his time run out in this hand."""
    absence: float = 5.0
    """How long a lost connection goes unnoticed between hands: a page that is loaded again."""
    keep_seat: float = 600.0
    """How long somebody without a connection keeps his chair."""
    first_deal: float = 1.5
    """Before the first hand, when somebody has sat down."""
    entry_time: float = 15.0
    """For newcomers to post or wait, when the table waits for nobody else."""
    answer_time: float = 15.0
    """To answer whether to chop the blinds."""
    pause: float = 3.0
    """After a hand that nobody called."""
    showdown_pause: float = 6.0
    """After a showdown, to read it..."""
    line_pause: float = 2.0
    """...and for each half of each pot beyond the first."""
    queue: int = 256
    """Messages that wait for a client before he is dropped."""
    most_clients: int = 100
    messages_per_second: float = 20.0
    """From one client; more of them wait, so that nobody can flood the others. 0 for any number."""

    def __post_init__(self) -> None:
        for name in self.__struct_fields__:
            if getattr(self, name) < 0:
                raise ValueError(f"{name}: 0 or more, not {getattr(self, name)}")

    def between_hands(self, lines: int, *, showdown: bool) -> float:
        """The pause after a hand with so many halves of pots to read."""
        if not showdown:
            return self.pause
        return self.showdown_pause + self.line_pause * max(0, lines - 1)


AT_ONCE: Final = RoomSettings(
    pace=0,
    first_deal=0,
    entry_time=0,
    answer_time=0,
    pause=0,
    showdown_pause=0,
    line_pause=0,
    absence=0,
    away_time=0,
    messages_per_second=0,
)
"""No waiting but for humans: for tests and measurements."""
