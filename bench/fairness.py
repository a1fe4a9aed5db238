"""CPU time of the shuffle of a hand, step by step: six players, each card of the deal opened once.

The median of several rounds of many hands each.
"""

from __future__ import annotations

import secrets
import statistics
from collections.abc import Callable
from time import process_time

import msgspec

from omaha8.fairness import (
    CHANCE_SIZE,
    Shuffle,
    hash_nonce,
    shuffle_from_json,
    shuffle_to_json,
)

ROUNDS = 7
HANDS = 200
NAMES = ("Ann", "Bob", "Cyd", "Dora", "Emil", "Fritz")
DEALT = 6 * 4 + 5


def timed(work: Callable[[], list[Shuffle]]) -> tuple[list[Shuffle], float]:
    before = process_time()
    made = work()
    return made, (process_time() - before) / HANDS


def main() -> None:
    nonces = {name: secrets.token_bytes(32) for name in NAMES}
    hashes = {name: hash_nonce(nonce).hex() for name, nonce in nonces.items()}
    revealed = {name: nonce.hex() for name, nonce in nonces.items()}
    encode = msgspec.json.Encoder().encode

    def begin() -> list[Shuffle]:
        begun = [
            Shuffle.begin("k3x9", hand, hashes, secrets.token_bytes(CHANCE_SIZE))
            for hand in range(HANDS)
        ]
        for each in begun:
            encode(each.committed)
        return begun

    def choose(begun: list[Shuffle]) -> list[Shuffle]:
        chosen = [each.choose(revealed) for each in begun]
        for each in chosen:
            encode(each.chosen)
            assert len(each.deck) == 52
        return chosen

    def openings(chosen: list[Shuffle]) -> list[Shuffle]:
        for each in chosen:
            encode(each.openings(range(DEALT)))
        return chosen

    def kept(chosen: list[Shuffle]) -> list[Shuffle]:
        return [shuffle_from_json(shuffle_to_json(each)) for each in chosen]

    times: dict[str, list[float]] = {}
    for _ in range(ROUNDS):
        begun, one = timed(begin)
        chosen, two = timed(lambda begun=begun: choose(begun))
        _, three = timed(lambda chosen=chosen: openings(chosen))
        _, four = timed(lambda chosen=chosen: kept(chosen))
        for name, taken in (
            ("two decks, their roots", one),
            ("the choice, the order", two),
            (f"{DEALT} openings", three),
            ("kept and read again", four),
        ):
            times.setdefault(name, []).append(taken)
    for name, rounds in times.items():
        print(f"{name:<24}{statistics.median(rounds) * 1e6:6.0f} us of CPU a hand")
    total = sum(statistics.median(rounds) for rounds in times.values())
    print(f"{'all of it':<24}{total * 1e6:6.0f} us of CPU a hand")


if __name__ == "__main__":
    main()
