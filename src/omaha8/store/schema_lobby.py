"""The tables of the lobby: invitations, who is let in, what was said (floor 5)."""

from __future__ import annotations

from typing import Final

LOBBY: Final[tuple[str, ...]] = (
    # `hash` is of the token that the link has; the token itself is nowhere.
    """CREATE TABLE invites (
        id INTEGER PRIMARY KEY,
        table_id TEXT NOT NULL REFERENCES tables (id),
        hash BLOB NOT NULL UNIQUE,
        by INTEGER,
        created INTEGER NOT NULL,
        expires INTEGER NOT NULL,
        uses INTEGER NOT NULL CHECK (uses >= 0)
    ) STRICT""",
    "CREATE INDEX invites_table ON invites (table_id)",
    """CREATE TABLE chat (
        id INTEGER PRIMARY KEY,
        table_id TEXT NOT NULL REFERENCES tables (id),
        body BLOB NOT NULL
    ) STRICT""",
    "CREATE INDEX chat_table ON chat (table_id)",
    """CREATE TABLE admissions (
        table_id TEXT NOT NULL REFERENCES tables (id),
        person INTEGER NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (table_id, person)
    ) STRICT, WITHOUT ROWID""",
)
"""The SQL that makes them; ``uses`` are those that are left."""
