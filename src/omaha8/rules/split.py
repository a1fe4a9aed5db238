"""Who gets what of a pot, and why in words: the hi/lo split (floor 2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

import msgspec

from omaha8.rules.game import Chips, Seat
from omaha8.rules.house import HouseRules
from omaha8.rules.options import IdenticalBothWays, OddChipHiLo
from omaha8.rules.pots import best, split_chips


class Half(StrEnum):
    """The part of a pot that a share comes from."""

    HIGH = "high"
    LOW = "low"
    WHOLE = "whole"


class Reason(StrEnum):
    """Why a share of a pot goes where it goes."""

    BEST_HIGH = "best high"
    BEST_LOW = "best low"
    NO_LOW = "best high, no low"
    SAME_BOTH_WAYS = "best high and best low"
    UNCONTESTED = "uncontested"


class Share(msgspec.Struct, frozen=True):
    """One seat's part of one half of a pot.

    ``of`` is the size of that half (or of the whole pot), ``winners`` all seats that share it, in
    the order in which odd chips go; ``odd_chip`` whether this seat got one of them, and
    ``half_odd_chip`` which half took the odd chip of the pot, if there was one.
    """

    seat: Seat
    amount: Chips
    half: Half
    of: Chips
    winners: tuple[Seat, ...]
    reason: Reason
    odd_chip: bool = False
    half_odd_chip: Half | None = None


def split_pot(
    amount: int,
    eligible: Sequence[Seat],
    highs: Mapping[Seat, int],
    lows: Mapping[Seat, int],
    rules: HouseRules,
) -> list[Share]:
    """The shares of one pot; they add up to ``amount``.

    ``eligible`` are the seats that can win it, in the order in which odd chips go (from the left
    of the button). ``highs`` and ``lows`` give each seat's rank, lower is better; a seat without
    a qualifying low is not in ``lows``. RULES, pots: who qualifies is decided among the players
    of that pot.
    """
    high = best(highs, eligible)
    low = best(lows, eligible)
    if not low:
        return _shares(amount, Half.WHOLE, high, Reason.NO_LOW)
    if high == low and rules.identical_both_ways is IdenticalBothWays.SPLIT_POT_EVENLY:
        return _shares(amount, Half.WHOLE, high, Reason.SAME_BOTH_WAYS)
    smaller, odd = divmod(amount, 2)
    odd_to = None
    for_high = for_low = smaller
    if odd:
        if rules.odd_chip_hilo is OddChipHiLo.HIGH:
            for_high, odd_to = smaller + 1, Half.HIGH
        else:
            for_low, odd_to = smaller + 1, Half.LOW
    return _shares(for_high, Half.HIGH, high, Reason.BEST_HIGH, odd_to) + _shares(
        for_low, Half.LOW, low, Reason.BEST_LOW, odd_to
    )


def uncontested(amount: int, seat: Seat) -> list[Share]:
    """The whole pot to the only seat left in it."""
    return _shares(amount, Half.WHOLE, [seat], Reason.UNCONTESTED)


def _shares(
    amount: int, half: Half, winners: list[Seat], reason: Reason, odd_to: Half | None = None
) -> list[Share]:
    each, odd = divmod(amount, len(winners))
    everybody = tuple(winners)
    return [
        Share(seat, part, half, Chips(amount), everybody, reason, bool(odd) and part > each, odd_to)
        for seat, part in zip(winners, split_chips(amount, winners), strict=True)
    ]


def pot_name(pot: int, pots: int) -> str:
    """``main pot``, ``side pot``, or ``side pot 2`` where there are several."""
    if pot == 0:
        return "main pot"
    return "side pot" if pots == 2 else f"side pot {pot}"


_PARTS = {2: "split", 3: "split three ways", 4: "split four ways"}


def why(share: Share, pot: int, pots: int) -> str:
    """A share in words: ``low of the main pot, 28: quartered with seat 4; odd chip to high``."""
    name = pot_name(pot, pots)
    others = [seat for seat in share.winners if seat != share.seat]
    if share.half is Half.WHOLE:
        text = f"all of the {name}, {share.of}: {_WHOLE[share.reason]}"
    else:
        text = f"{share.half} of the {name}, {share.of}: "
        if not others:
            text += share.reason
    if others:
        if share.half is not Half.WHOLE and len(others) == 1:
            how = "quartered"
        else:
            how = _PARTS.get(len(share.winners), f"split {len(share.winners)} ways")
        seats = ", ".join(str(seat) for seat in others[:-1])
        seats = f"seats {seats} and {others[-1]}" if seats else f"seat {others[0]}"
        text += f"{'; ' if share.half is Half.WHOLE else ''}{how} with {seats}"
        if share.odd_chip:
            text += ", one odd chip more"
    if share.half_odd_chip is not None:
        text += f"; odd chip to {share.half_odd_chip}"
    return text


_WHOLE = {
    Reason.NO_LOW: "best high, no low qualifies",
    Reason.SAME_BOTH_WAYS: "best high and best low",
    Reason.UNCONTESTED: "uncontested",
}
