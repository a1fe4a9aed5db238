"""A Merkle tree over the salted commitments to the 52 cards of a deck (floor 4).

``docs/fairness.md`` has every byte. The 52 leaves are followed by 12 that hold no card, so a path
has always `DEPTH` hashes, and a position is in the tree in one place only.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

CARDS: Final = 52
DEPTH: Final = 6
HASH_SIZE: Final = 32
SALT_SIZE: Final = 32

CARD_TAG: Final = b"omaha8 card 1\0"
NODE_TAG: Final = b"omaha8 node 1\0"
EMPTY_TAG: Final = b"omaha8 empty 1\0"
"""What is hashed begins with what it is, so that nothing can pass for something else."""
_NODE: Final = sha256(NODE_TAG)


def card_hash(position: int, card: int, salt: bytes) -> bytes:
    """The commitment to the card at a position of a deck, both from 0 to 51."""
    return sha256(CARD_TAG + bytes((position, card)) + salt).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash over two of the level below."""
    return sha256(NODE_TAG + left + right).digest()


def _empty_hashes() -> tuple[bytes, ...]:
    hashes = [sha256(EMPTY_TAG).digest()]
    while len(hashes) < DEPTH:
        hashes.append(node_hash(hashes[-1], hashes[-1]))
    return tuple(hashes)


EMPTY: Final = _empty_hashes()
"""The hash of a part of the tree without any card, by its height."""


class Tree:
    """The tree over 52 card hashes, in the order of their positions."""

    __slots__ = ("levels", "root")

    def __init__(self, leaves: Sequence[bytes]) -> None:
        if len(leaves) != CARDS:
            raise ValueError(f"a deck has {CARDS} leaves, not {len(leaves)}")
        level = list(leaves)
        self.levels: list[list[bytes]] = []
        for empty in EMPTY:
            if len(level) % 2:
                level.append(empty)
            self.levels.append(level)
            nodes, level = iter(level), []
            # node_hash, written out: it is called a hundred times for every hand, and a hash that
            # has begun is copied sooner than a new one is made.
            for left, right in zip(nodes, nodes, strict=True):
                node = _NODE.copy()
                node.update(left + right)
                level.append(node.digest())
        self.root = level[0]

    def path(self, position: int) -> tuple[bytes, ...]:
        """What stands beside the way from a leaf to the root, leaf first."""
        # Every level has an even number of nodes: there is always one beside.
        return tuple([level[position >> height ^ 1] for height, level in enumerate(self.levels)])


def root_of(position: int, leaf: bytes, path: Sequence[bytes]) -> bytes:
    """The root to which a leaf and its path lead."""
    found = leaf
    for beside in path:
        found = node_hash(beside, found) if position & 1 else node_hash(found, beside)
        position >>= 1
    return found
