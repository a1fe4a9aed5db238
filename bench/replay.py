"""Recorded hands replayed per second, from files given (the project's own without any).

.venv/bin/python bench/replay.py [FILE...]
"""

from __future__ import annotations

import statistics
import sys
from pathlib import Path
from time import process_time

from omaha8.history.corpus import Line, read_file
from omaha8.history.summary import Summary

ROUNDS = 5
OWN = Path(__file__).parents[1] / "tests" / "data" / "hands.jsonl"
LEAST = 2000


def main() -> None:
    files = [Path(name) for name in sys.argv[1:]] or [OWN]
    reading, replaying = [], []
    for _ in range(ROUNDS):
        start = process_time()
        lines: list[Line] = [line for file in files for line in read_file(file)]
        read = process_time()
        # So few that they would be gone in a moment are replayed again.
        times = -(-LEAST // max(len(lines), 1))
        summary = Summary()
        for line in lines * times:
            summary.add(line, tolerant=True)
        done = process_time()
        reading.append(len(lines) / (read - start))
        replaying.append(summary.hands / (done - read))
    print(f"read:     {statistics.median(reading):>9,.0f} hands/s")
    print(f"replayed: {statistics.median(replaying):>9,.0f} hands/s")


if __name__ == "__main__":
    main()
