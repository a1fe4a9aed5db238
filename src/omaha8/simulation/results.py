"""What bots won: sums that add up in any order, and how sure they are (floor 4)."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final

import msgspec

from omaha8.simulation.session import Session

NORMAL_95: Final = 1.96
"""Standard errors to each side that hold 95% of a normal distribution."""

LEAST_HANDS: Final = 30
"""Fewer do not show how much hands differ."""


class BotResult(msgspec.Struct):
    """The winnings of one bot in all of its ``seats`` together, in chips.

    ``hands`` are those of the table. ``squares`` is the sum of the squares of what the bot won in
    each of them.
    """

    bot: str
    seats: int
    big_blind: int
    hands: int = 0
    won: int = 0
    squares: int = 0

    @property
    def hands_dealt(self) -> int:
        """How often the bot was dealt in."""
        return self.hands * self.seats

    @property
    def per_100(self) -> float:
        """Big blinds won in 100 hands dealt."""
        return self._rate(self.won)

    @property
    def interval(self) -> tuple[float, float] | None:
        """Where 95% of such intervals hold what the bot wins in the long run.

        From how much its winnings differ from hand to hand. Two of its seats in one hand win from
        each other, so it is their sum that counts. ``None`` before there are 30 hands.
        """
        if self.hands < LEAST_HANDS:
            return None
        # The variance of the sum: n times the variance of one hand. In whole numbers, so that it
        # does not depend on the order in which blocks were added.
        over = self.hands * self.squares - self.won * self.won
        margin = self._rate(NORMAL_95 * sqrt(over / (self.hands - 1)))
        return self.per_100 - margin, self.per_100 + margin

    def _rate(self, chips: float) -> float:
        return 100 * chips / (self.hands_dealt * self.big_blind) if self.hands else 0.0


class Results(msgspec.Struct):
    """What the hands of a session so far came to; ``raked`` is what the house took."""

    bots: dict[str, BotResult]
    hands: int = 0
    raked: int = 0

    @classmethod
    def none(cls, session: Session) -> Results:
        """Before the first hand: every bot of the session, in the order named."""
        lineup = session.lineup
        big_blind = session.game.big_blind
        return cls({name: BotResult(name, lineup.count(name), big_blind) for name in session.bots})

    def add_hand(self, bots: Sequence[str], net: Sequence[int], raked: int) -> None:
        """One hand more: who sits where, and what each seat won."""
        won = dict.fromkeys(self.bots, 0)
        for name, chips in zip(bots, net, strict=True):
            won[name] += chips
        for name, chips in won.items():
            result = self.bots[name]
            result.hands += 1
            result.won += chips
            result.squares += chips * chips
        self.hands += 1
        self.raked += raked

    def add(self, other: Results) -> None:
        """The hands of another part of the same session."""
        for name, result in other.bots.items():
            mine = self.bots[name]
            mine.hands += result.hands
            mine.won += result.won
            mine.squares += result.squares
        self.hands += other.hands
        self.raked += other.raked
