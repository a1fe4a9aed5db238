"""The end of a hand: who is beaten, and what everybody is awarded (floor 3)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from omaha8.evaluation.names import high_name, low_name
from omaha8.hand.dealer import Dealer
from omaha8.hand.events import Awarded, Event, HandEnded, Raked
from omaha8.hand.public import PublicHand
from omaha8.rules.game import Chips, Seat
from omaha8.rules.options import Rake
from omaha8.rules.pots import Pot, rake_of, share_rake
from omaha8.rules.split import Half, Share, split_pot, uncontested, why

_high_name = cache(high_name)
_low_name = cache(low_name)


def beaten(
    public: PublicHand, dealer: Dealer, seat: Seat, pots: tuple[Pot, ...] | None = None
) -> bool:
    """Whether the hands shown so far leave ``seat`` no share of any pot it is in.

    ``pots``, where known, are those of ``public``: they stay the same all through a showdown.

    RULES, showdown: a hand that can win no share of any pot may be mucked.
    """
    high, low = dealer.rank(seat)
    for pot in public.pots if pots is None else pots:
        if seat not in pot.eligible:
            continue
        shown = [dealer.rank(s) for s in pot.eligible if s in public.shown]
        if all(high <= other for other, _ in shown):
            return False
        if low is not None and all(other is None or low <= other for _, other in shown):
            return False
    return True


def awards(public: PublicHand, dealer: Dealer, rake: int | None) -> Iterator[Event]:
    """The events that end a hand: rake, every share of every pot, the last formed first."""
    pots = public.pots
    taken = _rake(public, pots, rake)
    if any(taken):
        yield Raked(tuple(Chips(part) for part in taken))
    contesting = public.contesting
    for i in range(len(pots) - 1, -1, -1):
        eligible = [seat for seat in pots[i].eligible if seat in contesting]
        amount = pots[i].amount - taken[i]
        if len(eligible) == 1 and (eligible[0] not in public.shown or len(pots[i].eligible) == 1):
            shares = uncontested(amount, eligible[0])
        else:
            ranks = {seat: dealer.rank(seat) for seat in eligible}
            highs = {seat: high for seat, (high, _) in ranks.items()}
            lows = {seat: low for seat, (_, low) in ranks.items() if low is not None}
            shares = split_pot(amount, eligible, highs, lows, public.rules)
        for share in shares:
            if share.amount:
                yield _awarded(share, i, len(pots), public, dealer)
    yield HandEnded(stacks_of(public))


def stacks_of(public: PublicHand) -> tuple[Chips | None, ...]:
    """Chips behind, by seat; ``None`` where nobody was dealt in."""
    return tuple(
        None if start is None else Chips(stack)
        for start, stack in zip(public.start.stacks, public.stacks, strict=True)
    )


def _rake(public: PublicHand, pots: tuple[Pot, ...], fixed: int | None) -> list[int]:
    rake = public.rules.rake
    if fixed is None:
        # RULES, rake: never when there was no flop.
        fixed = rake_of(rake, pots) if isinstance(rake, Rake) and public.board else 0
    fixed = min(fixed, sum(pot.amount for pot in pots))
    return share_rake(fixed, pots, public.rules.rake_from) if fixed else [0] * len(pots)


def _awarded(share: Share, pot: int, pots: int, public: PublicHand, dealer: Dealer) -> Awarded:
    return Awarded(
        seat=share.seat,
        amount=share.amount,
        pot=pot,
        pots=pots,
        half=share.half,
        of=share.of,
        winners=share.winners,
        reason=share.reason,
        odd_chip=share.odd_chip,
        half_odd_chip=share.half_odd_chip,
        hand=_hand_name(share, public, dealer),
        why=why(share, pot, pots),
    )


def _hand_name(share: Share, public: PublicHand, dealer: Dealer) -> str | None:
    """The winning hand in words, where everybody has seen it."""
    if share.seat not in public.shown or len(public.board) < 5:
        return None
    high, low = dealer.rank(share.seat)
    if share.half is Half.LOW and low is not None:
        return _low_name(low)
    if share.half is Half.WHOLE and low is not None:
        return f"{_high_name(high)}; {_low_name(low)}"
    return _high_name(high)
