"""The long run: 500 kills, or as many as it is told.

python -m tests.crash.long [KILLS] [SEED]
"""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
from pathlib import Path

from tests.crash.storm import say, storm

BETWEEN = 100
"""Kills of one data folder."""


def main() -> int:
    """Runs it; 1 if anything was wrong."""
    kills, seed = (int(text) for text in (*sys.argv[1:], "500", "1")[:2])
    faults = 0
    while kills > 0:
        folder = Path(tempfile.mkdtemp(prefix="storm"))
        result = asyncio.run(storm(folder, min(kills, BETWEEN), seed))
        sys.stdout.write(f"seed {seed}: {say(result)}\n")
        for fault in result.faults[:20]:
            sys.stdout.write(f"  {fault}\n")
        faults += len(result.faults)
        if result.faults:
            sys.stdout.write(f"  kept in {folder}\n")
        else:
            shutil.rmtree(folder)
        kills -= BETWEEN
        seed += 1
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
