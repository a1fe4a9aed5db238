"""Cards that somebody cannot see have no part in what he is told: exchanged, not a byte changes.

Over real sockets; chance, time and decisions are the same in every session.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from omaha8.cards import Card
from tests.wire.sameness import HANDS, Session, session


def exchanged(first: Session, hidden: str) -> Any:
    """Deals the cards of ``hidden`` and those that nobody gets in another order."""

    def swap(hand: int, deck: tuple[Card, ...]) -> tuple[Card, ...]:
        if hidden not in first.folded.get(hand, ()):
            return deck
        slots, board = first.slots[hand], first.board[hand]
        seen = {s for name, hole in slots.items() if name != hidden for s in hole} | {*board}
        free = [slot for slot in range(52) if slot not in seen]
        cards = [deck[slot] for slot in free]
        Random(hand).shuffle(cards)
        mixed = list(deck)
        for slot, card in zip(free, cards, strict=True):
            mixed[slot] = card
        return tuple(mixed)

    return swap


def as_it_was(_: int, deck: tuple[Card, ...]) -> tuple[Card, ...]:
    return deck


@pytest.fixture
async def first(monkeypatch: pytest.MonkeyPatch) -> Session:
    return await session(monkeypatch, as_it_was)


@pytest.mark.parametrize("hidden", ["Bob", "New"])
async def test_nobody_is_told_a_byte_of_what_he_cannot_see(
    monkeypatch: pytest.MonkeyPatch, first: Session, hidden: str
) -> None:
    second = await session(monkeypatch, exchanged(first, hidden))
    changed = [a != b for a, b in zip(first.decks, second.decks, strict=False)]
    assert sum(changed) >= (HANDS - 5) // 2
    assert first.slots == second.slots
    for name, told in first.raw.items():
        again = second.raw[name]
        both = min(len(told), len(again))
        assert both > 60
        assert abs(len(told) - len(again)) <= 3
        same = told[:both] == again[:both]
        # Whose cards they are is told others: this is how it is known that they were exchanged.
        assert same == (name != hidden), _first_difference(name, told, again)


def _first_difference(name: str, told: list[Any], again: list[Any]) -> str:
    for one, other in zip(told, again, strict=False):
        if one != other:
            return f"{name} was told\n{json.loads(one)}\nand\n{json.loads(other)}"
    return f"{name} was told the same"
