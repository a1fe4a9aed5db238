"""The examples of ``docs/client-python.md`` run, one after the other, on a server."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from omaha8.client import Client
from tests.serving import ChildServer

pytestmark = pytest.mark.slow

PAGE: Final = Path(__file__).parents[2] / "docs" / "client-python.md"


def program(url: str) -> str:
    """All Python of the page."""
    blocks = re.findall(
        r"^```python no-run\n(.*?)^```", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    assert len(blocks) == 5
    return "\n".join(blocks).replace("http://127.0.0.1:8008/", url)


def test_the_examples_run(tmp_path: Path) -> None:
    with ChildServer(tmp_path, "--bots", "3", "--pace", "0") as server:
        run = subprocess.run(
            [sys.executable, "-W", "error", "-c", program(server.url)],
            capture_output=True,
            text=True,
            timeout=100,
        )
        assert run.returncode == 0, run.stderr
        lines = run.stdout.splitlines()
        assert re.fullmatch(r"3 hands, won -?\d+", lines[0])
        assert "True []" in lines
        assert lines[-1].endswith("3")
        assert "Traceback" not in server.text()
        assert asyncio.run(_seated(server)) == 3


async def _seated(server: ChildServer) -> int:
    """How many have a chair: the bots of the house."""
    async with await Client.connect(server.url) as client:
        while client.state.playing or sum(s is not None for s in client.state.seats) > 3:
            await client.change()
        return sum(seat is not None for seat in client.state.seats)
