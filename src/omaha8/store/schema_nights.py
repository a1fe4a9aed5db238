"""The tables of settled nights: what everybody had when chips were settled (floor 5)."""

from __future__ import annotations

from typing import Final

NIGHTS: Final[tuple[str, ...]] = (
    """CREATE TABLE settlements (
        id INTEGER PRIMARY KEY,
        at INTEGER NOT NULL,
        by INTEGER NOT NULL REFERENCES people (id)
    ) STRICT""",
    # What lies at tables changes hands without a transfer: it cannot be had from the ledger later.
    """CREATE TABLE standings (
        settlement INTEGER NOT NULL REFERENCES settlements (id),
        account TEXT NOT NULL,
        balance INTEGER NOT NULL,
        at_tables INTEGER NOT NULL,
        granted INTEGER NOT NULL,
        PRIMARY KEY (settlement, account)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX hands_ended ON hands (ended) WHERE ended IS NOT NULL",
)
"""The SQL that makes them, and finds the hands of a time."""
