"""Milliseconds from the text of a range to its hands, medians of CPU time."""

from __future__ import annotations

import statistics
from time import process_time

from omaha8.equity.ranges import parse_range, range_of_hands

ROUNDS = 15
TEXTS = (
    "As2sKhQd",
    "AA",
    "A2:$ds",
    "A2-A5:$ds!AAA",
    "AxAyxy",
    "RxOyNzPw",
    "$Wx$Wx$W$B",
    "(AA,KK,A2,A3):($ds,$ss)!$ms",
    "AA@100,A2@50,KK@25",
    "*",
)


def milliseconds(text: str) -> float:
    start = process_time()
    parse_range(text)
    return 1000 * (process_time() - start)


def main() -> None:
    first = milliseconds("AA")
    print(f"{'first range, numpy and the table of hands':<44}{first:>8.1f} ms")
    for text in TEXTS:
        parse_range(text)
        median = statistics.median(milliseconds(text) for _ in range(ROUNDS))
        print(f"{text:<32}{len(parse_range(text)):>12,}{median:>8.2f} ms")
    listed = range_of_hands(parse_range("AA")).text
    print(f"{'6,961 hands written out':<44}{milliseconds(listed):>8.1f} ms")


if __name__ == "__main__":
    main()
