"""Pots and splits agree with a chip-by-chip twin; so do the payouts of whole hands."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omaha8.hand.events import (
    Awarded,
    Bet,
    BoardDealt,
    Called,
    Folded,
    HandStarted,
    Mucked,
    Posted,
    PostKind,
    Raised,
    Raked,
    Shown,
    UncalledReturned,
)
from omaha8.hand.hand import Hand
from omaha8.hand.notation import play
from omaha8.rules.game import Seat
from omaha8.rules.house import ROBERT, HouseRules, replace
from omaha8.rules.options import IdenticalBothWays, Muck, OddChipHiLo, Rake
from omaha8.rules.pots import build_pots, in_order_from
from omaha8.rules.split import split_pot, uncontested
from tests.evaluation import twin
from tests.hand_strategies import Played, hands
from tests.rules.pot_twin import dealt_out, pay, pots_by_layers

stakes = st.lists(st.integers(0, 12), min_size=2, max_size=7)


@settings(max_examples=300, deadline=None)
@given(stakes, st.integers(0, 5), st.data())
def test_pots_are_layers_of_chips(live: list[int], dead: int, data: st.DataObject) -> None:
    seats = [Seat(seat) for seat in range(len(live))]
    contesting = data.draw(st.lists(st.sampled_from(seats), unique=True, min_size=1).map(sorted))
    if not any(live[seat] for seat in contesting):
        live[contesting[0]] = 1
    cut = build_pots(live, dead, [0] * len(live), contesting)
    assert [(pot.amount, pot.eligible) for pot in cut] == pots_by_layers(live, dead, contesting)


RULES = [
    replace(ROBERT, odd_chip_hilo=odd, identical_both_ways=both)
    for odd in OddChipHiLo
    for both in IdenticalBothWays
]


@settings(max_examples=300, deadline=None)
@given(st.integers(1, 200), st.integers(1, 6), st.sampled_from(RULES), st.data())
def test_a_pot_is_split_chip_by_chip(
    pot: int, players: int, house: HouseRules, data: st.DataObject
) -> None:
    button = data.draw(st.integers(0, players - 1))
    everybody = in_order_from(button, players)
    highs = {seat: data.draw(st.integers(1, 3)) for seat in everybody}
    lows = {seat: low for seat in everybody if (low := data.draw(st.integers(1, 4))) < 4}
    # Who has no part in this pot decides nothing in it, whatever he holds.
    seats = [seat for seat in everybody if data.draw(st.booleans())] or everybody[:1]
    paid: dict[int, int] = {}
    for share in split_pot(pot, seats, highs, lows, house):
        paid[share.seat] = paid.get(share.seat, 0) + share.amount
    wanted = pay(
        pot,
        seats,
        highs,
        lows,
        odd_to_low=house.odd_chip_hilo is OddChipHiLo.LOW,
        evenly=house.identical_both_ways is IdenticalBothWays.SPLIT_POT_EVENLY,
    )
    assert paid == wanted


def test_a_pot_that_nobody_contests_is_one_share() -> None:
    (share,) = uncontested(7, Seat(3))
    assert (share.seat, share.amount, share.of, share.winners) == (3, 7, 7, (3,))


# whole hands


class Stakes:
    """What everybody put in and who can win it, by the events alone."""

    def __init__(self, hand: Hand) -> None:
        start = hand.events[0]
        assert isinstance(start, HandStarted)
        seats = len(start.stacks)
        self.live, self.antes = [0] * seats, [0] * seats
        self.dead = 0
        self.out = {seat for seat in range(seats) if start.stacks[seat] is None}
        self.mucked: set[int] = set()
        self.rake: tuple[int, ...] = ()
        for event in hand.events:
            match event:
                case Posted(seat=seat, kind=kind, live=live, dead=dead):
                    self.live[seat] += live
                    if kind is PostKind.ANTE:
                        self.antes[seat] += dead
                    else:
                        self.dead += dead
                case Called(seat=seat, added=added) | Bet(seat=seat, added=added):
                    self.live[seat] += added
                case Raised(seat=seat, added=added):
                    self.live[seat] += added
                case UncalledReturned(seat=seat, amount=amount):
                    self.live[seat] -= amount
                case Folded(seat=seat):
                    self.out.add(seat)
                case Mucked(seat=seat):
                    self.mucked.add(seat)
                case Raked(by_pot=parts):
                    self.rake = parts
                case _:
                    pass
        self.contesting = [seat for seat in hand.public.deal_order if seat not in self.out]

    def pots(self) -> list[tuple[int, tuple[int, ...]]]:
        """Live stakes by layers; an ante is dead unless somebody could not pay all of it."""
        short = [s for s in self.contesting if self.antes[s] < max(self.antes)]
        if any(self.live[seat] == 0 and self.antes[seat] for seat in short):
            both = [bet + ante for bet, ante in zip(self.live, self.antes, strict=True)]
            return pots_by_layers(both, self.dead, self.contesting)
        return pots_by_layers(self.live, self.dead + sum(self.antes), self.contesting)


def paid_by_the_twin(hand: Hand) -> dict[int, int]:
    """The payouts by 60 combinations a hand and one chip at a time."""
    stakes, rules = Stakes(hand), hand.public.rules
    board = hand.dealer.board
    highs: dict[int, int] = {}
    lows: dict[int, int] = {}
    paid: dict[int, int] = {}
    pots = stakes.pots()
    rake = stakes.rake or (0,) * len(pots)
    for (amount, seats), taken in zip(pots, rake, strict=True):
        # Who may muck gives up his share; whom the dealer mucks must not have had one.
        chosen = rules.muck is not Muck.AUTO_REVEAL
        winners = [s for s in seats if not (chosen and s in stakes.mucked)]
        if len(winners) == 1:
            shares = dealt_out(amount - taken, winners)
        else:
            for seat in winners:
                if seat not in highs:
                    hole = hand.dealer.holes[Seat(seat)]
                    assert hole is not None
                    highs[seat], low = twin.best(hole, board)
                    if low is not None:
                        lows[seat] = int(low.replace("A", "1"))
            shares = pay(
                amount - taken,
                winners,
                highs,
                {seat: low for seat, low in lows.items() if seat in winners},
                odd_to_low=rules.odd_chip_hilo is OddChipHiLo.LOW,
                evenly=rules.identical_both_ways is IdenticalBothWays.SPLIT_POT_EVENLY,
            )
        for seat, share in shares.items():
            paid[seat] = paid.get(seat, 0) + share
    return {seat: share for seat, share in paid.items() if share}


@settings(max_examples=200, deadline=None)
@given(hands())
def test_whole_hands_pay_what_the_twin_pays(played: Played) -> None:
    hand = played.hand
    paid: dict[int, int] = {}
    for event in hand.events:
        if isinstance(event, Awarded):
            paid[event.seat] = paid.get(event.seat, 0) + event.amount
    assert paid == paid_by_the_twin(hand)


@settings(max_examples=150, deadline=None)
@given(hands())
def test_the_house_takes_its_rate_once_and_never_without_a_flop(played: Played) -> None:
    hand, rule = played.hand, played.hand.public.rules.rake
    total = sum(amount for amount, _ in Stakes(hand).pots())
    taken = sum(sum(event.by_pot) for event in hand.events if isinstance(event, Raked))
    if played.setup.rake is not None:
        assert taken == min(played.setup.rake, total)
    elif isinstance(rule, Rake) and hand.board:
        assert taken == min(total * rule.per_mille // 1000, rule.cap)
    else:
        assert taken == 0


@pytest.mark.parametrize(
    ("actions", "taken"),
    [("r7 f f", 0), ("r7 c f / f", 3), ("r7 c f / c c / c c / c c", 3), ("r99 c c", 20)],
)
def test_rake_by_the_pot_and_only_after_a_flop(actions: str, taken: int) -> None:
    line = 'nlo8 1/2 b0 99*3 rake={"per_mille":200,"cap":20} | '
    raked = [event for event in play(line + actions).events if isinstance(event, Raked)]
    assert sum(sum(event.by_pot) for event in raked) == taken


@settings(max_examples=100, deadline=None)
@given(hands(muck=Muck.AUTO_REVEAL))
def test_a_hand_is_mucked_if_and_only_if_those_shown_before_beat_it(played: Played) -> None:
    hand = played.hand
    pots = [set(seats) for _, seats in Stakes(hand).pots()]
    shown: dict[int, tuple[int, int]] = {}
    for event in hand.events:
        if isinstance(event, Shown | Mucked):
            hole = hand.dealer.holes[event.seat]
            assert hole is not None
            high, low = twin.best(hole, hand.dealer.board)
            mine = high, 99999 if low is None else int(low.replace("A", "1"))
            rivals = [[shown[s] for s in pot if s in shown] for pot in pots if event.seat in pot]
            wins_some = any(
                mine[0] <= min((high for high, _ in pot), default=mine[0])
                or (low is not None and mine[1] <= min((low for _, low in pot), default=mine[1]))
                for pot in rivals
            )
            if isinstance(event, Mucked):
                assert not wins_some
            elif hand.board == hand.dealer.board and not played_face_up(hand, event):
                assert wins_some
            if isinstance(event, Shown):
                shown[event.seat] = mine


def played_face_up(hand: Hand, shown: Shown) -> bool:
    """All-in with no more betting: all hands are face up, beaten or not."""
    return any(isinstance(event, BoardDealt) for event in hand.events[hand.events.index(shown) :])


@settings(max_examples=100, deadline=None)
@given(hands(muck=Muck.AUTO_REVEAL))
def test_a_hand_is_mucked_only_if_it_wins_nothing_and_shown_if_it_wins(played: Played) -> None:
    hand = played.hand
    shown = {event.seat for event in hand.events if isinstance(event, Shown)}
    if shown:
        assert set(paid_by_the_twin(hand)) <= shown
        assert not shown & hand.public.mucked
