CREATE TABLE tables (
        id TEXT PRIMARY KEY,
        created INTEGER NOT NULL,
        closed INTEGER,
        info BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;

CREATE INDEX tables_open ON tables (created) WHERE closed IS NULL;

CREATE TABLE owners (
        table_id TEXT PRIMARY KEY REFERENCES tables (id),
        epoch INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

CREATE TABLE events (
        table_id TEXT NOT NULL,
        seq INTEGER NOT NULL,
        first INTEGER NOT NULL,
        at INTEGER NOT NULL,
        person INTEGER,
        ask TEXT,
        mark BLOB NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (table_id, seq)
    ) STRICT;

CREATE TABLE checkpoints (
        table_id TEXT PRIMARY KEY,
        seq INTEGER NOT NULL,
        mark BLOB NOT NULL,
        state BLOB NOT NULL
    ) STRICT;

CREATE TABLE deals (
        table_id TEXT NOT NULL,
        hand INTEGER NOT NULL,
        mark BLOB NOT NULL,
        secrets BLOB NOT NULL,
        PRIMARY KEY (table_id, hand)
    ) STRICT;

CREATE TABLE hands (
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
    ) STRICT, WITHOUT ROWID;

CREATE TABLE cut_events (
        cut INTEGER NOT NULL,
        table_id,
        seq,
        first,
        at,
        person,
        ask,
        mark,
        body
    );

CREATE TABLE cuts (
        cut INTEGER PRIMARY KEY,
        table_id TEXT NOT NULL,
        seq INTEGER NOT NULL,
        at INTEGER NOT NULL,
        why TEXT NOT NULL
    ) STRICT;

CREATE TABLE transfers (
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
    ) STRICT;

CREATE INDEX transfers_source ON transfers (source);

CREATE INDEX transfers_target ON transfers (target);

CREATE INDEX transfers_event ON transfers (table_id, seq) WHERE table_id IS NOT NULL;

CREATE TABLE balances (
        account TEXT PRIMARY KEY,
        amount INTEGER NOT NULL CHECK (amount >= 0 OR account NOT GLOB 'table:*')
    ) STRICT, WITHOUT ROWID;

CREATE TABLE secrets (
        name TEXT PRIMARY KEY,
        value BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;

CREATE TABLE people (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        key TEXT UNIQUE,
        role TEXT NOT NULL CHECK (role IN ('guest', 'player', 'floor', 'host', 'bot')),
        password TEXT,
        owner INTEGER REFERENCES people (id),
        made INTEGER NOT NULL,
        muted INTEGER NOT NULL DEFAULT 0
    ) STRICT;

CREATE INDEX people_owner ON people (owner) WHERE owner IS NOT NULL;

CREATE INDEX people_staff ON people (role) WHERE role IN ('floor', 'host');

CREATE INDEX people_muted ON people (id) WHERE muted;

CREATE TABLE sessions (
        id TEXT PRIMARY KEY,
        token BLOB NOT NULL UNIQUE,
        person INTEGER NOT NULL REFERENCES people (id),
        made INTEGER NOT NULL,
        seen INTEGER NOT NULL,
        expires INTEGER NOT NULL,
        device TEXT NOT NULL
    ) STRICT;

CREATE INDEX sessions_person ON sessions (person);

CREATE INDEX sessions_expires ON sessions (expires);

CREATE TABLE recovery_codes (
        person INTEGER NOT NULL REFERENCES people (id),
        code BLOB NOT NULL,
        PRIMARY KEY (person, code)
    ) STRICT, WITHOUT ROWID;

CREATE TABLE bots (
        person INTEGER PRIMARY KEY REFERENCES people (id),
        token BLOB NOT NULL UNIQUE,
        made INTEGER NOT NULL
    ) STRICT;

CREATE TABLE notes (
        author INTEGER NOT NULL REFERENCES people (id),
        person INTEGER NOT NULL REFERENCES people (id),
        text TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (author, person)
    ) STRICT, WITHOUT ROWID;

CREATE TABLE staff_log (
        id INTEGER PRIMARY KEY,
        at INTEGER NOT NULL,
        by INTEGER NOT NULL REFERENCES people (id),
        person INTEGER NOT NULL REFERENCES people (id),
        what TEXT NOT NULL,
        detail TEXT NOT NULL
    ) STRICT;

CREATE TABLE invites (
        id INTEGER PRIMARY KEY,
        table_id TEXT NOT NULL REFERENCES tables (id),
        hash BLOB NOT NULL UNIQUE,
        by INTEGER,
        created INTEGER NOT NULL,
        expires INTEGER NOT NULL,
        uses INTEGER NOT NULL CHECK (uses >= 0)
    ) STRICT;

CREATE INDEX invites_table ON invites (table_id);

CREATE TABLE chat (
        id INTEGER PRIMARY KEY,
        table_id TEXT NOT NULL REFERENCES tables (id),
        body BLOB NOT NULL
    ) STRICT;

CREATE INDEX chat_table ON chat (table_id);

CREATE TABLE admissions (
        table_id TEXT NOT NULL REFERENCES tables (id),
        person INTEGER NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (table_id, person)
    ) STRICT, WITHOUT ROWID;

CREATE TABLE settlements (
        id INTEGER PRIMARY KEY,
        at INTEGER NOT NULL,
        by INTEGER NOT NULL REFERENCES people (id)
    ) STRICT;

CREATE TABLE standings (
        settlement INTEGER NOT NULL REFERENCES settlements (id),
        account TEXT NOT NULL,
        balance INTEGER NOT NULL,
        at_tables INTEGER NOT NULL,
        granted INTEGER NOT NULL,
        PRIMARY KEY (settlement, account)
    ) STRICT, WITHOUT ROWID;

CREATE INDEX hands_ended ON hands (ended) WHERE ended IS NOT NULL;
