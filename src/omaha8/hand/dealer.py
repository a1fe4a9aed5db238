"""Who holds the hidden cards (floor 3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from omaha8.cards import CARD_TEXT, Card, CardError, format_cards
from omaha8.evaluation import NO_LOW, PreparedBoard, prepare
from omaha8.rules.game import Seat

FULL_BOARD = 5


class Dealer:
    """The hole cards of every seat and the board to come; ``None`` for hole cards nobody knows.

    ``board`` may be shorter than five cards where no more is known.
    """

    __slots__ = ("_prepared", "_ranks", "board", "burns", "holes")

    def __init__(
        self,
        holes: Mapping[Seat, tuple[Card, ...] | None],
        board: Sequence[Card],
        burns: bool = True,
    ) -> None:
        self.holes = dict(holes)
        self.board = tuple(board)
        self.burns = burns
        self._prepared: PreparedBoard | None = None
        self._ranks: dict[Seat, tuple[int, int]] = {}

    @classmethod
    def from_deck(
        cls, deck: Sequence[Card], seats: Sequence[Seat], hole_cards: int, burns: bool
    ) -> Dealer:
        """Deal a deck: one card at a time to ``seats`` in order, then burn and turn.

        Raises `CardError` when the deck is too short or holds a card twice.
        """
        count = len(seats) * hole_cards
        needed = count + FULL_BOARD + 3 * burns
        if len(deck) < needed:
            raise CardError(
                f"the deck has {len(deck)} cards; {len(seats)} players with {hole_cards} cards, "
                f"board and burns need {needed}"
            )
        if len(set(deck)) != len(deck):
            twice = next(card for card in deck if list(deck).count(card) > 1)
            raise CardError(f"duplicate card {CARD_TEXT[twice]} in the deck")
        holes = {seat: tuple(deck[i : count : len(seats)]) for i, seat in enumerate(seats)}
        at = count + burns
        board = [*deck[at : at + 3]]
        for _ in range(2):
            at += 1 + burns if len(board) > 3 else 3 + burns
            board.append(deck[at])
        return cls(holes, board, burns)

    @classmethod
    def known(
        cls,
        holes: Mapping[Seat, tuple[Card, ...] | None],
        board: Sequence[Card],
        hole_cards: int,
        burns: bool,
    ) -> Dealer:
        """A dealer of a recorded hand, of which some cards may be unknown. Raises `CardError`."""
        seen: set[Card] = set()
        for cards in [*holes.values(), board]:
            for card in cards or ():
                if card in seen:
                    raise CardError(f"duplicate card {CARD_TEXT[card]}: each card exists once")
                seen.add(card)
        for seat, cards in holes.items():
            if cards is not None and len(cards) != hole_cards:
                raise CardError(
                    f"seat {seat} has {len(cards)} hole cards ({format_cards(cards)}), "
                    f"the game has {hole_cards}"
                )
        if len(board) not in (0, 3, 4, 5):
            raise CardError(f"a board has 0, 3, 4 or 5 cards, not {len(board)}")
        return cls(holes, board, burns)

    def next_board(self, dealt: int) -> tuple[Card, ...] | None:
        """The cards of the next street after ``dealt`` ones; ``None`` where they are unknown."""
        upto = 3 if dealt == 0 else dealt + 1
        return self.board[dealt:upto] if len(self.board) >= upto else None

    def rank(self, seat: Seat) -> tuple[int, int | None]:
        """High class and low of a seat on the full board; ``None`` where no low qualifies."""
        found = self._ranks.get(seat)
        if found is None:
            if self._prepared is None:
                self._prepared = prepare(self.board)
            hole = self.holes[seat]
            if hole is None:
                raise CardError(f"the hole cards of seat {seat} are unknown")
            found = self._ranks[seat] = self._prepared.rank(hole)
        high, low = found
        return high, None if low == NO_LOW else low
