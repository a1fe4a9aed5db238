"""The pace of a room and what it puts up with (floor 5). Times are in seconds."""

from __future__ import annotations

from math import isfinite
from typing import Final

import msgspec

from omaha8.rules.house import RulesError
from omaha8.table import TableSetup

MOST_CHIPS: Final = 10**10
"""The largest buy-in: 900,000 of them still add up to less than 2^53, as JSON needs."""


def check_amounts(setup: TableSetup) -> None:
    """Raises `RulesError` where the chips of the table might outgrow the wire."""
    if setup.max_buy_in > MOST_CHIPS:
        raise RulesError(f"buy_in: up to {MOST_CHIPS} chips, not {setup.max_buy_in}")


class RoomSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The defaults suit people who play in a browser. Raises `ValueError` for a time that is
    negative or has no end.
    """

    pace: float = 0.9
    """Before each action of a bot."""
    think_time: float = 60.0
    """A human's time to act; 0 for as long as he likes."""
    least_think_time: float = 5.0
    """What who opens or changes a table may make of it, other than 0: nobody is folded by that."""
    time_bank: float = 60.0
    """What he has beyond that, full when he sits down..."""
    bank_per_hand: float = 2.0
    """...and how much of it comes back with every hand that he is dealt."""
    away_time: float = 15.0
    """To act for who has lost the connection, or let his time run out in this hand."""
    restart_grace: float = 60.0
    """After a restart nobody's time runs for so long, or until he is back."""
    sit_out_after: int = 1
    """In how many hands in a row somebody may let his time run out before he is sat out."""
    reveal_time: float = 1.0
    """For the nonces that choose the deck, before a hand."""
    absence: float = 5.0
    """How long a lost connection goes unnoticed between hands: a page that is loaded again."""
    keep_seat: float = 600.0
    """How long somebody without a connection keeps his chair."""
    first_deal: float = 1.5
    """Before the first hand, when somebody has sat down."""
    change_notice: float = 15.0
    """From a change of stakes, rules or clock, or the end of the hand in which it was made, to the
    first hand by it, for who would rather get up; all who are to play it may want it sooner. Who
    says nothing meanwhile is not dealt in where it may cost more. 0 for no such care."""
    entry_time: float = 15.0
    """For newcomers to post or wait, when the table waits for nobody else."""
    offer_time: float = 60.0
    """For the first on the waiting list to take a chair that is free."""
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
    """Connections to a table of those who do not sit there."""
    clients_each: int = 10
    """Connections of one person to a table; of who sits there the oldest makes room."""
    commands: int = 256
    """Messages that wait for the table; the sockets of more are not read meanwhile."""
    chat_per_minute: int = 20
    """Lines and reactions of one person; 0 for a silent room."""
    wishes_per_minute: int = 60
    """Of one person at one table: sitting down, and changes of what he wants there, of which each
    is kept for ever. 0 for any number."""
    checkpoint_every: int = 10
    """Hands after which the state of the table is kept whole, so that a start is quick."""
    answers: int = 64
    """Answers remembered for each person, so that what is asked twice is done once."""
    messages_per_second: float = 20.0
    """From one client; more of them wait, so that nobody can flood the others. 0 for any number."""

    def __post_init__(self) -> None:
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if not (value >= 0 and isfinite(value)):
                raise ValueError(f"{name}: 0 or more, not {value}")

    def timed(self, think_time: float, time_bank: float) -> RoomSettings:
        """The same with the clock of a table; where nobody's time runs there is no bank for it."""
        bank = time_bank if think_time else 0.0
        return msgspec.structs.replace(self, think_time=think_time, time_bank=bank)

    def between_hands(self, lines: int, *, showdown: bool) -> float:
        """The pause after a hand with so many halves of pots to read."""
        if not showdown:
            return self.pause
        return self.showdown_pause + self.line_pause * max(0, lines - 1)


AT_ONCE: Final = RoomSettings(
    pace=0,
    first_deal=0,
    change_notice=0,
    entry_time=0,
    answer_time=0,
    pause=0,
    showdown_pause=0,
    line_pause=0,
    absence=0,
    away_time=0,
    time_bank=0,
    bank_per_hand=0,
    restart_grace=0,
    reveal_time=0,
    messages_per_second=0,
    wishes_per_minute=0,
)
"""No waiting but for humans: for tests and measurements."""
