"""What hosts and floor do to other people, and how there comes to be a host (floor 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from omaha8.room import people_rows as rows
from omaha8.room.names import name_key
from omaha8.room.people_directory import LINK, Directory
from omaha8.room.people_refusals import Because, PeopleRefused
from omaha8.room.people_rights import outranks
from omaha8.room.people_tokens import new_codes
from omaha8.room.person import Person, Role
from omaha8.store.records import PersonId

if TYPE_CHECKING:
    import apsw

GIVEN: Final = (Role.PLAYER, Role.FLOOR, Role.HOST)
"""The roles that a host gives; nobody else becomes a guest or a bot."""
_LINK: Final = "host link"


class Deed(NamedTuple):
    """One line of the log: ``by`` did ``what`` to ``person``; ``at`` is ms since 1970."""

    id: int
    at: int
    by: str
    person: str
    what: str
    detail: str


class Listed(NamedTuple):
    """A person in the list for hosts and floor."""

    person: Person
    made: int
    muted: bool


class Staff:
    """Roles, muting, and the log of both."""

    def __init__(self, directory: Directory) -> None:
        self._directory = directory

    async def host_link(self, *, again: bool = False) -> str | None:
        """A token that makes whoever brings it a host, once; an earlier one is worth nothing now.

        ``None`` where there is a host already, unless ``again``.
        """
        token = self._directory.seal.new(LINK)

        def work(db: apsw.Connection) -> bool:
            if not again and _hosts(db):
                return False
            rows.set_secret(db, _LINK, self._directory.seal.digest(LINK, token))
            return True

        made = await self._directory.keep(work, lambda _: None)
        return token if made else None

    def check_link(self, token: str) -> None:
        """Raises `PeopleRefused` where ``token`` would make nobody a host; it is not used up."""
        digest = self._directory.seal.digest(LINK, token)
        if digest is None or rows.secret(self._directory.database.reader, _LINK) != digest:
            raise _wrong_link()

    async def claim_host(self, token: str, person: Person) -> Person:
        """Who is registered and has the link becomes a host. Raises `PeopleRefused`."""
        digest = self._directory.seal.digest(LINK, token)

        def work(db: apsw.Connection) -> Person:
            if digest is None or rows.secret(db, _LINK) != digest:
                raise _wrong_link()
            if not rows.existing(db, person.id).registered:
                raise PeopleRefused(
                    Because.NOT_REGISTERED, "Register first: a host needs a password."
                )
            rows.set_secret(db, _LINK, None)
            self._note(db, person, person.id, "role", "host, by link")
            return _set_role(db, person.id, Role.HOST)

        return await self._directory.keep(work, self._has_role)

    async def set_role(self, by: Person, person: PersonId, role: Role) -> Person:
        """Another role for who is registered; there is always a host left."""

        def work(db: apsw.Connection) -> Person:
            before = rows.existing(db, person)
            if not before.registered or role not in GIVEN:
                raise PeopleRefused(
                    Because.NOT_REGISTERED,
                    "Only who is registered has a role, and that is player, floor or host.",
                    "role",
                )
            if role is not Role.HOST and _hosts(db) == [person]:
                raise PeopleRefused(
                    Because.LAST_HOST, "That is the last host; make somebody else host first."
                )
            self._note(db, by, person, "role", role.value)
            return _set_role(db, person, role)

        return await self._directory.keep(work, self._has_role)

    def _has_role(self, person: Person) -> None:
        self._directory.remember(person)
        for tell in self._directory.on_role:
            tell(person)

    async def recovery_code(self, by: Person, person: PersonId) -> str:
        """One more recovery code, to be handed to who has lost his own and his password."""
        code = new_codes()[0]
        sealed = self._directory.seal.code(code)

        def work(db: apsw.Connection) -> None:
            if not rows.existing(db, person).registered:
                raise PeopleRefused(
                    Because.NOT_REGISTERED, "Only who is registered comes back by a code."
                )
            rows.add_code(db, person, sealed)
            self._note(db, by, person, "code", "")

        await self._directory.keep(work, lambda _: None)
        return code

    async def mute(self, by: Person, person: PersonId, on: bool) -> None:
        """Keep somebody from talking at any table, or let him again."""

        def work(db: apsw.Connection) -> None:
            self._ranked(by, rows.existing(db, person))
            db.execute("UPDATE people SET muted = ? WHERE id = ?", (on, person))
            self._note(db, by, person, "mute", "on" if on else "off")

        def then(_: None) -> None:
            (self._directory.muted.add if on else self._directory.muted.discard)(person)

        await self._directory.keep(work, then)

    async def note(self, by: Person, person: PersonId, what: str, detail: str) -> None:
        """A line in the log for what is done elsewhere."""
        await self._directory.keep(
            lambda db: self._note(db, by, person, what, detail), lambda _: None
        )

    def over(self, by: Person, person: PersonId) -> Person:
        """Somebody whom ``by`` may sign out. Raises `PeopleRefused`."""
        found = rows.existing(self._directory.database.reader, person)
        self._ranked(by, found)
        return found

    def find(self, text: str = "", after: int = 0, limit: int = 50) -> list[Listed]:
        """People in the order of their ids, those whose name begins with ``text``."""
        key = name_key(text)
        found = rows.persons(
            self._directory.database.reader,
            "id > ? AND (? = '' OR (key >= ? AND key < ?)) ORDER BY id LIMIT ?",
            after,
            key,
            key,
            key + chr(0x10FFFF),
            limit,
        )
        return [Listed(*row) for row in found]

    def log(self, before: int | None = None, limit: int = 50) -> list[Deed]:
        """What was done, the latest first."""
        found = rows.many(
            self._directory.database.reader,
            "SELECT staff_log.id, at, doer.name, other.name, what, detail FROM staff_log "
            "JOIN people doer ON doer.id = by JOIN people other ON other.id = person "
            "WHERE staff_log.id < ? ORDER BY staff_log.id DESC LIMIT ?",
            2**62 if before is None else before,
            limit,
        )
        return [Deed(*row) for row in found]

    def _ranked(self, by: Person, person: Person) -> None:
        if not outranks(by, person):
            raise PeopleRefused(
                Because.NO_RANK, f"{person.name} is {person.role.value}; that is for a host to do."
            )

    def _note(
        self, db: apsw.Connection, by: Person, person: PersonId, what: str, detail: str
    ) -> None:
        log_deed(db, self._directory.now(), by.id, person, what, detail)


def log_deed(
    db: apsw.Connection, at: int, by: PersonId, person: PersonId, what: str, detail: str
) -> None:
    """A line in the log of host and floor, within somebody's transaction."""
    db.execute(
        "INSERT INTO staff_log (at, by, person, what, detail) VALUES (?, ?, ?, ?, ?)",
        (at, by, person, what, detail),
    )


def _wrong_link() -> PeopleRefused:
    return PeopleRefused(
        Because.WRONG_LINK, "That link was used, or there is a newer one.", "token"
    )


def _hosts(db: apsw.Connection) -> list[PersonId]:
    found = rows.many(db, "SELECT id FROM people WHERE role IN ('floor', 'host') AND role = 'host'")
    return [PersonId(number) for (number,) in found]


def _set_role(db: apsw.Connection, person: PersonId, role: Role) -> Person:
    db.execute("UPDATE people SET role = ? WHERE id = ?", (role.value, person))
    return rows.existing(db, person)
