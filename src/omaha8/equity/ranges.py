"""Ranges of hands in the language that Omaha players write: ``A2:$ds``, ``AA!AAA``, ``A2-A5``.

The language is described in ``docs/ranges.md``. Matching needs numpy (the extra ``study``), which
is imported with the first range.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from omaha8.cards import CARD_TEXT, Card, CardError, card_set, format_cards, parse_cards
from omaha8.equity.range_lexer import RangeError as RangeError
from omaha8.equity.range_parser import parse
from omaha8.equity.range_syntax import HAND_SIZE

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from omaha8.equity.ordering import Ordering


class Range:
    """Hands of four cards, each at most once, perhaps with weights; it never changes.

    ``text`` is what `parse_range` makes the same range of. ``rows`` are the rows of the hands in
    `omaha8.equity.range_table.hand_table`, rising. ``weights`` are relative, above 0 and at most
    100, or None: all hands are equally likely.
    """

    __slots__ = ("hands", "rows", "text", "weights")

    def __init__(
        self,
        text: str,
        rows: npt.NDArray[np.int32],
        weights: npt.NDArray[np.float64] | None = None,
    ) -> None:
        from omaha8.equity.range_table import hand_table

        self.text: Final = text
        self.rows: Final = rows
        self.weights: Final = weights
        self.hands: Final[npt.NDArray[np.uint8]] = hand_table().cards[rows]
        for array in (rows, weights, self.hands):
            if array is not None:
                array.flags.writeable = False

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[tuple[Card, ...]]:
        for hand in self.hands.tolist():
            yield tuple(map(Card, hand))

    def __contains__(self, hand: str | Iterable[int]) -> bool:
        """Whether it has the hand: ``"As2sKhQd"`` or four cards. Raises `CardError`."""
        from omaha8.equity.range_table import hand_index

        cards = parse_cards(hand) if isinstance(hand, str) else tuple(hand)
        if card_set(map(Card, cards)).bit_count() != HAND_SIZE:
            raise CardError(f"{HAND_SIZE} cards needed, {len(cards)} given")
        row = hand_index(cards)
        place = int(self.rows.searchsorted(row))
        return place < len(self.rows) and int(self.rows[place]) == row

    def __eq__(self, other: object) -> bool:
        """The same hands with the same weights, however they are written."""
        if not isinstance(other, Range):
            return NotImplemented
        import numpy as np

        if not np.array_equal(self.rows, other.rows):
            return False
        if self.weights is None or other.weights is None:
            return self.weights is other.weights
        return np.array_equal(self.weights, other.weights)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Range {self.text}: {len(self):,} hands>"

    def without(self, dead: str | Iterable[int]) -> Range:
        """The hands that have none of the ``dead`` cards, weights kept. Raises `CardError`."""
        cards = parse_cards(dead) if isinstance(dead, str) else tuple(map(Card, dead))
        mask = card_set(cards)
        if not cards:
            return self
        import numpy as np

        is_dead = np.array([mask >> card & 1 for card in range(52)], dtype=np.bool_)
        kept = ~is_dead[self.hands].any(axis=1)
        weights = None if self.weights is None else self.weights[kept]
        text = f"({self.text})!({','.join(CARD_TEXT[card] for card in cards)})"
        return Range(text, self.rows[kept], weights)


def parse_range(text: str, ordering: Ordering | None = None) -> Range:
    """The range that ``text`` describes.

    Percentages go by ``ordering``, by default the one that is shipped. Raises `RangeError`.
    """
    tree = parse(text)
    import numpy as np

    from omaha8.equity.range_match import match

    matched = match(tree, text, ordering)
    rows = np.flatnonzero(matched.mask).astype(np.int32)
    weights = None if matched.weights is None else matched.weights[rows]
    return Range(text.strip(), rows, weights)


def range_of_hands(hands: Iterable[Iterable[int]]) -> Range:
    """The range of these hands of four cards. Raises `CardError` for anything else."""
    import numpy as np

    from omaha8.equity.range_table import hand_index

    texts, rows = [], set()
    for hand in hands:
        cards = sorted(map(Card, hand), reverse=True)
        if card_set(cards).bit_count() != HAND_SIZE:
            raise CardError(f"{HAND_SIZE} cards needed, {len(cards)} given")
        texts.append(format_cards(cards))
        rows.add(hand_index(cards))
    return Range(",".join(texts), np.array(sorted(rows), dtype=np.int32))
