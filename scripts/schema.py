#!/usr/bin/env python3
"""Writes the schema of the store's file, as it is to be released, to ``tests/data/schemas``.

A file of a version that was released is never changed again: a change to the tables is a new
version with a step in ``omaha8.store.migrations``.

    .venv/bin/python scripts/schema.py
"""

from __future__ import annotations

from pathlib import Path

from omaha8.store.schema import VERSION, tables

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "data" / "schemas"


def main() -> None:
    """Today's version."""
    text = "".join(f"{sql.strip()};\n\n" for sql in tables())
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{VERSION}.sql").write_text(text.rstrip() + "\n", "utf-8")


if __name__ == "__main__":
    main()
