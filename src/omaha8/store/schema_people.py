"""The tables of persons: accounts, sessions, bots, notes (floor 5). Times are ms since 1970."""

from __future__ import annotations

from typing import Final

PEOPLE: Final[tuple[str, ...]] = (
    # What cookies are sealed with, and the hash of the link that makes a host.
    """CREATE TABLE secrets (
        name TEXT PRIMARY KEY,
        value BLOB NOT NULL
    ) STRICT, WITHOUT ROWID""",
    # `key` is equal for names that look the same; none for a guest who left his name to others.
    # `password` is a hash; only who is registered has one.
    """CREATE TABLE people (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        key TEXT UNIQUE,
        role TEXT NOT NULL CHECK (role IN ('guest', 'player', 'floor', 'host', 'bot')),
        password TEXT,
        owner INTEGER REFERENCES people (id),
        made INTEGER NOT NULL,
        muted INTEGER NOT NULL DEFAULT 0
    ) STRICT""",
    "CREATE INDEX people_owner ON people (owner) WHERE owner IS NOT NULL",
    "CREATE INDEX people_staff ON people (role) WHERE role IN ('floor', 'host')",
    "CREATE INDEX people_muted ON people (id) WHERE muted",
    # `token` is the hash of what the cookie says, `id` its name in lists.
    """CREATE TABLE sessions (
        id TEXT PRIMARY KEY,
        token BLOB NOT NULL UNIQUE,
        person INTEGER NOT NULL REFERENCES people (id),
        made INTEGER NOT NULL,
        seen INTEGER NOT NULL,
        expires INTEGER NOT NULL,
        device TEXT NOT NULL
    ) STRICT""",
    "CREATE INDEX sessions_person ON sessions (person)",
    "CREATE INDEX sessions_expires ON sessions (expires)",
    """CREATE TABLE recovery_codes (
        person INTEGER NOT NULL REFERENCES people (id),
        code BLOB NOT NULL,
        PRIMARY KEY (person, code)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE bots (
        person INTEGER PRIMARY KEY REFERENCES people (id),
        token BLOB NOT NULL UNIQUE,
        made INTEGER NOT NULL
    ) STRICT""",
    """CREATE TABLE notes (
        author INTEGER NOT NULL REFERENCES people (id),
        person INTEGER NOT NULL REFERENCES people (id),
        text TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (author, person)
    ) STRICT, WITHOUT ROWID""",
    # What hosts and floor did to others.
    """CREATE TABLE staff_log (
        id INTEGER PRIMARY KEY,
        at INTEGER NOT NULL,
        by INTEGER NOT NULL REFERENCES people (id),
        person INTEGER NOT NULL REFERENCES people (id),
        what TEXT NOT NULL,
        detail TEXT NOT NULL
    ) STRICT""",
)
"""The SQL that makes them."""
