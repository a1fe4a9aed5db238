"""Pots and splits chip by chip, from RULES, pots: slow, plain and independent of the rules' code.

Every chip that a seat put in lies in a pile of its own. The first chips of all piles make the
first layer, the second chips the second, and so on; a layer can be won by who is still in and put
in a chip of it. Layers that the same seats can win are one pot. Money above what anybody who is
still in put in stays in the pot below it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Pots = list[tuple[int, tuple[int, ...]]]


def pots_by_layers(stakes: Sequence[int], dead: int, contesting: Sequence[int]) -> Pots:
    """The pots as (amount, seats that can win it), the main pot with the dead money first."""
    pots: list[tuple[int, list[int]]] = []
    for layer in range(max(stakes)):
        chips = sum(1 for stake in stakes if stake > layer)
        winners = [seat for seat in contesting if stakes[seat] > layer]
        if pots and winners in ([], pots[-1][1]):
            pots[-1] = (pots[-1][0] + chips, pots[-1][1])
        else:
            pots.append((chips, winners or list(contesting)))
    if dead:
        # Dead money is no bet of anybody: all who are still in play for it.
        if pots and pots[0][1] == list(contesting):
            pots[0] = (pots[0][0] + dead, pots[0][1])
        else:
            pots.insert(0, (dead, list(contesting)))
    return [(amount, tuple(winners)) for amount, winners in pots]


def dealt_out(chips: int, winners: Sequence[int]) -> dict[int, int]:
    """Chips one at a time to the winners in turn, the one left of the button first."""
    paid = dict.fromkeys(winners, 0)
    for chip in range(chips):
        paid[winners[chip % len(winners)]] += 1
    return paid


def best_of(values: Mapping[Any, int], seats: Sequence[int], best: int) -> list[int]:
    return [seat for seat in seats if seat in values and values[seat] == best]


def pay(
    pot: int,
    seats: Sequence[int],
    highs: Mapping[Any, int],
    lows: Mapping[Any, int],
    *,
    odd_to_low: bool = False,
    evenly: bool = True,
) -> dict[int, int]:
    """What each of ``seats``, from the left of the button, gets of one pot; lower ranks are better.

    ``evenly`` cuts a pot once whose winners are the same both ways.
    """
    high = best_of(highs, seats, min(highs[seat] for seat in seats))
    with_low = [seat for seat in seats if seat in lows]
    if not with_low:
        return dealt_out(pot, high)
    low = best_of(lows, seats, min(lows[seat] for seat in with_low))
    if high == low and evenly:
        return dealt_out(pot, high)
    halves = [0, 0]
    for chip in range(pot):
        halves[(chip + odd_to_low) % 2] += 1
    paid = dealt_out(halves[0], high)
    for seat, chips in dealt_out(halves[1], low).items():
        paid[seat] = paid.get(seat, 0) + chips
    return paid
