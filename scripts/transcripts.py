#!/usr/bin/env python3
"""Writes the golden transcripts anew: every event of the hands in ``tests/data/transcripts``.

A transcript begins with comments (``#``) and one line of notation; this script replaces what
follows by the events of that hand, one JSON object a line. For a new one write those first lines.

    .venv/bin/python scripts/transcripts.py [FILE...]
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from omaha8.hand.codec import event_to_json
from omaha8.hand.notation import play

FOLDER: Final = Path(__file__).parents[1] / "tests" / "data" / "transcripts"


def head(text: str) -> tuple[list[str], str]:
    """The comments and the notation line that a transcript begins with."""
    lines = text.splitlines()
    comments = [line for line in lines if line.startswith("#")]
    return comments, next(line for line in lines if line and not line.startswith("#"))


def render(text: str) -> str:
    """The transcript that begins like ``text``, with the events of its hand."""
    comments, line = head(text)
    events = [event_to_json(event).decode() for event in play(line).events]
    return "\n".join([*comments, line, *events]) + "\n"


def main(names: list[str]) -> None:
    """Rewrites these files, or all; prints the names of those that changed."""
    for path in [Path(name) for name in names] or sorted(FOLDER.glob("*.txt")):
        before = path.read_text("utf-8")
        after = render(before)
        if after != before:
            path.write_text(after, "utf-8")
            sys.stdout.write(f"{path.name}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
