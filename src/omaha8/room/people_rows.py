"""Persons and sessions as rows of the store: every function is within somebody's transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from omaha8.room.names import name_key
from omaha8.room.people_refusals import Because, PeopleRefused
from omaha8.room.person import Person, Role
from omaha8.store.records import PersonId

if TYPE_CHECKING:
    import apsw

MOST_SESSIONS: Final = 20
"""Of one person; the one not used for longest ends when he logs in once more."""
_PERSON: Final = "id, name, role, password IS NOT NULL, owner"
_SESSION: Final = "id, token, person, made, seen, expires, device"


class Session(msgspec.Struct, frozen=True):
    """A browser that somebody has come in by. ``token`` is a hash; times are ms since 1970."""

    id: str
    token: bytes
    person: PersonId
    made: int
    seen: int
    expires: int
    device: str


def many(db: apsw.Connection, sql: str, *values: Any) -> list[tuple[Any, ...]]:
    """All rows at once: a cursor that is left open keeps the file from being tidied."""
    found: list[tuple[Any, ...]] = db.execute(sql, values).fetchall()
    return found


def one(db: apsw.Connection, sql: str, *values: Any) -> tuple[Any, ...] | None:
    """The first row."""
    found = many(db, sql, *values)
    return found[0] if found else None


def person_of(row: Sequence[Any]) -> Person:
    """A row of `_PERSON`."""
    number, name, role, registered, owner = row
    return Person(PersonId(number), name, Role(role), bool(registered), owner)


def person(db: apsw.Connection, number: PersonId) -> Person | None:
    row = one(db, f"SELECT {_PERSON} FROM people WHERE id = ?", number)
    return None if row is None else person_of(row)


def existing(db: apsw.Connection, number: PersonId) -> Person:
    """The person with a number. Raises `PeopleRefused`."""
    found = person(db, number)
    if found is None:
        raise PeopleRefused(Because.NO_SUCH_PERSON, f"There is no person {number} here.")
    return found


def person_named(db: apsw.Connection, name: str) -> PersonId | None:
    row = one(db, "SELECT id FROM people WHERE key = ?", name_key(name))
    return None if row is None else PersonId(row[0])


def persons(db: apsw.Connection, where: str, *values: Any) -> list[tuple[Person, int, bool]]:
    """Persons with when they were made, and whether they are muted."""
    sql = f"SELECT {_PERSON}, made, muted FROM people WHERE {where}"
    return [(person_of(row[:5]), row[5], bool(row[6])) for row in many(db, sql, *values)]


def add_person(
    db: apsw.Connection,
    name: str,
    role: Role,
    made: int,
    *,
    password: str | None = None,
    owner: PersonId | None = None,
) -> Person:
    """A new one, under a name that is free."""
    db.execute(
        "INSERT INTO people (name, key, role, password, owner, made) VALUES (?, ?, ?, ?, ?, ?)",
        (name, name_key(name), role.value, password, owner, made),
    )
    return existing(db, PersonId(db.last_insert_rowid()))


def promote(db: apsw.Connection, number: PersonId, name: str, password: str) -> Person:
    """A guest becomes a player."""
    db.execute(
        "UPDATE people SET name = ?, key = ?, role = ?, password = ? WHERE id = ?",
        (name, name_key(name), Role.PLAYER.value, password, number),
    )
    return existing(db, number)


def password_of(db: apsw.Connection, name: str) -> tuple[PersonId, str] | None:
    """Who is registered under a name, and the hash of his password."""
    row = one(
        db,
        "SELECT id, password FROM people WHERE key = ? AND password IS NOT NULL",
        name_key(name),
    )
    return None if row is None else (PersonId(row[0]), row[1])


def password_of_person(db: apsw.Connection, number: PersonId) -> str | None:
    row = one(db, "SELECT password FROM people WHERE id = ?", number)
    return None if row is None else row[0]


def set_password(db: apsw.Connection, number: PersonId, password: str) -> None:
    db.execute("UPDATE people SET password = ? WHERE id = ?", (password, number))


def session(db: apsw.Connection, token: bytes) -> Session | None:
    row = one(db, f"SELECT {_SESSION} FROM sessions WHERE token = ?", token)
    return None if row is None else Session(*row)


def sessions_of(db: apsw.Connection, number: PersonId) -> list[Session]:
    """The latest used first."""
    sql = f"SELECT {_SESSION} FROM sessions WHERE person = ? ORDER BY seen DESC, made DESC, id"
    return [Session(*row) for row in many(db, sql, number)]


def add_session(db: apsw.Connection, new: Session) -> list[Session]:
    """A session more; those that end for it."""
    ended = [
        old for place, old in enumerate(sessions_of(db, new.person)) if place >= MOST_SESSIONS - 1
    ]
    end_sessions(db, ended)
    db.execute(
        f"INSERT INTO sessions ({_SESSION}) VALUES (?, ?, ?, ?, ?, ?, ?)",
        msgspec.structs.astuple(new),
    )
    return ended


def note_seen(db: apsw.Connection, seen: Session) -> None:
    db.execute(
        "UPDATE sessions SET seen = ?, expires = ? WHERE id = ?",
        (seen.seen, seen.expires, seen.id),
    )


def end_sessions(db: apsw.Connection, ended: Sequence[Session]) -> None:
    db.executemany("DELETE FROM sessions WHERE id = ?", [(old.id,) for old in ended])


def end_all_sessions(db: apsw.Connection, number: PersonId) -> list[Session]:
    ended = sessions_of(db, number)
    end_sessions(db, ended)
    return ended


def end_session(db: apsw.Connection, number: PersonId, name: str) -> list[Session]:
    """One session of a person; empty when he has none of that name."""
    ended = [old for old in sessions_of(db, number) if old.id == name]
    end_sessions(db, ended)
    return ended


def end_named(db: apsw.Connection, name: str | None) -> list[Session]:
    """The session that a browser had before it got another one."""
    sql = f"SELECT {_SESSION} FROM sessions WHERE id = ?"
    ended = [Session(*row) for row in many(db, sql, name)]
    end_sessions(db, ended)
    return ended


def latest(db: apsw.Connection) -> int | None:
    """When the last that the store knows of happened: an event, or that somebody came in."""
    row = one(
        db,
        "SELECT max(at) FROM (SELECT * FROM (SELECT at FROM events ORDER BY rowid DESC LIMIT 1) "
        "UNION ALL SELECT * FROM (SELECT made FROM people ORDER BY id DESC LIMIT 1))",
    )
    return None if row is None else row[0]


def forget_expired(db: apsw.Connection, before: int) -> None:
    """But for the sessions of who has ever had chips, here or on a table."""
    db.execute(
        "DELETE FROM sessions WHERE expires <= ? AND NOT EXISTS "
        "(SELECT 1 FROM balances WHERE account = 'person:' || person)",
        (before,),
    )


def may_come_back(db: apsw.Connection, number: PersonId, now: int) -> bool:
    """Whether somebody has a session which ends after that, or one and chips."""
    found = one(
        db,
        "SELECT 1 FROM sessions WHERE person = ?1 AND (expires > ?2 OR EXISTS "
        "(SELECT 1 FROM balances WHERE account = 'person:' || ?1 AND amount <> 0))",
        number,
        now,
    )
    return found is not None


def set_codes(db: apsw.Connection, number: PersonId, codes: Sequence[bytes]) -> None:
    """The recovery codes of a person, instead of those he had."""
    db.execute("DELETE FROM recovery_codes WHERE person = ?", (number,))
    for code in codes:
        add_code(db, number, code)


def add_code(db: apsw.Connection, number: PersonId, code: bytes) -> None:
    db.execute("INSERT INTO recovery_codes (person, code) VALUES (?, ?)", (number, code))


def codes_left(db: apsw.Connection, number: PersonId) -> int:
    row = one(db, "SELECT count(*) FROM recovery_codes WHERE person = ?", number)
    assert row is not None
    return int(row[0])


def whose_code(db: apsw.Connection, name: str, code: bytes) -> PersonId | None:
    row = one(
        db,
        "SELECT id FROM people JOIN recovery_codes ON person = id WHERE key = ? AND code = ?",
        name_key(name),
        code,
    )
    return None if row is None else PersonId(row[0])


def use_code(db: apsw.Connection, number: PersonId, code: bytes) -> bool:
    """Whether there was such a code; there is none now."""
    db.execute("DELETE FROM recovery_codes WHERE person = ? AND code = ?", (number, code))
    return db.changes() == 1


def bot_with(db: apsw.Connection, token: bytes) -> PersonId | None:
    row = one(db, "SELECT person FROM bots WHERE token = ?", token)
    return None if row is None else PersonId(row[0])


def end_bot_tokens(db: apsw.Connection, number: PersonId) -> list[tuple[PersonId, bytes]]:
    """The tokens of a person's bots, or that of a bot: who they were for, and their hashes."""
    sql = (
        "SELECT bots.person, token FROM bots JOIN people ON people.id = bots.person "
        "WHERE people.id = ?1 OR people.owner = ?1"
    )
    found = [(PersonId(bot), bytes(token)) for bot, token in many(db, sql, number)]
    db.executemany("DELETE FROM bots WHERE person = ?", [(bot,) for bot, _ in found])
    return found


def secret(db: apsw.Connection, name: str) -> bytes | None:
    row = one(db, "SELECT value FROM secrets WHERE name = ?", name)
    return None if row is None else row[0]


def set_secret(db: apsw.Connection, name: str, value: bytes | None) -> None:
    """``None`` takes it away."""
    if value is None:
        db.execute("DELETE FROM secrets WHERE name = ?", (name,))
    else:
        db.execute("INSERT OR REPLACE INTO secrets (name, value) VALUES (?, ?)", (name, value))
