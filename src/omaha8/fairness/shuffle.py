"""The shuffle of one hand as the server keeps it: what it knows, and what it may say (floor 4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Final

import msgspec

from omaha8.cards import Card
from omaha8.fairness.choice import dealt_deck, hash_nonce, permutation, seed_of
from omaha8.fairness.decks import SECRET_SIZE, CommittedDeck, make_deck
from omaha8.fairness.events import DeckChosen, DecksCommitted, Nonce, NonceHash, Opening
from omaha8.fairness.merkle import CARDS

CHANCE_SIZE: Final = 2 * SECRET_SIZE
"""Bytes of chance that a hand is made of: two decks."""


class ShuffleError(ValueError):
    """Nonces or hashes that do not belong together, or a text that is no shuffle."""


class Shuffle(msgspec.Struct, frozen=True, dict=True):
    """Both decks of a hand, who takes part in choosing, and what he revealed.

    It is *secret*: it belongs into the journal and nowhere else. ``chance`` and the nonces are
    bytes; ``nonces`` is ``None`` until the deck is chosen.
    """

    table: str
    hand: int
    chance: bytes
    hashes: tuple[NonceHash, ...] = ()
    nonces: dict[str, bytes] | None = None

    @classmethod
    def begin(cls, table: str, hand: int, hashes: Mapping[str, str], chance: bytes) -> Shuffle:
        """Two new decks out of `CHANCE_SIZE` bytes of chance; ``hashes`` are hexadecimal, by name.

        Raises `ShuffleError` if two have the same hash: one of them has chosen nothing himself.
        """
        if len(chance) != CHANCE_SIZE:
            raise ShuffleError(f"a hand takes {CHANCE_SIZE} bytes of chance, {len(chance)} given")
        if len(set(hashes.values())) != len(hashes):
            raise ShuffleError("two players gave the hash of one and the same nonce")
        for name, each in hashes.items():
            _bytes32(each, f"the hash of {name}")
        named = tuple(NonceHash(name, each) for name, each in hashes.items())
        return cls(table, hand, chance, named)

    # before the choice

    @cached_property
    def decks(self) -> tuple[CommittedDeck, CommittedDeck]:
        """The two decks."""
        return make_deck(self.chance[:SECRET_SIZE]), make_deck(self.chance[SECRET_SIZE:])

    @cached_property
    def committed(self) -> DecksCommitted:
        """What is told before the nonces are revealed."""
        first, second = self.decks
        return DecksCommitted(self.hand, (first.root.hex(), second.root.hex()), self.hashes)

    def fits(self, name: str, nonce: str) -> bool:
        """Whether this nonce (hexadecimal) is the one whose hash ``name`` gave."""
        try:
            found = hash_nonce(bytes.fromhex(nonce)).hex()
        except ValueError:
            return False
        return NonceHash(name, found) in self.hashes

    # the choice

    def choose(self, nonces: Mapping[str, str]) -> Shuffle:
        """The same with the nonces (hexadecimal, by name) of those who revealed theirs in time.

        Raises `ShuffleError` for one that does not fit its hash, and if they chose before: a
        second choice would be the server's.
        """
        if self.nonces is not None:
            raise ShuffleError(f"the deck of hand {self.hand} has been chosen")
        for name, nonce in nonces.items():
            if not self.fits(name, nonce):
                raise ShuffleError(f"the nonce of {name} does not fit its hash")
        chosen = Shuffle(
            self.table,
            self.hand,
            self.chance,
            self.hashes,
            {name: bytes.fromhex(nonce) for name, nonce in nonces.items()},
        )
        # The decks that were made already.
        chosen.__dict__.update(self.__dict__)
        return chosen

    # after it

    @cached_property
    def seed(self) -> bytes:
        """What roots and nonces make together."""
        if self.nonces is None:
            raise ShuffleError(f"the deck of hand {self.hand} has not been chosen yet")
        roots = [deck.root for deck in self.decks]
        return seed_of(self.table, self.hand, roots, self.hashes, self.nonces)

    @cached_property
    def chosen(self) -> DeckChosen:
        """What is told with the choice: the nonces, and all of the deck that is not dealt."""
        dealt, nonces = dealt_deck(self.seed), self.nonces or {}
        return DeckChosen(
            hand=self.hand,
            nonces=tuple(
                Nonce(each.name, nonces[each.name].hex())
                for each in self.hashes
                if each.name in nonces
            ),
            missing=tuple(each.name for each in self.hashes if each.name not in nonces),
            seed=self.seed.hex(),
            dealt=dealt,
            other=self.decks[1 - dealt].opened(),
        )

    @cached_property
    def deck(self) -> tuple[Card, ...]:
        """All 52 cards in the order in which they are dealt."""
        cards = self.decks[dealt_deck(self.seed)].cards
        return tuple([cards[position] for position in permutation(self.seed)])

    def openings(self, slots: Iterable[int]) -> tuple[Opening, ...]:
        """The openings of cards, each by its place in the order of the deal from 0."""
        return tuple([self._opening(slot) for slot in slots])

    def _opening(self, slot: int) -> Opening:
        made = self._made
        found = made[slot]
        if found is None:
            deck = self.decks[dealt_deck(self.seed)]
            found = made[slot] = deck.opening(slot, permutation(self.seed)[slot])
        return found

    @cached_property
    def _made(self) -> list[Opening | None]:
        return [None] * CARDS


def _bytes32(text: str, what: str) -> bytes:
    try:
        found = bytes.fromhex(text)
    except ValueError:
        found = b""
    if len(found) != 32 or found.hex() != text:
        raise ShuffleError(f"{what} is 64 hexadecimal digits (0-9, a-f)")
    return found


class _Kept(msgspec.Struct, frozen=True, tag_field="omaha8_shuffle", tag="1"):
    """The JSON form: bytes are hexadecimal."""

    table: str
    hand: int
    chance: str
    hashes: tuple[NonceHash, ...]
    nonces: dict[str, str] | None


_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(_Kept).decode


def shuffle_to_json(shuffle: Shuffle) -> bytes:
    """What is kept in the journal until the end of time; for no other eyes."""
    nonces = shuffle.nonces
    return _encode(
        _Kept(
            shuffle.table,
            shuffle.hand,
            shuffle.chance.hex(),
            shuffle.hashes,
            None if nonces is None else {name: nonce.hex() for name, nonce in nonces.items()},
        )
    )


def shuffle_from_json(text: bytes | str) -> Shuffle:
    """The shuffle that was kept. Raises `ShuffleError`."""
    try:
        kept = _decode(text)
        chance = bytes.fromhex(kept.chance)
        hashes = {each.name: each.hash for each in kept.hashes}
        if len(hashes) != len(kept.hashes):
            raise ShuffleError("a player stands in it twice")
        shuffle = Shuffle.begin(kept.table, kept.hand, hashes, chance)
        return shuffle if kept.nonces is None else shuffle.choose(kept.nonces)
    except (ValueError, RecursionError) as error:
        raise ShuffleError(f"this is no shuffle of a hand: {error}") from None
