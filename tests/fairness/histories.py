"""Histories of real hands, dealt from decks that players chose."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import shake_256
from random import Random
from typing import Any, Final

import msgspec

from omaha8.fairness import Shuffle, hash_nonce, slots_told
from omaha8.hand.codec import event_to_builtins
from omaha8.hand.events import Event
from omaha8.hand.hand import Hand
from omaha8.hand.notation import play
from omaha8.hand.project import history, view
from omaha8.rules.game import Seat

TABLE: Final = "k3x9"
NAMES: Final = ("Ann", "Bob", "Çyd", "Dora", "Emil", "Fritz")
SHOWDOWN: Final = "plo8 1/2 b0 200*3 | r7 c c c r20 f c c c c r30 c"
"""Seat 0 folds on the flop; the two others go to the showdown."""
FOLDED: Final = "plo8 1/2 b0 200*3 | r7 f f"


def nonce_of(name: str, hand: int) -> bytes:
    """The nonce that somebody takes for a hand in these tests."""
    return shake_256(f"nonce of {name} for {hand}".encode()).digest(32)


def chance_of(number: int) -> bytes:
    """64 bytes of chance that are the same in every run."""
    return shake_256(f"chance {number}".encode()).digest(64)


def shuffled(
    names: Sequence[str] = NAMES[:3],
    *,
    table: str = TABLE,
    hand: int = 7,
    missing: Sequence[str] = (),
    chance: int = 1,
) -> Shuffle:
    """A shuffle whose deck has been chosen."""
    nonces = {name: nonce_of(name, hand) for name in names}
    hashes = {name: hash_nonce(nonce).hex() for name, nonce in nonces.items()}
    begun = Shuffle.begin(table, hand, hashes, chance_of(chance))
    return begun.choose({n: nonce.hex() for n, nonce in nonces.items() if n not in missing})


def told_to(viewer: int | None, hand: Hand) -> list[Event]:
    """The events of a hand as somebody may ask for them afterwards."""
    seat = None if viewer is None else Seat(viewer)
    if hand.over:
        return history(hand.events, seat, hand.public.rules)
    return view(hand.events, seat)


def history_of(shuffle: Shuffle, hand: Hand, viewer: int | None = None) -> dict[str, Any]:
    """The history file of a hand that was dealt from this shuffle."""
    events = told_to(viewer, hand)
    assigned = {"type": "blinds_assigned", "number": shuffle.hand}
    form = {
        "omaha8_hand": 1,
        "table": shuffle.table,
        "table_name": "Main",
        "hand": shuffle.hand,
        "started": 1_790_000_000_000,
        "viewer": viewer,
        "names": {str(seat): NAMES[seat % len(NAMES)] for seat in hand.public.deal_order},
        "events": [
            msgspec.to_builtins(shuffle.committed),
            msgspec.to_builtins(shuffle.chosen),
            assigned,
            *(event_to_builtins(event) for event in events),
        ],
        "openings": msgspec.to_builtins(shuffle.openings(slots_told(events))),
        "note": None,
    }
    # Lists where tuples are: it comes from a file, for whoever reads it.
    read: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(form))
    return read


def played(
    line: str = SHOWDOWN, viewer: int | None = None, shuffle: Shuffle | None = None
) -> dict[str, Any]:
    """The history of the hand that a line describes."""
    shuffle = shuffle or shuffled()
    return history_of(shuffle, play(line, shuffle.deck), viewer)


def changed_digit(text: str, at: int, random: Random) -> str:
    """A hexadecimal text with another digit at a place."""
    others = [digit for digit in "0123456789abcdef" if digit != text[at]]
    return text[:at] + random.choice(others) + text[at + 1 :]
