"""What part a client's own nonce had in a hand (floor 6). The page has it in ``fair/part.js``."""

from __future__ import annotations

from typing import Literal

from omaha8.client.hand_seal import HandSeal

OwnPart = Literal["in", "late", "left out", "other", "none"]
"""It took part; it came too late or was not in the list of hashes, by the server's word; under the
own name stood a hash that is not the client's; or it gave none."""


def part_of(seal: HandSeal, name: str | None, own: str, *, gave: bool) -> OwnPart:
    """What became of the nonce with the hash ``own``, which the client ``gave`` or did not."""
    hashes = [each.hash for each in seal.committed.hashes if each.name == name]
    if seal.chosen is None or name is None:
        return "none"
    if not hashes:
        return "left out" if gave else "none"
    if own not in hashes:
        return "other"
    return "late" if name in seal.chosen.missing else "in"
