"""The policy that waits for good hands, and reckons nothing (floor 4)."""

from __future__ import annotations

from typing import Final

from omaha8.bots.policy import choices
from omaha8.bots.showing import show_or_muck
from omaha8.bots.starting_hands import top_fraction
from omaha8.cards import Card
from omaha8.evaluation import NO_LOW, low_standing, prepare
from omaha8.evaluation.classes import Category, category_of
from omaha8.evaluation.lows import LOW_BITS, low_mask
from omaha8.hand.actions import FOLD, Action
from omaha8.hand.legal import Legal
from omaha8.hand.view import SeatView

PLAYED: Final = 0.25
"""The part of all starting hands that it plays."""
RAISED: Final = 0.06
"""The part of them that it raises, or plays for more than two big blinds."""
FEW_BETS: Final = 2
"""Beyond so many bets in a round only a strong hand goes on."""


def tight(view: SeatView) -> Action:
    """One starting hand in four; after the flop it bets what is strong and folds what is weak.

    Strong is a nut low with a pair or more beside it, and a straight or better where the board
    has no pair, a full house where it has one. Worth a call are two pairs or more, either of the
    two best lows, and a draw to the nut low.
    """
    legal = choices(view)
    if legal.showdown:
        return show_or_muck(view)
    hole, public = view.hole, view.public
    if hole is None:
        raise ValueError(f"seat {view.seat} has no cards")
    if not public.board:
        best = top_fraction(hole)
        cheap = legal.price <= 2 * public.game.big_blind
        return _act(legal, strong=best <= RAISED, calls=cheap and best <= PLAYED)
    strong, good = _made(hole, public.board)
    good = good or _draws_to_the_nut_low(hole, public.board)
    return _act(legal, strong=strong, calls=good and public.betting.bets <= FEW_BETS)


def _act(legal: Legal, *, strong: bool, calls: bool) -> Action:
    if strong and legal.max_to:
        return legal.wager(legal.pot_to)
    return legal.passive if strong or calls or not legal.to_call else FOLD


def _made(hole: tuple[Card, ...], board: list[Card]) -> tuple[bool, bool]:
    """Whether the hand is strong, and whether it is worth a call."""
    high, low = prepare(board).rank(hole)
    category = category_of(high)
    paired = len({card >> 2 for card in board}) < len(board)
    needed = Category.FULL_HOUSE if paired else Category.STRAIGHT
    standing = low_standing(low, board) if low != NO_LOW else 0
    strong = category <= needed or (standing == 1 and category <= Category.PAIR)
    return strong, standing in (1, 2) or category <= Category.TWO_PAIR


def _draws_to_the_nut_low(hole: tuple[Card, ...], board: list[Card]) -> bool:
    """One more low card, of a rank it does not hold, and it has the nut low."""
    there, held = low_mask(board), low_mask(hole)
    if len(board) == 5 or there.bit_count() != 2:
        return False
    missing = [bit for bit in sorted({*LOW_BITS} - {0}) if not there & bit]
    return bool(held & missing[0] and held & missing[1])
