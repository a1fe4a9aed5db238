"""The people of a room: how they come in, come back, and are signed out (floor 5)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from secrets import token_hex
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, Self

from omaha8.room import people_rows as rows
from omaha8.room.people_bots import Bots
from omaha8.room.people_directory import (
    COOKIE,
    DAY,
    GUEST_DAYS,
    REGISTERED_DAYS,
    Directory,
    milliseconds,
    secret_of,
)
from omaha8.room.people_names import FORGOTTEN_AFTER, Namer, checked_name, taken
from omaha8.room.people_notes import Notes
from omaha8.room.people_passwords import Passwords, checked_password
from omaha8.room.people_refusals import Because, PeopleRefused
from omaha8.room.people_staff import Staff
from omaha8.room.people_tokens import new_codes
from omaha8.room.person import Person, Role
from omaha8.store.records import PersonId

if TYPE_CHECKING:
    import apsw

    from omaha8.store.database import Database

LONGEST_DEVICE: Final = 120


class HasDatabase(Protocol):
    """A store, or one in memory."""

    @property
    def database(self) -> Database:
        """Where it keeps things."""


class Admission(NamedTuple):
    """Somebody who has come in, and what his browser is to bring along from now on."""

    person: Person
    cookie: str


class Registration(NamedTuple):
    """Somebody who has a password now. The recovery codes are shown this once."""

    person: Person
    cookie: str
    codes: tuple[str, ...]


class Recovery(NamedTuple):
    """Somebody who has a new password; so many codes are left."""

    person: Person
    cookie: str
    codes_left: int


class _Entry(NamedTuple):
    """What a transaction has made when somebody comes in."""

    person: Person
    cookie: str
    session: rows.Session
    ended: list[rows.Session]


class People(Directory):
    """Everybody a room knows; `open` it, `close` it.

    ``bots``, ``notes`` and ``staff`` have what persons do beyond coming and going. What is refused
    raises `PeopleRefused`, what could not be kept `StoreError`.
    """

    def __init__(
        self,
        database: Database,
        secret: bytes,
        *,
        now: Callable[[], int],
        passwords: Passwords,
        reserved: Collection[str],
        away: int = 0,
    ) -> None:
        super().__init__(database, secret, now, away)
        self.passwords = passwords
        self.namer = Namer(reserved, lambda person: self.seated(person))
        self.bots = Bots(self, self.namer)
        self.notes = Notes(self)
        self.staff = Staff(self)

    @classmethod
    async def open(
        cls,
        store: HasDatabase,
        *,
        now: Callable[[], int] = milliseconds,
        passwords: Passwords | None = None,
        reserved: Collection[str] = (),
    ) -> Self:
        """The people of a store. ``reserved`` are names that nobody gets: those of house bots."""

        def prepare(db: apsw.Connection) -> tuple[bytes, set[PersonId], int]:
            latest = rows.latest(db)
            # By the journal's own time, as the clock may be far ahead at this start.
            away = 0 if latest is None else max(0, now() - latest)
            rows.forget_expired(db, now() - away - FORGOTTEN_AFTER)
            muted = rows.persons(db, "muted")
            return secret_of(db), {person.id for person, _, _ in muted}, away

        secret, muted, away = await store.database.run(prepare)
        people = cls(
            store.database,
            secret,
            now=now,
            passwords=passwords or Passwords(),
            reserved=reserved,
            away=away,
        )
        people.muted = muted
        return people

    def close(self) -> None:
        """End what runs for them; the store is closed by who has opened it."""
        self.passwords.close()

    async def guest(self, name: str | None, device: str = "") -> Admission:
        """Somebody new, by the name he wants or that with a number."""
        now, counted = self.now(), self.counted()

        def work(db: apsw.Connection) -> _Entry:
            given = self.namer.free(db, name, counted)
            person = rows.add_person(db, given, Role.GUEST, now)
            return self._start(db, person, device)

        return await self._admit(work)

    async def register(
        self,
        guest: Person | None,
        password: str,
        name: str | None = None,
        *,
        device: str = "",
        session: str | None = None,
    ) -> Registration:
        """A password for a guest, who keeps his id and chips, or for somebody new.

        ``session`` is the guest's in this browser: it ends, as others may have seen its cookie.
        """
        if guest is not None and guest.role is not Role.GUEST:
            raise PeopleRefused(Because.REGISTERED, f"{guest.name} is registered already.")
        if guest is None and name is None:
            raise PeopleRefused(Because.BAD_NAME, "Say by which name.", "name")
        wanted = checked_name(name) if name is not None else guest.name if guest else ""
        password = checked_password(password, wanted)
        # Before the slow hash, so that who picks a taken name need not wait; again below.
        other = self.by_name(wanted)
        if other is not None and other.role is not Role.GUEST:
            raise taken(wanted)
        hashed = await self.passwords.hash(password)
        codes, now, counted = new_codes(), self.now(), self.counted()
        number = None if guest is None else guest.id
        renames = number if guest is not None and wanted != guest.name else None
        # Asked in the event loop, like whoever wants a seat, who gets none from here on.
        if guest is not None and renames is not None and self.seated(renames):
            raise PeopleRefused(
                Because.SEATED,
                f"At a table you are {guest.name}: you sit there, wait for a chair, or got up a "
                "short while ago. Register by that name, or leave your seat and come back later.",
                "name",
            )

        def work(db: apsw.Connection) -> _Entry:
            given = self.namer.own(db, wanted, counted, number)
            if number is None:
                person = rows.add_person(db, given, Role.PLAYER, now, password=hashed)
            else:
                before = rows.existing(db, number)
                if before.role is not Role.GUEST:
                    raise PeopleRefused(Because.REGISTERED, f"{before.name} is registered already.")
                person = rows.promote(db, number, given, hashed)
            rows.set_codes(db, person.id, [self.seal.code(code) for code in codes])
            return self._start(db, person, device, rows.end_all_sessions(db, person.id))

        person, cookie = await self._admit(work, session, renames)
        return Registration(person, cookie, codes)

    async def login(
        self, name: str, password: str, *, device: str = "", session: str | None = None
    ) -> Admission:
        """Who is registered comes back; ``session`` is what this browser had, and ends."""
        found = rows.password_of(self.database.reader, name)
        kept = None if found is None else found[1]
        if not await self.passwords.verify(password, kept) or found is None or kept is None:
            raise PeopleRefused(
                Because.WRONG_PASSWORD, "The name or the password is wrong.", "password"
            )
        number = found[0]
        fresh = await self.passwords.hash(password) if self.passwords.outdated(kept) else None

        def work(db: apsw.Connection) -> _Entry:
            if rows.password_of_person(db, number) != kept:
                raise PeopleRefused(
                    Because.WRONG_PASSWORD, "The password was changed just now; use the new one."
                )
            if fresh is not None:
                rows.set_password(db, number, fresh)
            person = rows.existing(db, number)
            return self._start(db, person, device, rows.end_named(db, session))

        return await self._admit(work, session)

    async def recover(
        self,
        name: str,
        code: str,
        password: str,
        *,
        device: str = "",
        session: str | None = None,
    ) -> Recovery:
        """A new password for who has forgotten his, by one of his codes; all his sessions end."""
        password = checked_password(password, name)
        sealed = self.seal.code(code)
        wrong = PeopleRefused(
            Because.WRONG_CODE, "Name or recovery code is wrong, or the code was used.", "code"
        )
        # One look for a wrong name and a wrong code: they take the same time.
        number = rows.whose_code(self.database.reader, name, sealed)
        if number is None:
            raise wrong
        hashed = await self.passwords.hash(password)

        def work(db: apsw.Connection) -> _Entry:
            if not rows.use_code(db, number, sealed):
                raise wrong
            rows.set_password(db, number, hashed)
            ended = rows.end_all_sessions(db, number) + rows.end_named(db, session)
            return self._start(db, rows.existing(db, number), device, ended)

        person, cookie = await self._admit(work, session)
        return Recovery(person, cookie, self.codes_left(person))

    async def change_password(
        self,
        person: Person,
        old: str,
        new: str,
        *,
        device: str = "",
        session: str | None = None,
    ) -> Admission:
        """Another password; all sessions end, and this browser gets a new one."""
        password = checked_password(new, person.name)
        kept = await self._verified(person, old)
        hashed = await self.passwords.hash(password)

        def work(db: apsw.Connection) -> _Entry:
            if rows.password_of_person(db, person.id) != kept:
                raise _wrong()
            rows.set_password(db, person.id, hashed)
            return self._start(db, person, device, rows.end_all_sessions(db, person.id))

        return await self._admit(work, session)

    async def new_codes(self, person: Person, password: str) -> tuple[str, ...]:
        """Other recovery codes; those he had are worth nothing any more."""
        kept = await self._verified(person, password)
        codes = new_codes()

        def work(db: apsw.Connection) -> None:
            if rows.password_of_person(db, person.id) != kept:
                raise _wrong()
            rows.set_codes(db, person.id, [self.seal.code(code) for code in codes])

        await self.keep(work, lambda _: None)
        return codes

    def codes_left(self, person: Person) -> int:
        """How many recovery codes somebody has not used yet."""
        return rows.codes_left(self.database.reader, person.id)

    def sessions(self, person: Person) -> list[rows.Session]:
        """Those of a person that are still good, the latest used first."""
        now = self.counted()
        found = rows.sessions_of(self.database.reader, person.id)
        return [session for session in found if session.expires > now]

    async def revoke(self, person: PersonId, session: str) -> None:
        """End one session of a person: he logs out."""
        ended = await self.keep(lambda db: rows.end_session(db, person, session), self.ended)
        if not ended:
            raise PeopleRefused(Because.NO_SUCH_SESSION, "You have no such session.")

    async def revoke_all(self, person: PersonId) -> int:
        """End all sessions of a person, and the token of a bot; how many there were."""

        def work(db: apsw.Connection) -> tuple[list[rows.Session], list[tuple[PersonId, bytes]]]:
            return rows.end_all_sessions(db, person), rows.end_bot_tokens(db, person)

        def then(ended: tuple[list[rows.Session], list[tuple[PersonId, bytes]]]) -> None:
            self.ended(ended[0])
            for bot, token in ended[1]:
                self.bot_ended(bot, token)

        sessions, tokens = await self.keep(work, then)
        return len(sessions) + len(tokens)

    async def _verified(self, person: Person, password: str) -> str:
        kept = rows.password_of_person(self.database.reader, person.id)
        if not await self.passwords.verify(password, kept) or kept is None:
            raise _wrong()
        return kept

    def _start(
        self,
        db: apsw.Connection,
        person: Person,
        device: str,
        ended: Sequence[rows.Session] = (),
    ) -> _Entry:
        """A new session of a person; ``ended`` are those that have ended for it."""
        cookie, now = self.seal.new(COOKIE), self.now()
        digest = self.seal.digest(COOKIE, cookie)
        assert digest is not None
        days = REGISTERED_DAYS if person.registered else GUEST_DAYS
        session = rows.Session(
            token_hex(8), digest, person.id, now, now, now + days * DAY, device[:LONGEST_DEVICE]
        )
        return _Entry(person, cookie, session, [*ended, *rows.add_session(db, session)])

    async def _admit(
        self,
        work: Callable[[apsw.Connection], _Entry],
        replaced: str | None = None,
        renames: PersonId | None = None,
    ) -> Admission:
        def then(entry: _Entry) -> None:
            self.remember(entry.person)
            self.ended(entry.ended, replaced)
            self.admitted(entry.session)

        entry = await self.keep(work, then, renames=renames)
        return Admission(entry.person, entry.cookie)


def _wrong() -> PeopleRefused:
    return PeopleRefused(Because.WRONG_PASSWORD, "That is not your password.", "password")
