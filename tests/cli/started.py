"""``omaha8 serve`` in a process of its own."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

from omaha8.client import Api


class Server:
    """A server of its own on a free port, with a data folder that outlives it."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.process: subprocess.Popen[str] | None = None
        self.printed: list[str] = []
        self.port = 0

    def start(self, *options: str) -> list[str]:
        """What it prints until it is ready."""
        command = ["serve", "--port", "0", "--pace", "0", "--data", str(self.data), *options]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "omaha8", *command],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONWARNINGS": "error"},
        )
        assert self.process.stdout is not None
        printed = list(iter(self.process.stdout.readline, "Stop with Ctrl-C.\n"))
        found = re.search(r"Open http://127\.0\.0\.1:(\d+)/\n", "".join(printed))
        assert found is not None, printed
        self.port = int(found[1])
        return printed

    def stop(self) -> tuple[int, str, str]:
        """As with Ctrl-C: its status, and what it has printed since."""
        assert self.process is not None
        self.process.send_signal(signal.SIGINT)
        out, err = self.process.communicate(timeout=90)
        return self.process.returncode, out, err

    def guest(self, name: str) -> Api:
        api = Api(f"http://127.0.0.1:{self.port}/")
        api.guest(name)
        return api
