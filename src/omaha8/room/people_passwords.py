"""Passwords: what is one, and their slow hashes off the event loop (floor 5)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar
from unicodedata import normalize

import msgspec

from omaha8.room.people_refusals import Because, PeopleRefused

SHORTEST: Final = 8
LONGEST: Final = 200
AT_ONCE: Final = 2
WAITING: Final = 32

T = TypeVar("T")


class Cost(msgspec.Struct, frozen=True):
    """Of one hash by Argon2id: passes, KiB of memory. OWASP, password storage: 19 MiB, 2 passes."""

    passes: int = 2
    memory: int = 19 * 1024


def checked_password(password: str, name: str = "") -> str:
    """The password as it is hashed. Raises `PeopleRefused`."""
    # The same keys give other characters on another system (RFC 8265, NIST SP 800-63B).
    password = normalize("NFKC", password)
    length = len(password)
    if length < SHORTEST:
        wrong = f"A password has at least {SHORTEST} characters; this has {length}."
    elif length > LONGEST:
        wrong = f"A password has at most {LONGEST} characters; this has {length}."
    elif password.casefold() == name.casefold():
        wrong = "A password is not the name: everybody knows that."
    elif len(set(password)) < 3:
        wrong = "A password has at least 3 different characters."
    else:
        return password
    raise PeopleRefused(Because.BAD_PASSWORD, wrong, "password")


class Passwords:
    """Hashes and verifies, `AT_ONCE` in threads while `WAITING` more wait."""

    def __init__(self, cost: Cost | None = None) -> None:
        from argon2 import PasswordHasher

        cost = cost or Cost()
        self._hasher = PasswordHasher(time_cost=cost.passes, memory_cost=cost.memory, parallelism=1)
        self._threads = ThreadPoolExecutor(AT_ONCE, "password")
        self._under_way = 0
        self._nobody: str | None = None

    async def hash(self, password: str) -> str:
        """The hash of a password that is one. Raises `PeopleRefused`: busy."""
        return await self._in_thread(lambda: self._hasher.hash(password))

    async def verify(self, password: str, kept: str | None) -> bool:
        """Whether it is the one; takes as long where there is none to compare with.

        Raises `PeopleRefused`: busy.
        """
        # Longer than any that was ever hashed: cut, so that nobody makes the server work for it.
        password = normalize("NFKC", password[: LONGEST + 1])
        return await self._in_thread(lambda: self._verify(password, kept))

    def outdated(self, kept: str) -> bool:
        """Whether a hash cost less or more than one of today."""
        return self._hasher.check_needs_rehash(kept)

    def close(self) -> None:
        """End the threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _verify(self, password: str, kept: str | None) -> bool:
        from argon2.exceptions import InvalidHashError, VerificationError

        # Also made where it is not needed: else the first unknown name would take twice as long.
        if self._nobody is None:
            self._nobody = self._hasher.hash("nobody's password")
        try:
            self._hasher.verify(self._nobody if kept is None else kept, password)
        except (VerificationError, InvalidHashError):
            return False
        return kept is not None

    async def _in_thread(self, work: Callable[[], T]) -> T:
        if self._under_way >= AT_ONCE + WAITING:
            raise PeopleRefused(
                Because.BUSY, "Too many log in at this moment; try again in a few seconds."
            )
        self._under_way += 1
        running: asyncio.Future[Any] = asyncio.get_running_loop().run_in_executor(
            self._threads, work
        )
        # Counted until the thread is done, also when nobody waits for it any more.
        running.add_done_callback(self._done)
        result: T = await asyncio.shield(running)
        return result

    def _done(self, running: asyncio.Future[Any]) -> None:
        self._under_way -= 1
        if not running.cancelled():
            running.exception()
