"""Main pot and side pots, rake, and chips that do not divide (floor 2)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from omaha8.rules.game import Chips, Seat
from omaha8.rules.options import Rake, RakeFrom


class Pot(msgspec.Struct, frozen=True):
    """An amount and the seats that can win it. Pot 0 is the main pot, then the side pots."""

    amount: Chips
    eligible: tuple[Seat, ...]


def build_pots(
    live: Sequence[int],
    dead: int,
    antes: Sequence[int],
    contesting: Sequence[Seat],
    behind: Collection[Seat] = (),
) -> tuple[Pot, ...]:
    """The pots of a hand, from what each seat put in, uncalled bets already returned.

    ``live`` is by seat, the whole hand's; ``dead`` what was posted dead besides antes; ``antes``
    by seat; ``contesting`` the seats that have not folded. Pots are formed by live stakes, dead
    money goes to the main pot. An ante that fell short is all that its player can match: then
    antes count as stakes. Seats with chips ``behind`` have yet to match what was bet: while a round
    goes on, only all-in players divide the pot.
    """
    if len(behind) == len(contesting):
        # Nobody is all-in: one pot, the commonest case.
        return (Pot(Chips(sum(live) + dead + sum(antes)), tuple(contesting)),)
    most = max(antes)
    stakes = live
    main = dead
    if most:
        if any(antes[seat] < most and live[seat] == 0 and antes[seat] for seat in contesting):
            stakes = [bet + ante for bet, ante in zip(live, antes, strict=True)]
        else:
            main += sum(antes)
    levels = sorted({stakes[seat] for seat in contesting if seat not in behind})
    if behind and (not levels or levels[-1] < max(stakes)):
        levels.append(max(stakes))
    if len(levels) == 1:
        # Nobody is all-in for less.
        return (Pot(Chips(main + sum(stakes)), tuple(contesting)),)
    pots: list[Pot] = []
    below = 0
    for level in levels:
        amount = main
        main = 0
        for stake in stakes:
            if stake > below:
                amount += min(stake, level) - below
        eligible = tuple(seat for seat in contesting if seat in behind or stakes[seat] >= level)
        if amount:
            pots.append(Pot(Chips(amount), eligible))
        below = level
    # Money of folded players above every contesting stake stays where it was put: on top.
    over = sum(stake - below for stake in stakes if stake > below)
    if over:
        pots[-1] = Pot(Chips(pots[-1].amount + over), pots[-1].eligible)
    return tuple(pots)


def split_chips(amount: int, winners: Sequence[Seat]) -> list[Chips]:
    """``amount`` in equal parts, odd chips one each to the first of ``winners``."""
    each, odd = divmod(amount, len(winners))
    return [Chips(each + (i < odd)) for i in range(len(winners))]


def rake_of(rake: Rake, pots: Sequence[Pot]) -> int:
    """What the house takes from a hand that saw a flop: the rate, rounded down, up to the cap."""
    total = sum(pot.amount for pot in pots)
    return min(total * rake.per_mille // 1000, rake.cap)


def share_rake(amount: int, pots: Sequence[Pot], how: RakeFrom) -> list[int]:
    """A hand's rake by pot, in proportion (odd chips from the main pot on) or main pot first."""
    total = sum(pot.amount for pot in pots)
    if amount > total:
        raise ValueError(f"rake of {amount} from pots of {total}")
    shares: list[int] = []
    if how is RakeFrom.MAIN_POT_FIRST:
        for pot in pots:
            shares.append(min(amount, pot.amount))
            amount -= shares[-1]
        return shares
    shares = [amount * pot.amount // total for pot in pots]
    left = amount - sum(shares)
    for i, pot in enumerate(pots):
        if left and shares[i] < pot.amount:
            shares[i] += 1
            left -= 1
    return shares


def in_order_from(button: int, seats: int) -> list[Seat]:
    """All seats clockwise, the one left of the button first, the button last."""
    return [Seat((button + 1 + i) % seats) for i in range(seats)]


def best(ranks: Mapping[Seat, int], eligible: Sequence[Seat]) -> list[Seat]:
    """The seats of ``eligible`` with the lowest, best rank; none if none has one."""
    top: list[Seat] = []
    top_rank = -1
    for seat in eligible:
        rank = ranks.get(seat)
        if rank is None:
            continue
        if not top or rank < top_rank:
            top, top_rank = [seat], rank
        elif rank == top_rank:
            top.append(seat)
    return top
