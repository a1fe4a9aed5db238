"""What the player whose turn it is may do, as one value (floor 3)."""

from __future__ import annotations

import msgspec

from omaha8.hand.actions import (
    MUCK,
    SHOW,
    Action,
    BetTo,
    Call,
    Check,
    Fold,
    Muck,
    RaiseTo,
    Show,
    describe,
)
from omaha8.rules.betting import NoRaise
from omaha8.rules.game import Chips, Seat


class Legal(msgspec.Struct, frozen=True):
    """The choices of ``seat``. The client's slider, the bots and the server all use this one.

    ``to_call`` is what a call adds, 0 when a check is allowed; ``price`` what everybody must have
    in this round. A bet or raise is to a total from ``min_to`` to ``max_to``; both are 0 when
    there is none, and ``no_raise`` says why. ``pot_to`` and ``half_pot_to`` are the totals of a
    pot-sized and half-pot bet or raise, inside those bounds. ``showdown`` marks the choice between
    showing and mucking, where nothing else is open.
    """

    seat: Seat
    to_call: Chips = Chips(0)
    price: Chips = Chips(0)
    min_to: Chips = Chips(0)
    max_to: Chips = Chips(0)
    pot_to: Chips = Chips(0)
    half_pot_to: Chips = Chips(0)
    no_raise: NoRaise | None = None
    all_in_to: Chips = Chips(0)
    showdown: bool = False

    @property
    def capped(self) -> bool:
        """The round has seen all the bets it may: call or fold."""
        return self.no_raise is NoRaise.CAPPED

    def __contains__(self, action: object) -> bool:
        kind = type(action)
        if self.showdown:
            return kind is Show or kind is Muck
        if kind is Call:
            return self.to_call > 0
        if kind is Check:
            return self.to_call == 0
        if kind is Fold:
            return True
        if isinstance(action, BetTo | RaiseTo) and (kind is RaiseTo) == (self.price > 0):
            # Chips are ints and nothing else: 8.0 or True in a stack would spread from there.
            return type(action.to) is int and 0 < self.min_to <= action.to <= self.max_to
        return False

    def wager(self, to: int) -> Action:
        """A bet or a raise to ``to``, whichever it is at this price."""
        return RaiseTo(Chips(to)) if self.price else BetTo(Chips(to))

    @property
    def passive(self) -> Action:
        """The check or the call."""
        return Call() if self.to_call else Check()

    def explain(self) -> str:
        """The choices in words: ``fold, call 4, or raise to 8-24``."""
        if self.showdown:
            return f"{describe(SHOW)} or {describe(MUCK)}"
        choices = ["fold", f"call {self.to_call}" if self.to_call else "check"]
        if self.max_to:
            verb = "raise to" if self.price else "bet"
            amount = str(self.min_to) if self.min_to == self.max_to else self._range
            choices.append(f"{verb} {amount}")
        text = ", ".join(choices[:-1]) + f" or {choices[-1]}"
        return text if self.no_raise is None else f"{text} ({self.no_raise})"

    @property
    def _range(self) -> str:
        return f"{self.min_to}-{self.max_to}"


class IllegalAction(ValueError):
    """An action that is not among the legal ones. Nothing has changed."""

    def __init__(
        self,
        action: Action,
        legal: Legal | None,
        seat: Seat | None = None,
        because: str | None = None,
    ) -> None:
        self.action = action
        self.legal = legal
        if because is not None:
            text = f"cannot {describe(action)}: {because}"
        elif legal is None:
            text = f"{describe(action)}: nobody is to act"
        elif seat is not None and seat != legal.seat:
            text = f"seat {seat} is not to act: it is seat {legal.seat}'s turn"
        elif isinstance(action, BetTo | RaiseTo) and legal.max_to and not legal.showdown:
            text = _wrong_amount(action, legal)
        else:
            text = f"cannot {describe(action)}: seat {legal.seat} may {legal.explain()}"
        super().__init__(text)


def _wrong_amount(action: BetTo | RaiseTo, legal: Legal) -> str:
    verb = "Raise to" if legal.price else "Bet"
    asked = f"(you asked for {action.to})"
    if type(action.to) is not int:
        return f"{verb} a whole number of chips, not {action.to!r}."
    if action.to < legal.min_to:
        return f"{verb} {legal.min_to} at least {asked}."
    if action.to > legal.max_to:
        return f"{verb} {legal.max_to} at most {asked}."
    wrong, right = ("bet", "raise") if legal.price else ("raise", "bet")
    there_is = f"a bet of {legal.price}" if legal.price else "no bet"
    bounds = f"{legal.min_to}-{legal.max_to}"
    return f"There is {there_is} this round: {right}, not {wrong}, to {bounds}."
