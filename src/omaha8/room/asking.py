"""What messages ask of the table, and why an action is refused (floor 5)."""

from __future__ import annotations

import re
from typing import Final

from omaha8.hand.actions import describe
from omaha8.hand.legal import IllegalAction
from omaha8.room.messages import (
    AutoRebuy,
    ChangeSeat,
    Chop,
    ClientMessage,
    Kill,
    Post,
    ShowHand,
    SitOut,
    Wait,
)
from omaha8.rules.game import Chips, Seat
from omaha8.table import PublicTable, Refusal, Refused
from omaha8.table import commands as c
from omaha8.table.refusal import seat_words

_SEAT: Final = re.compile(r"\bseat (\d+)")


def command_of(message: ClientMessage, seat: Seat) -> c.Command:
    """The command of who sits in ``seat``, where the room has nothing to add."""
    match message:
        case SitOut(when):
            return c.SitOut(seat, when)
        case Post():
            return c.ChoosePost(seat)
        case Wait():
            return c.ChooseWait(seat)
        case Kill(amount):
            return c.KillPot(seat, Chips(amount))
        case Chop(agree):
            return c.AgreeChop(seat, agree)
        case AutoRebuy(below=below, to=to):
            return c.AutoRebuy(seat, Chips(below), Chips(to))
        case ChangeSeat(to):
            return c.ChangeSeat(seat, Seat(to))
        case ShowHand():
            return c.ShowHand(seat)
    raise ValueError(f"{message} asks the table for nothing")


def rebuy(public: PublicTable, seat: Seat, amount: int | None, usual: Chips) -> c.TopUp:
    """More chips at once, without ``amount`` up to the ``usual`` buy-in. Raises `Refused`.

    RULES, buy-in: top-ups between hands only.
    """
    if public.in_hand(seat):
        raise Refused(Refusal.IN_HAND, "More chips come between hands; wait for this one to end.")
    stack, most = public.player(seat).stack, public.buy_ins[1]
    if stack >= most:
        over = "more than" if stack > most else "as much as"
        raise Refused(
            Refusal.BUY_IN,
            f"You have {stack}, {over} the largest buy-in of {most}: you may add nothing.",
        )
    if amount is None:
        amount = usual - stack
        if amount <= 0:
            raise Refused(
                Refusal.BUY_IN,
                f"You have {stack}, the usual buy-in is {usual}: "
                f"say how much to add, up to {most - stack}.",
            )
    return c.TopUp(seat, Chips(amount))


def in_words(illegal: IllegalAction) -> str:
    """What is wrong, to the player himself."""
    # The engine counts seats from 0, people from 1.
    text = _SEAT.sub(lambda found: seat_words(int(found[1])), str(illegal))
    legal = illegal.legal
    if legal is not None and text.startswith("cannot"):
        return f"You cannot {describe(illegal.action)} now: {legal.explain()}."
    return text if text.endswith(".") else f"You {text}."
