"""What is told of the shuffle of a hand (floor 4); ``docs/fairness.md`` describes it.

Bytes are hexadecimal text.
"""

from __future__ import annotations

import msgspec


class NonceHash(msgspec.Struct, frozen=True):
    """A player and the hash of his nonce (`omaha8.fairness.hash_nonce`), hexadecimal."""

    name: str
    hash: str


class Nonce(msgspec.Struct, frozen=True):
    """A player and his nonce, hexadecimal."""

    name: str
    nonce: str


class OpenedCard(msgspec.Struct, frozen=True):
    """A card of the deck that is not dealt, and its salt, hexadecimal."""

    card: str
    salt: str


class DecksCommitted(msgspec.Struct, frozen=True, tag="decks_committed"):
    """The roots of two decks, hexadecimal, and the hashes of the nonces that will choose."""

    hand: int
    roots: tuple[str, str]
    hashes: tuple[NonceHash, ...]


class DeckChosen(msgspec.Struct, frozen=True, tag="deck_chosen"):
    """The nonces, and what they chose: deck ``dealt``; the ``other`` is open, by position.

    ``missing`` did not reveal theirs in time.
    """

    hand: int
    nonces: tuple[Nonce, ...]
    missing: tuple[str, ...]
    seed: str
    dealt: int
    other: tuple[OpenedCard, ...]


class Opening(msgspec.Struct, frozen=True):
    """One card of the deck that is dealt, opened: ``docs/fairness.md``.

    ``slot`` is its place in the order of the deal from 0, ``position`` its leaf; ``salt`` and the
    hashes of ``path`` (leaf upwards) are hexadecimal.
    """

    slot: int
    position: int
    card: str
    salt: str
    path: tuple[str, ...]
