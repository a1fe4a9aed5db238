"""The health check of the image: asks the server of process 1, at the port it was started with.

python healthy.py [COMMAND_LINE_OF_THE_SERVER]     as /proc has it; exits with 1 if it is not well
"""

from __future__ import annotations

import sys
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from omaha8.server.config import ServerConfig, load_config


def said(words: list[str], flag: str) -> str | None:
    """The value of an option, in either way to write it."""
    for word, following in zip(words, [*words[1:], ""], strict=True):
        if word == flag:
            return following
        if word.startswith(f"{flag}="):
            return word.partition("=")[2]
    return None


def port_of(words: list[str]) -> int:
    """Flags go before what stands in the file."""
    port, file = said(words, "--port"), said(words, "--config")
    if port is not None:
        return int(port)
    config = ServerConfig() if file is None else load_config(Path(file))
    return config.server.port


def main() -> str | None:
    """What is wrong."""
    command = Path(sys.argv[1] if len(sys.argv) > 1 else "/proc/1/cmdline")
    port = port_of(command.read_text("utf-8").split("\0"))
    try:
        with urlopen(f"http://127.0.0.1:{port}/healthz", timeout=4):
            return None
    except (URLError, OSError) as error:
        return f"port {port}: {error}"


if __name__ == "__main__":
    sys.exit(main())
