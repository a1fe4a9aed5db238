"""Chips that a host gives out of the bank, and takes back (floor 5)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import Final, Protocol

from omaha8.room.people_directory import milliseconds
from omaha8.room.refusals import RoomRefused, Why
from omaha8.rules.game import Chips
from omaha8.store.interface import StoreError
from omaha8.store.records import BANK, PersonId, Transfer, person_account

_log: Final = logging.getLogger("omaha8.people")


class Purse(Protocol):
    """Who has how much beside the tables, as `omaha8.room.bank.Bank` has it in memory."""

    credit: int | None

    def of(self, person: PersonId) -> int:
        """What a person has."""

    def promised_by(self, person: PersonId) -> int:
        """What comes to his tables without another question."""

    def apply(self, transfers: Iterable[Transfer], *, back: bool = False) -> None:
        """Move chips; ``back`` undoes what could not be written."""


class Transfers(Protocol):
    """As a store's ledger has them."""

    async def transfer(self, transfer: Transfer, at: int, by: PersonId | None = None) -> None:
        """One that belongs to no table."""


class Grants:
    """Gives and takes, in the memory's balances at once and in the ledger as soon as it can.

    ``starting`` chips are what somebody new gets.
    """

    def __init__(
        self,
        purse: Purse,
        ledger: Transfers,
        now: Callable[[], int] = milliseconds,
        starting: int = 0,
    ) -> None:
        self._purse = purse
        self._ledger = ledger
        self._now = now
        self._starting = starting

    async def welcome(self, person: PersonId) -> None:
        """Give the starting chips to who has just come in for the first time."""
        try:
            await self.grant(person, self._starting, None)
        except StoreError as error:
            # He is in all the same, and the host can give them to him later.
            _log.error("person %d got no starting chips: %s", person, error)

    async def grant(self, person: PersonId, amount: int, by: PersonId | None) -> int:
        """The balance afterwards; below 0, ``amount`` is taken back. Raises `RoomRefused`."""
        have = self._purse.of(person)
        if amount < 0 and self._purse.credit is not None:
            # Chips that come after a hand are spoken for.
            have -= max(0, self._purse.promised_by(person) - self._purse.credit)
        if amount < 0 and have + amount < 0:
            raise RoomRefused(Why.NO_FUNDS, f"There are {have} chips to take back, not {-amount}.")
        if amount:
            here = person_account(person)
            source, target = (BANK, here) if amount > 0 else (here, BANK)
            transfer = Transfer(source, target, Chips(abs(amount)), "grant")
            # To its end, also when who asked for it has gone meanwhile.
            await asyncio.shield(self._move(transfer, by))
        return self._purse.of(person)

    async def _move(self, transfer: Transfer, by: PersonId | None) -> None:
        self._purse.apply([transfer])
        try:
            await self._ledger.transfer(transfer, self._now(), by)
        except BaseException:
            self._purse.apply([transfer], back=True)
            raise
