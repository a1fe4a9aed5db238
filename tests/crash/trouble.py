"""What a machine may do to a server: another time of day, a disk that is full, no rights."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

CLOCK: Final = """
import os, time
_time, _file = time.time, os.environ["OMAHA8_TEST_CLOCK"]

def time_of_day():
    with open(_file) as file:
        return _time() + float(file.read() or 0)

time.time = time_of_day
time.time_ns = lambda: int(time_of_day() * 1e9)
"""

NO_OVERRIDE: Final = """
import ctypes, os, sys
ctypes.CDLL(None).prctl(24, 1, 0, 0, 0)  # PR_CAPBSET_DROP, CAP_DAC_OVERRIDE: modes count for root
os.execv(sys.argv[1], sys.argv[1:])
"""


class WallClock:
    """The time of day of a child server, which a test may set: ``env`` is for the child."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        (folder / "sitecustomize.py").write_text(CLOCK)
        self.file = folder / "offset"
        self.jump(0)
        path = os.pathsep.join(filter(None, (str(folder), os.environ.get("PYTHONPATH"))))
        self.env = {"OMAHA8_TEST_CLOCK": str(self.file), "PYTHONPATH": path}

    def jump(self, seconds: float) -> None:
        """So much later than it is, or earlier."""
        self.file.write_text(str(seconds))


def without_rights() -> tuple[str, ...]:
    """Runs what follows as somebody for whom the modes of files count, also where he is root."""
    return (sys.executable, "-c", NO_OVERRIDE)
