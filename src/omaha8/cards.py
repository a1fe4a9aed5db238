"""Cards, card sets and deck order (floor 0).

A ``Card`` is an int from 0 to 51: ``rank * 4 + suit`` with ranks 0 (deuce) to 12 (ace) and suits
0 clubs, 1 diamonds, 2 hearts, 3 spades. Suits never rank; their order is only for sorting. A
``CardSet`` is a 52-bit int with bit ``card`` set for each card in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import shake_256
from typing import Final, NewType

Card = NewType("Card", int)
CardSet = NewType("CardSet", int)

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
SUIT_SYMBOLS: Final = "♣♦♥♠"

DECK: Final[tuple[Card, ...]] = tuple(Card(i) for i in range(52))
"""All 52 cards in order of their numbers: 2c 2d 2h 2s 3c ... As."""

NO_CARDS: Final = CardSet(0)
ALL_CARDS: Final = CardSet((1 << 52) - 1)

CARD_TEXT: Final[tuple[str, ...]] = tuple(r + s for r in RANKS for s in SUITS)
"""Text of every card, by card number: ``CARD_TEXT[51] == "As"``."""

_SEPARATORS: Final = " \t\r\n,;|-[](){}\u00a0\ufe0e\ufe0f"
_RANK_OF: Final = {r: i for i, r in enumerate(RANKS)} | {r.lower(): i for i, r in enumerate(RANKS)}
_SUIT_OF: Final = (
    {s: i for i, s in enumerate(SUITS)}
    | {s.upper(): i for i, s in enumerate(SUITS)}
    | {s: i for i, s in enumerate(SUIT_SYMBOLS)}
    | {s: i for i, s in enumerate("♧♢♡♤")}
)


class CardError(ValueError):
    """A text is no card, a card stands twice, or there are too many or too few."""


def rank_of(card: Card) -> int:
    """0 for a deuce to 12 for an ace."""
    return card >> 2


def suit_of(card: Card) -> int:
    """0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card & 3


def parse_card(text: str) -> Card:
    """One card: ``As``, ``as``, ``A♠``, ``10s``. Raises `CardError`."""
    return parse_cards(text, count=1)[0]


def parse_cards(text: str, count: int | None = None) -> tuple[Card, ...]:
    """Cards in the order written: ``As2sKhQd``, ``A♠ 2♠``, ``as, 10h``; blanks and commas are free.

    Raises `CardError` for an unknown card, a card named twice, or, with ``count``, any other number
    of cards.
    """
    cards: list[Card] = []
    at, end = 0, len(text)
    while at < end:
        if text[at] in _SEPARATORS:
            at += 1
            continue
        width = 2 if text.startswith("10", at) else 1
        rank = _RANK_OF.get("T" if width == 2 else text[at])
        suit = _SUIT_OF.get(text[at + width]) if at + width < end else None
        if rank is None or suit is None:
            raise CardError(
                f"unknown card {text[at : at + width + 1]!r} in {text!r}: a card is a rank "
                f"(2-9, T or 10, J, Q, K, A) and a suit (c, d, h, s or ♣ ♦ ♥ ♠), as in As or 9♦"
            )
        card = Card(rank * 4 + suit)
        if card in cards:
            raise CardError(f"duplicate card {CARD_TEXT[card]} in {text!r}: each card exists once")
        cards.append(card)
        at += width + 1
    if count is not None and len(cards) != count:
        raise CardError(f"{count} card{'s' * (count != 1)} needed, {len(cards)} given in {text!r}")
    return tuple(cards)


def format_cards(cards: Iterable[Card], separator: str = "") -> str:
    """``As2sKhQd``; with ``separator=" "``, ``As 2s Kh Qd``."""
    return separator.join([CARD_TEXT[card] for card in cards])


def format_symbols(cards: Iterable[Card], separator: str = " ") -> str:
    """``A♠ 2♠ K♥ Q♦``."""
    return separator.join([RANKS[c >> 2] + SUIT_SYMBOLS[c & 3] for c in cards])


def card_set(cards: Iterable[Card]) -> CardSet:
    """The set of ``cards``. Raises `CardError` if one stands twice or is no card."""
    mask = 0
    for card in cards:
        if not 0 <= card < len(DECK):
            raise CardError(f"{card} is no card: the numbers of cards go from 0 to 51")
        bit = 1 << card
        if mask & bit:
            raise CardError(f"duplicate card {CARD_TEXT[card]}: each card exists once")
        mask |= bit
    return CardSet(mask)


def cards_in(mask: CardSet) -> Iterator[Card]:
    """The cards of a set, lowest number first."""
    rest = int(mask)
    while rest:
        bit = rest & -rest
        yield Card(bit.bit_length() - 1)
        rest ^= bit


def deck_from_seed(seed: bytes) -> tuple[Card, ...]:
    """The order of a shuffled deck, decided by a 32-byte ``seed`` alone: first card dealt first.

    The method, fixed for all versions: the stream of bytes is SHAKE-256 of ``b"omaha8 deck 1"`` and
    the seed. From `DECK`, for ``i`` from 51 down to 1, take bytes until one is below the largest
    multiple of ``i + 1`` that is at most 256 (so no order is likelier than another), and swap the
    cards at ``i`` and at that byte modulo ``i + 1``. Raises `ValueError` for another length.
    """
    if len(seed) != 32:
        raise ValueError(f"a deck seed is 32 bytes, {len(seed)} given")
    source = shake_256(b"omaha8 deck 1" + seed)
    stream = source.digest(128)
    deck = list(DECK)
    at = 0
    for i in range(51, 0, -1):
        size = i + 1
        limit = 256 - 256 % size
        while True:
            if at == len(stream):
                # A longer digest of SHAKE begins with the shorter one.
                stream = source.digest(2 * len(stream))
            byte = stream[at]
            at += 1
            if byte < limit:
                break
        j = byte % size
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck)
