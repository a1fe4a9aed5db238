"""A server in a process of its own, on a port of this machine, that may be killed.

Its folder is kept: started again it goes on at the same address.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from omaha8.client import Api

WITHIN: Final = 90.0
"""Seconds to start or to stop in."""
_READY: Final = "Stop with Ctrl-C."


def configured(**room: float) -> str:
    """A configuration in which nothing waits but people, and everything is logged that ever is."""
    names = (
        "pause",
        "showdown_pause",
        "line_pause",
        "first_deal",
        "change_notice",
        "entry_time",
        "absence",
    )
    limits_off = {"messages_per_second": 0.0, "wishes_per_minute": 0, "least_think_time": 0.0}
    settings = dict.fromkeys(names, 0.0) | limits_off | room
    lines = [f"{name} = {value}" for name, value in settings.items()]
    limits = ("requests_of_address", "requests_of_person", "accounts_of_address")
    free = [f"{name} = {{ burst = 1, every = 0 }}" for name in limits]
    return "\n".join(["[room]", *lines, "[limits]", *free, "[log]", "level = 'debug'", ""])


class ChildServer:
    """``omaha8 serve`` with a data folder. What it prints goes to ``printed``, all of it.

    ``config`` is the text of a configuration file.
    """

    def __init__(
        self,
        folder: Path,
        *options: str,
        env: dict[str, str] | None = None,
        data: Path | None = None,
        config: str | None = None,
    ) -> None:
        self.config = folder / "config.toml"
        self.config.write_text(config or configured(), "utf-8")
        self.data = folder / "data" if data is None else data
        self.printed = folder / "printed.txt"
        self.options = options
        self.env = {**os.environ, "PYTHONUNBUFFERED": "1", **(env or {})}
        self.port = 0
        self.host_link: str | None = None
        self.starts = 0
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def start(self, prefix: tuple[str, ...] = ()) -> Self:
        """Start it and wait until it answers; `AssertionError` with what it printed if not."""
        self.run(prefix)
        deadline = time.monotonic() + WITHIN
        while not self.ready:
            text = self.text()
            assert self._process is not None
            assert self._process.poll() is None, f"the server has stopped: {text}"
            assert time.monotonic() < deadline, f"the server does not start: {text}"
            time.sleep(0.01)
        text = self.text()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", text)
        assert found, text
        self.port = int(found[1])
        link = re.search(r"\S+#host=\S+", text)
        if link and self.host_link is None:
            self.host_link = link[0]
        return self

    def run(self, prefix: tuple[str, ...] = ()) -> None:
        """Start it, without waiting."""
        self._offset = self.printed.stat().st_size if self.printed.exists() else 0
        command = [*prefix, sys.executable, "-m", "omaha8", "serve"]
        command += ["--config", str(self.config), "--data", str(self.data)]
        command += ["--port", str(self.port), *self.options]
        with self.printed.open("ab") as output:
            self._process = subprocess.Popen(
                command, stdout=output, stderr=subprocess.STDOUT, env=self.env, cwd="/"
            )
        self.starts += 1

    def text(self) -> str:
        """What it has printed since the last start."""
        with self.printed.open("rb") as file:
            file.seek(self._offset)
            return file.read().decode()

    @property
    def ready(self) -> bool:
        """It has said that it answers, also if it does not any more."""
        return _READY in self.text()

    def kill(self) -> None:
        """SIGKILL: it gets no chance to do anything any more."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """As an administrator stops it; its exit status."""
        return self._end(signal.SIGTERM)

    def signal(self, number: int) -> None:
        """Without waiting for what it does then."""
        assert self._process is not None
        self._process.send_signal(number)

    def wait(self) -> int:
        """Until it ends by itself; its exit status."""
        assert self._process is not None
        return self._process.wait(WITHIN)

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def _end(self, number: int) -> int:
        process = self._process
        assert process is not None
        if process.poll() is None:
            process.send_signal(number)
        try:
            return process.wait(WITHIN)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise AssertionError(f"the server does not stop: {self.text()[-2000:]}") from None

    def __enter__(self) -> Self:
        return self if self.running else self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.running:
            self.kill()

    # people

    def guest(self, name: str) -> Api:
        """Somebody new."""
        api = Api(self.url)
        api.guest(name)
        return api

    def host(self, name: str = "Hal") -> Api:
        """A person who is the host, by the link of the first run."""
        assert self.host_link is not None, "no link for the host was printed"
        api = self.guest(name)
        api.register(None, "a password of the host")
        api.claim_host(self.host_link)
        return api

    def table(self) -> str:
        """The id of the first table."""
        tables: list[dict[str, Any]] = Api(self.url).lobby()["tables"]
        return str(tables[0]["id"])
