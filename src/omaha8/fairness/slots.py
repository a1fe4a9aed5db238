"""Which cards of the deal a viewer may see (floor 4); slots count the dealt cards from 0.

As `Dealer.from_deck` deals: one card at a time to the seats in order, then burn and turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from omaha8.hand.events import BoardDealt, HandStarted, HoleDealt, Shown
from omaha8.rules.game import Seat
from omaha8.rules.options import Burn
from omaha8.rules.pots import in_order_from

_WITH_CARDS: Final = frozenset((HandStarted, HoleDealt, BoardDealt, Shown))


class DealSlots:
    """Where the cards of a hand lie in the order of the deal."""

    __slots__ = ("board", "hole_cards", "seats")

    def __init__(self, seats: Sequence[Seat], hole_cards: int, burns: bool) -> None:
        self.seats = tuple(seats)
        self.hole_cards = hole_cards
        at = len(self.seats) * hole_cards
        board: list[int] = []
        for street in (3, 1, 1):
            at += burns
            board += range(at, at + street)
            at += street
        self.board = tuple(board)

    @classmethod
    def of(cls, start: HandStarted) -> DealSlots:
        """Those of a hand that starts so."""
        stacks = start.stacks
        seats = [seat for seat in in_order_from(start.button, len(stacks)) if stacks[seat]]
        burns = start.rules.burn is Burn.BEFORE_EACH_BOARD_STREET
        return cls(seats, start.game.hole_cards, burns)

    def hole(self, seat: Seat) -> tuple[int, ...]:
        """The slots of a seat's hole cards; none of a seat that is not dealt in."""
        if seat not in self.seats:
            return ()
        count = len(self.seats)
        return tuple(range(self.seats.index(seat), count * self.hole_cards, count))


def slots_told(events: Iterable[object], since: int = 0) -> tuple[int, ...]:
    """The slots of the cards in ``events[since:]`` that were not in earlier ones, in that order.

    ``events`` are *projected*: every card in them has been told to whom they were projected for.
    They are those of one hand, from `HandStarted` at the latest; whatever else stands among them is
    passed over. Burns and hands that were mucked unseen are never among the slots.
    """
    return _slots(events, since, None, projected=True)


def slots_seen(events: Iterable[object], viewer: Seat | None, since: int = 0) -> tuple[int, ...]:
    """`slots_told` of ``events`` that are *not* projected, for ``viewer`` during the hand.

    ``viewer`` is the seat in which he was dealt into that hand, ``None`` for anybody else.
    """
    return _slots(events, since, viewer, projected=False)


def _slots(
    events: Iterable[object], since: int, viewer: Seat | None, *, projected: bool
) -> tuple[int, ...]:
    slots: DealSlots | None = None
    on_board = 0
    told: set[int] = set()
    news: list[int] = []
    for number, event in enumerate(events):
        # Most events are bets.
        if type(event) not in _WITH_CARDS:
            continue
        found: Sequence[int] = ()
        if isinstance(event, HandStarted):
            slots = DealSlots.of(event)
        elif slots is None:
            continue
        elif isinstance(event, BoardDealt):
            found = slots.board[on_board : on_board + len(event.cards)]
            on_board += len(found)
        elif isinstance(event, Shown):
            found = slots.hole(event.seat)
        elif isinstance(event, HoleDealt):
            seen = event.cards is not None if projected else event.seat == viewer
            found = slots.hole(event.seat) if seen else ()
        for slot in found:
            if slot not in told:
                told.add(slot)
                if number >= since:
                    news.append(slot)
    return tuple(news)
