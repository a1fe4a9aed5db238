"""What is simulated, and where its chance comes from (floor 4)."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from itertools import cycle, islice
from typing import Final

import msgspec

from omaha8.bots.by_name import find_bot
from omaha8.bots.policy import Policy
from omaha8.rules.game import Chips, Game
from omaha8.rules.house import HouseRules
from omaha8.table.money import check_table, usual_buy_in

BLOCK: Final = 100
"""Hands that are played in a row, at a table of their own."""

BUY_IN: Final = 100
"""In big blinds."""


class SessionError(ValueError):
    """This cannot be simulated; the message names what is wrong and what is allowed."""


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """So many ``hands`` of a game between ``bots``, by name, in turn in so many ``seats``.

    ``others`` are policies that the package has no name for. Each gets a copy of what its seat
    sees, for it may write there. Equal sessions are equal hands, where those leave nothing to
    chance: all of it comes from ``seed``. Raises `SessionError`,
    `omaha8.bots.by_name.UnknownBot` and `RulesError`.
    """

    rules: HouseRules
    game: Game
    seats: int
    bots: tuple[str, ...]
    hands: int
    seed: str = ""
    others: Mapping[str, Policy] = {}

    def __post_init__(self) -> None:
        if self.hands < 1:
            raise SessionError(f"hands: 1 or more, not {self.hands}")
        if not self.bots:
            raise SessionError("bots: at least one name")
        for name in self.bots:
            find_bot(name, others=self.others)
        check_table(self.rules, (self.game,), self.seats, *usual_buy_in((self.game,)))
        if len(self.bots) > self.seats:
            raise SessionError(
                f"bots: {len(self.bots)} of them, and {self.seats} seats; at most one a seat"
            )

    @property
    def lineup(self) -> tuple[str, ...]:
        """The bot of each player: those named, in turn, until all seats are taken."""
        return tuple(islice(cycle(self.bots), self.seats))

    @property
    def buy_in(self) -> Chips:
        """What everybody sits down with."""
        return Chips(BUY_IN * self.game.big_blind)

    @property
    def blocks(self) -> int:
        """How many there are; the last one may be shorter."""
        return -(-self.hands // BLOCK)

    def block_size(self, number: int) -> int:
        """The hands of the block of that number, counted from 0."""
        return min(BLOCK, self.hands - number * BLOCK)

    def chance(self, block: int, what: str) -> bytes:
        """32 bytes that decide one thing of a block: a deck, a seat, a bot's whims."""
        return sha256(f"omaha8 simulate 1/{block}/{what}/{self.seed}".encode()).digest()
