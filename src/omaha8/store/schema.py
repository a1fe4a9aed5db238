"""What the file of a store consists of (floor 5)."""

from __future__ import annotations

from typing import Final

import apsw

from omaha8.store.schema_lobby import LOBBY
from omaha8.store.schema_nights import NIGHTS
from omaha8.store.schema_people import PEOPLE

VERSION: Final = 2
"""`PRAGMA user_version` of today's file."""

APPLICATION: Final = 0x4F_38_72_6D
"""`PRAGMA application_id`: ``O8rm``."""

JOURNAL: Final = (
    """CREATE TABLE tables (
        id TEXT PRIMARY KEY,
        created INTEGER NOT NULL,
        closed INTEGER,
        info BLOB NOT NULL
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX tables_open ON tables (created) WHERE closed IS NULL",
    """CREATE TABLE owners (
        table_id TEXT PRIMARY KEY REFERENCES tables (id),
        epoch INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID""",
    # `first` is the number of the first event of the same write: a tail is cut between writes.
    # With rowids all that is written at once is in a row, and the index has what finds it by
    # table; without, each table's end is a page of its own, to be written and split.
    """CREATE TABLE events (
        table_id TEXT NOT NULL,
        seq INTEGER NOT NULL,
        first INTEGER NOT NULL,
        at INTEGER NOT NULL,
        person INTEGER,
        ask TEXT,
        mark BLOB NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (table_id, seq)
    ) STRICT""",
    """CREATE TABLE checkpoints (
        table_id TEXT PRIMARY KEY,
        seq INTEGER NOT NULL,
        mark BLOB NOT NULL,
        state BLOB NOT NULL
    ) STRICT""",
    """CREATE TABLE deals (
        table_id TEXT NOT NULL,
        hand INTEGER NOT NULL,
        mark BLOB NOT NULL,
        secrets BLOB NOT NULL,
        PRIMARY KEY (table_id, hand)
    ) STRICT""",
    """CREATE TABLE hands (
        table_id TEXT NOT NULL,
        hand INTEGER NOT NULL,
        first INTEGER NOT NULL,
        last INTEGER,
        started INTEGER NOT NULL,
        ended INTEGER,
        pot INTEGER NOT NULL,
        seats BLOB NOT NULL,
        note TEXT,
        PRIMARY KEY (table_id, hand)
    ) STRICT, WITHOUT ROWID""",
    # Takes whatever was in the rows: what is damaged may be of any type, or there twice.
    """CREATE TABLE cut_events (
        cut INTEGER NOT NULL,
        table_id,
        seq,
        first,
        at,
        person,
        ask,
        mark,
        body
    )""",
    """CREATE TABLE cuts (
        cut INTEGER PRIMARY KEY,
        table_id TEXT NOT NULL,
        seq INTEGER NOT NULL,
        at INTEGER NOT NULL,
        why TEXT NOT NULL
    ) STRICT""",
)
"""The journal, and what was cut off it."""

LEDGER: Final = (
    # `cut`: the event that the transfer belonged to was lost, and a second one takes it back.
    """CREATE TABLE transfers (
        id INTEGER PRIMARY KEY,
        at INTEGER NOT NULL,
        source TEXT NOT NULL,
        target TEXT NOT NULL CHECK (target <> source),
        amount INTEGER NOT NULL CHECK (amount > 0),
        kind TEXT NOT NULL,
        table_id TEXT,
        seq INTEGER,
        by INTEGER,
        cut INTEGER
    ) STRICT""",
    "CREATE INDEX transfers_source ON transfers (source)",
    "CREATE INDEX transfers_target ON transfers (target)",
    "CREATE INDEX transfers_event ON transfers (table_id, seq) WHERE table_id IS NOT NULL",
    # No table pays out more than was brought to it.
    """CREATE TABLE balances (
        account TEXT PRIMARY KEY,
        amount INTEGER NOT NULL CHECK (amount >= 0 OR account NOT GLOB 'table:*')
    ) STRICT, WITHOUT ROWID""",
)
"""The ledger; ``balances`` is kept in step with ``transfers``."""


def tables() -> tuple[str, ...]:
    """The SQL of a new file."""
    return (*JOURNAL, *LEDGER, *PEOPLE, *LOBBY, *NIGHTS)


def create(connection: apsw.Connection) -> None:
    """Make all tables in an empty file, within the caller's transaction."""
    for sql in tables():
        connection.execute(sql)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {VERSION}")
