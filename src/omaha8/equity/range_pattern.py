"""Card patterns: ``A2``, ``AxKxQyJy``, ``[A,2-5]$W**``, ``{A2*}`` and the spans of them."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from omaha8.cards import RANKS, SUITS
from omaha8.equity.range_cursor import OPERATORS, Cursor
from omaha8.equity.range_lexer import RANK_VARIABLES, SUIT_VARIABLES, Kind, Token
from omaha8.equity.range_list import read_list
from omaha8.equity.range_macros import RANK_MACRO_NAMES, RANK_MACROS
from omaha8.equity.range_syntax import (
    HAND_SIZE,
    ONE_RANK,
    ONE_SUIT,
    CardPattern,
    Cards,
    Pattern,
)

ACE: Final = len(RANKS) - 1


def read_cards(cursor: Cursor) -> Cards:
    """A pattern, with the span that ``+`` or ``-`` makes of it. Raises `RangeError`."""
    at = cursor.now.at
    first = _pattern(cursor)
    sign = cursor.now
    if cursor.take_mark("+"):
        patterns = _rising(first, sign, cursor)
    elif cursor.take_mark("-"):
        if cursor.is_card():
            patterns = _span(first, _pattern(cursor), sign, cursor)
        else:
            patterns = _falling(first, sign, cursor)
    else:
        return Cards((first,), cursor.since(at), at)
    cursor.note(at, ", ".join(pattern_text(pattern) for pattern in patterns))
    return Cards(patterns, cursor.since(at), at)


def pattern_text(pattern: Pattern) -> str:
    """The canonical spelling of a pattern, with the braces of its groups."""
    words = []
    for i, card in enumerate(pattern):
        before = pattern[i - 1].group if i else 0
        after = pattern[i + 1].group if i + 1 < len(pattern) else 0
        opening = "{" * (card.group not in (0, before))
        words.append(opening + card.text + "}" * (card.group not in (0, after)))
    return "".join(words)


def _pattern(cursor: Cursor) -> Pattern:
    """The cards up to something that begins no card."""
    cards: list[CardPattern] = []
    groups = group = 0
    while cursor.is_card() or (group and cursor.is_mark("}")):
        token = cursor.now
        if cursor.take_mark("}"):
            group = 0
            continue
        if cursor.take_mark("{"):
            if group:
                cursor.refuse("braces cannot stand in braces: a card or '}' is expected", token)
            if not cursor.is_card():
                cursor.expect_card()
            groups += 1
            group = groups
            continue
        if len(cards) == HAND_SIZE:
            cursor.refuse(
                f"an Omaha hand has four cards: {OPERATORS} or the end is expected", token
            )
        card = replace(_card(cursor), group=group)
        if token.spaced and cards and not (card.complete and cards[-1].complete):
            # "AA KK" could be a list or one hand.
            cursor.refuse(
                "',', ':' or '!' is expected between two ranges, as in AA,KK; the cards of one "
                "pattern stand together, as in AAKK",
                token,
            )
        if card.complete and any(card.cards == other.cards for other in cards if other.complete):
            cursor.refuse(f"{card.text} stands twice: each card exists once", token)
        cards.append(card)
    if group:
        cursor.expect("a card or '}'")
    if not cards:
        cursor.expect_card()
    return tuple(cards)


def _card(cursor: Cursor) -> CardPattern:
    if cursor.is_mark("["):
        listed = read_list(cursor)
        if listed.has_suits:
            return CardPattern(listed.text, listed.cards)
        return _with_suit(CardPattern(listed.text, listed.cards), cursor)
    if cursor.is_suit():
        return _with_suit(CardPattern("*"), cursor, blanks=True)
    token = cursor.take()
    match token.kind:
        case Kind.RANK:
            cards = ONE_RANK << (4 * token.value)
            card = CardPattern(RANKS[token.value], cards, rank=token.value)
        case Kind.RANK_VARIABLE:
            card = CardPattern(RANK_VARIABLES[token.value], rank_variable=token.value)
        case Kind.RANKS:
            cards = sum(ONE_RANK << (4 * rank) for rank in range(13) if token.value >> rank & 1)
            card = CardPattern(token.text, cards)
            name = token.text[1:]
            cursor.note(token.at, f"{RANK_MACRO_NAMES[name]}: {' '.join(RANK_MACROS[name])}")
        case _:
            card = CardPattern("*")
    return _with_suit(card, cursor)


def _with_suit(card: CardPattern, cursor: Cursor, *, blanks: bool = False) -> CardPattern:
    """The card with the suit, the suit variable or the list of suits that follows at once."""
    token = cursor.now
    if token.spaced and not blanks:
        return card
    if token.kind is Kind.SUIT:
        cursor.take()
        cards = card.cards & (ONE_SUIT << token.value)
        return replace(card, text=card.text + SUITS[token.value], cards=cards, suit=token.value)
    if token.kind is Kind.SUIT_VARIABLE:
        cursor.take()
        text = card.text + SUIT_VARIABLES[token.value]
        return replace(card, text=text, suit_variable=token.value)
    if cursor.is_mark("["):
        begin = cursor.index
        listed = read_list(cursor)
        if listed.only_suits:
            text = card.text + listed.text
            return replace(card, text=text, cards=card.cards & listed.cards)
        cursor.index = begin
    return card


def _movable(pattern: Pattern, sign: Token, cursor: Cursor) -> list[int]:
    """The named ranks. Raises `RangeError` if there is none to move."""
    ranks = [card.rank for card in pattern if card.rank >= 0]
    if not ranks:
        what = {"+": "rise", "-": "fall"}[sign.text]
        cursor.refuse(
            f"{sign.text!r} needs a named rank that can {what}, as in TT{sign.text}", sign
        )
    return ranks


def _moved(pattern: Pattern, steps: int, *, aces_too: bool) -> Pattern:
    return tuple(
        card.moved(steps) if card.rank >= 0 and (aces_too or card.rank != ACE) else card
        for card in pattern
    )


def _rising(pattern: Pattern, sign: Token, cursor: Cursor) -> tuple[Pattern, ...]:
    """All named ranks rise together until one is an ace; aces stay, and the others end below."""
    ranks = _movable(pattern, sign, cursor)
    others = [rank for rank in ranks if rank != ACE]
    top = ACE if others == ranks else ACE - 1
    room = top - max(others) if others else 0
    return tuple(_moved(pattern, step, aces_too=False) for step in range(room + 1))


def _falling(pattern: Pattern, sign: Token, cursor: Cursor) -> tuple[Pattern, ...]:
    """All named ranks fall together until one is a deuce."""
    room = min(_movable(pattern, sign, cursor))
    return tuple(_moved(pattern, -step, aces_too=True) for step in range(room + 1))


def _span(first: Pattern, last: Pattern, sign: Token, cursor: Cursor) -> tuple[Pattern, ...]:
    """The named ranks that differ go from one end to the other together, step by step."""
    if len(first) != len(last):
        cursor.refuse(
            "the two ends of a span have the same number of cards, as in A2-A5 or KK-TT", sign
        )
    if not all(a.fits(b) for a, b in zip(first, last, strict=True)):
        cursor.refuse(
            "the two ends of a span differ in named ranks only, card by card, as in AxKx-AxTx", sign
        )
    steps = {b.rank - a.rank for a, b in zip(first, last, strict=True) if a.rank != b.rank}
    if len(steps) > 1:
        cursor.refuse(
            "the ranks of a span that change go the same number of steps, as in A2-A5 or JT98-5432",
            sign,
        )
    step = steps.pop() if steps else 0
    sense = 1 if step >= 0 else -1
    return tuple(
        tuple(
            a.moved(sense * i) if a.rank != b.rank else a for a, b in zip(first, last, strict=True)
        )
        for i in range(abs(step) + 1)
    )
