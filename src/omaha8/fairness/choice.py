"""What the nonces of a hand choose: a deck, the order of the deal, the first button (floor 4).

``docs/fairness.md`` has every byte.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Final

from omaha8.fairness.events import NonceHash
from omaha8.fairness.merkle import CARDS
from omaha8.rules.game import Seat

NONCE_SIZE: Final = 32
NONCE_TAG: Final = b"omaha8 nonce 1\0"
SEED_TAG: Final = b"omaha8 seed 1\0"
CHOICE_TAG: Final = b"omaha8 choice 1\0"
ORDER_TAG: Final = b"omaha8 order 1\0"
BUTTON_TAG: Final = b"omaha8 button 1\0"


def hash_nonce(nonce: bytes) -> bytes:
    """What a client says of its nonce before the decks are there. Raises `ValueError`."""
    if len(nonce) != NONCE_SIZE:
        raise ValueError(f"a nonce is {NONCE_SIZE} bytes, {len(nonce)} given")
    return sha256(NONCE_TAG + nonce).digest()


def seed_of(
    table: str,
    hand: int,
    roots: Sequence[bytes],
    hashes: Sequence[NonceHash],
    nonces: Mapping[str, bytes],
) -> bytes:
    """The seed that all of them make; ``nonces`` are by name, of those who revealed theirs.

    The order is that of ``hashes``. Raises `ValueError` for a nonce of somebody who is not there.
    """
    parts = [SEED_TAG, _text(table), hand.to_bytes(8, "big"), *roots]
    parts.append(len(hashes).to_bytes(2, "big"))
    used = 0
    for each in hashes:
        nonce = nonces.get(each.name)
        parts += (_text(each.name), bytes.fromhex(each.hash))
        if nonce is None:
            parts.append(b"\0")
        else:
            parts += (b"\1", nonce)
            used += 1
    if used != len(nonces):
        strange = sorted(set(nonces) - {each.name for each in hashes})
        raise ValueError(f"no hash of a nonce from {', '.join(strange)}")
    return sha256(b"".join(parts)).digest()


def _text(text: str) -> bytes:
    form = text.encode()
    return len(form).to_bytes(2, "big") + form


def dealt_deck(seed: bytes) -> int:
    """0 or 1: which of the two decks is dealt."""
    return sha256(CHOICE_TAG + seed).digest()[0] & 1


def first_button(seed: bytes, dealt: Collection[Seat]) -> Seat:
    """RULES, the button: for the first hand of a table it is drawn, among who is dealt in."""
    number = int.from_bytes(sha256(BUTTON_TAG + seed).digest())
    return sorted(dealt)[number % len(dealt)]


@lru_cache(maxsize=256)
def permutation(seed: bytes) -> tuple[int, ...]:
    """The positions of the deck in the order in which they are dealt.

    The stream of bytes is SHA-256 of the tag, the seed and a counter of 4 bytes. From 0 to 51 in
    order, for ``i`` from 51 down to 1: take bytes until one is below the largest multiple of
    ``i + 1`` that is at most 256 (so no order is likelier than another), and swap what stands at
    ``i`` and at that byte modulo ``i + 1``.
    """
    order = list(range(CARDS))
    stream, at, block = b"", 0, 0
    for i in range(CARDS - 1, 0, -1):
        size = i + 1
        limit = 256 - 256 % size
        while True:
            if at == len(stream):
                stream = sha256(ORDER_TAG + seed + block.to_bytes(4, "big")).digest()
                at, block = 0, block + 1
            byte = stream[at]
            at += 1
            if byte < limit:
                break
        j = byte % size
        order[i], order[j] = order[j], order[i]
    return tuple(order)
