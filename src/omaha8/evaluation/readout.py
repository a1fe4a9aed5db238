"""What a hand has so far, in words: one line for high, one for low, and what a card spoilt."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Final

import msgspec

from omaha8.cards import RANKS, Card, format_symbols, rank_of
from omaha8.evaluation.board import BOARD_COUNTS, check_deal, prepare
from omaha8.evaluation.hands import evaluate
from omaha8.evaluation.lows import LOW_BITS, LOW_MASKS, NO_LOW, low_mask, lows_on_board
from omaha8.evaluation.names import (
    RANK_NAMES,
    RANK_PLURALS,
    low_dashes,
    low_words,
    standing_name,
)

BOARD_SIZE: Final = 5
_COUNTS: Final = ("no", "one", "two", "three")


class Line(msgspec.Struct, frozen=True):
    """One direction of a hand."""

    text: str
    """ "two pair, aces and sixes", "eight-six, second nut", "needs one more low card"."""
    cards: tuple[Card, ...] = ()
    """The five cards, as the hand is read; none as long as there is no hand."""
    hole_cards: tuple[Card, ...] = ()
    """The two hole cards that play."""


class Readout(msgspec.Struct, frozen=True):
    """A hand in two lines."""

    high: Line
    low: Line
    counterfeited: str | None
    """What the last board card did to the low, where it spoilt it; else None."""

    @property
    def high_line(self) -> str:
        """ "High: two pair, aces and sixes - A♠ 6♦ play"."""
        return _sentence("High", self.high)

    @property
    def low_line(self) -> str:
        """ "Low: eight-six, second nut - 2♥ 3♣ play"."""
        return _sentence("Low", self.low)


def readout(hole: Sequence[Card], board: Sequence[Card]) -> Readout:
    """What 4, 5 or 6 hole cards have on a board of 0 to 5 cards, in the order they came.

    Raises `CardError` for any other number of cards or a card that stands twice.
    """
    # With three cards or more on the board `evaluate` checks the deal.
    if len(board) not in BOARD_COUNTS:
        check_deal(hole, board, board_counts=range(BOARD_SIZE + 1))
        return Readout(_hole_line(hole), Line(_low_to_come(hole, board)), None)
    made = evaluate(hole, board)
    high = Line(made.high.short_name, made.high.cards, made.high.hole_cards)
    if made.low is None:
        low = Line(_low_to_come(hole, board))
    else:
        standing = standing_name(low_standing(made.low.low_rank, board))
        text = f"{low_words(made.low.low_rank)}, {standing}"
        low = Line(text, made.low.cards, made.low.hole_cards)
    return Readout(high, low, counterfeited(hole, board))


def low_standing(low_rank: int, board: Sequence[Card]) -> int:
    """How near a low is to the best that this board allows: 1 the nut low, 2 the second nut..."""
    return 1 + bisect_left(_lows_best_first(low_mask(board)), low_rank)


@cache
def _lows_best_first(board_mask: int) -> tuple[int, ...]:
    """The different lows on a board of this low mask."""
    return tuple(sorted(set(lows_on_board(board_mask))))


def low_cards_needed(hole: Sequence[Card], board: Sequence[Card]) -> int | None:
    """How many board cards of a new low rank a hand still needs for a low: 0 if it has one.

    None if it cannot get one any more.
    """
    on_board = low_mask(board)
    pairs = [
        LOW_BITS[one] | LOW_BITS[other]
        for one, other in combinations(hole, 2)
        if LOW_BITS[one] and LOW_BITS[other] and LOW_BITS[one] != LOW_BITS[other]
    ]
    if not pairs:
        return None
    # A board card of a rank that plays from the hole does not count again.
    needed = max(0, 3 - max((on_board & ~pair).bit_count() for pair in pairs))
    return needed if needed <= BOARD_SIZE - len(board) else None


def counterfeited(hole: Sequence[Card], board: Sequence[Card]) -> str | None:
    """What the last card of the board spoilt by pairing a low hole card, in words, or None.

    A low is counterfeited if the card has the rank of a hole card that played for it and it is
    now farther from the nuts; a draw, if a new low rank on the board leaves as many to come as
    before.
    """
    if len(board) not in BOARD_COUNTS[1:]:
        return None
    *before, card = board
    bit = LOW_BITS[card]
    if not bit & low_mask(hole) or bit & low_mask(before):
        return None
    low_before, low_now = prepare(before).rank(hole)[1], prepare(board).rank(hole)[1]
    if low_before != NO_LOW:
        standing = low_standing(low_now, board)
        if not bit & LOW_MASKS[low_before] or standing <= low_standing(low_before, before):
            return None
        effect = f"your low is now {low_dashes(low_now)}"
        if low_now == low_before:
            effect = f"your low is still {low_dashes(low_now)}, but only {standing_name(standing)}"
    else:
        lacked, needed = low_cards_needed(hole, before), low_cards_needed(hole, board)
        if lacked is None or (needed is not None and needed < lacked):
            return None
        effect = f"you still need {_more(needed)}" if needed else "you cannot make a low any more"
    street = "turn" if len(board) == BOARD_SIZE - 1 else "river"
    new, old = RANKS[rank_of(card)], RANK_NAMES[rank_of(card)]
    return f"Counterfeited: the {new} on the {street} paired your {old}; {effect}."


def _sentence(direction: str, line: Line) -> str:
    if not line.hole_cards:
        return f"{direction}: {line.text}"
    doing = "play" if line.cards else "in hand"
    return f"{direction}: {line.text} - {format_symbols(line.hole_cards)} {doing}"


def _hole_line(hole: Sequence[Card]) -> Line:
    """The best pair, or else the two highest cards, before there is a board."""
    ordered = sorted(hole, key=rank_of, reverse=True)
    pairs = [two for two in combinations(ordered, 2) if rank_of(two[0]) == rank_of(two[1])]
    one, other = pairs[0] if pairs else ordered[:2]
    if pairs:
        text = f"pair of {RANK_PLURALS[rank_of(one)]}"
    else:
        text = f"{RANK_NAMES[rank_of(one)]}-{RANK_NAMES[rank_of(other)]}"
    return Line(text, hole_cards=(one, other))


def _low_to_come(hole: Sequence[Card], board: Sequence[Card]) -> str:
    if low_mask(board).bit_count() + BOARD_SIZE - len(board) < 3:
        return "not possible on this board"
    needed = low_cards_needed(hole, board)
    if needed is None:
        return "not possible with these hole cards"
    return f"needs {_more(needed)}" if board else "needs three low cards on the board"


def _more(count: int) -> str:
    return f"{_COUNTS[count]} more low card{'s' * (count != 1)}"
