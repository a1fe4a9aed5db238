"""Which of the 270,725 hands a whole range has: its tree, bottom up, as arrays of truth values."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from omaha8.equity.range_fit import Mask, mask_of
from omaha8.equity.range_lexer import RangeError
from omaha8.equity.range_macros import HAND_MACROS
from omaha8.equity.range_parser import parse
from omaha8.equity.range_syntax import (
    HAND_SIZE,
    Cards,
    Either,
    Filtered,
    Macro,
    Node,
    Not,
    Percent,
    Weighted,
    weight_position,
)
from omaha8.equity.range_table import HAND_COUNT, hand_index

if TYPE_CHECKING:
    from omaha8.equity.ordering import Ordering


class Matched(NamedTuple):
    """A truth value for each hand of the table, and a weight for each if there are weights."""

    mask: Mask
    weights: npt.NDArray[np.float64] | None = None


def match(node: Node, text: str, ordering: Ordering | None) -> Matched:
    """The hands of a tree, parsed from ``text``. Raises `RangeError` for a pattern without hands.

    ``ordering`` is what percentages go by; None for the one that is shipped.
    """
    match node:
        case Cards():
            return Matched(_match_cards(node, text))
        case Macro():
            return Matched(_match_macro(node.name))
        case Percent():
            return Matched(_match_percent(node, text, ordering))
        case Either():
            return _match_either(node, text, ordering)
        case Filtered():
            mask, weights = match(node.first, text, ordering)
            for kept, part in node.steps:
                other = match(part, text, ordering).mask
                mask = mask & other if kept else mask & ~other
            return Matched(mask, None if weights is None else np.where(mask, weights, 0.0))
        case Not():
            return Matched(~match(node.part, text, ordering).mask)
        case Weighted():
            mask = match(node.part, text, ordering).mask
            return Matched(mask, np.where(mask, node.weight, 0.0))


def _match_either(node: Either, text: str, ordering: Ordering | None) -> Matched:
    mask = np.zeros(HAND_COUNT, dtype=np.bool_)
    # All parts have weights or none has; the largest weight of a hand is the one that counts.
    weights = None if weight_position(node) is None else np.zeros(HAND_COUNT)
    for part in node.parts:
        row = _only_row(part)
        if row is None:
            other = match(part, text, ordering)
            mask |= other.mask
            if weights is not None and other.weights is not None:
                np.maximum(weights, other.weights, out=weights)
            continue
        # In lists of thousands of single hands.
        mask[row] = True
        if weights is not None and isinstance(part, Weighted):
            weights[row] = max(weights[row], part.weight)
    return Matched(mask, weights)


def _match_percent(node: Percent, text: str, ordering: Ordering | None) -> Mask:
    from omaha8.equity.ordering import OrderingAbsent, shipped_ordering

    try:
        used = shipped_ordering() if ordering is None else ordering
    except OrderingAbsent as error:
        raise RangeError(str(error), text, node.at) from None
    return used.between(node.above, node.upto)


@cache
def _match_macro(name: str) -> Mask:
    text = HAND_MACROS[name]
    mask = match(parse(text), text, None).mask
    mask.flags.writeable = False
    return mask


def _match_cards(node: Cards, text: str) -> Mask:
    row = _only_row(node)
    if row is None:
        mask = mask_of(node.patterns)
    else:
        mask = np.zeros(HAND_COUNT, dtype=np.bool_)
        mask[row] = True
    if not mask.any():
        raise RangeError(f"no hand fits {node.text!r}", text, node.at)
    return mask


def _only_row(node: Node) -> int | None:
    """The row of a hand whose four cards are written, with a weight or without; else None."""
    if isinstance(node, Weighted):
        node = node.part
    if not isinstance(node, Cards) or len(node.patterns) > 1:
        return None
    cards = node.patterns[0]
    if len(cards) < HAND_SIZE or not all(card.complete and not card.group for card in cards):
        return None
    return hand_index([card.cards.bit_length() - 1 for card in cards])
