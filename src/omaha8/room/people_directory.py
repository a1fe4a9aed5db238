"""Who is known: persons, sessions and bots' tokens in memory, backed by the store (floor 5)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Hashable, Iterable
from secrets import token_bytes
from time import time
from typing import TYPE_CHECKING, Final, Generic, TypeVar

import msgspec

from omaha8.room import people_rows as rows
from omaha8.room.people_tokens import Seal
from omaha8.room.person import Person
from omaha8.store.records import PersonId

if TYPE_CHECKING:
    import apsw

    from omaha8.store.database import Database

COOKIE: Final = "cookie"
BOT: Final = "bot"
LINK: Final = "link"
"""What a token is for."""

GUEST_DAYS: Final = 30
REGISTERED_DAYS: Final = 90
DAY: Final = 86_400_000
SEEN_EVERY: Final = 3_600_000
"""ms between two notes on the disk that a session is in use."""
LINGER: Final = 0.5
"""Seconds that the sockets of a session last which a new one has replaced: the answer with the new
cookie is to be there first."""
MOST_KEPT: Final = 20_000

_log: Final = logging.getLogger("omaha8.people")
T = TypeVar("T")
K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

OnRevoked = Callable[[PersonId, str | None], None]
"""A session that is no more, or ``None`` for all that a person (a bot) has."""


class Kept(Generic[K, V]):
    """The ``most`` that were asked for last."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._values: dict[K, V] = {}

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: K) -> V | None:
        """A value, which is then the youngest."""
        value = self._values.pop(key, None)
        if value is not None:
            self._values[key] = value
        return value

    def put(self, key: K, value: V) -> None:
        """The oldest falls out when there are too many."""
        self._values.pop(key, None)
        self._values[key] = value
        if len(self._values) > self._most:
            del self._values[next(iter(self._values))]

    def drop(self, key: K) -> None:
        """Not kept any more, if it was."""
        self._values.pop(key, None)


class Directory:
    """Looks people up: in memory, and by an index of the file where somebody was not here lately.

    All its methods are for the event loop's thread. ``now`` is ms since 1970. By that clock nothing
    happened here for ``away`` ms before it began.
    """

    def __init__(
        self, database: Database, secret: bytes, now: Callable[[], int], away: int = 0
    ) -> None:
        self.database = database
        self.seal = Seal(secret)
        self.now = now
        self._away = away
        self.on_revoked: list[OnRevoked] = []
        self.on_role: list[Callable[[Person], None]] = []
        """Told of somebody who may do other things from now on."""
        self.seated: Callable[[PersonId], bool] = lambda _: False
        """Whether somebody has a seat: his name stays as it is."""
        self.muted: set[PersonId] = set()
        self._persons: Kept[PersonId, Person] = Kept()
        self._sessions: Kept[bytes, rows.Session] = Kept()
        self._bots: Kept[bytes, PersonId] = Kept()
        self._writing: set[asyncio.Future[None]] = set()
        self._renaming: list[PersonId] = []

    def counted(self) -> int:
        """The time by which sessions end: as `now`, less what passed between the last that happened
        here and the start. Nobody is to lose his account as the clock was far ahead at a start.
        """
        return self.now() - self._away

    def by_id(self, person: PersonId) -> Person | None:
        """The person with a number."""
        found = self._persons.get(person)
        if found is None:
            found = rows.person(self.database.reader, person)
            if found is not None:
                self._persons.put(person, found)
        return found

    def name_of(self, person: PersonId | None) -> str | None:
        """What somebody is called, where there is somebody."""
        found = None if person is None else self.by_id(person)
        return None if found is None else found.name

    def by_name(self, name: str) -> Person | None:
        """The person who has a name, or one that looks the same."""
        number = rows.person_named(self.database.reader, name)
        return None if number is None else self.by_id(number)

    def by_cookie(self, value: str | None) -> Person | None:
        """Whose cookie that is, if anybody's."""
        session = self.session(value)
        return None if session is None else self.by_id(session.person)

    def session(self, value: str | None) -> rows.Session | None:
        """The session of a cookie; being asked for keeps it alive."""
        digest = self.seal.digest(COOKIE, value)
        if digest is None:
            return None
        session = self._sessions.get(digest)
        if session is None:
            session = rows.session(self.database.reader, digest)
            if session is None:
                return None
            self._sessions.put(digest, session)
        now = self.now()
        if self.counted() >= session.expires:
            return None
        if now - session.seen >= SEEN_EVERY:
            session = self._seen(session, now)
        return session

    def by_bot_token(self, token: str | None) -> Person | None:
        """Whose token that is, if any bot's."""
        digest = self.seal.digest(BOT, token)
        if digest is None:
            return None
        number = self._bots.get(digest)
        if number is None:
            number = rows.bot_with(self.database.reader, digest)
            if number is None:
                return None
            self._bots.put(digest, number)
        return self.by_id(number)

    def days(self, person: PersonId) -> int:
        """How long a session of his lasts without being used."""
        found = self.by_id(person)
        return REGISTERED_DAYS if found is not None and found.registered else GUEST_DAYS

    def is_called(self, person: Person) -> bool:
        """Whether that is still somebody's name, and stays it for now: else he gets no seat."""
        if person.id in self._renaming:
            return False
        known = self.by_id(person.id)
        return known is not None and known.name == person.name

    async def keep(
        self,
        work: Callable[[apsw.Connection], T],
        then: Callable[[T], None],
        *,
        renames: PersonId | None = None,
    ) -> T:
        """Do ``work`` in the writer's thread; ``then`` brings the memory in step with the disk.

        That happens also when who asked is not there any more. Meanwhile nobody `is_called` as
        before whom it ``renames``.
        """
        running = self.database.run(work)
        if renames is not None:
            self._renaming.append(renames)

        def kept(future: asyncio.Future[T]) -> None:
            try:
                if not future.cancelled() and future.exception() is None:
                    then(future.result())
            finally:
                if renames is not None:
                    self._renaming.remove(renames)

        if running.done():
            kept(running)
        else:
            running.add_done_callback(kept)
        return await asyncio.shield(running)

    def remember(self, person: Person) -> None:
        """A person as he is now."""
        self._persons.put(person.id, person)

    def admitted(self, session: rows.Session) -> None:
        """A session that there is now."""
        self._sessions.put(session.token, session)

    def ended(self, sessions: Iterable[rows.Session], replaced: str | None = None) -> None:
        """Sessions that are no more; a new one has ``replaced`` one of them."""
        for session in sessions:
            self._sessions.drop(session.token)
            if session.id == replaced:
                asyncio.get_running_loop().call_later(
                    LINGER, self.tell_revoked, session.person, session.id
                )
            else:
                self.tell_revoked(session.person, session.id)

    def bot_ended(self, bot: PersonId, token: bytes) -> None:
        """A bot's token that is worth nothing any more."""
        self._bots.drop(token)
        self.tell_revoked(bot, None)

    def tell_revoked(self, person: PersonId, session: str | None) -> None:
        """Tell all who wait for it."""
        for tell in self.on_revoked:
            tell(person, session)

    def _seen(self, session: rows.Session, now: int) -> rows.Session:
        expires = now + self.days(session.person) * DAY
        session = msgspec.structs.replace(session, seen=now, expires=expires)
        self._sessions.put(session.token, session)
        writing = self.database.run(lambda db: rows.note_seen(db, session))
        self._writing.add(writing)
        writing.add_done_callback(self._noted)
        return session

    def _noted(self, writing: asyncio.Future[None]) -> None:
        self._writing.discard(writing)
        if not writing.cancelled() and (error := writing.exception()) is not None:
            # It lasts as long as the memory does; the next hour tries again.
            _log.warning("the use of a session could not be noted: %s", error)


def secret_of(db: apsw.Connection) -> bytes:
    """The server's secret; made when there is none yet."""
    secret = rows.secret(db, "seal")
    if secret is None:
        secret = token_bytes(32)
        rows.set_secret(db, "seal", secret)
    return secret


def milliseconds() -> int:
    """Since 1970."""
    return int(time() * 1000)
