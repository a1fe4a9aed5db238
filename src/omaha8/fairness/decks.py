"""A deck that is committed to: its cards, their salts, the tree over them (floor 4)."""

from __future__ import annotations

from functools import cached_property
from hashlib import sha256, shake_256
from typing import Final

import msgspec

from omaha8.cards import CARD_TEXT, Card, deck_from_seed
from omaha8.fairness.events import OpenedCard, Opening
from omaha8.fairness.merkle import CARD_TAG, CARDS, SALT_SIZE, Tree

SECRET_SIZE: Final = 32
"""Bytes of chance that a deck is made of."""
_SALTS: Final = b"omaha8 salts 1\0"
_CARD: Final = sha256(CARD_TAG)
_PLACES: Final = tuple(bytes((i,)) for i in range(CARDS))


class CommittedDeck(msgspec.Struct, frozen=True, dict=True):
    """52 cards and 52 salts of 32 bytes, by position."""

    cards: tuple[Card, ...]
    salts: tuple[bytes, ...]

    @cached_property
    def tree(self) -> Tree:
        """The commitments."""
        # card_hash, written out: it is called a hundred times for every hand, and a hash that has
        # begun is copied sooner than a new one is made.
        leaves = []
        for place, card, salt in zip(_PLACES, self.cards, self.salts, strict=True):
            leaf = _CARD.copy()
            leaf.update(place + _PLACES[card] + salt)
            leaves.append(leaf.digest())
        return Tree(leaves)

    @property
    def root(self) -> bytes:
        """What is published before any nonce is revealed."""
        return self.tree.root

    def opened(self) -> tuple[OpenedCard, ...]:
        """The whole deck, for all to see."""
        return tuple(
            OpenedCard(CARD_TEXT[card], salt.hex())
            for card, salt in zip(self.cards, self.salts, strict=True)
        )

    def opening(self, slot: int, position: int) -> Opening:
        """One card of it, which was dealt as number ``slot`` from 0."""
        return Opening(
            slot=slot,
            position=position,
            card=CARD_TEXT[self.cards[position]],
            salt=self.salts[position].hex(),
            path=tuple([beside.hex() for beside in self.tree.path(position)]),
        )


def make_deck(secret: bytes) -> CommittedDeck:
    """The shuffled and salted deck that 32 bytes of chance make. Raises `ValueError`.

    The salts are one stream of SHAKE-256: those that are opened say nothing of the others.
    """
    cards = deck_from_seed(secret)
    stream = shake_256(_SALTS + secret).digest(CARDS * SALT_SIZE)
    salts = tuple([stream[i : i + SALT_SIZE] for i in range(0, CARDS * SALT_SIZE, SALT_SIZE)])
    return CommittedDeck(cards, salts)
