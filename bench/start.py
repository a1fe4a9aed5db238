"""CPU time to start: what `import omaha8` and the commands cost before they do anything.

The median of several processes each, user and system time, the interpreter's own included.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys

ROUNDS = 15
PROGRAMS = {
    "python itself": ["-c", "pass"],
    "import omaha8": ["-c", "import omaha8"],
    "import the hand and below": ["-c", "import omaha8.hand, omaha8.rules, omaha8.evaluation"],
    "omaha8 --help": ["-m", "omaha8", "--help"],
    "omaha8 eval --help": ["-m", "omaha8", "eval", "--help"],
    "omaha8 eval": ["-m", "omaha8", "eval", "--hole", "As2sKhQd", "--board", "3s4d9s8c6h"],
}


def cpu_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def cpu_of(arguments: list[str]) -> float:
    before = cpu_of_children()
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
    return cpu_of_children() - before


def main() -> None:
    times: dict[str, list[float]] = {name: [] for name in PROGRAMS}
    for _ in range(ROUNDS):
        for name, arguments in PROGRAMS.items():
            times[name].append(cpu_of(arguments))
    for name, taken in times.items():
        print(f"{name:<28}{statistics.median(taken) * 1000:6.0f} ms of CPU")


if __name__ == "__main__":
    main()
