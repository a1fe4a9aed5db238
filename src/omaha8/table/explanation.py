"""Who won what and why, in sentences (floor 4).

"Main pot 56 - High 28: Ann, full house, kings over nines. Low 28: Ann and Bob, 6-4-3-2-A, 14 each
(Bob is quartered)."
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final

import msgspec

from omaha8.cards import Card
from omaha8.evaluation import High, Low, evaluate
from omaha8.hand.dealer import FULL_BOARD
from omaha8.hand.events import Awarded
from omaha8.hand.public import PublicHand
from omaha8.rules.game import Chips, Seat
from omaha8.rules.split import Half, Reason, pot_name


class Winning(msgspec.Struct, frozen=True):
    """The five ``cards`` with which ``seat`` wins a half, and the two of them from the ``hole``.

    Where the whole was won both ways they are the high, and ``low_cards`` the five of the low.
    """

    seat: Seat
    cards: tuple[Card, ...]
    hole: tuple[Card, ...]
    low_cards: tuple[Card, ...] = ()


class HalfExplained(msgspec.Struct, frozen=True):
    """One half of a pot, or all of it where it was not split.

    ``winning`` has the cards of each of ``seats`` that showed, in their order; ``cards``, ``hole``
    and ``low_cards`` are those of the first of ``seats``, empty where that hand was not shown.
    """

    half: Half
    amount: Chips
    text: str
    seats: tuple[Seat, ...]
    winning: tuple[Winning, ...] = ()

    @property
    def cards(self) -> tuple[Card, ...]:
        return self._first.cards if self._first else ()

    @property
    def hole(self) -> tuple[Card, ...]:
        return self._first.hole if self._first else ()

    @property
    def low_cards(self) -> tuple[Card, ...]:
        return self._first.low_cards if self._first else ()

    @property
    def _first(self) -> Winning | None:
        first = self.winning[0] if self.winning else None
        return first if first and first.seat == self.seats[0] else None


class PotExplained(msgspec.Struct, frozen=True):
    """A pot as it was awarded, rake taken off; ``text`` is the whole in sentences."""

    pot: str
    amount: Chips
    text: str
    lines: tuple[HalfExplained, ...]


def explain(public: PublicHand, names: Mapping[Seat, str]) -> list[PotExplained]:
    """Every pot awarded so far, in the order of the awards (the last formed first)."""
    return [
        _explain_pot(public, names, list(awards))
        for _, awards in groupby(public.awards, key=lambda award: award.pot)
    ]


def _explain_pot(
    public: PublicHand, names: Mapping[Seat, str], awards: list[Awarded]
) -> PotExplained:
    halves = [list(of_half) for _, of_half in groupby(awards, key=lambda award: award.half)]
    lines = tuple(_explain_half(public, names, of_half, awards) for of_half in halves)
    name = pot_name(awards[0].pot, awards[0].pots)
    amount = Chips(sum(award.amount for award in awards))
    sentences = ". ".join(line.text for line in lines)
    return PotExplained(name, amount, f"{name.capitalize()} {amount} - {sentences}.", lines)


def _explain_half(
    public: PublicHand,
    names: Mapping[Seat, str],
    awards: Sequence[Awarded],
    of_pot: Sequence[Awarded],
) -> HalfExplained:
    first = awards[0]
    seats = tuple(award.seat for award in awards)
    who = _listed([names[seat] for seat in seats])
    if first.reason is Reason.UNCONTESTED:
        why = "everybody else folded" if public.in_count == 1 else "nobody else has a claim"
        return HalfExplained(first.half, first.of, f"{who}, {why}", seats)
    high, low = _hands(public, seats[0])
    if first.half is Half.LOW:
        label, hand = "Low", low.dashes if low else ""
    elif first.reason is Reason.SAME_BOTH_WAYS:
        label = "High and low"
        hand = f"{high.name} / {low.dashes}" if high and low else ""
    else:
        label, hand = "High", high.name if high else ""
    parts = [who, *([hand] if hand else []), *_parts(awards, names)]
    remarks = [*_remarks(first), *_quartered(awards, of_pot, names)]
    text = f"{label} {first.of}: {', '.join(parts)}"
    if remarks:
        text += f" ({'; '.join(remarks)})"
    winning = [_winning(public, award) for award in awards]
    shown = tuple(each for each in winning if each is not None)
    return HalfExplained(first.half, first.of, text, seats, shown)


def _winning(public: PublicHand, award: Awarded) -> Winning | None:
    """The cards that win it; nothing where they were not shown."""
    high, low = _hands(public, award.seat)
    both = award.reason is Reason.SAME_BOTH_WAYS
    cards: High | Low | None = low if award.half is Half.LOW else high
    if cards is None:
        return None
    return Winning(award.seat, cards.cards, cards.hole_cards, low.cards if low and both else ())


def _hands(public: PublicHand, seat: Seat) -> tuple[High | None, Low | None]:
    """What a seat showed; nothing where it did not, or the board is not complete."""
    hole = public.shown.get(seat)
    if hole is None or len(public.board) < FULL_BOARD:
        return None, None
    made = evaluate(hole, public.board)
    return made.high, made.low


def _parts(awards: Sequence[Awarded], names: Mapping[Seat, str]) -> list[str]:
    """How tied winners share: equally, or with the odd chips named."""
    if len(awards) == 1:
        return []
    if len({award.amount for award in awards}) == 1:
        return [f"{awards[0].amount} each"]
    each = _listed([f"{award.amount} to {names[award.seat]}" for award in awards])
    return [f"{each}, odd chips from the left of the button"]


def _remarks(award: Awarded) -> list[str]:
    if award.reason is Reason.NO_LOW:
        return ["no low, high takes all"]
    if award.half_odd_chip is award.half:
        return ["with the odd chip"]
    return []


_SHARES: Final = {3: "gets a sixth", 4: "gets an eighth"}


def _quartered(
    awards: Sequence[Awarded], of_pot: Sequence[Awarded], names: Mapping[Seat, str]
) -> list[str]:
    """Who shares this half and has no part in the other one."""
    half = awards[0].half
    if len(awards) < 2 or half is Half.WHOLE:
        return []
    other = {award.seat for award in of_pot if award.half is not half}
    seats = [award.seat for award in awards if award.seat not in other]
    if not seats:
        return []
    who = _listed([names[seat] for seat in seats])
    if len(awards) == 2:
        return [f"{who} {'is' if len(seats) == 1 else 'are'} quartered"]
    share = _SHARES.get(len(awards), f"gets a part in {2 * len(awards)}")
    return [f"{who} {share if len(seats) == 1 else share.replace('gets', 'get') + ' each'}"]


def _listed(words: Sequence[str]) -> str:
    """ "Ann", "Ann and Bob", "Ann, Bob and Cat"."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
