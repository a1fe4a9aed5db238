"""Equities beside poker-equity, PokerKit and phevaluator in one run; what starting costs.

Each round does the same work by each program in turn; times and ratios are medians over the rounds,
of CPU time (all threads together) unless it says otherwise. The programs' results are compared
first. The peers are in the extra ``bench``; memory is read from /proc (Linux).
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from time import perf_counter, process_time

try:
    import numpy as np
    import phevaluator
    import poker_equity
    from pokerkit import Card as PokerKitCard
    from pokerkit import OmahaEightOrBetterLowHand, OmahaHoldemHand
except ImportError as error:
    sys.exit(f"{error}: uv pip install --python .venv -e '.[bench]'")

from omaha8.cards import DECK, format_cards
from omaha8.equity import equity
from omaha8.evaluation.batch import evaluate_many

ROUNDS = 5
GAME = "omaha_hi_lo"
TWO = ["AhAd2h3d", "KsKcQsJc"]
THREE = [*TWO, "8h7d6s5c"]
SIX = [*THREE, "As2sKhQd", "9h9cJhTh", "6c6d5h4h"]
FLOP = "3s4d9s"
ON_FLOP = ["As2sKhQd", "9h9cJhTh"]

Work = Callable[[], object]


def cpu(work: Work) -> float:
    start = process_time()
    work()
    return process_time() - start


def wall(work: Work) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def paired(ours: Work, theirs: Work, times: int = 1) -> tuple[float, float, float]:
    """Seconds of ours and of theirs, and how many times faster ours is; ours is done ``times``."""

    def many() -> None:
        for _ in range(times):
            ours()

    rounds = [(cpu(many) / times, cpu(theirs)) for _ in range(ROUNDS)]
    ratio = statistics.median(their / our for our, their in rounds)
    mine, others = zip(*rounds, strict=True)
    return statistics.median(mine), statistics.median(others), ratio


def line(name: str, figure: str, beside: str = "", ratio: float | None = None) -> None:
    faster = "" if ratio is None else f"{ratio:>8,.0f} x"
    print(f"{name:<46}{figure:>20}{faster}  {beside}")


def exact(name: str, hands: Sequence[str], board: str, times: int) -> None:
    result = equity(hands, board)
    theirs = poker_equity.exact_from_text(GAME, hands, board)
    assert [player["equity"] for player in theirs["players"]] == [
        player.equity for player in result.players
    ]
    mine, other, ratio = paired(
        lambda: equity(hands, board),
        lambda: poker_equity.exact_from_text(GAME, hands, board),
        times,
    )
    line(name, f"{mine * 1000:,.2f} ms", f"poker-equity {other * 1000:,.2f} ms", ratio)


def sampled(pool: ThreadPoolExecutor) -> None:
    ours, theirs = 2_000_000, 200_000
    mine, other, ratio = paired(
        lambda: equity(SIX, method="sampled", samples=ours, map=pool.map),
        lambda: poker_equity.chunk_from_text(GAME, SIX, samples=theirs),
    )
    beside = f"poker-equity {theirs / other:,.0f} deals/s"
    line("six hands, sampled", f"{ours / mine:,.0f} deals/s", beside, ratio * ours / theirs)


def against_random(pool: ThreadPoolExecutor) -> None:
    for board, street in (("", "before the flop"), (FLOP, "on the flop")):

        def work(board: str = board) -> object:
            return equity([ON_FLOP[0], "*"], board, map=pool.map)

        rounds = [(cpu(work), wall(work)) for _ in range(ROUNDS)]
        of_cpu, of_wall = (statistics.median(column) for column in zip(*rounds, strict=True))
        beside = f"by the clock {of_wall:,.3f} s on {os.cpu_count()} cores"
        line(f"a hand against a random hand, {street}", f"{of_cpu:,.3f} s", beside)


def many_hands() -> None:
    count, few = 1_000_000, 2_000
    random = Random("a million hands")
    dealt = np.array([random.sample(DECK, 9) for _ in range(count)], np.uint8)
    holes, boards = np.ascontiguousarray(dealt[:, :4]), np.ascontiguousarray(dealt[:, 4:])
    as_numbers = [(*row[4:], *row[:4]) for row in dealt[: few * 10].tolist()]
    for_pokerkit = [
        (
            tuple(PokerKitCard.parse(format_cards(row[:4]))),
            tuple(PokerKitCard.parse(format_cards(row[4:]))),
        )
        for row in dealt[: few // 20].tolist()
    ]
    high = phevaluator.evaluate_omaha_cards
    highs = evaluate_many(holes, boards)[0][: len(as_numbers)].tolist()
    assert highs == [high(*row) for row in as_numbers]

    def pokerkit() -> None:
        for hole, board in for_pokerkit:
            OmahaHoldemHand.from_game(hole, board)
            OmahaEightOrBetterLowHand.from_game_or_none(hole, board)

    pokerkit()
    mine, other, ratio = paired(
        lambda: evaluate_many(holes, boards), lambda: [high(*row) for row in as_numbers]
    )
    beside = f"phevaluator, high alone {len(as_numbers) / other:,.0f}/s"
    ratio *= count / len(as_numbers)
    line("evaluate_many, high and low", f"{count / mine:,.0f}/s", beside, ratio)
    mine, other, ratio = paired(lambda: evaluate_many(holes, boards), pokerkit)
    beside = f"PokerKit {len(for_pokerkit) / other:,.0f}/s"
    line("", "", beside, ratio * count / len(for_pokerkit))


def start() -> None:
    """Whole processes with a warm cache: CPU time, and by the clock; peak memory."""
    calls = {
        "known hands": f"equity({TWO!r})",
        "a hand against a random one": "equity(['AhAd2h3d', '*'], '3s4d9s')",
        "a sample of ranges": "equity(['AA', 'KK'])",
        "two ranges on the turn": "equity(['AA', 'A2'], '3s4d9sTc')",
    }
    # Not what some machines are set to: there every start compiles all of numba's Python anew.
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    for name, call in calls.items():
        code = f"from omaha8.equity import equity; {call}; print(open('/proc/self/status').read())"
        rounds: list[tuple[float, float]] = []
        memory = 0.0
        for _ in range(ROUNDS + 1):
            before, began = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
            done = subprocess.run(
                [sys.executable, "-c", code],
                check=True,
                capture_output=True,
                text=True,
                env=environment,
            )
            taken = perf_counter() - began
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            rounds.append((used, taken))
            peak = next(text for text in done.stdout.splitlines() if text.startswith("VmHWM"))
            memory = max(memory, int(peak.split()[1]) / 1024)
        # The first may have compiled.
        of_cpu, of_wall = (statistics.median(column) for column in zip(*rounds[1:], strict=True))
        beside = f"by the clock {of_wall:,.2f} s; at most {memory:,.0f} MB"
        line(f"first call: {name}", f"{of_cpu:,.2f} s", beside)


def main() -> None:
    print(f"medians of {ROUNDS} rounds; ratios of CPU time\n")
    with ThreadPoolExecutor() as pool:
        exact("two hands before the flop, exact", TWO, "", times=20)
        exact("three hands before the flop, exact", THREE, "", times=20)
        exact("two hands on the flop, exact", ON_FLOP, FLOP, times=200)
        sampled(pool)
        against_random(pool)
    many_hands()
    start()


if __name__ == "__main__":
    main()
