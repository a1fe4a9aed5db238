"""The kinds of deviation, as the page explains them."""

from __future__ import annotations

import re
from pathlib import Path

from omaha8.history.deviations import DEVIATIONS

PAGE = Path(__file__).parents[2] / "docs" / "replay.md"


def test_the_page_explains_every_kind() -> None:
    section = PAGE.read_text("utf-8").partition("\n## What happens to a deviation\n")[2]
    rows = re.findall(r"^\| `(\w+)` \| (.+) \|$", section.partition("\n## ")[0], re.MULTILINE)
    assert dict(rows) == DEVIATIONS
