"""Killed at any moment the room loses nothing that it said was done, and does nothing twice."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.crash.storm import say, storm

KILLS = int(os.environ.get("OMAHA8_KILLS") or 30)


@pytest.mark.slow
async def test_killed_under_play(tmp_path: Path) -> None:
    result = await storm(tmp_path, KILLS, seed=5)
    assert result.faults == [], say(result)
    assert result.kills == KILLS
    assert result.acked > 5 * KILLS
    assert result.starting > KILLS / 15
    assert result.mid_hand > KILLS / 3
    assert result.resent > KILLS
    assert result.voided == 0
