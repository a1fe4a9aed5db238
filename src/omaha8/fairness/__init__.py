"""Decks that a room can be held to (floor 4): commitments, the choice, openings, the check.

Chance comes in as bytes; nothing here has any of its own. ``docs/fairness.md`` describes it all.
"""

from omaha8.fairness.choice import (
    NONCE_SIZE,
    dealt_deck,
    first_button,
    hash_nonce,
    permutation,
    seed_of,
)
from omaha8.fairness.decks import CommittedDeck, make_deck
from omaha8.fairness.shuffle import (
    CHANCE_SIZE,
    Shuffle,
    ShuffleError,
    shuffle_from_json,
    shuffle_to_json,
)
from omaha8.fairness.slots import DealSlots, slots_seen, slots_told

__all__ = [
    "CHANCE_SIZE",
    "NONCE_SIZE",
    "CommittedDeck",
    "DealSlots",
    "Shuffle",
    "ShuffleError",
    "dealt_deck",
    "first_button",
    "hash_nonce",
    "make_deck",
    "permutation",
    "seed_of",
    "shuffle_from_json",
    "shuffle_to_json",
    "slots_seen",
    "slots_told",
]
