"""A server in a process of its own: what it costs in CPU and memory."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final
from urllib.request import urlopen

ROOT: Final = Path(__file__).parents[1]


class Server:
    """A child that prints its address in a line which ends in ``:PORT/``; ended on exit."""

    def __init__(
        self,
        arguments: Sequence[str],
        log: Path | None = None,
        program: Sequence[str] = (sys.executable, "-P"),
    ) -> None:
        self.started = time.perf_counter()
        self._log = (log or Path(os.devnull)).open("wb")
        self.process = subprocess.Popen(
            [*program, *arguments],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=self._log,
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "src"), *sys.path]),
            },
        )
        self.lines: list[str] = []
        self.port = self._port()

    def _port(self) -> int:
        assert self.process.stdout is not None
        for raw in self.process.stdout:
            line = raw.decode().strip()
            self.lines.append(line)
            port = line.rstrip("/").rpartition(":")[2]
            if line.endswith("/") and port.isdecimal():
                return int(port)
        raise RuntimeError(f"the server ended with {self.process.wait()}: {self.lines}")

    def answers(self) -> float:
        """Waits until it answers; how many seconds after its start that was."""
        while True:
            with suppress(OSError), urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=10):
                return time.perf_counter() - self.started
            time.sleep(0.005)

    @property
    def cpu(self) -> float:
        """Seconds of CPU of all its threads so far, user and system."""
        # The clock of another process: clock_getcpuclockid(3).
        return time.clock_gettime((~self.process.pid << 3) | 2)

    def memory(self, what: str = "VmRSS") -> int:
        """Bytes resident, now or at most (``VmHWM``)."""
        status = Path(f"/proc/{self.process.pid}/status").read_text("ascii")
        line = next(line for line in status.splitlines() if line.startswith(f"{what}:"))
        return int(line.split()[1]) * 1024

    def __enter__(self) -> Server:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
        self._log.close()
