"""A range in words and figures: how many hands, what its spans and macros mean, some examples."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from omaha8.cards import Card, format_cards, format_symbols
from omaha8.equity.range_cursor import Note as Note
from omaha8.equity.range_parser import read
from omaha8.equity.ranges import Range

ALL_HANDS: Final = 270_725


class Description(Struct, frozen=True):
    """What there is to say of a range. ``weights`` are the least and the greatest, if it has any.

    The examples lie evenly in the range, aces first; their cards are in falling order.
    """

    text: str
    hands: int
    notes: tuple[Note, ...]
    examples: tuple[tuple[Card, ...], ...]
    weights: tuple[float, float] | None = None

    @property
    def percent(self) -> float:
        """The share of all hands."""
        return 100 * self.hands / ALL_HANDS

    @property
    def size(self) -> str:
        """``17,316 of 270,725 hands: 6.40%, one in 15.6``."""
        if not self.hands:
            return f"0 of {ALL_HANDS:,} hands"
        odds = f"one in {ALL_HANDS / self.hands:,.1f}"
        return f"{self.hands:,} of {ALL_HANDS:,} hands: {self.percent:.3g}%, {odds}"

    def __str__(self) -> str:
        rows = [(note.text, note.meaning) for note in self.notes]
        if self.weights is not None:
            rows.append(("weights", "{:g} to {:g}".format(*self.weights)))
        rows += [
            ("such as" * (i == 0), format_symbols(cards)) for i, cards in enumerate(self.examples)
        ]
        width = max((len(name) for name, _ in rows), default=0)
        return "\n".join([self.size, *(f"{name:<{width}}  {what}" for name, what in rows)])


def describe(range_: Range, examples: int = 5) -> Description:
    """The description of a range, with up to so many examples."""
    count = len(range_)
    shown = min(examples, count)
    places = [(count - 1) * i // max(1, shown - 1) for i in range(shown)]
    hands = [sorted(map(Card, range_.hands[place].tolist()), reverse=True) for place in places]
    weights = range_.weights
    return Description(
        range_.text,
        count,
        tuple(read(range_.text)[1]),
        tuple(tuple(hand) for hand in reversed(hands)),
        None if weights is None or not count else (float(weights.min()), float(weights.max())),
    )


def hand_lines(range_: Range) -> list[str]:
    """Each hand as a line that is a range by itself: ``As2sKhQd``, ``As2sKhQd@50``. Aces first."""
    hands = range_.hands.tolist()
    weights = [""] * len(hands) if range_.weights is None else [f"@{w:g}" for w in range_.weights]
    return [
        format_cards(map(Card, reversed(hand))) + weight
        for hand, weight in zip(reversed(hands), reversed(weights), strict=True)
    ]
