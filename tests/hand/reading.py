"""A line of notation read as poker: what the next player may do, what was shown, who got what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from omaha8.hand.events import Awarded, Event, Mucked, Shown
from omaha8.hand.hand import Hand
from omaha8.hand.legal import IllegalAction, Legal
from omaha8.hand.notation import play


def legal(line: str) -> Legal:
    """The choices of whose turn it is at the end of the line."""
    choices = play(line).legal
    assert choices is not None, f"nobody is to act: {line}"
    return choices


def bounds(line: str) -> tuple[int, int]:
    """The least and the largest bet or raise, as totals of the round; 0 and 0 for none."""
    choices = legal(line)
    return choices.min_to, choices.max_to


def levels(line: str) -> list[int]:
    """The bets and raises that follow where everybody makes the largest one, until none is left."""
    hand, tos = play(line), list[int]()
    while (choices := hand.legal) is not None and choices.max_to:
        tos.append(choices.max_to)
        hand.apply(choices.wager(choices.max_to))
        assert len(tos) < 50, f"the raising never ends: {line}"
    return tos


def refusal(line: str) -> str:
    """What the last action of the line is refused with."""
    with pytest.raises(IllegalAction) as refused:
        play(line)
    return str(refused.value)


def acting(line: str) -> list[int]:
    """The seats in the order in which they act when everybody checks or calls to the end."""
    hand, seats = play(line), list[int]()
    while (choices := hand.legal) is not None and not choices.showdown:
        seats.append(choices.seat)
        hand.apply(choices.passive)
    return seats


def tabled(hand: Hand) -> list[str]:
    """The showdown in order: ``2`` shows, ``-1`` is seat 1's muck, ``0*`` shows unasked."""
    return [said for event in hand.events if (said := _tabled(event))]


def _tabled(event: Event) -> str:
    if isinstance(event, Shown):
        return f"{event.seat}*" if event.voluntary else str(event.seat)
    return f"-{event.seat}" if isinstance(event, Mucked) else ""


def awards(hand: Hand) -> Sequence[Awarded]:
    return [event for event in hand.events if isinstance(event, Awarded)]


def payouts(hand: Hand) -> dict[int, int]:
    """What each seat was awarded over all pots."""
    paid: Counter[int] = Counter()
    for award in awards(hand):
        paid[award.seat] += award.amount
    return dict(paid)
