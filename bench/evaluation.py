"""Evaluations of high and low per second, beside PokerKit's in the same run, and a signature.

A round evaluates the same deals by each in turn; the ratios are medians over the rounds. The
signature is a hash of the results of 10,000 fixed hands: it changes only if results do.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from hashlib import sha256
from random import Random
from time import process_time

from pokerkit import Card as PokerKitCard
from pokerkit import OmahaEightOrBetterLowHand, OmahaHoldemHand

from omaha8.cards import DECK, Card, format_cards
from omaha8.evaluation import evaluate, prepare, rank

ROUNDS = 9
POKERKIT_DEALS = 100
DEALS = 10_000

Deal = tuple[tuple[Card, ...], tuple[Card, ...]]


def fixed_deals(count: int) -> list[Deal]:
    random = Random("ten thousand hands")
    dealt = [tuple(random.sample(DECK, 9)) for _ in range(count)]
    return [(cards[:4], cards[4:]) for cards in dealt]


def signature(deals: list[Deal]) -> str:
    results = "".join([f"{high_class} {low}\n" for high_class, low in (rank(*d) for d in deals)])
    return sha256(results.encode()).hexdigest()[:16]


def per_second(run: Callable[[], None], count: int) -> float:
    start = process_time()
    run()
    return count / (process_time() - start)


def main() -> None:
    deals = fixed_deals(DEALS)

    def fresh_board() -> None:
        for hole, board in deals:
            rank(hole, board)

    first = per_second(fresh_board, DEALS)
    prepared = [(hole, prepare(board)) for hole, board in deals]
    for_pokerkit = [
        [tuple(PokerKitCard.parse(format_cards(cards))) for cards in deal]
        for deal in deals[:POKERKIT_DEALS]
    ]

    def pokerkit() -> None:
        for hole, board in for_pokerkit:
            OmahaHoldemHand.from_game(hole, board)
            OmahaEightOrBetterLowHand.from_game_or_none(hole, board)

    def prepared_board() -> None:
        for hole, board in prepared:
            board.rank(hole)

    def with_cards() -> None:
        for hole, board in deals[:1000]:
            evaluate(hole, board)

    ours = {"fresh board": fresh_board, "prepared board": prepared_board}
    pokerkit()  # builds its tables
    theirs: list[float] = []
    rates: dict[str, list[float]] = {name: [] for name in ours}
    for _ in range(ROUNDS):
        theirs.append(per_second(pokerkit, POKERKIT_DEALS))
        for name, run in ours.items():
            rates[name].append(per_second(run, DEALS))
    print(f"high and low, {ROUNDS} paired rounds, medians, per second of CPU")
    print(f"{'PokerKit':<28}{statistics.median(theirs):>12,.0f}")
    for name, per_round in rates.items():
        ratio = statistics.median(our / their for our, their in zip(per_round, theirs, strict=True))
        print(f"{name:<28}{statistics.median(per_round):>12,.0f}{ratio:>10,.0f} x PokerKit")
    print(f"{'fresh, tables yet to build':<28}{first:>12,.0f}")
    print(f"{'with cards, evaluate()':<28}{per_second(with_cards, 1000):>12,.0f}")
    print(f"signature of {DEALS:,} hands: {signature(deals)}")


if __name__ == "__main__":
    main()
