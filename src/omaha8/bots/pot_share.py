"""The part of the pot that a hand can expect, by dealing the rest many times (floor 4)."""

from __future__ import annotations

from collections.abc import Sequence

from omaha8.bots.policy import chances
from omaha8.bots.starting_hands import points
from omaha8.cards import DECK, Card
from omaha8.evaluation import NO_LOW, prepare
from omaha8.hand.view import SeatView

FULL_BOARD = 5


def pot_share(view: SeatView, deals: int, candidates: int, salt: str = "") -> float:
    """From 0 to 1, against everybody else still in, if all stay to the showdown.

    Each opponent holds the best starting hand of so many ``candidates``, as nobody calls with
    everything. The deals depend on the view and ``salt`` alone.
    """
    hole, public = view.hole, view.public
    if hole is None:
        raise ValueError(f"seat {view.seat} has no cards")
    opponents = public.in_count - 1
    size, missing = len(hole), FULL_BOARD - len(public.board)
    seen = {*hole, *public.board}
    rest = [card for card in DECK if card not in seen]
    # With many opponents there are not cards enough for everybody's second candidate.
    candidates = max(1, min(candidates, (len(rest) - missing) // (size * opponents)))
    needed = missing + size * opponents * candidates
    stream = memoryview(chances(view, f"share {salt}", 2 * deals * needed)).cast("H")
    total = 0.0
    for deal in range(deals):
        _shuffle(rest, stream[deal * needed : (deal + 1) * needed])
        board = prepare((*public.board, *rest[:missing]))
        hands = [rest[at : at + size] for at in range(missing, needed, size)]
        if candidates > 1:
            hands = [max(hands[i::opponents], key=points) for i in range(opponents)]
        total += _share(board.rank(hole), [board.rank(hand) for hand in hands])
    return total / deals


def _shuffle(cards: list[Card], numbers: Sequence[int]) -> None:
    """Puts cards at random in the first places, one for each of ``numbers``."""
    left = len(cards)
    for place, number in enumerate(numbers):
        other = place + number % (left - place)
        cards[place], cards[other] = cards[other], cards[place]


def _share(mine: tuple[int, int], others: Sequence[tuple[int, int]]) -> float:
    high, low = mine
    highs = [other for other, _ in others]
    lows = [other for _, other in others]
    of_high = 0.0 if min(highs) < high else 1 / (1 + highs.count(high))
    best_low = min(low, *lows)
    if best_low == NO_LOW:
        return of_high
    of_low = 0.0 if best_low < low else 1 / (1 + lows.count(low))
    return (of_high + of_low) / 2
