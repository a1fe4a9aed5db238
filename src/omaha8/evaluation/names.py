"""Hands in words: "two pair, queens and fives, king kicker", "Six-Four Low", "second nut"."""

from __future__ import annotations

from typing import Final

from omaha8.cards import RANKS
from omaha8.evaluation.classes import Category, Ranks, category_of, class_ranks
from omaha8.evaluation.lows import LOW_MASKS, LOW_RANKS

RANK_NAMES: Final = (
    *("deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)
RANK_PLURALS: Final = tuple("sixes" if name == "six" else name + "s" for name in RANK_NAMES)

# No board allows more than ten different lows.
_STANDINGS: Final = (
    *("nut low", "second nut", "third nut", "fourth nut", "fifth nut"),
    *("sixth nut", "seventh nut", "eighth nut", "ninth nut", "tenth nut"),
)


def high_name(high_class: int) -> str:
    """All that makes a hand beat another: "pair of sevens, A-T-8 kickers"."""
    ranks = class_ranks()[high_class]
    match category_of(high_class):
        case Category.FLUSH:
            return f"flush, {_dashes(ranks)}"
        case Category.FOUR_OF_A_KIND:
            kickers: Ranks = ranks[4:]
        case Category.THREE_OF_A_KIND:
            kickers = ranks[3:]
        case Category.TWO_PAIR:
            kickers = ranks[4:]
        case Category.PAIR:
            kickers = ranks[2:]
        case Category.HIGH_CARD:
            kickers = ranks[1:]
        case _:
            kickers = ()
    short = high_short_name(high_class)
    if len(kickers) > 1:
        return f"{short}, {_dashes(kickers)} kickers"
    return f"{short}, {RANK_NAMES[kickers[0]]} kicker" if kickers else short


def high_short_name(high_class: int) -> str:
    """Without kickers: "pair of sevens", "flush, ace high"."""
    ranks = class_ranks()[high_class]
    top, plural = RANK_NAMES[ranks[0]], RANK_PLURALS[ranks[0]]
    match category_of(high_class):
        case Category.STRAIGHT_FLUSH:
            return "royal flush" if high_class == 1 else f"straight flush, {top} high"
        case Category.FOUR_OF_A_KIND:
            return f"four of a kind, {plural}"
        case Category.FULL_HOUSE:
            return f"full house, {plural} over {RANK_PLURALS[ranks[3]]}"
        case Category.FLUSH:
            return f"flush, {top} high"
        case Category.STRAIGHT:
            return f"straight, {top} high"
        case Category.THREE_OF_A_KIND:
            return f"three of a kind, {plural}"
        case Category.TWO_PAIR:
            return f"two pair, {plural} and {RANK_PLURALS[ranks[2]]}"
        case Category.PAIR:
            return f"pair of {plural}"
        case Category.HIGH_CARD:
            return f"{top} high"


def low_ranks(low_rank: int) -> str:
    """The ranks of a low, high card first: "8432A"."""
    mask = LOW_MASKS[low_rank]
    return "".join([LOW_RANKS[bit] for bit in range(7, -1, -1) if mask >> bit & 1])


def low_dashes(low_rank: int) -> str:
    """The ranks of a low as they are written: "8-4-3-2-A"."""
    return "-".join(low_ranks(low_rank))


def low_name(low_rank: int) -> str:
    """By the two highest cards, as lows are called: "Six-Four Low"; the best is the "Wheel"."""
    if low_rank == 0:
        return "Wheel"
    return f"{low_words(low_rank).title()} Low"


def low_short_name(low_rank: int) -> str:
    """By the highest card: "Six Low"; the best is the "Wheel"."""
    return "Wheel" if low_rank == 0 else f"{_low_words(low_rank, 1).title()} Low"


def low_words(low_rank: int) -> str:
    """A low within a sentence: "six-four", "wheel"."""
    return "wheel" if low_rank == 0 else _low_words(low_rank, 2)


def standing_name(standing: int) -> str:
    """How near a low is to the nuts, from 1: "nut low", "second nut", "third nut"."""
    return _STANDINGS[standing - 1]


def _low_words(low_rank: int, count: int) -> str:
    return "-".join([RANK_NAMES[RANKS.index(rank)] for rank in low_ranks(low_rank)[:count]])


def _dashes(ranks: Ranks) -> str:
    return "-".join([RANKS[rank] for rank in ranks])
