"""RULES, pots: money is an integer, comes from a stack and goes to a stack."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings

from omaha8.hand.events import (
    Awarded,
    Bet,
    Called,
    Event,
    Folded,
    HandEnded,
    HandStarted,
    Posted,
    Raised,
    Raked,
    UncalledReturned,
)
from omaha8.hand.notation import play
from omaha8.hand.public import ChipsLost, PublicHand
from omaha8.rules.game import Seat
from omaha8.rules.split import Half, Reason
from tests.hand_strategies import Played, hands, shown_hands


class Cashier:
    """Chips by the events alone: whose they are, how many lie in the middle, what the house has."""

    def __init__(self, start: HandStarted) -> None:
        self.stacks = [stack or 0 for stack in start.stacks]
        self.middle = self.house = 0

    def move(self, event: Event) -> None:
        match event:
            case Posted(seat=seat, live=live, dead=dead):
                self.pay(seat, live + dead)
            case Called(seat=seat, added=added) | Bet(seat=seat, added=added):
                self.pay(seat, added)
            case Raised(seat=seat, added=added):
                self.pay(seat, added)
            case UncalledReturned(seat=seat, amount=amount) | Awarded(seat=seat, amount=amount):
                assert amount > 0
                self.pay(seat, -amount)
            case Raked(by_pot=parts):
                assert all(part >= 0 for part in parts)
                self.house += sum(parts)
                self.middle -= sum(parts)
            case _:
                pass

    def pay(self, seat: Seat, amount: int) -> None:
        self.stacks[seat] -= amount
        self.middle += amount


def all_are_ints(amounts: Sequence[object]) -> bool:
    return all(type(amount) is int for amount in amounts)


@settings(max_examples=150, deadline=None)
@given(shown_hands())
def test_chips_are_constant_after_every_event(played: Played) -> None:
    start, *events = played.hand.events
    assert isinstance(start, HandStarted)
    cashier, public = Cashier(start), PublicHand(start)
    total = sum(cashier.stacks)
    awarding = False
    for event in events:
        cashier.move(event)
        public.evolve(event)
        assert public.stacks == cashier.stacks, event
        assert (public.pot, public.raked) == (cashier.middle, cashier.house), event
        assert min(cashier.stacks) >= 0, event
        assert sum(cashier.stacks) + cashier.middle + cashier.house == total, event
        assert all_are_ints([*public.stacks, *public.bets, public.pot, public.raked])
        awarding = awarding or isinstance(event, Raked | Awarded)
        if not awarding:
            with_chips = [public.in_hand[s] and public.stacks[s] > 0 for s in public.deal_order]
            assert public.able_count == sum(with_chips), event
            assert public.in_count == sum(public.in_hand), event
            assert sum(pot.amount for pot in public.pots) == public.pot, event
    assert cashier.middle == 0
    ended = next(event for event in events if isinstance(event, HandEnded))
    assert [stack or 0 for stack in ended.stacks] == cashier.stacks


@settings(max_examples=100, deadline=None)
@given(hands())
def test_the_hand_tells_what_the_pot_was_after_it_is_awarded(played: Played) -> None:
    put_in = sum(
        start - stack
        for start, stack in zip(played.hand.public.start.stacks, played.hand.stacks, strict=True)
        if start is not None and stack is not None and start > stack
    )
    gained = sum(
        stack - start
        for start, stack in zip(played.hand.public.start.stacks, played.hand.stacks, strict=True)
        if start is not None and stack is not None and stack > start
    )
    assert put_in == gained + played.hand.public.raked
    assert played.hand.pot >= put_in


@settings(max_examples=100, deadline=None)
@given(hands())
def test_awards_of_a_half_add_up_to_the_half(played: Played) -> None:
    halves: dict[tuple[int, Half], list[Awarded]] = {}
    for award in played.hand.public.awards:
        halves.setdefault((award.pot, award.half), []).append(award)
    pots = [pot for pot, _ in halves]
    assert pots == sorted(pots, reverse=True), "RULES, pots: last formed first"
    for (pot, half), awards in halves.items():
        assert sum(award.amount for award in awards) == awards[0].of
        parts = sorted((award.amount for award in awards), reverse=True)
        assert parts[0] - parts[-1] <= 1, "odd chips go one each"
        assert all(award.seat in award.winners for award in awards)
        assert (half is Half.WHOLE) == ((pot, Half.HIGH) not in halves)
        if awards[0].reason is Reason.UNCONTESTED:
            assert len(awards) == 1


def test_a_state_that_loses_chips_says_so() -> None:
    public = play("plo8 1/2 b0 200*3 | r7").public
    public.stacks[0] -= 1
    with pytest.raises(ChipsLost, match="are not 600"):
        public.evolve(Folded(Seat(1)))
