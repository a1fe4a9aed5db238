"""The end of a replayed hand against its record: pots, uncalled bets, winnings (floor 3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import gcd
from typing import Final

from omaha8.hand.events import UncalledReturned
from omaha8.hand.hand import Hand
from omaha8.history.corpus import Record
from omaha8.history.deviations import PayoutFault, RecordFault, Report
from omaha8.history.setting import Setting
from omaha8.rules.game import Seat
from omaha8.rules.options import RakeFrom
from omaha8.rules.pots import Pot, share_rake
from omaha8.rules.split import split_pot

ODD_CHIPS: Final = "high half, then clockwise from the button"
RAKE_FROM: Final = {
    "main pot first": RakeFrom.MAIN_POT_FIRST,
    "by pot size": RakeFrom.PROPORTIONAL,
}
HIGHEST_RAKE: Final = 25
"""Percent of the pot. Rooms take up to 6 2/3, a tenth where a whole unit is the least, and a drop
for a jackpot on top; a record that lacks more lacks somebody's winnings."""


def check_sums(record: Record) -> None:
    """The record's money by itself: pots, winnings and rake add up. Raises `RecordFault`."""
    total, rake = record.total_pot, record.rake
    for what, amount in (("total pot", total), ("rake", rake)):
        if amount is not None and amount < 0:
            raise RecordFault(f"a {what} of {amount}")
    if record.pots is not None and total is not None:
        pots = sum(pot.amount for pot in record.pots)
        if pots != total:
            raise RecordFault(f"pots of {pots} and a total pot of {total}")
    if record.collected is None or total is None:
        return
    if any(part.amount < 0 for part in record.collected):
        raise RecordFault("somebody collects less than 0")
    won = sum(part.amount for part in record.collected)
    if total and not won:
        raise RecordFault(f"nobody collects the pot of {total}")
    if rake is not None and won + rake != total:
        raise RecordFault(f"{won} collected and {rake} rake from a pot of {total}")
    rake = total - won
    if rake > 1 and rake * 100 > total * HIGHEST_RAKE:
        raise RecordFault(f"{won} collected from a pot of {total}: no room rakes {rake}")
    if rake and record.tournament:
        raise RecordFault(f"{won} collected from a pot of {total}: a tournament has no rake")


def rake_of(record: Record) -> int:
    """The rake as recorded, or what nobody collected."""
    if record.rake is not None:
        return record.rake
    if record.total_pot is None or record.collected is None:
        return 0
    return record.total_pot - sum(part.amount for part in record.collected)


def check_outcome(record: Record, hand: Hand, setting: Setting, report: Report) -> None:
    """Everything but the payouts. Raises `RecordFault`."""
    public, numbers = hand.public, setting.numbers
    if hand.legal is not None:
        raise RecordFault(
            f"the record ends on the {public.street}, where seat {numbers[hand.legal.seat]} is to "
            f"act"
        )
    if hand.unresolved is not None and not public.at_showdown:
        raise RecordFault(hand.unresolved)
    if len(public.board) != len(setting.dealer.board):
        raise RecordFault(
            f"a board of {len(setting.dealer.board)} cards, but the hand ends on the "
            f"{public.street}"
        )
    returned = [(numbers[e.seat], e.amount) for e in hand.events if isinstance(e, UncalledReturned)]
    back = record.uncalled
    recorded = [] if back is None else [(back.seat, back.amount)]
    if returned != recorded:
        raise RecordFault(f"uncalled: {_seats(returned)}; the record says {_seats(recorded)}")
    _check_pots(record, public.pots, numbers)
    if record.rake and not public.board:
        report("rake_without_flop", f"{record.rake} taken before the flop")


def _check_pots(record: Record, pots: Sequence[Pot], numbers: Sequence[int]) -> None:
    total = sum(pot.amount for pot in pots)
    if record.total_pot is not None and record.total_pot != total:
        raise RecordFault(f"the total pot is {total}, the record says {record.total_pot}")
    if record.pots is None:
        return
    cut = [(pot.amount, sorted(numbers[s] for s in pot.eligible)) for pot in pots if pot.amount]
    recorded = [(pot.amount, sorted(pot.eligible)) for pot in record.pots]
    if cut != recorded:
        raise RecordFault(f"pots: {_pots(cut)}; the record says {_pots(recorded)}")


def check_payouts(record: Record, hand: Hand, setting: Setting, report: Report) -> bool | None:
    """What every seat won, to the unit; ``None`` where the record names no rule for it.

    Where the record names a rule, raises `PayoutFault` unless the engine reproduces them. Where it
    names none, any way of sharing the rake over the pots will do, and odd units are a deviation.
    """
    rule = record.payout_rule
    if rule is not None and (rule.odd != ODD_CHIPS or rule.rake not in RAKE_FROM):
        report("payout_rule_unknown", f"odd chips {rule.odd!r}, rake {rule.rake!r}")
        rule = None
    if rule is not None and not hand.over:
        raise RecordFault("a payout rule, but not all hole cards of the showdown")
    if record.collected is None:
        return None
    recorded = dict.fromkeys(range(len(setting.numbers)), 0)
    for part in record.collected:
        seat = setting.place.get(part.seat)
        if seat is None or not hand.public.in_hand[seat]:
            raise RecordFault(f"seat {part.seat} collects {part.amount}, but is in no pot")
        recorded[seat] += part.amount
    if not hand.over:
        return None
    won = dict.fromkeys(recorded, 0)
    for award in hand.public.awards:
        won[award.seat] += award.amount
    pots, rake = hand.public.pots, rake_of(record)
    allowed = [won]
    for taken in _other_sharings(rake, pots, None if rule is None else RAKE_FROM[rule.rake]):
        left = [pot.amount - part for pot, part in zip(pots, taken, strict=True)]
        allowed.append(_won(hand, left))
    if recorded not in allowed:
        said = (
            f"{_winnings(recorded, setting.numbers)} collected, "
            f"{_winnings(won, setting.numbers)} by the rules, "
            f"from {' and '.join(str(pot.amount) for pot in pots)}"
            f"{f' less a rake of {rake}' if rake else ''}"
        )
        if rule is not None:
            raise PayoutFault(f"payouts: {said}")
        unit = gcd(*recorded.values(), setting.game.small_blind, setting.game.big_blind)
        kind = _odd_units(hand, rake, unit, allowed, recorded)
        if kind is None:
            raise RecordFault(f"payouts: {said}")
        report(kind, f"{said}; split in units of {unit}" if kind == "coarse_unit" else said)
    return None if rule is None else True


def _other_sharings(
    rake: int, pots: Sequence[Pot], how: RakeFrom | None
) -> Iterator[Sequence[int]]:
    """Ways of sharing the rake over the pots that the record allows, besides the engine's own.

    In proportion to the pots leaves odd units; the engine takes them from the main pot on, other
    rooms from the last pot.
    """
    if how is RakeFrom.MAIN_POT_FIRST or len(pots) < 2 or not rake:
        return
    if how is None:
        yield share_rake(rake, pots, RakeFrom.PROPORTIONAL)
    total = sum(pot.amount for pot in pots)
    shares = [rake * pot.amount // total for pot in pots]
    shares[-1] += rake - sum(shares)
    if shares[-1] <= pots[-1].amount:
        yield shares


def _won(hand: Hand, amounts: Sequence[int], unit: int = 1) -> dict[int, int]:
    """What each seat wins of pots of these sizes, split in multiples of ``unit``."""
    public, dealer = hand.public, hand.dealer
    won = dict.fromkeys(range(len(public.stacks)), 0)
    contesting = public.contesting
    for pot, amount in zip(public.pots, amounts, strict=True):
        eligible = [seat for seat in pot.eligible if seat in contesting]
        if len(eligible) == 1:
            won[eligible[0]] += amount
            continue
        ranks = {seat: dealer.rank(seat) for seat in eligible}
        highs = {seat: high for seat, (high, _) in ranks.items()}
        lows = {seat: low for seat, (_, low) in ranks.items() if low is not None}
        for share in split_pot(amount // unit, eligible, highs, lows, public.rules):
            won[share.seat] += share.amount * unit
    return won


def _odd_units(
    hand: Hand,
    rake: int,
    unit: int,
    allowed: Sequence[Mapping[int, int]],
    recorded: Mapping[int, int],
) -> str | None:
    """The kind of deviation by which a room's payouts differ in odd units; ``None`` for more.

    ``unit`` is what everything recorded is a multiple of.
    """
    pots = hand.public.pots
    taken = share_rake(rake, pots, RakeFrom.MAIN_POT_FIRST)
    left = [pot.amount - part for pot, part in zip(pots, taken, strict=True)]
    in_units = unit > 1 and not any(amount % unit for amount in left)
    if in_units and _won(hand, left, unit) == recorded:
        return "coarse_unit"
    # A seat can be out by the odd unit of a half and by one among tied winners.
    if any(all(abs(recorded[s] - won[s]) <= 2 * len(pots) for s in won) for won in allowed):
        return "rake_rounding" if rake and len(pots) > 1 else "odd_unit"
    return None


def unknown_losers(record: Record, hand: Hand, setting: Setting) -> list[Seat]:
    """Who is at a showdown with unknown cards and collects nothing: those hands were mucked.

    Empty unless that leaves a known hand in every pot.
    """
    public, holes = hand.public, hand.dealer.holes
    if hand.unresolved is None or not public.at_showdown or record.collected is None:
        return []
    winners = {setting.place.get(part.seat) for part in record.collected if part.amount}
    unknown = [s for s in public.contesting if holes.get(s) is None and s not in winners]
    known = {seat for seat in public.contesting if holes.get(seat) is not None}
    if all(known.intersection(pot.eligible) for pot in public.pots):
        return unknown
    return []


def _seats(amounts: Sequence[tuple[int, int]]) -> str:
    return " and ".join(f"{amount} to seat {seat}" for seat, amount in amounts) or "none"


def _pots(pots: Sequence[tuple[int, list[int]]]) -> str:
    return (
        " and ".join(f"{a} for seats {', '.join(map(str, seats))}" for a, seats in pots) or "none"
    )


def _winnings(won: Mapping[int, int], numbers: Sequence[int]) -> str:
    parts = [f"{amount} by seat {numbers[seat]}" for seat, amount in won.items() if amount]
    return " and ".join(parts) or "nothing"
