"""From the text of a range to its tree: lists, filters, parentheses, weights, percentages.

From loose to tight: ``,`` then ``@`` then ``:`` and ``!`` (from left to right) then the ``!`` in
front of a range; parentheses first of all.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from omaha8.equity.range_cursor import OPERATORS, Cursor, Note
from omaha8.equity.range_lexer import Kind, Token
from omaha8.equity.range_macros import HAND_MACRO_NAMES
from omaha8.equity.range_pattern import read_cards
from omaha8.equity.range_syntax import (
    Either,
    Filtered,
    Macro,
    Node,
    Not,
    Percent,
    Weighted,
    weight_position,
)

DEEPEST: Final = 50
HEAVIEST: Final = 100
ALL_OR_NONE: Final = "all parts of a list have weights or none has"
RANGE_HELP: Final = "a range such as A2, AA23, $ds or 15%"


def parse(text: str) -> Node:
    """The tree of a range. Raises `RangeError`."""
    return read(text)[0]


def read(text: str) -> tuple[Node, list[Note]]:
    """The tree of a range, and what its spans and macros mean. Raises `RangeError`."""
    cursor = Cursor(text)
    tree = _list(cursor, depth=0)
    if cursor.now.kind is not Kind.END:
        cursor.expect(f"{OPERATORS} or the end")
    return tree, cursor.notes


def _list(cursor: Cursor, depth: int) -> Node:
    """``a,b,c``, where all parts have weights or none has."""
    parts = [_weighted(cursor, depth)]
    weights = weight_position(parts[0])
    while cursor.is_mark(","):
        comma = cursor.take()
        part = _weighted(cursor, depth)
        position = weight_position(part)
        if weights is None and position is not None:
            cursor.refuse(f"a weight is expected before this ',': {ALL_OR_NONE}", comma)
        if weights is not None and position is None:
            cursor.refuse(f"a weight ('@50') is expected: {ALL_OR_NONE}", cursor.now)
        parts.append(part)
    return parts[0] if len(parts) == 1 else Either(tuple(parts))


def _weighted(cursor: Cursor, depth: int) -> Node:
    part = _filtered(cursor, depth)
    token = cursor.now
    if token.kind is not Kind.WEIGHT:
        return part
    cursor.take()
    if weight_position(part) is not None:
        cursor.refuse("it has weights already: ',' is expected, or the end", token)
    weight = float(token.text)
    if not 0 < weight <= HEAVIEST:
        cursor.refuse("a weight of more than 0 and at most 100 is expected after '@'", token)
    return Weighted(part, weight, token.at)


def _filtered(cursor: Cursor, depth: int) -> Node:
    first = _factor(cursor, depth)
    steps = []
    while True:
        if cursor.is_mark(":!"):
            kept = cursor.take().text == ":"
            part = _factor(cursor, depth)
            _refuse_weights(part, cursor)
            steps.append((kept, part))
        elif cursor.now.kind is Kind.HANDS:
            # "AA$ds" is "AA:$ds".
            steps.append((True, _hands(cursor)))
        else:
            return Filtered(first, tuple(steps)) if steps else first


def _factor(cursor: Cursor, depth: int) -> Node:
    token = cursor.now
    negated = False
    while cursor.take_mark("!"):
        negated = not negated
    part = _atom(cursor, depth)
    if token.text == "!":
        _refuse_weights(part, cursor)
    return Not(part) if negated else part


def _atom(cursor: Cursor, depth: int) -> Node:
    token = cursor.now
    if cursor.take_mark("("):
        if depth == DEEPEST:
            cursor.refuse(f"parentheses stand in each other at most {DEEPEST} deep", token)
        inner = _list(cursor, depth + 1)
        if not cursor.take_mark(")"):
            cursor.expect(f"{OPERATORS} or ')'")
        return inner
    if token.kind is Kind.PERCENT:
        return _percent(cursor)
    if token.kind is Kind.HANDS:
        part = _hands(cursor)
        if cursor.is_card():
            cursor.expect("':' before a card")
        return part
    if not cursor.is_card():
        cursor.expect(RANGE_HELP)
    return read_cards(cursor)


def _hands(cursor: Cursor) -> Node:
    token = cursor.take()
    name = token.text[1:]
    cursor.note(token.at, HAND_MACRO_NAMES[name])
    return Macro(name)


def _percent(cursor: Cursor) -> Node:
    """``15%``; ``16%-50%`` goes on where ``15%`` ends: its first number counts as well."""
    first = cursor.take()
    above, upto = Fraction(0), _share(first, cursor)
    if cursor.take_mark("-"):
        last = cursor.now
        if last.kind is not Kind.PERCENT:
            cursor.expect("a percentage such as 50%")
        cursor.take()
        low, upto = upto, _share(last, cursor)
        if low > upto:
            cursor.refuse(f"a percentage of at least {first.text}% is expected", last)
        decimals = len(first.text.partition(".")[2])
        above = max(Fraction(0), low - Fraction(1, 10**decimals))
        cursor.note(first.at, f"the top {float(upto):g}% without the top {float(above):g}%")
    return Percent(above, upto, first.at)


def _share(token: Token, cursor: Cursor) -> Fraction:
    share = Fraction(token.text)
    if share > 100:
        cursor.refuse("a percentage of at most 100% is expected", token)
    return share


def _refuse_weights(part: Node, cursor: Cursor) -> None:
    at = weight_position(part)
    if at is not None:
        token = next(token for token in cursor.tokens if token.at == at)
        cursor.refuse("only what stands first may have weights, not what '!' or ':' names", token)
