"""The protocol of ``docs/fairness.md`` once more, slow and plain; and the vectors made with it.

``python -m tests.fairness.twin`` writes ``tests/data/fairness.json``, and the hand of the docs.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256, shake_256
from pathlib import Path
from typing import Any, Final

from tests.fairness.histories import FOLDED, SHOWDOWN, played, shuffled

FILE: Final = Path(__file__).parents[1] / "data" / "fairness.json"
HAND: Final = FILE.with_name("fair_hand.json")


def hashed(tag: str, *parts: bytes) -> bytes:
    return sha256(tag.encode("ascii") + b"\x00" + b"".join(parts)).digest()


def leaf(position: int, card: int, salt: bytes) -> bytes:
    return hashed("omaha8 card 1", bytes([position]), bytes([card]), salt)


def tree(leaves: Sequence[bytes]) -> bytes:
    """The root over 1, 2, 4, ... 64 leaves."""
    if len(leaves) == 1:
        return leaves[0]
    half = len(leaves) // 2
    return hashed("omaha8 node 1", tree(leaves[:half]), tree(leaves[half:]))


def filled(cards: Sequence[int], salts: Sequence[bytes]) -> list[bytes]:
    """The 64 leaves of a deck."""
    leaves = [leaf(i, card, salt) for i, (card, salt) in enumerate(zip(cards, salts, strict=True))]
    return leaves + [hashed("omaha8 empty 1")] * (64 - len(leaves))


def path(leaves: Sequence[bytes], position: int) -> list[bytes]:
    """From the leaf upwards: the root of the other half, of ever larger parts of the tree."""
    if len(leaves) == 1:
        return []
    half = len(leaves) // 2
    if position < half:
        return [*path(leaves[:half], position), tree(leaves[half:])]
    return [*path(leaves[half:], position - half), tree(leaves[:half])]


def seed(
    table: str,
    hand: int,
    roots: Sequence[bytes],
    hashes: Sequence[tuple[str, bytes]],
    nonces: Mapping[str, bytes],
) -> bytes:
    text = b""
    for name, each in hashes:
        form = name.encode("utf-8")
        text += len(form).to_bytes(2, "big") + form + each
        text += b"\x01" + nonces[name] if name in nonces else b"\x00"
    named = table.encode("utf-8")
    return hashed(
        "omaha8 seed 1",
        len(named).to_bytes(2, "big"),
        named,
        hand.to_bytes(8, "big"),
        *roots,
        len(hashes).to_bytes(2, "big"),
        text,
    )


def choice(made: bytes) -> int:
    return hashed("omaha8 choice 1", made)[0] % 2


def order(made: bytes) -> list[int]:
    def stream() -> Iterator[int]:
        block = 0
        while True:
            yield from hashed("omaha8 order 1", made, block.to_bytes(4, "big"))
            block += 1

    numbers = stream()
    positions = list(range(52))
    for last in range(51, 0, -1):
        count = last + 1
        byte = next(byte for byte in numbers if byte < 256 // count * count)
        positions[last], positions[byte % count] = positions[byte % count], positions[last]
    return positions


def button(made: bytes, dealt: Sequence[int]) -> int:
    number = int(hashed("omaha8 button 1", made).hex(), 16)
    return sorted(dealt)[number % len(dealt)]


def some(what: str, size: int = 32) -> bytes:
    """Bytes that are the same in every run."""
    return shake_256(what.encode()).digest(size)


def _trees() -> Iterator[dict[str, Any]]:
    for number in range(2):
        cards = list(range(52)) if number == 0 else order(some("deck"))
        salts = [some(f"salt {number} {i}") for i in range(52)]
        leaves = filled(cards, salts)
        yield {
            "cards": cards,
            "salts": [salt.hex() for salt in salts],
            "root": tree(leaves).hex(),
            "paths": {str(i): [each.hex() for each in path(leaves, i)] for i in (0, 31, 48, 51)},
        }


SEEDS: Final = (
    ("k3x9", 1, (), ()),
    ("k3x9", 7, ("Ann",), ("Ann",)),
    ("k3x9", 7, ("Ann",), ()),
    ("k3x9", 7, ("Ann", "Bob"), ("Bob",)),
    ("tisch-ä", 2**53 - 1, ("Çyd", "李", "🂡 Ace"), ("🂡 Ace", "Çyd", "李")),
)
"""Table, hand, whose hashes, whose nonces."""


DEALT_IN: Final[tuple[list[int], ...]] = ([0, 1], [2, 5, 7], [8, 0, 3, 1, 6], list(range(10)))
"""Seats of which one has the button of a first hand."""


def _seeds() -> Iterator[dict[str, Any]]:
    for table, hand, names, revealed in SEEDS:
        roots = [some("root 0"), some("root 1")]
        nonces = {name: some(f"nonce {name}") for name in names}
        hashes = [(name, hashed("omaha8 nonce 1", nonces[name])) for name in names]
        used = {name: nonces[name] for name in revealed}
        made = seed(table, hand, roots, hashes, used)
        yield {
            "table": table,
            "hand": hand,
            "roots": [root.hex() for root in roots],
            "hashes": [{"name": name, "hash": each.hex()} for name, each in hashes],
            "nonces": [{"name": name, "nonce": used[name].hex()} for name in revealed],
            "seed": made.hex(),
            "dealt": choice(made),
            "order": order(made),
            "buttons": [{"dealt": each, "button": button(made, each)} for each in DEALT_IN],
        }


DEALS: Final[tuple[tuple[list[int | None], int, int, bool], ...]] = (
    ([200, 200, 200], 0, 4, True),
    ([200, 200, 200], 0, 4, False),
    ([None, 90, 0, 300, 200, None], 2, 5, True),
    ([200, 200], 1, 6, True),
    ([200] * 10, 4, 4, True),
)
"""Stacks, button, hole cards, whether cards are burned."""


def dealing(stacks: list[int | None], button: int, hole_cards: int, burns: bool) -> dict[str, Any]:
    """Deals the cards 0, 1, 2 ... one by one, and says who got which."""
    deck = iter(range(52))
    seats = [i % len(stacks) for i in range(button + 1, button + 1 + len(stacks))]
    dealt = [seat for seat in seats if stacks[seat]]
    holes: dict[str, list[int]] = {str(seat): [] for seat in dealt}
    for _ in range(hole_cards):
        for seat in dealt:
            holes[str(seat)].append(next(deck))
    board = []
    for street in (3, 1, 1):
        if burns:
            next(deck)
        board += [next(deck) for _ in range(street)]
    return {
        "stacks": stacks,
        "button": button,
        "hole_cards": hole_cards,
        "burns": burns,
        "dealt": dealt,
        "holes": holes,
        "board": board,
    }


def first_hand(missing: Sequence[str] = ()) -> dict[str, Any]:
    """A history of hand 1, whose button is drawn."""
    shuffle = shuffled(hand=1, missing=missing)
    line = SHOWDOWN.replace("b0", f"b{button(shuffle.seed, range(3))}")
    return played(line, viewer=1, shuffle=shuffle)


def vectors() -> dict[str, Any]:
    """All of ``tests/data/fairness.json``."""
    nonces = [bytes(32), b"\xff" * 32, some("nonce")]
    sizes = (0, 1, 3, 55, 56, 63, 64, 65, 119, 120, 1000)
    return {
        "sha256": [
            {"message": some("message", n).hex(), "hash": sha256(some("message", n)).hexdigest()}
            for n in sizes
        ],
        "nonces": [{"nonce": n.hex(), "hash": hashed("omaha8 nonce 1", n).hex()} for n in nonces],
        "cards": [
            {
                "position": p,
                "card": c,
                "salt": some(f"{p}").hex(),
                "hash": leaf(p, c, some(f"{p}")).hex(),
            }
            for p, c in ((0, 0), (0, 51), (51, 0), (17, 44))
        ],
        "empty": hashed("omaha8 empty 1").hex(),
        "trees": list(_trees()),
        "seeds": list(_seeds()),
        "deals": [dealing(*each) for each in DEALS],
        "histories": [
            played(FOLDED, viewer=2, shuffle=shuffled(missing=["Bob"])),
            played(SHOWDOWN, viewer=1),
            first_hand(),
        ],
    }


def written(value: Any) -> str:
    """As it stands in a file."""
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(written(vectors()), "utf-8")
    HAND.write_text(written(vectors()["histories"][1]), "utf-8")
